"""The server: tables that people and bots play at over a network, and the storage that loses nothing acknowledged."""
