"""The forgery table of the cpt family: each certificate is well-formed and false in one respect."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from symcause.families.cpt.verifier.kernel import verify
from tests.cpt.cases import document, edges
from tests.cpt.test_examples import CONFOUNDED
from tests.forgery import Change, Draft, Forgery, Table, audited, both, drop, put, restated, swap

METHODS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "mixture": ("chain", "marginal", {"P(X)": "0.6", "P(Y|X)": ["0.3", "0.2"]}),
    "ratio": ("chain", "correlation", {"P(X=1)": "0.1", "P(Y=1,X=0)": "0.2", "P(Y=1,X=1)": "0.01"}),
    "open": ("fork", "correlation", {"P(X)": "0.5"}),
    "contrast": ("chain", "ate", {"P(Y|X)": ["0.65", "0.61"]}),
    "adjusted": (
        "confounding",
        "ate",
        {"P(Y|V1,X)": [["0.9", "0.4"], ["0.5", "0.1"]], "P(V1)": "0.1"},
    ),
    "front door": (
        *("frontdoor", "ate"),
        {"P(V3|X)": ["0.7", "0.6"], "P(Y|X,V3)": [["0.5", "0.7"], ["0.6", "0.7"]], "P(X)": "0.4"},
    ),
    "front door, treated": (
        *("frontdoor", "ett"),
        {"P(V3|X)": ["0.3", "0.6"], "P(Y|X,V3)": [["0.2", "0.9"], ["0.1", "0.9"]]},
    ),
    "cut diamond, treated": (
        *("diamondcut", "ett"),
        {"P(V3|X)": ["0.3", "0.6"], "P(Y|X,V3)": [["0.6", "0.5"], ["0.4", "0.3"]]},
    ),
    "strata": (
        "confounding",
        "ett",
        {"P(V1)": "0.9", "P(Y|V1,X)": [["0.9", "0.1"], ["0.5", "0.4"]]},
    ),
    "mediated": (
        *("mediation", "nde"),
        {"P(V2|X)": ["0.5", "0.8"], "P(Y|X,V2)": [["0.3", "0.8"], ["0.1", "0.2"]]},
    ),
    "collision": (
        "collision",
        "exp_away",
        {"P(X)": "0.6", "P(Y|X,V3)": [["0.8", "0.5"], ["0.4", "0.9"]]},
    ),
    "instrument": ("IV", "ate", {"P(Y|V2)": ["0.66", "0.96"], "P(X|V2)": ["0.38", "0.02"]}),
    "programme": (
        *("chain", "ate"),
        {"P(Y|X)": ["0.2", "0.8"], "P(V2|X)": ["0.1", "0.9"], "P(X)": "0.4"},
    ),
    "programme, correlation": (
        "confounding",
        "correlation",
        {"P(X)": "0.4", "P(Y=1,X=1)": "0.3", "P(Y)": "0.4"},
    ),
    "programme, treated": (
        *("confounding", "ett"),
        {"P(V1)": "0.5", "P(X|V1)": ["0.2", "0.8"], "P(Y|X)": ["0.02", "0.98"]},
    ),
    "programme, nothing in the block": (
        *("chain", "ate"),
        {"P(V2|X)": ["0.2", "0.8"], "P(Y|V2)": ["0.1", "0.9"]},
    ),
    "arrowhead": (
        *("arrowhead", "nde"),
        {
            "P(Y|X,V3)": [["0.96", "0.76"], ["0.15", "0.12"]],
            "P(V3|X,V2)": [["0", "0.58"], ["0.49", "0.13"]],
            "P(V2)": "0.5",
        },
    ),
    "no effect": ("collision", "ate", {"P(X)": "0.5"}),
    "none: condition": ("confounding", "correlation", {"P(X)": "1", "P(Y|X)": ["0.2", "0.8"]}),
    "none: independent": ("collision", "marginal", {"P(X)": "0.5", "P(Y|X)": ["0.2", "0.8"]}),
    "none: joint": (
        *("chain", "correlation"),
        {"P(X=1)": "0.2", "P(Y=1,X=0)": "0.1", "P(Y=1,X=1)": "0.5"},
    ),
    "none: rows": (
        *("collision", "exp_away"),
        {"P(X)": "0.5", "P(Y|X,V3)": [["0.1", "0.2"], ["0.7", "0.9"]]},
    ),
    "none: programme": (
        *("confounding", "ate"),
        {"P(X)": "0.4", "P(Y|X)": ["0.2", "0.8"], "P(Y)": "0.9"},
    ),
    "none: types": ("IV", "ate", {"P(Y|V2)": ["0.05", "0.95"], "P(X|V2)": ["0.02", "0.03"]}),
}
"""Given numbers, by the method that their certificate has."""


def _given(graph: str, kind: str, given: dict[str, Any], **more: Any) -> Draft:
    unseen = {"unobserved": ["V1"]} if (graph, kind) == ("IV", "ate") else {}
    return audited(document(graph, kind, given=given, rounding="0", **unseen, **more))


def _sets(graph: str, *sets: list[str]) -> Draft:
    asked = document(graph, "backadj")
    asked["query"]["sets"] = list(sets)
    return audited(asked)


def _determined() -> Draft:
    tables = {"P(X)": "1/2", "P(V2)": "1/2", "P(Y|X,V2)": [["0", "1"], ["1", "1"]]}
    asked = document("fork", "det-counterfactual", tables=tables)
    asked["query"] |= {"action": 0, "value": 1, "evidence": {"V2": 1}}
    return audited(asked)


def _worked_out_late() -> Draft:
    """V2 is listed before V3, which it waits for; X, its other parent, is known."""
    tables = {
        "P(X)": "1/2",
        "P(V3|X)": ["0", "1"],
        "P(V2|X,V3)": [["0", "1"], ["1", "0"]],
        "P(Y|V2)": ["0", "1"],
    }
    asked = document("chain", "det-counterfactual", tables=tables)
    asked["edges"] = [["X", "V2"], ["V3", "V2"], ["X", "V3"], ["V2", "Y"]]
    asked["query"] |= {"action": 1, "value": 0, "evidence": {}}
    return audited(asked)


def _wald(rounding: str = "0") -> Draft:
    given = {"P(Y|V2)": ["0.72", "0.83"], "P(X|V2)": ["0.63", "0.91"]}
    more = {"unobserved": ["V1"], "assume": ["homogeneous"]}
    return audited(document("IV", "ate", given=given, rounding=rounding, **more))


TRUTHS: dict[str, Callable[[], Draft]] = {
    **{name: partial(_given, *case) for name, case in METHODS.items()},
    "wald": _wald,
    "wald, rounded": partial(_wald, "0.01"),
    "effect": lambda: audited(document("confounding", "ett", tables=CONFOUNDED)),
    "determined": _determined,
    "determined, worked out late": _worked_out_late,
    "both valid": lambda: _sets("fork", [], ["V2"]),
    "first valid": lambda: _sets("confounding", ["V1"], []),
    "second valid": lambda: _sets("mediation", ["V2"], []),
}


M_SHAPE = [["V1", "X"], ["V1", "C"], ["V2", "C"], ["V2", "Y"], ["X", "Y"], ["C", "D"]]


def _collided(*sets: list[str]) -> Draft:
    """A collider on the only back door, and what lies below it."""
    asked = {**document("fork", "backadj"), "edges": M_SHAPE}
    asked["query"]["sets"] = list(sets)
    return audited(asked)


INSTRUMENTED = {
    "P(V1)": "1/3",
    "P(V2)": "1/2",
    "P(X|V1,V2)": [["1/4", "3/4"], ["1/2", "2/3"]],
    "P(Y|V1,X)": [["1/5", "2/5"], ["3/5", "4/5"]],
}


def _more(name: str, **more: Any) -> Callable[[], Draft]:
    graph, kind, numbers = METHODS[name]
    return lambda: audited(document(graph, kind, given=numbers, **{"rounding": "0", **more}))


TRUTHS |= {
    "collider": partial(_collided, [], ["C"]),
    "below the collider": partial(_collided, ["D"], []),
    "effect, two parents": lambda: audited(document("IV", "ett", tables=INSTRUMENTED)),
    "programme, rounded": _more("programme", rounding="0.01"),
    "share of nought": partial(_given, "chain", "marginal", {"P(Y=0)": "0.7"}),
    "a small share": partial(_given, "chain", "marginal", {"P(Y)": "0.501"}, threshold="0.005"),
    "a small effect": partial(
        _given, "chain", "ate", {"P(Y|X)": ["0.5", "0.501"]}, threshold="0.005"
    ),
    "direct": partial(_given, "fork", "ate", {"P(Y|X)": ["0.5", "0.6"]}),
    "independent": partial(
        _given, "collision", "marginal", {"P(X)": "0.5", "P(Y|X)": ["0.2", "0.2"]}
    ),
}


def asked(kind: str, **more: Any) -> Change:
    """The problem asks for something else."""
    return lambda d: d.restate(query={**d.source["query"], "type": kind, **more})


def given(**numbers: Any) -> Change:
    """The problem gives other numbers as well, or instead; None takes one away."""

    def change(draft: Draft) -> None:
        told = {**draft.source["given"], **{k.replace("_", "|"): v for k, v in numbers.items()}}
        draft.restate(given={k: v for k, v in told.items() if v is not None})

    return change


def numbers(**told: Any) -> Change:
    return lambda d: d.restate(given={k.replace("_", "|"): v for k, v in told.items()})


EVIDENCE = ("evidence",)
SECOND = ("evidence", "sets", 1)
NETWORK = ("evidence", "network")
FIRST = ("evidence", "networks", 0)

FLAT = {"P(X)": "0.5", "P(Y|X)": ["0.5", "0.5"]}


HALVES = [["0.5", "0.5"], ["0.5", "0.5"]]
FLATTER = {"P(X)": "0.5", "P(V2|X)": ["0.5", "0.5"], "P(Y|X,V2)": HALVES}


def _flat(kind: str, network: dict[str, Any] = FLAT) -> Change:
    """One network without effect stands for all networks of a graph that has one."""
    arrows = [["X", "Y"]] if network is FLAT else edges("mediation")
    return both(
        lambda d: d.restate(query={**d.source["query"], "type": kind}, edges=arrows),
        put(*NETWORK, network),
    )


def _contrast(kind: str) -> Change:
    """One network for which a difference of conditional probabilities is the effect."""
    return both(
        lambda d: d.restate(
            query={**d.source["query"], "type": kind}, given={"P(Y|X)": ["0.55", "0.7"]}
        ),
        put("evidence", "method", "contrast"),
        drop("evidence", "roles"),
        put("evidence", "closed", [["X", "up"]]),
        put("claim", {"name": "effect-settled", "answer": "yes", "low": "0.15", "high": "0.15"}),
    )


def _from_nought(answer: str, rows: list[str], low: str, high: str) -> Change:
    """Numbers that are rounded so that they may be equal; the answer is that of unequal ones."""
    network = {"P(X)": "0.5", "P(V2|X)": ["0", "1"], "P(Y|V2)": rows}
    return both(
        restated(given={"P(Y|X)": rows}, rounding="0.01"),
        put(*NETWORK, network),
        put("claim", {"name": "effect-settled", "answer": answer, "low": low, "high": high}),
    )


def _one_end(end: str, effect: str, rows: list[str], treated: list[str]) -> Change:
    """A threshold between both ends, and a network at one of them stands for all."""
    network = {
        "P(V1)": "0.5",
        "P(V2)": "0.5",
        "P(X|V1,V2)": [treated] * 2,
        "P(Y|V1,X)": [rows] * 2,
    }
    answer = "yes" if end == "low" else "no"
    return both(
        restated(threshold="0.4"),
        put("claim", "answer", answer),
        put("claim", end, effect),
        put(*NETWORK, network),
    )


THROUGH = [["X", "up"], ["V1", "up"], ["X", "down"], ["C", "down"], ["D", "down"]]
"""Where the ball comes while the collider is closed."""

ROWS: dict[str, tuple[tuple[str, Change, str], ...]] = {
    "collider": (
        (
            "both are called valid",
            both(
                put("claim", {"name": "ill-posed", "valid": [True, True]}),
                put(*SECOND, {"closed": THROUGH}),
            ),
            "a step leads out of the set",
        ),
        (
            "neither, by a path through the collider",
            both(
                put("claim", {"name": "ill-posed", "valid": [False, False]}),
                put("evidence", "sets", 0, {"path": ["X", "V1", "C", "V2", "Y"]}),
            ),
            "the path is not open at C",
        ),
        (
            "neither, by a path through what lies below",
            both(
                put("claim", {"name": "ill-posed", "valid": [False, False]}),
                put("evidence", "sets", 0, {"path": ["X", "V1", "C", "D", "C", "V2", "Y"]}),
            ),
            "the path is not open at D",
        ),
    ),
    "below the collider": (
        (
            "both are called valid",
            both(
                put("claim", {"name": "ill-posed", "valid": [True, True]}),
                put("evidence", "sets", 0, {"closed": THROUGH}),
            ),
            "a step leads out of the set",
        ),
    ),
    "share of nought": (
        (
            "a joint probability",
            both(
                restated(given={"P(Y=0,X=1)": "0.7"}),
                put(*NETWORK, "P(X)", "1"),
                put(*NETWORK, "P(V2|X)", ["0", "1"]),
                put(*NETWORK, "P(Y|V2)", ["0.3", "0.3"]),
            ),
            "the proof uses a number that is not given",
        ),
    ),
    "effect": (
        ("no name", drop("claim", "name"), "the key 'name' is missing"),
        (
            "a claim about sets",
            put("claim", {"name": "ill-posed", "valid": [True, True]}),
            "another type of query",
        ),
        ("another answer", put("claim", "answer", "yes"), "the tables answer otherwise"),
        (
            "a value next to it",
            put("claim", "value", "350001/1000000"),
            "the tables have another value",
        ),
        ("a value of no number", put("claim", "value", "1e3"), "not an exact number"),
        (
            "a value of no quotient",
            put("claim", "value", "7/0"),
            "a fraction with denominator zero",
        ),
        (
            "two networks against the tables",
            both(
                put("claim", {"name": "effect-open", "answers": ["yes", "no"]}),
                put("evidence", {"networks": [CONFOUNDED, CONFOUNDED]}),
            ),
            "the problem has tables: they decide",
        ),
        (
            "the other tables open",
            both(
                put("claim", {"name": "effect-open", "answers": ["no", "yes"]}),
                put(
                    "evidence",
                    {
                        "networks": [
                            {
                                "P(V1)": "1/2",
                                "P(X|V1)": ["1/4", "3/4"],
                                "P(Y|V1,X)": [["0", b], ["0", b]],
                            }
                            for b in ("1", "0")
                        ]
                    },
                ),
                put("evidence", "networks", 1, "P(Y|V1,X)", [["1", "0"], ["1", "0"]]),
            ),
            "the problem has tables: they decide",
        ),
    ),
    "determined": (
        ("a value", put("claim", "value", "1"), "a deterministic question has no value"),
        ("another answer", put("claim", "answer", "no"), "the tables answer otherwise"),
    ),
    "both valid": (
        (
            "an effect",
            put("claim", {"name": "effect", "answer": "yes", "value": "0"}),
            "another type of query",
        ),
        (
            "one set",
            swap("evidence", "sets", by=lambda old: old[:1]),
            "not true or false for each of two sets",
        ),
        ("one word", put("claim", "valid", [True]), "not true or false for each of two sets"),
        (
            "numbers as words",
            put("claim", "valid", [True, 1]),
            "not true or false for each of two sets",
        ),
        (
            "the second is called invalid",
            both(
                put("claim", {"name": "adjustment", "answer": "yes", "valid": [True, False]}),
                put(*SECOND, {"path": ["X", "V2", "Y"]}),
            ),
            "the path is not open at X",
        ),
        (
            "a path along the effect",
            both(
                put("claim", {"name": "adjustment", "answer": "yes", "valid": [True, False]}),
                put(*SECOND, {"path": ["X", "Y"]}),
            ),
            "the path is not open at X",
        ),
        (
            "a path that begins elsewhere",
            both(
                put("claim", {"name": "adjustment", "answer": "no", "valid": [False, True]}),
                put("evidence", "sets", 0, {"path": ["V2", "Y"]}),
            ),
            "not a path from the treatment to the outcome",
        ),
        (
            "a path of nobody",
            both(
                put("claim", {"name": "adjustment", "answer": "no", "valid": [False, True]}),
                put("evidence", "sets", 0, {"path": []}),
            ),
            "not a path from the treatment to the outcome",
        ),
        (
            "no descendant of the treatment",
            both(
                put("claim", {"name": "adjustment", "answer": "yes", "valid": [True, False]}),
                put(*SECOND, {"descendant": "V2"}),
            ),
            "not a descendant of the treatment in the set",
        ),
        (
            "an invalid set without reason",
            both(put("claim", "valid", [True, False]), put(*SECOND, {})),
            "a set is not proved to be invalid",
        ),
        (
            "a closed set for an invalid one",
            put("claim", "valid", [False, True]),
            "a set is not proved to be invalid",
        ),
        (
            "a question with an answer",
            put("claim", {"name": "adjustment", "answer": "yes", "valid": [True, True]}),
            "the sets answer otherwise",
        ),
        ("a step of one", put(*SECOND, "closed", [["X"]]), "not a list of steps"),
        ("without the start", put(*SECOND, "closed", []), "the set does not hold the start"),
        (
            "the start from above",
            put(*SECOND, "closed", [["X", "down"]]),
            "does not hold the start",
        ),
    ),
    "first valid": (
        (
            "both are called valid",
            both(
                put("claim", {"name": "ill-posed", "valid": [True, True]}),
                put(*SECOND, {"closed": [["X", "up"], ["V1", "up"], ["X", "down"], ["Y", "down"]]}),
            ),
            "the set holds the outcome",
        ),
        (
            "both are called valid, with a step out of the set",
            both(
                put("claim", {"name": "ill-posed", "valid": [True, True]}),
                put(*SECOND, {"closed": [["X", "up"]]}),
            ),
            "a step leads out of the set",
        ),
        (
            "neither, by a path that ends early",
            both(
                put("claim", {"name": "ill-posed", "valid": [False, False]}),
                put("evidence", "sets", 0, {"path": ["X", "V1"]}),
            ),
            "not a path from the treatment to the outcome",
        ),
        (
            "neither, by a path that is blocked at its last step",
            both(
                put("claim", {"name": "ill-posed", "valid": [False, False]}),
                put("evidence", "sets", 0, {"path": ["X", "V1", "Y"]}),
            ),
            "the path is not open at V1",
        ),
        (
            "ill-posed, as only one is valid",
            put("claim", {"name": "ill-posed", "valid": [True, False]}),
            "one set is valid and the other is not",
        ),
        ("the answer of the other set", put("claim", "answer", "no"), "the sets answer otherwise"),
        (
            "a path and a closed set",
            put("evidence", "sets", 0, "path", ["X", "V1", "Y"]),
            "a set is not proved to be valid",
        ),
        (
            "a valid set by a path",
            put("evidence", "sets", 0, {"path": ["X", "V1", "Y"]}),
            "a set is not proved to be valid",
        ),
    ),
    "second valid": (
        (
            "a descendant in a valid set",
            both(
                put("claim", {"name": "ill-posed", "valid": [True, True]}),
                put("evidence", "sets", 0, {"closed": [["X", "up"]]}),
            ),
            "a set is not proved to be valid",
        ),
        (
            "a descendant that is not in the set",
            both(
                put("claim", {"name": "ill-posed", "valid": [False, False]}),
                put(*SECOND, {"descendant": "V2"}),
            ),
            "not a descendant of the treatment in the set",
        ),
    ),
    "open": (
        (
            "one network",
            swap("evidence", "networks", by=lambda old: old[:1]),
            "not two different answers of two networks",
        ),
        (
            "one answer",
            swap("claim", "answers", by=lambda old: old[:1]),
            "not two different answers of two networks",
        ),
        (
            "one answer twice",
            both(
                swap("claim", "answers", by=lambda old: old[:1] * 2),
                swap("evidence", "networks", by=lambda old: old[:1] * 2),
            ),
            "not two different answers of two networks",
        ),
        (
            "the networks exchanged",
            swap("evidence", "networks", by=lambda old: old[::-1]),
            "the network answers otherwise",
        ),
        (
            "an effect of tables",
            both(
                put("claim", {"name": "effect", "answer": "yes", "value": "0"}), put("evidence", {})
            ),
            "the problem has no tables",
        ),
        (
            "a network without the number",
            put(*FIRST, "P(X)", "0.499999"),
            "does not have a given number: P(X=1)",
        ),
        (
            "a treatment that never is",
            both(
                numbers(**{"P(Y)": "0.5"}),
                put(*FIRST, "P(X)", "0"),
                put(*FIRST, "P(Y|X,V2)", [["0.5", "0.5"]] * 2),
            ),
            "a condition has probability 0 in a network",
        ),
        (
            "rows of two lengths",
            put(*FIRST, "P(Y|X,V2)", [["0", ["0", "0", "1"]], ["1", "1"]]),
            "rows of different lengths",
        ),
        (
            "three values of what is observed",
            both(
                put(*FIRST, "P(V2)", ["0.5", "0", "0.5"]),
                put(*FIRST, "P(Y|X,V2)", [["0"] * 3, ["1"] * 3]),
            ),
            "only an unobserved variable has more than two values",
        ),
        ("a row too few", put(*FIRST, "P(Y|X,V2)", [["0", "0"]]), "not a list of 2"),
        ("a row too many", put(*FIRST, "P(Y|X,V2)", [["0", "0"]] * 3), "not a list of 2"),
        ("a single value", put(*FIRST, "P(V2)", ["1"]), "not a distribution"),
        ("shares of less than one", put(*FIRST, "P(V2)", ["0.5", "0.4"]), "not a distribution"),
        ("a negative share", put(*FIRST, "P(V2)", "1.5"), "not a distribution"),
        ("a share above one", put(*FIRST, "P(V2)", "-0.5"), "not a distribution"),
    ),
    "contrast": (
        (
            "a narrower low end",
            swap("claim", "low", by=lambda old: "-39999/1000000"),
            "the proof gives a wider range",
        ),
        (
            "a narrower high end",
            swap("claim", "high", by=lambda old: "-40001/1000000"),
            "the proof gives a wider range",
        ),
        ("another answer", put("claim", "answer", "yes"), "the range leaves another answer"),
        (
            "no effect is possible, at the low end",
            _from_nought("yes", ["0.5", "0.51"], "0", "0.02"),
            "the range leaves another answer",
        ),
        (
            "no effect is possible, at the high end",
            _from_nought("no", ["0.51", "0.5"], "-0.02", "0"),
            "the range leaves another answer",
        ),
        ("no closed set", drop("evidence", "closed"), "the key 'closed' is missing"),
        ("a direct effect", asked("nde"), "no difference of conditional probabilities"),
        (
            "no number",
            both(numbers(**{"P(X)": "0.5"}), put(*NETWORK, "P(X)", "0.5")),
            "the proof uses a number that is not given",
        ),
        (
            "a share of the outcome",
            put("evidence", "method", "mixture"),
            "this query is no probability",
        ),
        ("a correlation", put("evidence", "method", "ratio"), "this query is no correlation"),
        (
            "front door, treated",
            put("evidence", "method", "front door, treated"),
            "this method is about ett",
        ),
        ("strata", put("evidence", "method", "strata"), "this method is about ett"),
        ("collision", put("evidence", "method", "collision"), "this method is about exp_away"),
        ("arrowhead", put("evidence", "method", "arrowhead"), "this method is about nde and nie"),
        ("wald", put("evidence", "method", "wald"), "a homogeneous effect is not assumed"),
        (
            "no effect, and a cause",
            put("evidence", "method", "no effect"),
            "the treatment is a cause of the outcome",
        ),
    ),
    "mediated": (
        (
            "a direct effect by contrast",
            both(
                _contrast("nde"),
                put(*NETWORK, "P(V2|X)", ["0.5", "0.5"]),
                put(*NETWORK, "P(Y|X,V2)", [["0.55"] * 2, ["0.7"] * 2]),
            ),
            "no difference of conditional probabilities",
        ),
        (
            "an indirect effect by contrast",
            both(
                _contrast("nie"),
                put(*NETWORK, "P(Y|X,V2)", [["0.3", "0.8"], ["0.3", "0.8"]]),
            ),
            "no difference of conditional probabilities",
        ),
        (
            "an indirect effect by contrast, and another network",
            both(
                lambda d: d.restate(
                    query={**d.source["query"], "type": "nie"}, given={"P(Y|X)": ["0.55", "0.18"]}
                ),
                put("evidence", "method", "contrast"),
                drop("evidence", "roles"),
                put("evidence", "closed", [["X", "up"]]),
                put(
                    "claim",
                    {"name": "effect-settled", "answer": "no", "low": "-0.37", "high": "-0.37"},
                ),
            ),
            "no difference of conditional probabilities",
        ),
        ("no roles", drop("evidence", "roles"), "the key 'roles' is missing"),
        (
            "another shape",
            put("evidence", "roles", {"X": "V2", "Y": "Y", "M": "X"}),
            "the graph has not the shape mediation",
        ),
        (
            "no direct effect",
            put("evidence", "method", "no effect"),
            "the treatment is a direct cause of the outcome",
        ),
        ("instrument", put("evidence", "method", "instrument"), "this method is about ate"),
        ("wald", put("evidence", "method", "wald"), "this method is about ate"),
        ("adjusted", put("evidence", "method", "adjusted"), "this method is about ate"),
        ("front door", put("evidence", "method", "front door"), "this method is about ate"),
        ("a marginal", asked("marginal"), "this method is about nde"),
    ),
    "ratio": (
        (
            "no joint",
            put("evidence", "method", "no effect"),
            "the graph joins treatment and outcome",
        ),
        (
            "a share of nought",
            both(
                restated(rounding="0.2"),
                put(*NETWORK, {"P(X)": "0.1", "P(V2|X)": ["0", "1"], "P(Y|V2)": ["2/9", "0.1"]}),
            ),
            "the share of the treatment may be 0 or 1",
        ),
    ),
    "strata": (
        ("an ate", both(asked("ate"), put("claim", "answer", "no")), "this method is about ett"),
    ),
    "no effect": (
        ("an effect", _flat("ate"), "the treatment is a cause of the outcome"),
        (
            "a direct effect",
            _flat("nde", FLATTER),
            "the treatment is a direct cause of the outcome",
        ),
        ("a correlation", _flat("correlation"), "the graph joins treatment and outcome"),
        ("a share", _flat("marginal"), "this method is about ate"),
    ),
    "adjusted": (
        (
            "the shape of a mediation",
            both(
                put("evidence", "method", "mediated"),
                put("evidence", "roles", {"X": "X", "Y": "Y", "M": "V1"}),
            ),
            "the graph has not the shape mediation",
        ),
    ),
    "arrowhead": (
        (
            "too many types",
            both(
                put("evidence", "method", "programme"),
                drop("evidence", "roles"),
                put("evidence", "block", ["X", "V2", "V3", "Y"]),
            ),
            "a block has at most 4,096 types",
        ),
    ),
    "collision": (
        (
            "another collider",
            both(
                lambda d: d.restate(
                    variables=["X", "Y", "V3", "V9"], query={**d.source["query"], "collider": "V9"}
                ),
                put(*NETWORK, "P(V9)", "0.5"),
            ),
            "the collider is another variable",
        ),
        (
            "the roles exchanged",
            put("evidence", "roles", {"X": "Y", "Y": "X", "C": "V3"}),
            "the graph has not the shape collision",
        ),
        (
            "a programme",
            both(
                put("evidence", "method", "programme"),
                drop("evidence", "roles"),
                put("evidence", "block", ["X"]),
                put("evidence", "duals", []),
            ),
            "no programme is about exp_away",
        ),
    ),
    "instrument": (
        ("no multipliers", drop("evidence", "duals"), "the key 'duals' is missing"),
        ("one vector", swap("evidence", "duals", by=lambda old: old[:1]), "not two vectors of 5"),
        (
            "a vector of four",
            swap("evidence", "duals", 1, by=lambda old: old[:-1]),
            "not two vectors of 5",
        ),
        (
            "a better lower bound",
            put("evidence", "duals", 0, ["-0.9", "1", "-1", "1", "-1"]),
            "multipliers do not bound a type of response",
        ),
        (
            "a better upper bound",
            put("evidence", "duals", 1, ["0.9", "1", "-2", "0", "2"]),
            "multipliers do not bound a type of response",
        ),
        (
            "a homogeneous effect that is not",
            restated(assume=["homogeneous"]),
            "the effect in a network is not homogeneous",
        ),
    ),
    "wald, rounded": (
        (
            "the largest ratio as the least",
            _one_end("low", "4/9", ["779/1800", "1579/1800"], ["0.635", "0.905"]),
            "the proof gives a wider range",
        ),
        (
            "the least ratio as the largest",
            _one_end("high", "10/29", ["591/1160", "991/1160"], ["0.625", "0.915"]),
            "the proof gives a wider range",
        ),
    ),
    "wald": (
        (
            "nothing is assumed",
            restated(assume=[]),
            "a homogeneous effect is not assumed",
        ),
        (
            "an instrument without effect",
            both(
                given(**{"P(X_V2)": ["0.5", "0.5"], "P(Y_V2)": ["0.5", "0.5"]}),
                put(*NETWORK, "P(X|V1,V2)", [["0.5", "0.5"]] * 2),
                put(*NETWORK, "P(Y|V1,X)", [["0.5", "0.5"]] * 2),
            ),
            "the instrument may be without effect",
        ),
    ),
    "programme": (
        ("no block", drop("evidence", "block"), "the key 'block' is missing"),
        (
            "a variable twice",
            put("evidence", "block", ["Y", "Y"]),
            "not variables that the numbers or the query depend on",
        ),
        (
            "a variable that is not there",
            put("evidence", "block", ["Y", "Z"]),
            "not variables that the numbers or the query depend on",
        ),
        (
            "a better bound",
            put("evidence", "duals", 0, 0, "0.61"),
            "the multipliers do not prove the bound",
        ),
        (
            "a better upper bound",
            put("evidence", "duals", 1, 0, "0.59"),
            "the multipliers do not prove the bound",
        ),
        (
            "an unobserved variable that is named",
            lambda d: d.restate(unobserved=["V2"], given={"P(Y|X)": ["0.2", "0.8"], "P(X)": "0.4"}),
            "an unobserved variable is named",
        ),
        ("another block", put("evidence", "block", ["X"]), "not linear in the shares of types"),
    ),
    "programme, correlation": (
        (
            "a share within bounds",
            restated(rounding="0.01"),
            "the share of the treatment is not given exactly",
        ),
    ),
    "programme, treated": (
        (
            "no effect of treatment on the treated",
            both(
                given(**{"P(Y_X)": ["0.5", "0.5"]}),
                put("claim", {"name": "effect-settled", "answer": "tie", "low": "0", "high": "0"}),
                put(*NETWORK, "P(Y|V1,X)", HALVES),
                put("evidence", "duals", [["0"] * 6] * 2),
            ),
            "the multipliers do not prove the bound",
        ),
    ),
    "none: condition": (
        ("both values", given(**{"P(X)": "0.5"}), "both values may have a probability"),
        (
            "a value that may be",
            lambda d: d.restate(given={**d.source["given"], "P(X)": "0"}, rounding="0.01"),
            "both values may have a probability",
        ),
        (
            "no number with the condition",
            numbers(**{"P(X)": "1", "P(Y)": "0.3"}),
            "no given number has the condition",
        ),
        ("no variable", drop("evidence", "by"), "the key 'by' is missing"),
    ),
    "none: independent": (
        ("one variable", put("evidence", "of", "X"), "not two variables"),
        ("a first that is not there", put("evidence", "by", "Z"), "not two variables"),
        ("a second that is not there", put("evidence", "of", "Z"), "not two variables"),
        ("joined", lambda d: d.restate(edges=[["X", "Y"]]), "the graph joins the two variables"),
        (
            "equal numbers",
            given(**{"P(Y_X)": ["0.2", "0.2"]}),
            "the two probabilities may be equal",
        ),
    ),
    "none: joint": (
        (
            "numbers that go together",
            given(**{"P(Y=1,X=1)": "0.2"}),
            "the joint probabilities go with the share",
        ),
    ),
    "none: rows": (
        (
            "rows with a common mixture",
            given(**{"P(Y_X,V3)": [["0.1", "0.7"], ["0.7", "0.9"]]}),
            "both rows may have one mixture",
        ),
        (
            "the first row's mixtures among those of the second",
            given(**{"P(Y_X,V3)": [["0.5", "0.6"], ["0.1", "0.9"]]}),
            "both rows may have one mixture",
        ),
        (
            "the second row's mixtures among those of the first",
            given(**{"P(Y_X,V3)": [["0.9", "0.1"], ["0.6", "0.5"]]}),
            "both rows may have one mixture",
        ),
    ),
    "none: types": (
        (
            "four multipliers",
            swap("evidence", "multipliers", by=lambda old: old[:-1]),
            "not five multipliers",
        ),
        (
            "a type that has more",
            put("evidence", "multipliers", 0, "0.000001"),
            "a type of response has more",
        ),
        (
            "numbers that are allowed",
            given(**{"P(Y_V2)": ["0.05", "0.1"]}),
            "the given numbers allow as much",
        ),
    ),
    "none: programme": (
        (
            "numbers that are rounded much",
            restated(rounding="0.9"),
            "a type of response has more",
        ),
        ("no multipliers", drop("evidence", "multipliers"), "the key 'multipliers' is missing"),
        (
            "a hidden variable outside of the block",
            put("evidence", "block", ["Y"]),
            "a hidden variable acts on others outside of the block",
        ),
        ("no condition", drop("evidence", "condition"), "the key 'condition' is missing"),
        (
            "a multiplier too few",
            swap("evidence", "multipliers", by=lambda old: old[:-1]),
            "not one multiplier a number",
        ),
        (
            "other multipliers",
            put("evidence", "multipliers", 0, "-1.3"),
            "a type of response has more",
        ),
        ("numbers that are allowed", given(**{"P(Y)": "0.44"}), "a type of response has more"),
    ),
}

FORGERIES = tuple(
    Forgery(f"{truth}: {name}", truth, change, said)
    for truth, rows in ROWS.items()
    for name, change, said in rows
)

TABLE = Table(verify, TRUTHS, FORGERIES)
