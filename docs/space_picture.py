"""The picture of the README: the version space of ``examples/ambiguous.json``, drawn.

``python docs/space_picture.py`` writes it anew; it is what ``symcause audit --figure`` draws, at the width
of a page.
"""

from __future__ import annotations

from pathlib import Path

import symcause
from symcause.reports.space_drawing.drawing_builder import space_drawing
from symcause.reports.space_drawing.drawing_figure import space_figure
from symcause.reports.space_drawing.drawn_space import SpaceDrawing
from symcause.reports.svg import standalone

HERE = Path(__file__).resolve().parent
PICTURE = HERE / "images" / "space.svg"


def drawn() -> str:
    """The picture."""
    problem = symcause.load(HERE.parent / "examples" / "ambiguous.json")
    found = space_drawing(symcause.space(problem), problem.id)
    assert isinstance(found, SpaceDrawing), found
    return standalone(space_figure(found).svg, background="#ffffff") + "\n"


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")
