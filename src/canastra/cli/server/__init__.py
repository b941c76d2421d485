"""Commands for operators: serving, the database, moderation."""
