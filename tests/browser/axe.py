"""axe-core on a page: what it finds wrong for people who can't see, point or hear."""

from __future__ import annotations

from functools import cache

from playwright.sync_api import Page

from tools.web_build import ROOT, install

SCRIPT = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async () => {
  const { violations } = await axe.run({
    rules: { 'target-size': { enabled: true } },
    resultTypes: ['violations'],
  });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target}: ${failureSummary}`));
}"""


def violations(page: Page) -> list[str]:
    """A line for each element and rule. The script comes by the debugger, which asks no policy of the page."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(script())
    found: list[str] = page.evaluate(RUN)
    return found


@cache
def script() -> str:
    """The source, of which nothing is to be handed back."""
    if not SCRIPT.is_file():
        install(ROOT / "web")
    return f"(() => {{ {SCRIPT.read_text('utf-8')} }})()"
