"""The forgery table of the linear family: each certificate is well-formed and false in one respect."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from symcause.families.linear.verifier.kernel import verify
from tests.forgery import (
    Change,
    Draft,
    Forgery,
    Table,
    audited,
    both,
    drop,
    put,
    restated,
    swap,
)


def state(a: int, b: int, f: int, setting: str = "") -> dict[str, Any]:
    """What was read, perhaps after one of the two was set to it."""
    values = {"a": str(a), "b": str(b), "f": str(f)}
    intervened = {"intervene": {setting: values[setting]}} if setting else {}
    return {**intervened, "values": values}


def stated(*chain: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "format": "symcause.linear/1",
        "id": "small",
        "variables": ["a", "b", "f"],
        "target": "f",
        "controllable": ["a", "b"],
        "family": "linear",
        "semantics": "set",
        "rounding": "0",
        "coefficients": {"domain": "rational"},
        "records": [],
        "chain": list(chain),
        "reactor": {"values": {"a": "3", "b": "1"}},
        **more,
    }


ONE = stated(state(1, 2, 4), state(2, 4, 5, "a"), state(2, 7, 5, "b"))
"""b = 2a and f = 3 + a: nothing else fits."""

FEW = stated(state(1, 2, 4), state(2, 4, 5, "a"))
"""f may have a, b or both as its parents."""

GOLD = {"equations": {"a": "1", "b": "2*a", "f": "3 + a"}}
LOOP = {**FEW, "records": [{"id": "r", "values": state(0, 5, 3)["values"]}]}
NONE = stated(state(1, 2, 4), state(1, 2, 5, "a"))
SIGNED = {**FEW, "format": "symcause.linear/2", "knowledge": {"signs": {"a->b": "-"}}}
INTEGERS = "-3..3"

TRUTHS: dict[str, Callable[[], Draft]] = {
    "unique": partial(audited, ONE),
    "gold": partial(audited, {**ONE, "gold": GOLD}),
    "loop": partial(audited, LOOP),
    "count": partial(audited, FEW),
    "integers": partial(audited, FEW, claim="count", coefficients=INTEGERS),
    "none": partial(audited, NONE),
    "signed": partial(audited, SIGNED, claim="count"),
    "target": partial(audited, ONE, claim="target"),
    "target, integers": partial(audited, ONE, claim="target", coefficients=INTEGERS),
    "open": partial(audited, FEW, claim="target"),
}


def _unpivoted() -> Draft:
    """Every coefficient of f is run through."""
    draft = audited(FEW, claim="count", coefficients=INTEGERS)
    draft.put("evidence", "variables", 2, "counted", [[3, []], [1, []], [2, []]])
    return draft


def _pivoted() -> Draft:
    """Two coefficients of f by two rows."""
    draft = audited(ONE, claim="count", coefficients=INTEGERS)
    part = draft.document["evidence"]["variables"][2]
    del part["zero"]
    pivots = [[0, [[0, "5/3"], [1, "-2/3"]]], [1, [[0, "-1/3"], [1, "1/3"]]]]
    part["counted"].append([3, pivots])
    return draft


def _open_integers() -> Draft:
    """The coefficients of the two models are the ends of the range."""
    draft = audited(FEW, claim="target")
    draft.document["class"].update(domain="integer", min=-401, max=399)
    return draft


TRUTHS |= {
    "integers, nothing pivoted": _unpivoted,
    "integers, two pivots": _pivoted,
    "open, integers": _open_integers,
    "loop, target": partial(audited, LOOP, claim="target"),
}

PARTS = ("evidence", "variables")
OF_A, OF_B, OF_F = (*PARTS, 0), (*PARTS, 1), (*PARTS, 2)
MODEL = ("evidence", "models", 0)


def known(**knowledge: Any) -> Change:
    """The class knows this."""
    return put("class", "knowledge", knowledge)


def without(key: str) -> Change:
    """The problem without a part."""

    def change(draft: Draft) -> None:
        del draft.source[key]
        draft.restate()

    return change


def _many(draft: Draft) -> None:
    """Fifteen variables, with an empty entry for each."""
    names = [f"v{i}" for i in range(15)]
    first = {"values": dict.fromkeys(names, "1")}
    draft.restate(variables=names, target="v0", controllable=names[1:], chain=[first], reactor=None)
    draft.put("evidence", "variables", [{"variable": name} for name in names])


def _seventeen(draft: Draft) -> None:
    names = [f"v{i}" for i in range(17)]
    first = {"values": dict.fromkeys(names, "1")}
    draft.restate(variables=names, target="v0", controllable=names[1:], chain=[first], reactor=None)


def _nothing_read(draft: Draft) -> None:
    """Every set is possible where nothing was read."""
    draft.restate(chain=[])
    draft.put(*OF_A, {"variable": "a", "feasible": [[0, []], [2, [1]]]})
    draft.put(*OF_B, {"variable": "b", "feasible": [[0, []], [1, [1]]]})
    sets = [[0, []], [1, [1]], [2, [1]], [3, [1, 1]]]
    draft.put(*OF_F, {"variable": "f", "feasible": sets})


def _target_of_none(draft: Draft) -> None:
    draft.put("claim", {"name": "target", "value": 6})
    draft.put("evidence", "target", [])


F_BY_A: dict[str, Any] = {
    "variable": "f",
    "feasible": [[1, [1]]],
    "inconsistent": [[0, [[0, 1]]]],
}
BOTH_AND_A: list[Any] = [[3, ["1/2", "1/4"]], [1, [1]]]
BOTH_AND_B: list[Any] = [[3, ["1/2", "1/4"]], [2, ["1/2"]]]

ROWS: dict[str, tuple[tuple[str, Change, str], ...]] = {
    "unique": (
        (
            "the variables in another order",
            put("claim", "parents", {"b": ["a"], "a": [], "f": ["a"]}),
            "not the variables of the problem, in order",
        ),
        ("the last left out", drop("claim", "parents", "f"), "not the variables of the problem"),
        ("the first left out", drop("claim", "parents", "a"), "not the variables of the problem"),
        (
            "another graph",
            put("claim", "parents", "f", ["a", "b"]),
            "claim.parents.f: not a possible parent set",
        ),
        (
            "another graph, first",
            put("claim", "parents", "a", ["b"]),
            "claim.parents.a: not a possible parent set",
        ),
        ("a parent that is not there", put("claim", "parents", "f", ["z"]), "no such variable"),
        ("none", put("claim", {"name": "inconsistent"}), "the tables give 1 graphs"),
        ("two", put("claim", {"name": "count", "graphs": 2}), "the tables give 1 graphs"),
        (
            "an entry left out",
            swap(*PARTS, by=lambda old: old[:-1]),
            "not one entry for every variable",
        ),
        (
            "another name on an entry",
            put(*OF_F, "variable", "a"),
            "the entry of f should stand here",
        ),
        (
            "a set of the variable itself",
            put(*OF_A, "feasible", [[1, [1]]]),
            "not a set of candidates of a",
        ),
        ("a set of the target", put(*OF_A, "feasible", [[4, [1]]]), "not a set of candidates"),
        ("a set without coefficients", put(*OF_A, "feasible", [[0]]), "not a list of 2"),
        (
            "counted rationals",
            put(*OF_A, "counted", [[0, []]]),
            "only integers are counted",
        ),
        (
            "not zero on the set",
            put(*OF_F, "inconsistent", 0, [2, [[0, 1]]]),
            "the combination is not zero on the set",
        ),
        (
            "contradicts nothing",
            put(*OF_F, "inconsistent", 0, [2, []]),
            "the combination contradicts nothing",
        ),
        (
            "a forced zero outside of the set",
            put(*OF_F, "zero", 0, [2, 0, [[0, "1/2"]]]),
            "the parent is not in the set",
        ),
        (
            "singles out nothing",
            put(*OF_F, "zero", 0, 2, [[0, "-1/3"]]),
            "the combination does not single out the effect",
        ),
        (
            "a forced zero that is none",
            put(*OF_F, "zero", 0, [1, 0, [[0, 1]]]),
            "the effect is not forced to zero",
        ),
        (
            "a zero in a smaller set",
            put(*OF_F, "zero", [[2, 1, [[0, "-1/3"], [1, "1/3"]]]]),
            "nothing is said about the parents {a, b} of f",
        ),
        (
            "nothing about the last set",
            drop(*OF_F, "zero"),
            "nothing is said about the parents {a, b} of f",
        ),
        (
            "nothing about the empty set",
            drop(*OF_B, "inconsistent"),
            "nothing is said about the parents {} of b",
        ),
        ("a combination of one", put(*OF_B, "inconsistent", 0, 1, [[0]]), "not a pair of a row"),
        (
            "a row beyond the last",
            put(*OF_B, "inconsistent", 0, 1, [[2, 1]]),
            "there are 2 rows only",
        ),
        (
            "a row twice",
            put(*OF_B, "inconsistent", 0, 1, [[0, 1], [0, 1]]),
            "below 1",
        ),
        (
            "no fraction",
            put(*OF_B, "inconsistent", 0, 1, [[0, "1.5"]]),
            "not an integer or a fraction",
        ),
        ("a range of rationals", put("class", "min", 0), "a range belongs to integer coefficients"),
        (
            "integers without range",
            put("class", "domain", "integer"),
            "a range belongs to integer coefficients",
        ),
        (
            "a number for a word",
            put("class", "target_may_cause", 0),
            "neither true nor false",
        ),
        (
            "a class that contradicts itself",
            known(require=["a->b"], forbid=["a->b"]),
            "class: ",
        ),
        ("knowledge of others", known(forbid=["a->z"]), "unknown variable"),
        (
            "a variable that the only state does not show",
            restated(
                unobserved=["b"],
                controllable=["a"],
                reactor=None,
                chain=[{"values": {"a": "1", "f": "4"}}],
            ),
            "a problem with a variable that is not always read",
        ),
        ("seventeen variables", _seventeen, "no certificate for more than 16 variables"),
    ),
    "gold": (
        (
            "gold has a parent more",
            restated(gold={"equations": {**GOLD["equations"], "f": "3 + a + b"}}),
            "gold has other parents of f",
        ),
        (
            "gold has other parents first",
            restated(gold={"equations": {"a": "1 + b", "b": "2", "f": "3 + a"}}),
            "gold has other parents of a",
        ),
        (
            "gold has another coefficient",
            restated(gold={"equations": {**GOLD["equations"], "b": "3*a"}}),
            "gold's equation of b does not fit the evidence",
        ),
        (
            "gold is a cycle",
            restated(gold={"equations": {"a": "1/2*b", "b": "2*a", "f": "3 + a"}}),
            "gold is no model",
        ),
        (
            "gold has another base",
            restated(gold={"equations": {**GOLD["equations"], "f": "4 + a"}}),
            "gold's equation of f does not fit the evidence",
        ),
    ),
    "integers, two pivots": (
        (
            "a pivot that singles out more than its column",
            put(*OF_F, "counted", 1, 1, 1, [1, [[0, "1/2"]]]),
            "a combination does not single out its column",
        ),
    ),
    "loop": (
        (
            "a cycle",
            put("claim", "parents", {"a": ["b"], "b": ["a"], "f": ["a"]}),
            "the graph has a cycle",
        ),
    ),
    "count": (
        ("one more", put("claim", "graphs", 4), "the tables give 3 graphs"),
        (
            "one of them alone",
            put("claim", {"name": "unique", "parents": {"a": [], "b": ["a"], "f": ["a"]}}),
            "the tables give 3 graphs, not one",
        ),
        ("models of rationals", put("claim", "models", 3), "models are counted where"),
        (
            "a set twice",
            swap(*OF_A, "feasible", by=lambda old: [*old, old[-1]]),
            "this set stands twice",
        ),
        ("a coefficient too many", put(*OF_A, "feasible", 0, [2, [1, 1]]), "more than 1 members"),
        ("a coefficient too few", put(*OF_A, "feasible", 0, [2, []]), "not 1 coefficients"),
        ("an effect of nought", put(*OF_A, "feasible", 0, [2, [0]]), "an effect is zero"),
        (
            "the last effect of nought",
            put(*OF_F, "feasible", 0, [3, [1, 0]]),
            "an effect is zero",
        ),
        (
            "coefficients next to it",
            put(*OF_F, "feasible", 1, [1, ["1000001/1000000"]]),
            "the coefficients do not satisfy the rows",
        ),
        (
            "more parents than the class admits",
            put("class", "max_parents", 1),
            "more parents than the class admits, or fewer",
        ),
        (
            "fewer parents than are required",
            known(require=["b->f"]),
            "more parents than the class admits, or fewer",
        ),
        (
            "another sign than is known",
            known(signs={"a->b": "-"}),
            "an effect has another sign than is known",
        ),
        (
            "a zero that nothing singles out",
            both(
                put(*OF_F, {**F_BY_A, "zero": [[3, 1, []]]}),
                put("claim", "graphs", 1),
            ),
            "the combination does not single out the effect",
        ),
        (
            "a zero that is not forced",
            both(
                put(*OF_F, {**F_BY_A, "feasible": BOTH_AND_A, "zero": [[2, 1, [[0, "1/2"]]]]}),
                put("claim", "graphs", 2),
            ),
            "the effect is not forced to zero",
        ),
        (
            "refuted where no sign is known",
            both(
                known(signs={"a->f": "+"}),
                put(*OF_F, {**F_BY_A, "feasible": BOTH_AND_A, "signed": [[2, [[0, -1]]]]}),
                put("claim", "graphs", 2),
            ),
            "the combination is against a sign, or where none is known",
        ),
        (
            "refuted by the other sign",
            both(
                known(signs={"a->f": "+"}),
                put(*OF_F, {**F_BY_A, "feasible": BOTH_AND_B, "signed": [[1, [[0, -1]]]]}),
                put("claim", "graphs", 2),
            ),
            "the combination is against a sign, or where none is known",
        ),
        (
            "refuted by a sign, and a larger set",
            both(
                known(signs={"a->f": "-"}),
                put(
                    *OF_F, {"variable": "f", "feasible": [[2, ["1/2"]]], "signed": [[1, [[0, -1]]]]}
                ),
                put("claim", "graphs", 1),
            ),
            "nothing is said about the parents {a, b} of f",
        ),
        (
            "refuted by one sign of two",
            both(
                known(signs={"a->f": "-"}),
                put(*OF_F, {"variable": "f", "signed": [[3, [[0, -1]]]]}),
                put("claim", {"name": "inconsistent"}),
            ),
            "the combination is against a sign, or where none is known",
        ),
        (
            "a sign where none is known",
            put(*OF_B, "signed", [[1, [[0, -1]]]]),
            "no sign is known of these effects",
        ),
    ),
    "integers": (
        ("one model more", put("claim", "models", 5), "the tables give 4 models"),
        ("one graph less", put("claim", "graphs", 1), "the tables give 2 graphs"),
        ("no models", drop("claim", "models"), "models are counted where"),
        ("a witness", put(*OF_A, "feasible", [[0, []]]), "a witness counts no integers"),
        (
            "a set counted twice",
            swap(*OF_F, "counted", by=lambda old: [*old, old[0]]),
            "this set stands twice",
        ),
        (
            "a pivot of one",
            put(*OF_F, "counted", 1, [1, [[0]]]),
            "not a pair of a column and a combination",
        ),
        (
            "a column twice",
            put(*OF_F, "counted", 0, [3, [[0, [[0, 1]]], [0, [[0, 1]]]]]),
            "not distinct columns of the set",
        ),
        (
            "a column that the set lacks",
            put(*OF_F, "counted", 1, [1, [[1, [[0, 1]]]]]),
            "not distinct columns of the set",
        ),
        (
            "a pivot that is not one",
            both(
                put(*OF_F, "counted", 0, [3, [[0, [[0, 2]]]]]),
                put("claim", {"name": "count", "graphs": 1, "models": 1}),
            ),
            "a combination does not single out its column",
        ),
        (
            "a set not counted",
            swap(*OF_F, "counted", by=lambda old: old[1:]),
            "nothing is said about the parents {a, b} of f",
        ),
    ),
    "signed": (
        (
            "against the sign",
            put(*OF_B, "signed", 0, [1, [[0, 1]]]),
            "the combination is against a sign, or where none is known",
        ),
        (
            "contradicts no sign",
            put(*OF_B, "signed", 0, [1, []]),
            "the combination contradicts no sign",
        ),
        (
            "on the side of the sign",
            both(
                put("class", "knowledge", "signs", {"a->b": "+"}),
                put(*OF_B, "signed", 0, [1, [[0, 1]]]),
            ),
            "the combination contradicts no sign",
        ),
    ),
    "target": (
        ("another value", put("claim", "value", 7), "the rows give 6"),
        ("a value next to it", put("claim", "value", "6000001/1000000"), "the rows give 6"),
        ("no reactor", without("reactor"), "the problem has no reactor"),
        ("nothing read", _nothing_read, "nothing was read that shows the base of the target"),
        ("no combinations", drop("evidence", "target"), "no combinations that give the value"),
        (
            "nothing about a set",
            put("evidence", "target", []),
            "nothing is said about the parent set 1",
        ),
        (
            "another way",
            both(put("evidence", "target", 0, [1, [[0, 1]]]), put("claim", "value", 5)),
            "not the way to the reactor, parent set 1",
        ),
        ("a set alone", put("evidence", "target", 0, [1]), "not a pair of a set and a combination"),
        ("open", put("claim", {"name": "target-open"}), "unknown key"),
    ),
    "target, integers": (
        ("another value", put("claim", "value", 7), "a member gives 6"),
        ("combinations", put("evidence", "target", []), "integers are run through, not combined"),
    ),
    "none": (
        ("a target", _target_of_none, "no graph explains the evidence"),
        ("one graph", put("claim", {"name": "count", "graphs": 1}), "the tables give 0 graphs"),
    ),
    "open": (
        ("no reactor", without("reactor"), "the problem has no reactor"),
        ("one model", swap("evidence", "models", by=lambda old: old[:1]), "two models are needed"),
        (
            "one model twice",
            swap("evidence", "models", by=lambda old: old[:1] * 2),
            "both models give the same value",
        ),
        ("the last equation left out", drop(*MODEL, "f"), "not the variables of the problem"),
        (
            "a cycle",
            put(*MODEL, "a", {"base": 0, "effects": {"b": ["1/2", 0]}}),
            "cycle",
        ),
        (
            "a coefficient alone",
            put(*MODEL, "b", "effects", {"a": [2]}),
            "not a linear and a square coefficient",
        ),
        (
            "the target as a parent",
            both(
                put(*MODEL, "f", {"base": 3, "effects": {"a": [1, 0]}}),
                put(*MODEL, "b", {"base": -6, "effects": {"f": [2, 0]}}),
            ),
            "the parents of b are not of the class",
        ),
        (
            "a parent too many",
            put("class", "max_parents", 1),
            "the parents of f are not of the class",
        ),
        (
            "a required parent is missing",
            both(known(require=["b->f"]), put(*MODEL, "f", {"base": 3, "effects": {"a": [1, 0]}})),
            "equation of f lacks a parent that is required",
        ),
        (
            "a square in a linear equation",
            put(*MODEL, "f", {"base": 3, "effects": {"a": [1, "1/3"]}}),
            "effect of a on f is not of the class",
        ),
        (
            "an effect without its square",
            restated(family="quadratic"),
            "effect of a on b is not of the class",
        ),
        (
            "another sign than is known",
            known(signs={"a->b": "-"}),
            "effect of a on b has another sign",
        ),
        (
            "coefficients beyond the range",
            lambda d: d.at("class").update(domain="integer", min=-400, max=400),
            "equation of f is not of the class",
        ),
        (
            "coefficients that are no integers",
            both(
                lambda d: d.at("class").update(domain="integer", min=-401, max=400),
                put(*MODEL, "f", {"base": 3, "effects": {"b": ["1/2", 0]}}),
            ),
            "equation of f is not of the class",
        ),
        (
            "another base",
            put(*MODEL, "f", "base", 4),
            "equation of f does not fit the evidence",
        ),
        (
            "another coefficient",
            put(*MODEL, "b", "effects", "a", [3, 0]),
            "equation of b does not fit the evidence",
        ),
    ),
}

GAPS = (
    (
        "unique: fewer parents than the problem allows",
        "unique",
        put("class", "max_parents", 1),
        "at most 1 parent; the problem states any number of parents",
    ),
    (
        "count: more parents than the problem allows",
        "count",
        restated(max_parents=1),
        "a class wider than the problem's own",
    ),
    (
        "count: effects that are smaller than the problem's",
        "count",
        restated(coefficients={"domain": "rational", "min_effect": "0.5"}),
        "a class wider than the problem's own",
    ),
    (
        "unique: a graph that is not of the problem's class",
        "unique",
        restated(max_parents=0),
        "a class wider than the problem's own",
    ),
    (
        "integers: of a problem with rational coefficients",
        "integers",
        lambda draft: None,
        "the problem states",
    ),
    (
        "integers: a smaller range than the problem's",
        "integers",
        restated(coefficients={"domain": "integer", "min": -4, "max": 3}),
        "the problem states",
    ),
    (
        "integers: a smaller range, above",
        "integers",
        restated(coefficients={"domain": "integer", "min": -3, "max": 4}),
        "the problem states",
    ),
    (
        "integers: a larger range than the problem's",
        "integers",
        restated(coefficients={"domain": "integer", "min": -2, "max": 2}),
        "a class wider than the problem's own",
    ),
    (
        "unique: rational coefficients of a problem with integers",
        "unique",
        restated(coefficients={"domain": "integer", "min": -2, "max": 2}),
        "a class wider than the problem's own",
    ),
    (
        "unique: a target that causes nothing",
        "unique",
        restated(target_may_cause=True),
        "the target causes nothing; the problem states the target may cause others",
    ),
    (
        "unique: other semantics",
        "unique",
        restated(semantics="shift"),
        "semantics set; the problem states shift",
    ),
    (
        "unique: knowledge that the problem does not state",
        "unique",
        known(forbid=["f->a"]),
        "the problem states other",
    ),
    (
        "target: a wider class",
        "target",
        restated(max_parents=2),
        "a class wider than the problem's own",
    ),
)
"""Accepted, and not of the problem as it states itself."""

FORGERIES = (
    *(Forgery(*row, gap=True) for row in GAPS),
    *(
        Forgery(f"{truth}: {name}", truth, change, said)
        for truth, rows in ROWS.items()
        for name, change, said in rows
    ),
    Forgery("count: too many sets", "count", _many, "the kernel looks at 65536 at most", True),
)

TABLE = Table(verify, TRUTHS, FORGERIES)
