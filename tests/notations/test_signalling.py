"""A signalling network from its published structure: members, entailed edges, a separating experiment."""

from __future__ import annotations

import pytest

import symcause
from benchmarks.signalling import (
    NAMES,
    READOUTS,
    STIMULI,
    TRUTH,
    Second,
    edges_of,
    measured,
    posed,
    state,
)

EXPECTED = {
    (): (216, 9),
    ("Raf",): (216, 9),
    ("PI3K",): (1, 16),
    ("Raf", "PI3K"): (1, 16),
}


@pytest.mark.few(2)
@pytest.mark.parametrize("inhibited", EXPECTED)
def test_members_and_entailed_edges_are_those_of_z3(inhibited: tuple[str, ...]) -> None:
    members, always = EXPECTED[inhibited]
    problem = posed(*inhibited)
    second = Second(measured(*inhibited)).members()
    counted, audited = symcause.count(problem), symcause.audit(problem)
    assert counted.count == audited.count == len(second) == members
    assert audited.verdict == ("unique" if members == 1 else "ambiguous")
    held = [edges_of(member) for member in second]
    assert audited.edges is not None
    for cause in NAMES:
        for effect in NAMES:
            if cause != effect and effect not in STIMULI:
                number = sum((cause, effect) in edges for edges in held)
                wanted = "never" if not number else "always" if number == members else "open"
                assert audited.edges[f"{cause}->{effect}"] == wanted, (cause, effect)
    assert sum(status == "always" for status in audited.edges.values()) == always


def test_the_experiment_that_separates() -> None:
    """Stimuli alone leave 216 models. Two of them, told apart by an experiment that is executed."""
    problem = posed()
    found = symcause.alternatives(problem, against=TRUTH).alternatives
    other = next(found for found in found if found.experiment is not None)
    second = symcause.boolean.model(dict(other.mechanisms), roots=STIMULI)
    assert other.experiment is not None and other.experiment.assignments
    given = {"EGF": [0, 1, 0, 1], "TNFa": [0, 0, 1, 1]}
    do = dict(other.experiment.assignments)
    given = {name: bits for name, bits in given.items() if name not in do}
    assert TRUTH.simulate(given, do=do) != second.simulate(given, do=do)


def test_readouts_under_one_inhibitor_tell_all_of_them_apart() -> None:
    """By the truth tables of z3 alone: Raf inhibited shows the same in every member, PI3K does not."""
    members = Second(measured()).members()

    def shown(target: str) -> set[tuple[int, ...]]:
        return {
            tuple(
                state(member, {"EGF": egf, "TNFa": tnf, target: 0})[name]
                for egf in (0, 1)
                for tnf in (0, 1)
                for name in READOUTS
            )
            for member in members
        }

    assert len(shown("Raf")) == 1 and len(shown("PI3K")) > 1
