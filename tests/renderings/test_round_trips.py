"""Round trips: every theme, style, family and setting, with and without fillers and abstention."""

from __future__ import annotations

import random
import re

import pytest

from symcause.errors import SymcauseError
from symcause.renderings.rendered_text import BrokenRendering, Rendering, digest_back, rendered
from symcause.renderings.texts.length_match import Size, matched
from symcause.renderings.texts.text_codec import read_text
from symcause.renderings.themes.library import (
    STYLES,
    THEMES,
    description_of,
    style_named,
    theme_named,
)
from tests.renderings.cases import DOCUMENTS, source

FILLERS: tuple[tuple[int, ...], ...] = ((), (3, 0, 0, 2, 1))


def _made(name: str, theme: str, style: str, fillers: tuple[int, ...], abstain: bool) -> Rendering:
    found = source(name)
    chosen = theme_named(theme)
    names = found.names(chosen, "free", 5)
    return rendered(found, chosen, style_named(style), names, 5, fillers=fillers, abstain=abstain)


@pytest.mark.parametrize("theme", THEMES)
def test_every_text_reads_back_to_its_evidence(theme: str) -> None:
    trips = 0
    for name in DOCUMENTS:
        found, orders = source(name), set()
        for style in STYLES:
            for fillers in FILLERS:
                for abstain in (False, True)[: 1 + found.wording.may_abstain(found.told)]:
                    made = _made(name, theme, style, fillers, abstain)
                    read = read_text(
                        made.text, description_of(made.theme, made.style, found.wording)
                    )
                    assert (read.order, read.fillers) == (made.order, fillers)
                    assert read.abstain == abstain
                    assert digest_back(read.told, found.wording, made.variables) == found.digest
                    orders.add(tuple(made.variables[noun] for noun in made.order))
                    trips += 1
        assert len(orders) == 1, "one order of mention in all renderings"
    assert trips >= 300  # of 2,590 in all themes


@pytest.mark.parametrize("style", STYLES)
def test_no_text_is_read_by_another_theme_style_or_family(style: str) -> None:
    for name in ("hidden", "held", "shapes all"):
        text = _made(name, "farm", style, (), False).text
        for theme in ("farm", "lab"):
            for other in STYLES:
                for kind in ("hidden", "held", "shapes all"):
                    made = description_of(
                        theme_named(theme), style_named(other), source(kind).wording
                    )
                    own = (theme, other, kind) == ("farm", style, name)
                    if own:
                        read_text(text, made)
                    else:
                        with pytest.raises(SymcauseError):
                            read_text(text, made)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", ["hidden", "holes", "held", "shapes listed"])
def test_no_change_goes_unnoticed(name: str, style: str) -> None:
    """One other character anywhere: refused, or other evidence."""
    found = source(name)
    made = _made(name, "city", style, (2,), False)
    description = description_of(made.theme, made.style, found.wording)
    rng = random.Random(f"{name}{style}")
    others = "01?abz \n.-"
    for _ in range(40):
        at = rng.randrange(len(made.text))
        other = rng.choice([c for c in others if c != made.text[at]])
        changed = made.text[:at] + other + made.text[at + 1 :]
        try:
            read = read_text(changed, description)
            back = digest_back(read.told, found.wording, made.variables)
        except SymcauseError:
            continue
        assert back != found.digest or read.fillers != made.fillers, (at, changed[at - 9 : at + 9])


def test_another_cell_is_other_evidence() -> None:
    found = source("hidden")
    made = _made("hidden", "farm", "story", (), False)
    description = description_of(made.theme, made.style, found.wording)
    tried = 0
    for noun in map(made.theme.by_id.__getitem__, made.order):
        on, off = noun.phrases["on"], noun.phrases["off"]
        seen = made.text.index("# What is seen")
        for place in [m.start() for m in re.finditer(re.escape(on), made.text)]:
            if place < seen or made.text[place - 5 : place] == "that ":
                continue
            changed = made.text[:place] + off + made.text[place + len(on) :]
            try:
                told = read_text(changed, description).told
                assert digest_back(told, found.wording, made.variables) != found.digest
            except SymcauseError as error:  # what is set throughout has one value
                assert "what is set" in str(error)
            tried += 1
    assert tried >= 10


def test_a_text_that_does_not_read_back_is_never_given_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from symcause.renderings import rendered_text

    monkeypatch.setattr(rendered_text, "digest_back", lambda *_: "another")
    with pytest.raises(BrokenRendering, match="another, not to"):
        _made("hidden", "farm", "story", (), False)


def test_matched_texts_differ_by_a_tenth_at_most() -> None:
    for name in ("hidden", "held", "shapes all"):
        made = [
            _made(name, t, s, (), False) for t in THEMES for s in ("report", "story", "dialogue")
        ]
        _, fillers = matched([one.sizes for one in made])
        sizes = [
            _made(name, one.theme.id, one.style.id, own, False).sizes
            for one, own in zip(made, fillers, strict=True)
        ]
        for what in range(len(Size._fields)):
            assert max(s[what] for s in sizes) <= 1.10 * min(s[what] for s in sizes)


def test_the_complaint_names_line_and_column() -> None:
    text = _made("hidden", "farm", "story", (), False).text
    broken = text.replace("the ", "a ", 1) if "# Names" not in text else text
    at = text.index("In round 1, ") + len("In round 1, ")
    broken = text[:at] + "a" + text[at + 1 :]
    description = description_of(
        theme_named("farm"), style_named("story"), source("hidden").wording
    )
    line = text.count("\n", 0, at) + 1
    with pytest.raises(SymcauseError, match=rf"line {line}, column 13: expected one of 'the "):
        read_text(broken, description)
