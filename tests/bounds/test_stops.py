"""Every bound stops something, and nothing before it: a case of each, here or in a test of its family."""

from __future__ import annotations

import re
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path

import pytest

from tests.bounds.held import HELD
from tests.bounds.reach import executed, reaches
from tests.bounds.samples import answered, whole
from tests.bounds.shadow import Shadow
from tests.bounds.stops import ALIKE, STOPS, bounded, stated
from tests.bounds.unchanged import UNCHANGED
from tests.bounds.weakened import WEAKENED
from tests.bounds.weaker import contradictions

for _path in sorted(Path(__file__).parent.glob("of_*.py")):
    import_module(f"tests.bounds.{_path.stem}")


@pytest.mark.parametrize("key", STOPS)
def test_a_bound_stops_one_step_beyond_it_and_not_at_it(key: str) -> None:
    one = STOPS[key]
    assert key in stated(), "no such bound"
    with bounded(key, one.at):
        assert not one.case(one.within), f"{one.within} is stopped by a bound of {one.at}"
        assert one.case(one.beyond), f"{one.beyond} is not stopped by a bound of {one.at}"


@pytest.mark.parametrize("key", ALIKE)
def test_a_bound_changes_how_and_not_what(key: str) -> None:
    """It is small, and has decided something otherwise; what comes of it is the same."""
    at, case, compared = ALIKE[key]
    usual, decisions, found = case(), list[str](), list[object]()
    with bounded(key, Shadow(at, stated()[key].value, decisions)):
        if compared:
            found.append(case())
        else:
            assert reaches(executed(lambda: found.append(case())), key), "nobody has read it"
    assert found == [usual]
    assert decisions or not compared, "the bound has decided nothing"


@pytest.mark.few(30)
@pytest.mark.parametrize("key", UNCHANGED)
def test_a_bound_changes_no_answer(key: str) -> None:
    """The same of a whole question: caches that forget, and engines for few or for many."""
    problem, question, at = UNCHANGED[key]
    full, decisions = whole(problem, question), list[str]()
    with bounded(key, Shadow(at, stated()[key].value, decisions)):
        assert answered(problem, question) == full
    assert decisions, "the bound has decided nothing"


@pytest.mark.few(20)
@pytest.mark.parametrize("key", HELD)
def test_a_test_holds_whatever_the_bound_is(key: str) -> None:
    decisions = list[str]()
    with bounded(key, Shadow(HELD[key].at, stated()[key].value, decisions)):
        HELD[key]()
    assert decisions, "the bound has decided nothing"


@pytest.mark.few(50)
@pytest.mark.parametrize("key", WEAKENED)
def test_a_bound_weakens_an_answer_and_makes_none_wrong(key: str) -> None:
    """What is said with a bound that is too small is what is said without one, or less."""
    problem, question, enough = WEAKENED[key]
    full = whole(problem, question)
    with bounded(key, 0 if enough is None else enough - 1):
        short = answered(problem, question)
    assert short != full
    assert "fault of the program" not in str(short.get("error"))
    assert not list(contradictions(short, full))


@pytest.mark.few(30)
@pytest.mark.parametrize(
    "asked", sorted({(one.problem, one.question) for one in WEAKENED.values()})
)
def test_enough_changes_nothing(asked: tuple[str, str]) -> None:
    """All bounds of a question together, each as small as it may be."""
    full = whole(*asked)
    with ExitStack() as bounds:
        for key, (problem, question, enough) in WEAKENED.items():
            if (problem, question) == asked and enough is not None:
                bounds.enter_context(bounded(key, enough))
        assert answered(*asked) == full


def test_a_shadow_tells_what_it_turns() -> None:
    decisions = list[str]()
    short = Shadow(2, 1000, decisions)
    assert [number > short for number in (5, 1, 1001)] == [True, False, True]
    assert decisions == ["lt 5"]
    assert [number > 10 * short for number in (5, 50)] == [False, True]
    assert decisions == ["lt 5", "lt 50"]
    assert min(short, 7) is short and not short - 2
    assert decisions[2:] == ["gt 7", "bool"]


def test_contradictions_are_seen() -> None:
    whole = {"verdict": "ambiguous", "count": 7, "status": "exact", "edges": {"A->B": "open"}}
    assert not list(contradictions({"verdict": "unknown", "count": None, "edges": None}, whole))
    for key, value in {"verdict": "unique", "count": 6, "edges": {"A->B": "never"}}.items():
        assert list(contradictions({**whole, key: value}, whole)), key
    least = {"minimal": True, "added": 2, "lower_bound": 2}
    assert list(contradictions({**least, "added": 3}, least))
    assert not list(contradictions({**least, "minimal": False, "added": 3}, least))


ELSEWHERE = re.compile(r'(?:setattr|limit|bounded)\([^)]*?\b([A-Z][A-Z_]+)"')
"""Tests and forgeries of a family that set a bound themselves."""


FORGED = re.compile(r"^test_|forger")


def untested() -> list[str]:
    """The bounds that have no case here and that no test elsewhere sets."""
    tests = [p for p in Path(__file__).parents[1].rglob("*.py") if FORGED.search(p.name)]
    elsewhere = {name for path in tests for name in ELSEWHERE.findall(path.read_text("utf-8"))}
    cases = STOPS.keys() | ALIKE.keys() | UNCHANGED.keys() | WEAKENED.keys() | HELD.keys()
    return [key for key in stated() if key not in cases and key.split(".")[1] not in elsewhere]


def test_every_bound_has_a_test() -> None:
    """If this fails: give the new bound a case in ``of_*.py``, or in one of the tables beside them."""
    assert not untested()
