"""Draw the picture that messengers show of a link: ``python -m tools.preview`` writes web/public/og.png.

From the built client's own cards and colours, with the Chromium of the tests. Run it again when the look changes.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from canastra.server.http.static import PICTURE, SIZE
from tests.server.run.process import PLENTY, serving
from tools.chromium import FLAGS, chromium
from tools.web_build import ROOT, build, built

FOLDER = ROOT / "web" / "public"
CARDS = ("5H", "6H", "7H", "8H", "9H", "TH", "JH")
"""A clean canasta: seven cards without a wild."""
WAVE = "M-120 40" + "c30 0 30-34 60-34s30 34 60 34" * 12 + "v90H-120Z"
STAGE = f"""
<div class="stage">
  <div class="words"><h1>Canastra</h1><p>Buraco, tranca e canastra<br>com amigos ou com robôs</p></div>
  <div class="fan"></div>
  <svg viewBox="0 0 1200 90" preserveAspectRatio="none">
    <path fill="#237a72" d="{WAVE}"/><path fill="#fbf6ea" d="{WAVE}" transform="translate(60 16)"/>
  </svg>
</div>
"""
STYLE = """
.stage { position: fixed; inset: 0; z-index: 9; overflow: hidden; background: #e9dec8; color: #1f2d2a }
.stage .words { position: absolute; left: 72px; top: 56px; white-space: nowrap }
.stage h1 { font: 800 104px/1 system-ui, 'DejaVu Sans', sans-serif; letter-spacing: -3px; margin: 0 0 16px }
.stage p { font: 600 36px/1.3 system-ui, 'DejaVu Sans', sans-serif; color: #0b6a62; margin: 0 }
.stage > svg { position: absolute; left: 0; bottom: 0; width: 1200px; height: 84px }
.stage .fan { position: absolute; left: 786px; top: 272px; --card-width: 208px; --index-scale: 0.8 }
.stage .fan > * { position: absolute; left: -104px; top: 0; transform-origin: 104px 680px }
.stage .fan > *, .stage .fan > * * { box-shadow: none !important; filter: none !important }
.stage .fan > :not(:last-child) { --art: hidden }
"""
DRAW = """
([stage, cards]) => {
  const whole = [...document.querySelectorAll('.card[data-card]')].filter((card) => card.querySelector('.art'));
  const found = new Map(whole.map((card) => [card.dataset.card, card]));
  document.body.insertAdjacentHTML('beforeend', stage);
  cards.forEach((name, place) => {
    const card = found.get(name).cloneNode(true);
    card.className = card.className.replace(/\\b(selected|fresh|target|last|dim)\\b/g, '');
    card.style.transform = `rotate(${(place - (cards.length - 1) / 2) * 8.5}deg)`;
    document.querySelector('.stage .fan').append(card);
  });
}
"""


def draw(page: Page, address: str) -> bytes:
    """The picture, drawn over the page that shows all cards."""
    page.goto(f"{address}/cartas")
    page.locator('.card[data-card="JH"] .art').last.wait_for()
    page.add_style_tag(content=STYLE)
    page.evaluate(DRAW, [STAGE, list(CARDS)])
    return page.screenshot()


def smaller(png: bytes) -> bytes:
    """The same picture in 64 colours, which is a third of the bytes; Pillow comes with matplotlib."""
    found = io.BytesIO()
    with Image.open(io.BytesIO(png)) as picture:
        picture.convert("RGB").quantize(64, dither=Image.Dither.NONE).save(found, "PNG", optimize=True)
    return found.getvalue()


def main() -> int:
    """Write the picture."""
    build(ROOT)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), "--web", str(built(ROOT)), *PLENTY) as server,
        sync_playwright() as playwright,
    ):
        server.wait_ready()
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        window = {"width": SIZE[0], "height": SIZE[1]}
        page = browser.new_page(viewport=window, bypass_csp=True, service_workers="block")  # type: ignore[arg-type]
        picture = smaller(draw(page, server.address))
        browser.close()
    (FOLDER / PICTURE).write_bytes(picture)
    sys.stdout.write(f"{FOLDER / PICTURE}: {len(picture)} bytes\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
