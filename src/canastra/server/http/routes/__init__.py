"""The operations of the interface, by subject."""
