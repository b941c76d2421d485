"""Commands for those who run a server: serving, its database, moderation."""
