"""The operations of the interface, by what they are about."""
