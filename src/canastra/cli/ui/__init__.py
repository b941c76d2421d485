"""What both terminal games share: the screen, the pages, typed lines, the narration."""
