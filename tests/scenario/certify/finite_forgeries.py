"""Forgeries about scenarios that are listed: values, thresholds, traps, twins and budgets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from typing import Any
from unittest.mock import patch

from symcause.families.scenario.verifier.budget import budget_claim
from symcause.families.scenario.verifier.budget.budget_claim import Comparison
from symcause.families.scenario.verifier.budget.integer_values import SCALE, Masses, histories
from symcause.families.scenario.verifier.budget.rival_tables import Batch
from symcause.families.scenario.verifier.finite_scenario import Finite
from symcause.families.scenario.verifier.twin_pair import ERROR, Pair
from symcause.kernel.work import Work
from tests.forgery import (
    Change,
    Draft,
    audited,
    both,
    by_hand,
    digest_of,
    drop,
    problem_of,
    put,
    restated,
)

VERIFIER = "symcause.families.scenario.verifier"
LOSS = 'risk * if((guard=="left" and side=="l") or (guard=="right" and side=="r"), 0, 1)'


def variables(left: str = "3/4", right: str = "1/4", survived: str = "1 - loss") -> list[Any]:
    """Danger comes from two sides, and a guard stands on one of them."""
    return [
        {"name": "side", "draw": {"categorical": {"l": "1/2", "r": "1/2"}}},
        {"name": "risk", "is": f"case(side, l: {left}, r: {right})"},
        {"name": "loss", "is": LOSS},
        {"name": "survived", "draw": {"bernoulli": survived}},
    ]


FIRST: dict[str, Any] = {
    "format": "symcause.scenario/1",
    "id": "first",
    "design": {
        "guard": {"type": "choice", "options": ["none", "left", "right"], "default": "none"},
        "heavy": {"type": "boolean", "default": False},
    },
    "constraints": ['not (heavy and guard == "left")', 'not (heavy and guard == "right")'],
    "variables": variables(),
    "outcome": "survived",
    "observe": {"records": ["survived"], "counts": True},
    "history": {"records": 4, "policy": [{"weight": 1, "design": {}}]},
    "budget": {"deployments": 10, "units": 60, "per_deployment": 60},
    "evaluate": {"fleet": 20, "threshold": "3/4"},
    "claims": {"traps": ["side", "guard"]},
}
SECOND = {**FIRST, "id": "second", "variables": variables("1/4", "3/4")}


def with_other(draft: Draft, other: dict[str, Any]) -> Draft:
    """The second scenario, beside the first."""
    draft.aside = {"other": problem_of(other), "source": other}
    return draft


@cache
def _twin_document() -> dict[str, Any]:
    from symcause.families.scenario.certify.twin_certificate import twin_part

    made = twin_part(problem_of(FIRST), problem_of(SECOND), "second.json").certificate
    assert made is not None
    return made


def twins() -> Draft:
    return with_other(Draft(problem_of(FIRST), _twin_document(), source=FIRST), SECOND)


def budget(
    payoff: str = "name",
    view: str = "shown",
    shares: tuple[str, str] = ("3/4", "1/4"),
    **changes: Any,
) -> Draft:
    """How well three units tell the two apart."""
    from symcause.families.scenario.budget.budget_findings import budget_part
    from symcause.families.scenario.budget.rival_set import rivals
    from symcause.families.scenario.certify.budget_certificate import budget_certificate

    more, less = shares
    sources = (
        {**FIRST, "variables": variables(more, less), **changes},
        {**SECOND, "variables": variables(less, more), **changes},
    )
    pair = problem_of(sources[0]), problem_of(sources[1])
    made: Any = budget_certificate(pair, budget_part(rivals(pair, units=3), "0.95"), view, payoff)
    return with_other(Draft(pair[0], made.document, source=sources[0]), sources[1])


def twins_at(share: str, more: Fraction) -> Draft:
    """The share at an end, and so much more than what a reader wins."""
    draft = twins()
    pair = Pair(Finite(draft.problem, Work()), Finite(draft.aside["other"], Work()))
    draft.put("claim", "lambda", share)
    draft.put("claim", "passive", str(pair.passive(Fraction(share)) + more))
    return draft


def claimed(source: dict[str, Any], claim: dict[str, Any], evidence: dict[str, Any]) -> Draft:
    """A certificate by hand."""
    return by_hand(source, space="declared", stage="1", claim=claim, evidence=evidence)


LEFT = {"guard": "left", "heavy": False}

TRUTHS: dict[str, Callable[[], Draft]] = {
    "scenario": partial(audited, FIRST),
    "value": lambda: claimed(
        FIRST, {"name": "value", "design": LEFT, "low": "7/8", "high": "7/8"}, {"kind": "finite"}
    ),
    "optimum": lambda: claimed(
        FIRST, {"name": "optimum", "design": LEFT, "low": "7/8", "upper": "7/8"}, {"kind": "finite"}
    ),
    "threshold": lambda: claimed(
        FIRST, {"name": "threshold", "status": "sound", "by": None}, {"kind": "finite"}
    ),
    "trap": lambda: claimed(
        FIRST,
        {"name": "trap", "variable": "side", "status": "refuted"}
        | {"pair": ["l", "r"], "association": "1/2", "effect": "1/2"},
        {"kind": "finite"},
    ),
    "twins": twins,
    "budget": budget,
    "budget, to win": partial(budget, "win", "all"),
}


SHOWN = {"records": ["side"], "select": "survived", "counts": False}
SEEN = {"name": "seen", "draw": {"bernoulli": 'if(side == "l", 3/4, 1/4)'}}
LABEL = {"name": "label", "draw": {"bernoulli": 'if(side == "l", 3/4, 1/4)'}}
LATE = {"records": 4, "policy": [{"weight": 1, "design": {"guard": "left"}}]}
"""A history that tells the two apart."""

DEADLY = {"records": 4, "policy": [{"weight": 1, "design": {}, "force": {"risk": "1"}}]}
"""A history that nobody survived."""

EDGES = [
    {"name": "one", "draw": {"integer": ["1", "1"]}},
    {"name": "sure", "draw": {"categorical": {"u": "1", "v": "0"}}},
    {"name": "never", "draw": {"bernoulli": "0"}},
    {"name": "always", "draw": {"bernoulli": "1"}},
    *variables(),
]
TRUTHS |= {
    "reached exactly": partial(audited, {**FIRST, "evaluate": {"fleet": 20, "threshold": "7/8"}}),
    "trivial exactly": partial(audited, {**FIRST, "evaluate": {"fleet": 20, "threshold": "1/2"}}),
    "a gap of one number": partial(audited, {**FIRST, "claims": {"gap": ["1/8", "1/8"]}}),
    "shown by their outcome": partial(audited, {**FIRST, "observe": SHOWN}),
    "shown by another": partial(
        audited,
        {**FIRST, "variables": [*variables(), SEEN], "observe": {**SHOWN, "select": "seen"}},
    ),
    "spurious": partial(
        audited, {**FIRST, "variables": [*variables(), LABEL], "claims": {"traps": ["label"]}}
    ),
    "chances at their ends": partial(audited, {**FIRST, "variables": EDGES}),
    "twins, always the first": partial(twins_at, "1", Fraction(0)),
    "twins, never the first": partial(twins_at, "0", Fraction(1, 10**6)),
    "budget, counts": partial(budget, "name", "counts"),
    "budget, all": partial(budget, "name", "all"),
    "budget, nobody in the history": partial(budget, observe=SHOWN, history=DEADLY),
    "budget, sevenths": partial(budget, "name", "all", ("6/7", "1/7"), history=LATE),
    "budget, shown by their outcome": partial(budget, observe=SHOWN),
}


def other(**changes: Any) -> Change:
    """The second scenario is another, and the certificate has its digest."""

    def change(draft: Draft) -> None:
        source = {**draft.aside["source"], **changes}
        source = {key: value for key, value in source.items() if value is not None}
        draft.aside = {"other": problem_of(source), "source": source}
        draft.put("claim", "other", "sha256", digest_of(draft.aside["other"], source))

    return change


def _rounded_down(draft: Draft) -> None:
    """The upper end, but histories rounded down."""

    def least(batches: Sequence[Batch], work: Work, rounded_up: bool) -> Masses:
        return histories(batches, work, rounded_up=False)

    first, second = (Finite(p, Work()) for p in (draft.problem, draft.aside["other"]))
    with patch.object(budget_claim, "histories", least):
        grid = [int(Fraction(belief) * SCALE) for belief in draft.at("evidence", "grid")]
        high = Comparison(first, second, "all", "name").high(grid, draft.at("claim", "units"))
    draft.put("claim", "high", str(high))


def without(key: str) -> Change:
    def change(draft: Draft) -> None:
        del draft.source[key]
        draft.restate()

    return change


def limit(place: str, value: int) -> Change:
    return lambda draft: draft.limits.update({f"{VERIFIER}.{place}": value})


def drawn(**draw: Any) -> Change:
    """One more draw, which nobody needs."""
    return lambda d: d.restate(variables=[{"name": "more", "draw": draw}, *d.source["variables"]])


def defined(term: str) -> Change:
    """One more number, which nobody needs."""
    return lambda d: d.restate(variables=[*d.source["variables"], {"name": "more", "is": term}])


def designed(**domain: Any) -> Change:
    """One more number of the design."""
    return lambda d: d.restate(design={**d.source["design"], "k": {"type": "integer", **domain}})


def _cycled(draft: Draft) -> None:
    """The history goes through its policy in turn, and nobody says how many there were."""
    sight = {"records": ["survived"], "select": "survived", "counts": False}
    both(restated(observe=sight), other(observe=sight))(draft)
    pair = draft.problem, draft.aside["other"]
    turned = [replace(side, history=replace(side.history, cycle=True)) for side in pair]
    draft.problem, draft.aside = turned[0], {**draft.aside, "other": turned[1]}


def _apart(draft: Draft, n: int, design: dict[str, Any]) -> None:
    """So many units of a design, with a cut for which both errors are small."""
    pair = Pair(Finite(draft.problem, Work()), Finite(draft.aside["other"], Work()))
    tried = (pair.experiment(design, n, cut) for cut in range(n + 1))
    found = next(found for found in tried if max(found.errors) <= ERROR)
    draft.put("claim", "active", {"design": design, "n": n, "cut": found.cut})


def _more_units(draft: Draft) -> None:
    _apart(draft, 59, LEFT)


def _other_design(draft: Draft) -> None:
    _apart(draft, draft.at("claim", "active", "n"), {"guard": "right", "heavy": False})


def endless(draft: Draft) -> None:
    """A number of the design has no largest value."""
    if "k" not in draft.problem.design:
        designed(min=0, max=3, default=0)(draft)
    known = draft.problem.design
    draft.problem = replace(draft.problem, design={**known, "k": replace(known["k"], most=None)})


TRAPS = ("claim", "traps")
Row = tuple[str, Change, str]
WEAK = {"name": "loss", "is": LOSS.replace(", 0, 1)", ", 1/10, 1)")}
LOOP = {
    "name": "fight",
    "repeat": {"times": "1", "chance": "1/2", "targets": {"hull": "1"}, "draws": {}, "amount": "1"},
}

ROWS: dict[str, tuple[Row, ...]] = {
    "scenario": (
        ("no name", drop("claim", "name"), "the key 'name' is missing"),
        ("no kind", drop("evidence", "kind"), "the key 'kind' is missing"),
        ("another stage", put("stage", "2"), "the stage of the evaluation is 1"),
        ("a trap left out", drop(*TRAPS, "guard"), "not the traps that the scenario claims"),
        ("a trap too many", put(*TRAPS, "risk", {}), "not the traps that the scenario claims"),
        ("another word for a trap", put(*TRAPS, "side", "status", "proven"), "the trap is refuted"),
        (
            "numbers of what does not vary",
            put(*TRAPS, "guard", "pair", []),
            "the history does not vary it",
        ),
        (
            "an effect of what does not vary",
            put(*TRAPS, "guard", "effect", "0"),
            "the history does not vary it",
        ),
        ("a better optimum", put("claim", "optimum", "upper", "1"), "the kernel has 7/8"),
        ("a worse optimum", put("claim", "optimum", "upper", "6/8"), "the kernel has 7/8"),
        (
            "another design",
            put("claim", "optimum", "design", "guard", "right"),
            "the kernel has 5/8",
        ),
        ("another threshold", put("claim", "threshold", "status", "off"), "the threshold is sound"),
    ),
    "value": (
        ("a low end below", put("claim", "low", "874999/1000000"), "the kernel has 7/8"),
        ("a high end above", put("claim", "high", "875001/1000000"), "the kernel has 7/8"),
        ("no number", put("claim", "low", "seven"), "not an exact number"),
        ("a number for a flag", put("claim", "design", "heavy", 0), "neither true nor false"),
        (
            "outside of the space",
            put("claim", "design", "heavy", True),
            "not a design of the space",
        ),
        (
            "a chance above one",
            restated(variables=variables(survived="1 - loss + if(heavy, 1, 0)")),
            "a probability is outside of 0 to 1",
        ),
        (
            "a chance below nought",
            restated(variables=variables(survived="1 - loss - if(heavy, 1, 0)")),
            "a probability is outside of 0 to 1",
        ),
        (
            "a negative share",
            drawn(categorical={"u": "if(heavy, -1/2, 1/2)", "v": "if(heavy, 3/2, 1/2)"}),
            "probabilities that do not add up to 1",
        ),
        (
            "shares of less than one",
            drawn(categorical={"u": "1/2", "v": "if(heavy, 1/4, 1/2)"}),
            "probabilities that do not add up to 1",
        ),
        (
            "an empty range",
            drawn(integer=["if(heavy, 2, 0)", "1"]),
            "an integer draw from an empty range",
        ),
        ("a division by nought", defined("1 / if(heavy, 0, 1)"), "division by zero"),
    ),
    "threshold": (
        ("trivial", put("claim", "status", "trivial"), "the threshold is sound"),
        ("by a design", put("claim", "by", "default"), "it is None"),
        ("no threshold", without("evaluate"), "there is no threshold"),
    ),
    "trap": (
        ("no such variable", put("claim", "variable", "depth"), "no such variable"),
        (
            "another association",
            put("claim", "association", "-1/2"),
            "the association is 1/2, the effect 1/2",
        ),
        (
            "another effect",
            put("claim", "effect", "-1/2"),
            "the association is 1/2, the effect 1/2",
        ),
        ("another pair", put("claim", "pair", ["r", "l"]), "no such pair is refuted"),
        ("a pair of one", put("claim", "pair", ["l"]), "no such pair is refuted"),
        ("a pair of one value", put("claim", "pair", ["l", "l"]), "no such pair is refuted"),
        ("no value", put("claim", "pair", ["l", None]), "not a value"),
    ),
    "twins": (
        (
            "another digest",
            put("claim", "other", "sha256", "0" * 64),
            "the certificate is about another twin",
        ),
        (
            "another threshold",
            other(evaluate={"fleet": 20, "threshold": "4/5"}),
            "the scenarios differ in more than their tables",
        ),
        ("another history", other(variables=variables("1/4", "1/4")), "the histories differ"),
        (
            "a design that just wins",
            other(variables=variables("1/2", "1/2")),
            "a design wins in both",
        ),
        (
            "another chance",
            other(variables=variables("1/4", "3/4", survived="1 - loss/2")),
            "the scenarios differ in more than their tables",
        ),
        (
            "another guard",
            other(variables=[*variables("1/4", "3/4")[:2], WEAK, variables()[3]]),
            "the scenarios differ in more than their tables",
        ),
        ("a common winner", other(variables=variables()), "a design wins in both"),
        (
            "a gap that is claimed and is not there",
            other(claims={"gap": ["0.2", "0.3"]}),
            "the threshold of one of them is not sound",
        ),
        ("a share of more than one", put("claim", "lambda", "2"), "a share is between 0 and 1"),
        ("a share below nought", put("claim", "lambda", "-1/2"), "a share is between 0 and 1"),
        ("a reader who wins less", put("claim", "passive", "0"), "a reader wins with"),
        ("a reader who wins more", put("claim", "passive", "1"), "a reader wins with"),
        (
            "no experiment",
            put("claim", "active", None),
            "there is an experiment that tells them apart",
        ),
        ("too few units", put("claim", "active", "n", 3), "not between 0 and 3"),
        (
            "three units",
            put("claim", "active", {"design": LEFT, "n": 3, "cut": 2}),
            "the errors are",
        ),
        ("more units than it takes", _more_units, "do as well"),
        ("the other design", _other_design, "do as well"),
        (
            "bounds",
            put("evidence", {"kind": "cells", "cells": {}}),
            "twins and rivals are listed, not bounded",
        ),
        ("no threshold", both(without("evaluate"), other(evaluate=None)), "there is no threshold"),
    ),
    "budget": (
        (
            "another digest",
            put("claim", "other", "sha256", "0" * 64),
            "the certificate is about another rival",
        ),
        (
            "another sight",
            other(observe={"records": ["side", "survived"], "counts": True}),
            "the scenarios differ in observe",
        ),
        (
            "a better lower end",
            put("claim", "low", "0.999"),
            "the units of this design are worth less",
        ),
        ("a better upper end", put("claim", "high", "0.501"), "the grid does not prove so little"),
        (
            "a belief with many decimals",
            put("evidence", "grid", ["1/3"]),
            "a belief has at most 12 decimals",
        ),
        (
            "beliefs that fall",
            put("evidence", "grid", ["1/2", "1/4"]),
            "beliefs rise between 0 and 1",
        ),
        (
            "a belief of nought",
            put("evidence", "grid", ["0", "1/2"]),
            "beliefs rise between 0 and 1",
        ),
        ("a belief of one", put("evidence", "grid", ["1/2", "1"]), "beliefs rise between 0 and 1"),
        ("cuts that fall", put("evidence", "groups", ["1", "1/2"]), "cuts rise from 0"),
        ("a cut at nought", put("evidence", "groups", ["0"]), "cuts rise from 0"),
        (
            "records of a cycle",
            _cycled,
            "a cycle without counts: records are not independent",
        ),
    ),
    "budget, nobody in the history": (
        (
            "a better lower end",
            put("claim", "low", "0.999"),
            "of this design are worth less (a design that never shows a unit shows that)",
        ),
    ),
    "budget, sevenths": (
        ("an upper end that is rounded down", _rounded_down, "the grid does not prove so little"),
    ),
    "budget, to win": (
        (
            "nothing to win",
            both(without("evaluate"), other(evaluate=None)),
            "there is nothing to win",
        ),
    ),
}

BEYOND: dict[str, tuple[Row, ...]] = {
    "scenario": (
        ("the accepted space", put("space", "accepted"), "the accepted space has no end"),
    ),
    "value": (
        (
            "too many designs",
            both(designed(min=0, max=9, default=0), limit("finite_scenario:MAX_LISTED", 12)),
            "more than 12 designs",
        ),
        ("a design without end", endless, "more than 1,000,000 designs"),
        (
            "a design with a far end",
            designed(min=0, max=2_000_000, default=0),
            "more than 1,000,000 designs",
        ),
        (
            "a loop",
            lambda d: d.restate(variables=[*d.source["variables"], LOOP]),
            "a loop is not listed",
        ),
        ("too many units", limit("finite_scenario:MAX_LISTED", 13), "more than 13 units"),
        ("a long range", drawn(integer=["0", "2000000"]), "more than 1,000,000 units"),
        ("a uniform draw", drawn(uniform=["0", "1"]), "a uniform draw is not listed"),
        ("an exponential", defined("exp(risk)"), "exp has no exact value"),
        (
            "a long number",
            both(defined("risk * risk"), limit("exact_terms:MAX_BITS", 6)),
            "a number of more than 6 bits",
        ),
    ),
    "budget": (
        (
            "too many histories",
            both(
                other(variables=variables("1/4", "1/4")),
                limit("budget.integer_values:MOST_HISTORIES", 2),
            ),
            "more than 2 histories",
        ),
    ),
}
