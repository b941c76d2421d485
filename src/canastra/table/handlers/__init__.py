"""The handlers of commands, grouped by subject; `canastra.table.decisions` picks the handler of a command."""
