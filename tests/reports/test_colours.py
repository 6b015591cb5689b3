"""Colours of pages and pictures: each means one thing, wherever it is used."""

from __future__ import annotations

import re
from pathlib import Path

import symcause
from symcause.reports.figures.steps.step_curves import STYLES

SHEETS = sorted(Path(symcause.__file__).parent.rglob("*.css"))
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")

OPEN = {
    *("ambiguous", "some", "open", "many", "edge-open", "s-open", "d-open", "unsettled"),
    *("space-count", "space-mark"),  # of a space with several members
}
"""Classes of what is open: what is amber must have one of them."""

APART = {
    *(f"{letter}{i}" for letter in "sd" for i in (0, 1, 2, 3, 4, 6, 7)),
    *("in-first", "in-second", "minus", "plus"),  # of two models that are compared
}
"""Classes of curves and results, which colours without a meaning tell apart."""

WRONG = {
    *("broken", "wrong", "refused", "mistake", "complaint", "flag", "h0", "heat", "marks"),
    *("hit", "against", "disturbed", "flip", "never", "none"),  # speaks against something
    *("reversed", "extra", "only-answer", "regret", "risk", "s4", "d4"),  # too much, or lost
}
"""Classes of what is wrong, refuted or lost: what is red must have one of them."""

SETTLED = {
    *("unique", "settled", "settled-word", "settled-here", "settled-row", "settled-mark", "one"),
    *("always", "kept", "path", "luck", "s0", "d0", "told", "descent", "spark"),
    *("bar", "space-key", "space-back", "group", "h1", "h2", "h3", "h4", "b1", "moving", "wave"),
    *("strip-cell", "point"),  # a row that fits; a measured number
}
"""Classes of what is settled, right, in all, or measured: what a fill or stroke in blue is about."""

PRESSED = re.compile(
    r"button|input|summary|:focus|:hover|\ba\b|chosen|here|aria-checked|marks|lit|squares"
)
"""Selectors of what can be pressed or is pointed at: the one other use of blue."""


def _named_by(colours: tuple[str, ...]) -> list[str]:
    """The names of the drawn space that stand for one of the colours."""
    sheet = next(path for path in SHEETS if path.name == "palette.css").read_text("utf-8")
    return [
        name for name, of in re.findall(r"--([\w-]+): var\(--([\w-]+)\);", sheet) if of in colours
    ]


def _painted(*colours: str) -> list[tuple[str, set[str]]]:
    """The rules that use one of the colours, with the classes of their selectors."""
    found = []
    for path in SHEETS:
        if path.name == "palette.css":
            continue
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for selectors, body in _RULE.findall(text):
            if any(f"var(--{colour})" in body for colour in (*colours, *_named_by(colours))):
                for selector in selectors.split(","):
                    found.append(
                        (f"{path.name}: {selector}", set(re.findall(r"\.([\w-]+)", selector)))
                    )
    return found


def test_what_is_amber_is_open() -> None:
    amber = _painted("some", "some-soft")
    assert len(amber) > 10
    assert [rule for rule, classes in amber if not classes & OPEN] == []


def test_colours_without_a_meaning_tell_curves_and_results_apart() -> None:
    others = _painted("third", "fourth", "fifth", "sixth", "seventh")
    assert len(others) >= 5
    assert [rule for rule, classes in others if not classes & APART] == []


def test_results_of_an_experiment_have_no_colour_that_means_something() -> None:
    marks = [
        rule
        for rule, classes in _painted("always", "good", "some", "bad")
        if "space-mark" in classes and classes & APART
    ]
    assert marks == []


def test_what_is_red_is_wrong_refuted_or_lost() -> None:
    red = _painted("bad", "bad-soft")
    assert len(red) > 20
    assert [rule for rule, classes in red if not classes & WRONG] == []


def test_what_is_blue_is_settled_or_can_be_pressed() -> None:
    blue = _painted("always", "good", "always-soft", "good-soft")
    assert len(blue) > 30
    other = [rule for rule, classes in blue if not classes & SETTLED]
    assert [rule for rule in other if not PRESSED.search(rule)] == []


def test_nothing_is_amber_and_settled_or_wrong_at_once() -> None:
    """No rule gives one thing two meanings, and no class is in two lists."""
    assert not OPEN & (WRONG | SETTLED) and not WRONG & (SETTLED | APART - {"s4", "d4"})


def test_curves_never_have_the_colour_of_what_is_wrong_or_unknown() -> None:
    styles = {f"s{number}" for number in STYLES}
    for colours in (("bad",), ("never",), ("some",)):
        assert not any(classes & styles for _, classes in _painted(*colours))


def test_the_drawn_space_has_its_colours_from_names_of_its_own() -> None:
    """Whoever changes them changes the palette and nothing else; sizes are those of all texts."""
    painted = re.compile(
        r"\.space-(number|count|mark|key|letter|cell|digit|gone|ring|gold|sign|back|here)"
    )
    plain = [
        f"{path.name}: {selectors}"
        for path in SHEETS
        if path.name in ("figure.css", "space.css")
        for selectors, body in _RULE.findall(path.read_text(encoding="utf-8"))
        if painted.search(selectors) and re.search(r"var\(--(?!space-|type-)", body)
    ]
    assert plain == []


def test_no_colour_is_written_beside_the_palette() -> None:
    """Every rule takes its colours by their meaning."""
    for path in SHEETS:
        if path.name == "palette.css":
            continue
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        rules = re.sub(r"--[\w-]+:[^;}]*", "", text)  # a sheet may name colours of its own
        assert not re.search(r":[^;{}]*(#[0-9a-fA-F]{3,8}\b|rgba?\(|hsla?\()", rules), path.name
