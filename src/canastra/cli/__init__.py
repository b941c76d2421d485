"""The `canastra` command: replay and judge records, simulate, compare rulebooks, settle a score, play."""
