"""What each command leads to, by what it is about; `canastra.table.decisions` finds the handler of a command."""
