"""The drawing of the home page, interactive: ``python docs/home_drawing.py site/shown/space.html``.

It is the version space of ``examples/unique.json`` as a report draws it, by the same scripts and style
sheets, on a page of its own that the home page frames. Only what starts it is different: evidence is
switched on piece by piece until one model is left, or until somebody takes over.
"""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path

from markupsafe import Markup

import symcause
from symcause.reports.page.page_assets import embedded, environment, policy
from symcause.reports.page.result_page import Head
from symcause.reports.space_drawing.drawing_builder import space_drawing
from symcause.reports.space_drawing.drawn_space import SpaceDrawing
from symcause.reports.space_drawing.page_data import page_data
from symcause.reports.svg import figure_css, palette, written_out

HERE = Path(__file__).resolve().parent
PROBLEM = HERE.parent / "examples" / "unique.json"
STYLES = (
    "type.css",
    "palette.css",
    "figure.css",
    "page.css",
    "parts.css",
    "space.css",
    "print.css",
)
SCRIPTS = ("dom.js", "spaceplan.js", "space.js", "spacewords.js")
"""Those of a report that the drawing needs."""

END = """<script type="application/json" id="drawing">{drawing}</script>
<script type="application/json" id="config">{config}</script>
<script>{js}</script>
</body>
</html>
"""


def drawing() -> SpaceDrawing:
    """The version space of the example, every model a mark."""
    problem = symcause.load(PROBLEM)
    found = space_drawing(symcause.space(problem), problem.id)
    assert isinstance(found, SpaceDrawing), found
    return found


def page() -> str:
    """The page that the home page frames."""
    shared = files("symcause.reports") / "page"
    css = "\n".join([*((shared / name).read_text("utf-8") for name in STYLES), schemes(), STYLE])
    own = (HERE / "scripts" / "home_drawing.js").read_text("utf-8")
    js = "\n".join([*((shared / "js" / name).read_text("utf-8") for name in SCRIPTS), own])
    start = (
        environment()
        .get_template("result_start.html")
        .render(
            title="The space, drawn", head=Head(), css=Markup(css), policy=Markup(policy(css, js))
        )
    )
    config = embedded({"figureCss": written_out(figure_css(), palette("light"))})
    return start + END.format(drawing=embedded(page_data(drawing())), config=config, js=js)


def schemes() -> str:
    """The colours once more by the scheme that the framing page has chosen."""
    return "\n".join(
        f':root[data-scheme="{name}"] {{ color-scheme: {name}; '
        + " ".join(f"--{word}: {colour};" for word, colour in palette(name).items())
        + " }"
        for name in ("light", "dark")
    )


STYLE = """
main { max-width: none; padding: 0; }
.skip { display: none; }
.space-play { display: flex; flex-wrap: wrap; gap: 0.3rem 0.8rem; align-items: baseline; }
.space-play { margin: 0 0 0.6rem; }
.space-play p { margin: 0; max-width: none; color: var(--muted); font-size: 0.9rem; }
.space-top { margin-bottom: 0.8rem; }
.space-axes, .space-board .tools { display: none; }
@container (max-width: 760px) { /* on a telephone: what is switched, the marks, then experiments */
  .space-parts { display: flex; flex-direction: column; }
  .space-side { display: contents; }
  .space-switches { display: grid; grid-template-columns: 1fr 1fr; margin-bottom: 0.6rem; }
  .space-switches .hint { display: none; }
  .space-board .plot { order: 1; }
  .space-trials-title { order: 2; }
  .space-trials { order: 3; }
}
"""


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(page(), encoding="utf-8")
