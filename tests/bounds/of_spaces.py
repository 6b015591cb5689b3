"""Bounds of version spaces: what is counted, listed and searched, family by family."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock, patch

import symcause
from symcause.audits.family_check.space_trial import _counting_faults
from symcause.audits.question import ask
from symcause.families.boolean.files.bnet import network_document
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.linear.audits.plan.adaptive_plan import adaptive_plan
from symcause.families.linear.baselines.fewest_parents import least_squares
from symcause.families.scenario.episode.twin_prompt import experiment_on
from symcause.mechanisms.tables.table_branches import TableBranches, TableChoice
from symcause.mechanisms.tables.table_evidence import TableEvidence
from tests.bounds.stops import refused, stops


def _names(size: int) -> list[str]:
    return [f"X{i + 1}" for i in range(size)]


def _boolean(size: int, **told: Any) -> Any:
    """So many variables, all 0 and all 1; all but the last are roots unless something else is told."""
    names = _names(size)
    if not told.keys() & {"roots", "root_count"}:
        told["roots"] = names[:-1]
    rows = [dict.fromkeys(names, 0), dict.fromkeys(names, 1)]
    return symcause.boolean.problem(rows, **told)


def _count(problem: Any) -> Any:
    return symcause.space(problem).count()


# boolean
@stops("boolean.SIGNED_INPUTS", 2)
def _(size: int) -> object:
    return refused(lambda: _count(_boolean(size + 1, knowledge={"unate": True})), "signed parents")


@stops("boolean.MAX_ROOT_SETS", 3)
def _(size: int) -> object:
    def count() -> object:
        return ExactSpace.of(_boolean(size, root_count=1)).count

    return refused(count, "more than 3 are not looked at one by one")


@stops("boolean.MAX_PARENT_SETS", 1 + 19, within=19)
def _(size: int) -> object:
    def count() -> object:  # the empty set, and one for every root
        return ExactSpace.of(_boolean(size + 1, max_parents=1)).count

    return refused(count, f"{size + 1} candidate parent sets: too many")


@stops("boolean.MAX_TABLE_BITS", 1 + 2 * 19, within=19)
def _(size: int) -> object:
    def count() -> object:  # a table of the empty set has a bit, that of one root two
        return ExactSpace.of(_boolean(size + 1, max_parents=1)).count

    return refused(count, f"{size + 1} candidate parent sets: too many")


@stops("boolean.PARENT_SLOTS", 2)
def _(size: int) -> object:
    names = _names(size + 1)
    row = dict.fromkeys(names, 0) | {names[0]: None}
    problem = symcause.boolean.problem([row], roots=names[:-1])
    return refused(lambda: _count(problem), f"mechanisms of {size} parents")


@stops("boolean.LATENT_VARIABLES", 1)
def _(size: int) -> object:
    latent = [f"L{i + 1}" for i in range(size)]
    rows = [dict.fromkeys(["X1", "X2"], 0) | dict.fromkeys(latent)]
    problem = symcause.boolean.problem(rows, roots=["X1", *latent], latent=latent, max_parents=1)
    return refused(lambda: _count(problem), "latent variables: too many")


@stops("boolean.NETWORK_ROOTS", 3)
def _(size: int) -> object:
    lines = [f"{name}, {name}" for name in _names(size)]
    text = "\n".join([*lines, "Y, X1"]) + "\n"
    return refused(lambda: network_document(text, "network"), "more than 3 roots")


@stops("boolean.COMPARED_EXPERIMENTS", 9, within=4)
def _(size: int) -> object:
    problem = _boolean(size)
    return refused(lambda: ask("next", problem), "more than 9 are not compared")


@stops("boolean.REROOTED_VARIABLES", 3)
def _(size: int) -> object:
    rows = [dict.fromkeys(_names(size), 0), dict.fromkeys(_names(size), 0) | {_names(size)[-1]: 1}]
    document = ask("audit", symcause.boolean.problem(rows, roots=_names(size)[:1]))
    return not document.other_roots


# linear
def _linear(size: int, **told: Any) -> Any:
    names = [f"x{i + 1}" for i in range(size - 1)] + ["f"]
    return symcause.linear.problem(records=[dict.fromkeys(names, 1)], target="f", **told)


@stops("linear.MAX_PARENT_SETS", 3 * 2 * 2, within=3)
def _(size: int) -> object:
    return refused(lambda: _count(_linear(size)), "parent sets; tables of at most 12")


@stops("linear.PLANNED_VARIABLES", 3)
def _(size: int) -> object:
    return refused(lambda: adaptive_plan(_linear(size)), "at most 3 variables")


@stops("linear.BASELINE_VARIABLES", 3)
def _(size: int) -> object:
    return "more than 3" in (least_squares(_linear(size)).note or "")


@stops("linear.PLANNED_GRAPHS", 6, within=2, beyond=3)
def _(size: int) -> object:
    return refused(lambda: adaptive_plan(_linear(size)), "more than 6 graphs")


# mechanisms
def _tables(size: int) -> TableBranches:
    names = tuple(_names(size))
    evidence = TableEvidence(names, (2,) * size, ())
    choices = {v: TableChoice(tuple(n for n in names if n != v), 1) for v in names}
    return TableBranches(evidence, 1, choices, frozenset(names))


@stops("mechanisms.TABLE_ROOT_SETS", 3)
def _(size: int) -> object:
    return refused(lambda: len(_tables(size).branches), "more than 3 are not looked at")


@stops("mechanisms.TABLE_SETS", 3)
def _(size: int) -> object:
    return refused(lambda: _tables(size).count, "candidate parent sets: too many")


# audits
@stops("audits.TRIED_COUNT", 3)
def _(size: int) -> object:
    asked = list[object]()
    space: Any = SimpleNamespace(count=lambda: size, what_if=asked.append)
    assert not list(_counting_faults(space, space, {}, {}))
    return not asked


@stops("scenario.TWIN_DRAWS", 2)
def _(size: int) -> object:
    """One unit an experiment, which survives in the last of so many."""
    boats = symcause.load("examples/boats.json")
    claim: dict[str, object] = {"claim": {"name": "twin", "active": {"design": {}}}}
    values = SimpleNamespace(value=iter([Fraction(99, 100), Fraction(1, 100)]).__next__)
    replaced = {
        "read_design": lambda *_: {},
        "Finite": lambda *_: SimpleNamespace(value=lambda _: values.value()),
        "most_units": lambda _: 1,
        "chosen": Mock(side_effect=[1] * (size - 1) + [0]),
    }
    with patch.multiple("symcause.families.scenario.episode.twin_prompt", **replaced):
        return refused(lambda: experiment_on(boats, boats, claim), "no experiment tells")
