"""axe-core on a page: what it finds wrong for people who can't see, point or hear."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from playwright.sync_api import Page

from tools.web_build import ROOT, install

SCRIPT = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
COLOURS = ("color-contrast", "link-in-text-block")
"""The rules that look at colours."""
LOOKS = (("light", "normal"), ("dark", "normal"), ("light", "more"))
"""How a page may be dressed, which changes nothing but its colours."""
WEAR = """([theme, contrast]) => {
  Object.assign(document.documentElement.dataset, { theme, contrast });
}"""
RUN = """async ([only, without]) => {
  const off = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  const { violations } = await axe.run({
    ...(only.length ? { runOnly: only } : { rules: { 'target-size': { enabled: true }, ...off } }),
    resultTypes: ['violations'],
  });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target}: ${failureSummary}`));
}"""


def violations(page: Page, rules: Sequence[str] = (), without: Sequence[str] = ()) -> list[str]:
    """A line for each element and rule, of all rules unless some are named, or all but some.

    The script comes by the debugger, which asks no policy of the page.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(script())
    found: list[str] = page.evaluate(RUN, [list(rules), list(without)])
    return found


@cache
def script() -> str:
    """The source, of which nothing is to be handed back."""
    if not SCRIPT.is_file():
        install(ROOT / "web")
    return f"(() => {{ {SCRIPT.read_text('utf-8')} }})()"
