"""A sheet for people: its words, a text to send, the curve of a match, rows for prints."""
