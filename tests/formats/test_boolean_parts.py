"""Small parts of Boolean files: evidence on a sheet, what an intervention states, how terms bind."""

from __future__ import annotations

import pytest

import symcause
from symcause.errors import ProblemError
from symcause.families.boolean.files.document_writer import write_boolean
from symcause.families.boolean.files.sheet import sheet_of
from symcause.families.boolean.release.files.release_worlds import _check_assignments, _read_world
from symcause.formats.pools.foreign_values import Placed
from symcause.grammar.scenario.scenario_terms import show
from symcause.grammar.scenario.term_operators import TERM_OPERATOR, TIGHTEST
from symcause.grammar.scenario.term_parser import parse_term


def test_worlds_that_are_held_out_are_no_evidence() -> None:
    document = write_boolean(symcause.example("ambiguous"))
    shown = [world["split"] == "train" for world in document["worlds"]]  # type: ignore[attr-defined]
    assert {*shown} == {True, False}
    groups = sheet_of(document).groups
    assert [group.evidence for group in groups] == shown
    assert [not group.about for group in groups] == shown


def test_what_an_intervention_states_stands_in_its_rows() -> None:
    """Of names that the problem does not have others complain."""
    names = ("X1", "X2")
    _check_assignments("rows", {"X2": "1"}, names, ("01", "11"))
    _check_assignments("rows", {"X9": "1"}, names, ("01", "10"))
    for name, row in (("X1", "01"), ("X2", "10")):
        with pytest.raises(ProblemError, match=f"the intervention sets {name}=1"):
            _check_assignments("rows", {name: "1"}, names, ("11", row))


def test_names_hold_together_more_tightly_than_any_operator() -> None:
    assert all(own.binds is None or own.binds < TIGHTEST for own in TERM_OPERATOR.values())
    for text in ("a * b / c", "-a * -2", "a - (b - c)", "not a and b", "-floor(a + 1) / 3"):
        assert show(parse_term(text)) == text


@pytest.mark.parametrize("count", [1, 2])
def test_rows_may_be_spelled_out(count: int) -> None:
    entries = [{"unitId": f"u{i}", "values": {"X1": 0, "X2": 1}} for i in range(count)]
    record = {"worldId": "w", "split": "train", "rows": entries, "intervention": {}}
    world = _read_world(Placed(record), ("X1", "X2"), None, {})
    assert (world.rows, world.units) == (("01",) * count, tuple(f"u{i}" for i in range(count)))
