"""The versions of the schema. Only new ones are added: a released version never changes."""
