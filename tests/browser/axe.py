"""Runs axe-core on a page, which finds barriers for people who can't see, point or hear."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from playwright.sync_api import Page

from tools.web_build import ROOT, install

SCRIPT = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
COLOURS = ("color-contrast", "link-in-text-block")
"""The rules about colours."""
LOOKS = (("light", "normal"), ("dark", "normal"), ("light", "more"))
"""The looks of a page, which differ in colours only."""
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
    """Return a line for each element and rule that it breaks.

    Checks all rules, or only the named ones, or all except some. The script is injected by the debugger, which the
    page's Content-Security-Policy does not restrict.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(script())
    found: list[str] = page.evaluate(RUN, [list(rules), list(without)])
    return found


@cache
def script() -> str:
    """Return axe's source as an expression without a value, so that the browser sends nothing back."""
    if not SCRIPT.is_file():
        install(ROOT / "web")
    return f"(() => {{ {SCRIPT.read_text('utf-8')} }})()"
