"""A text that names a root which is no variable is refused; it is no fault of the reader."""

from __future__ import annotations

from pathlib import Path

import symcause
from symcause.registry import family_of, load

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def test_roots_that_are_no_variables_are_written_as_they_are() -> None:
    problem = symcause.load(EXAMPLES / "unique.json")
    told = dict(symcause.told(problem).document)
    order = tuple(told["variables"])
    dotted = family_of(problem).rendering
    assert dotted is not None
    wording = load(dotted)()
    script = wording.script({**told, "roots": ["if", *told["roots"]]}, order)
    (roots,) = (fact for fact in script.facts if fact.key == "roots")
    assert roots.values[0][-1] == "if"
