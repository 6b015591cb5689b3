"""Round trips: every theme, style, family and setting, with and without fillers and abstention."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest

from symcause.errors import SymcauseError
from symcause.renderings.rendered_text import BrokenRendering, Rendering, digest_back, rendered
from symcause.renderings.texts.cell_spans import cell_spans
from symcause.renderings.texts.length_match import Size, matched
from symcause.renderings.texts.mention_order import mention_order
from symcause.renderings.texts.text_codec import read_text
from symcause.renderings.themes.library import (
    STYLES,
    THEMES,
    description_of,
    style_named,
    theme_named,
)
from symcause.renderings.themes.theme import Noun
from tests.renderings.cases import DOCUMENTS, source

FILLERS: tuple[tuple[int, ...], ...] = ((), (3, 0, 0, 2, 1))


def _made(name: str, theme: str, style: str, fillers: tuple[int, ...], abstain: bool) -> Rendering:
    found = source(name)
    chosen = theme_named(theme)
    names = found.names(chosen, "free", 5)
    return rendered(found, chosen, style_named(style), names, 5, fillers=fillers, abstain=abstain)


@pytest.mark.few(7)
@pytest.mark.parametrize(("theme", "style"), list(product(THEMES, STYLES)))
def test_every_text_reads_back_to_its_evidence(theme: str, style: str) -> None:
    """Every family and setting, with fillers and without, with and without a way to abstain."""
    trips = 0
    for name in DOCUMENTS:
        found = source(name)
        mentioned = mention_order(found.told["variables"], found.digest, 5)
        for fillers in FILLERS:
            for abstain in (False, True)[: 1 + found.wording.may_abstain(found.told)]:
                made = _made(name, theme, style, fillers, abstain)
                read = read_text(made.text, description_of(made.theme, made.style, found.wording))
                assert (read.order, read.fillers) == (made.order, fillers)
                assert read.abstain == abstain
                assert digest_back(read.told, found.wording, made.variables) == found.digest
                assert tuple(made.variables[noun] for noun in made.order) == mentioned
                trips += 1
    assert trips == 72  # 2,520 in 7 themes and 5 styles, 504 in any seven of these cases


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


MUTATED = (
    "hidden",
    "holes",
    "known",
    "alternative",
    "held",
    "square",
    "shapes listed",
    "shapes all",
)
_OTHERS = "01?abz \n.-,#"


def _evidence(made: Rendering, text: str, name: str) -> str | None:
    """The digest of what a text tells; None if it is refused."""
    found = source(name)
    try:
        read = read_text(text, description_of(made.theme, made.style, found.wording))
        return digest_back(read.told, found.wording, made.variables)
    except SymcauseError:
        return None


@pytest.mark.few(8)
@pytest.mark.parametrize(("style", "name"), list(product(STYLES, MUTATED)))
def test_another_character_is_refused_or_other_evidence(name: str, style: str) -> None:
    made = _made(name, "city", style, (2,), False)
    rng = random.Random(f"{name}{style}")
    for at in rng.sample(range(len(made.text)), 60):
        other = rng.choice([c for c in _OTHERS if c != made.text[at]])
        changed = made.text[:at] + other + made.text[at + 1 :]
        assert _evidence(made, changed, name) != made.digest, (at, changed[at - 9 : at + 9])
        shorter = made.text[:at] + made.text[at + 1 :]
        assert _evidence(made, shorter, name) != made.digest, (at, shorter[at - 9 : at + 9])


@pytest.mark.few(8)
@pytest.mark.parametrize(("style", "name"), list(product(STYLES, MUTATED)))
def test_another_cell_is_refused_or_other_evidence(name: str, style: str) -> None:
    """Every cell of a text, in every other form that it could have."""
    changed = refused = 0
    for theme in ("farm", "neutral"):
        made = _made(name, theme, style, (1,), False)
        description = description_of(made.theme, made.style, source(name).wording)
        for mark in cell_spans(made.text, description, made.variables):
            if mark.cell is None:
                continue
            noun = made.theme.by_id[made.names.nouns[mark.cell.rpartition(".")[2]]]
            here = made.text[mark.start : mark.end]
            others = set(_forms(noun, style, name)) - {here}
            assert len(others) > 0
            for other in others:
                found = _evidence(
                    made, made.text[: mark.start] + other + made.text[mark.end :], name
                )
                assert found != made.digest, (mark, here, other)
                changed, refused = changed + (found is not None), refused + (found is None)
    assert changed > 0


def _forms(noun: Noun, style: str, name: str) -> Iterator[str]:
    """What a cell of this noun could be."""
    wording = source(name).wording
    for bit, key in wording.cells.items():
        value = "41/3" if bit == "=" else bit
        if style == "table":
            yield value
        elif style == "list":
            yield f"{noun.id}={value}"
        else:
            yield noun.phrases[key].replace("{value}", value)


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
