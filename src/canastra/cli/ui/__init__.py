"""The common parts of both terminal games: the screen, the pages, typed lines, the narration."""
