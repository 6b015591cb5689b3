"""The page of renderings: spans come from the reader, the same cell in every text."""

from __future__ import annotations

import re

from symcause.renderings.rendered_text import rendered
from symcause.renderings.texts.cell_spans import cell_spans
from symcause.renderings.themes.library import description_of, style_named, theme_named
from symcause.reports.figures.scores.rendering_deltas import rendering_figures
from symcause.reports.page.rendering_page import rendering_page
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.rendering_scores import RenderingScores
from tests.renderings.cases import source


def test_every_text_has_every_cell_once() -> None:
    for name in ("holes", "records", "shapes all"):
        found = source(name)
        cells = set()
        for theme, style in (("neutral", "table"), ("farm", "list"), ("lab", "dialogue")):
            chosen = theme_named(theme)
            made = rendered(
                found, chosen, style_named(style), found.names(chosen, "free", 2), 2, fillers=(0, 3)
            )
            description = description_of(chosen, made.style, found.wording)
            marks = cell_spans(made.text, description, made.variables)
            named = [mark.cell for mark in marks if mark.cell is not None]
            assert len(named) == len(set(named)) and sum(m.cell is None for m in marks) == 2
            cells.add(frozenset(named))
            for mark in marks:
                if mark.cell is not None and style == "list":
                    noun = made.names.nouns[mark.cell.rpartition(".")[2]]
                    assert made.text[mark.start : mark.end].startswith(f"{noun}=")
        assert len(cells) == 1


def test_the_page_shows_the_texts_and_nothing_from_elsewhere() -> None:
    found = source("holes")
    made = []
    for theme, style in (("neutral", "table"), ("farm", "story")):
        chosen = theme_named(theme)
        names = found.names(chosen, "free", 0)
        made.append(rendered(found, chosen, style_named(style), names, fillers=(1,)))
    page = rendering_page("holes", "boolean", made)
    assert f"2 texts, one digest {found.digest[:8]}…" in page
    assert page.count('data-cell="w1.r1.X1"') == 2
    assert page.count('class="filler"') == 2
    assert set(re.findall(r"https?://[^\s\"']+", page)) <= {"http://www.w3.org/2000/svg"}
    text = re.search(r'data-text="1">.*?<pre>(.*?)</pre>', page, re.S)
    assert text is not None
    plain = re.sub(r"<[^>]+>", "", text[1])
    assert plain.replace("&gt;", ">").replace("&lt;", "<").replace("&#34;", '"') == made[1].text


def test_deltas_are_drawn_beside_the_base() -> None:
    scores = RenderingScores()
    for i in range(8):
        for theme, style, names in (("neutral", "table", "free"), ("farm", "story", "agree")):
            about = {"of": f"p{i}", "theme": theme, "style": style, "alignment": names}
            scores.enter(f"{theme}{i}", {"rendering": about})
            scores.take({"problem": f"{theme}{i}", "model": "m", "right": theme == "neutral"})
    (figure,) = rendering_figures(scores, Bootstrap(100))
    high = figure.rows[0][4]
    assert figure.rows == (("m", "farm, story, agree", -1.0, -1.0, high, 8, None),)
    assert isinstance(high, float)
    assert abs(high - (1 - 2 * 0.025 ** (1 / 8))) < 1e-12, "exact where all pairs agree"
    assert not rendering_figures(RenderingScores(), Bootstrap(100))
