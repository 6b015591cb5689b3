"""Colours of pages and pictures: each means one thing, wherever it is used."""

from __future__ import annotations

import re
from pathlib import Path

import symcause

STYLES = sorted(Path(symcause.__file__).parent.rglob("*.css"))
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")

OPEN = {
    *("ambiguous", "some", "open", "many", "edge-open", "s-open", "d-open", "unsettled"),
    *("space-count", "space-mark"),  # of a space with several members
}
"""Classes of what is open: what is amber must have one of them."""

APART = {f"{letter}{i}" for letter in "sd" for i in range(6)}
"""Classes of curves and results, which colours without a meaning tell apart."""


def _painted(*colours: str) -> list[tuple[str, set[str]]]:
    """The rules that use one of the colours, with the classes of their selectors."""
    found = []
    for path in STYLES:
        if path.name == "palette.css":
            continue
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for selectors, body in _RULE.findall(text):
            if any(f"var(--{colour})" in body for colour in colours):
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
