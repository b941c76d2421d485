"""The group `canastra sheet`."""

from __future__ import annotations

from canastra.cli.sheet.amendment import FIX
from canastra.cli.sheet.creation import NEW
from canastra.cli.sheet.deal import ADD
from canastra.cli.sheet.display import SHOW
from canastra.cli.sheet.printout import PRINT

COMMANDS = {"new": NEW, "add": ADD, "fix": FIX, "show": SHOW, "print": PRINT}
