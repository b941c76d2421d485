"""The versions of the schema. They are only ever added: one that was released stays as it is."""
