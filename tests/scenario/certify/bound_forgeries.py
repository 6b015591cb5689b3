"""Forgeries about scenarios that are bounded: cells, trees of designs, loops and traps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.forgery import Change, Draft, both, drop, put, restated
from tests.scenario.certify.finite_forgeries import Row, claimed, drawn, endless, limit, without

LINE: dict[str, Any] = {
    "format": "symcause.scenario/1",
    "id": "line",
    "design": {
        "k": {"type": "integer", "min": 0, "max": 3, "default": 0},
        "j": {"type": "integer", "min": 0, "max": 3, "default": 0},
        "mode": {"type": "choice", "options": ["p", "q"], "default": "p"},
    },
    "constraints": ["k + j <= 3"],
    "variables": [
        {"name": "x", "draw": {"uniform": ["0", "1"]}},
        {"name": "zone", "draw": {"bernoulli": "1/2"}},
        {"name": "survived", "is": "x + k/10 > 1/2"},
    ],
    "outcome": "survived",
    "evaluate": {"fleet": 100, "threshold": "3/4"},
}
"""A unit survives with a chance of 1/2 + k/10."""

MIXED: dict[str, Any] = {
    **{key: LINE[key] for key in ("format", "outcome", "evaluate")},
    "id": "mixed",
    "design": {"k": {"type": "integer", "min": 0, "max": 3, "default": 0}},
    "variables": [
        {"name": "zone", "draw": {"bernoulli": "1/2"}},
        {"name": "t", "draw": {"bernoulli": "if(zone, 9/10, 1/10)"}},
        {"name": "survived", "draw": {"bernoulli": "if(zone, 8/10, 2/10) - if(t, 1/10, 0)"}},
    ],
    "observe": {"records": ["t", "survived"], "counts": True},
    "history": {"records": 50, "policy": [{"weight": 1, "design": {}}]},
}
"""Units with t survive more often, and t makes them survive less often."""

DRIFTING: dict[str, Any] = {
    **{key: LINE[key] for key in ("format", "outcome", "evaluate")},
    "id": "drifting",
    "design": {name: {**LINE["design"]["k"]} for name in ("k", "j")},
    "variables": [{"name": "survived", "draw": {"bernoulli": "1/2 - k/10 + j/10"}}],
    "observe": {"records": ["survived"], "counts": True},
    "history": {
        "records": 50,
        "policy": [{"weight": 1, "design": {"k": k, "j": 3 * k}} for k in (0, 1)],
    },
}
"""Units with k survive more often, for they have j, and k makes them survive less often."""

BEST = {"k": 3, "j": 0, "mode": "p"}
CUT: dict[str, Any] = {"x": ["1/5"]}
TREE: dict[str, Any] = {"kind": "tree", "cells": {"x": ["1/5", "1/2"]}, "tree": {"cells": CUT}}

SUMMED = [
    LINE["variables"][0],
    {"name": "y", "is": 'if(mode == "p", k + j, k - j) / 10'},
    {"name": "survived", "is": "x + y > 1/2"},
]
"""One variable is computed from all that a design sets."""

TRUTHS: dict[str, Callable[[], Draft]] = {
    "bounded value": lambda: claimed(
        LINE,
        {"name": "value", "design": BEST, "low": "4/5", "high": "4/5"},
        {"kind": "cells", "cells": CUT},
    ),
    "bounded optimum": lambda: claimed(
        LINE, {"name": "optimum", "design": BEST, "low": "4/5", "upper": "4/5"}, TREE
    ),
    "bounded threshold": lambda: claimed(
        LINE, {"name": "threshold", "status": "sound", "by": None}, {**TREE, "design": BEST}
    ),
    "unreachable": lambda: claimed(
        {**LINE, "evaluate": {"fleet": 100, "threshold": "9/10"}},
        {"name": "threshold", "status": "unreachable", "by": None},
        TREE,
    ),
    "bounded trap": lambda: claimed(
        MIXED,
        {"name": "trap", "variable": "t", "status": "proven", "pair": [False, True]}
        | {
            "association": {"low": "0.38", "high": "0.38"},
            "effect": {"low": "-0.1", "high": "-0.1"},
        },
        {"kind": "cells", "cells": {}},
    ),
    "bounded trap of a design": lambda: claimed(
        DRIFTING,
        {"name": "trap", "variable": "k", "status": "proven", "pair": [0, 1]}
        | {
            "association": {"low": "0.2", "high": "0.2"},
            "effect": {"low": "-0.1", "high": "-0.1"},
        },
        {"kind": "cells", "cells": {}},
    ),
    "bounded, trivial exactly": lambda: claimed(
        {**LINE, "evaluate": {"fleet": 100, "threshold": "1/2"}},
        {"name": "threshold", "status": "trivial", "by": "default"},
        {**TREE, "design": BEST},
    ),
    "bounded value, summed": lambda: claimed(
        {**LINE, "variables": SUMMED},
        {"name": "value", "design": BEST, "low": "4/5", "high": "4/5"},
        {"kind": "cells", "cells": CUT},
    ),
    "no trap": lambda: claimed(
        MIXED,
        {"name": "trap", "variable": "k", "status": "undefined"}
        | {"pair": None, "association": None, "effect": None},
        {"kind": "cells", "cells": {}},
    ),
}


def split(variable: str, at: Any, first: Any = None, second: Any = None) -> dict[str, Any]:
    leaf = {"cells": CUT}
    return {"variable": variable, "at": at, "first": first or leaf, "second": second or leaf}


def tree(root: Any) -> Change:
    return put("evidence", "tree", root)


def fought(survived: str, *more: dict[str, Any], **repeat: Any) -> Change:
    """A loop, and who survives it."""
    plain = {"times": "2", "chance": "1/2", "targets": {"hull": "1", "tail": "1"}, "draws": {}}
    loop = {"name": "fight", "repeat": {**plain, "amount": "1", **repeat}}
    told = {"name": "survived", "is": survived}
    return restated(variables=[LINE["variables"][0], loop, *more, told])


def surviving(survived: str, *more: dict[str, Any]) -> Change:
    return restated(variables=[LINE["variables"][0], *more, {"name": "survived", "is": survived}])


SECOND_LOOP: dict[str, Any] = {
    "name": "storm",
    "repeat": {"times": "1", "chance": "1/2", "targets": {"hull": "1"}, "draws": {}, "amount": "1"},
}
THIRD_LOOP = {
    "name": "storm",
    "repeat": {**SECOND_LOOP["repeat"], "chance": "if(fight.hull <= 1, 1/2, 1/4)"},
}
VARIED = {"records": 50, "policy": [{"weight": 1, "design": {"k": n}} for n in (0, 1)]}

ROWS: dict[str, tuple[Row, ...]] = {
    "bounded value": (
        (
            "a low end above",
            put("claim", "low", "800001/1000000"),
            "the kernel has 0.800000 to 0.800000",
        ),
        (
            "a high end below",
            put("claim", "high", "799999/1000000"),
            "the kernel has 0.800000 to 0.800000",
        ),
        (
            "cuts of no draw",
            put("evidence", "cells", "y", ["1/2"]),
            "no uniform draw of the scenario",
        ),
        (
            "cuts of another draw",
            put("evidence", "cells", "zone", ["1/2"]),
            "no uniform draw of the scenario",
        ),
        (
            "a cut at nought",
            put("evidence", "cells", "x", ["0", "1/5"]),
            "cuts are between 0 and 1",
        ),
        ("a cut at one", put("evidence", "cells", "x", ["1/5", "1"]), "cuts are between 0 and 1"),
        (
            "cuts that fall",
            put("evidence", "cells", "x", ["1/2", "1/5"]),
            "cuts are between 0 and 1",
        ),
        ("a chance above one", drawn(bernoulli="2 + k"), "a probability is outside of 0 to 1"),
        ("a chance below nought", drawn(bernoulli="-1 - k"), "a probability is outside of 0 to 1"),
        (
            "a negative share",
            surviving(
                "x + k/10 > 1/2",
                {
                    "name": "m",
                    "draw": {
                        "categorical": {"u": "if(k >= 0, -1/2, 1/2)", "v": "if(k >= 0, 3/2, 1/2)"}
                    },
                },
            ),
            "probabilities that do not add up to 1",
        ),
        (
            "shares of less than one",
            drawn(categorical={"u": "if(k >= 0, 1/4, 1/2)", "v": "1/2"}),
            "probabilities that do not add up to 1",
        ),
        (
            "an empty range",
            drawn(integer=["2 + k", "1 - k"]),
            "an integer draw from an empty range",
        ),
        (
            "an empty interval",
            drawn(uniform=["2 + k", "1 - k"]),
            "a uniform draw from an empty range",
        ),
    ),
    "bounded optimum": (
        (
            "a design worth less",
            both(put("claim", "design", "k", 2), put("evidence", "cells", {"x": ["3/10"]})),
            "the kernel has 0.7",
        ),
        ("a smaller upper end", put("claim", "upper", "7/10"), "the leaves have up to 0.800000"),
        ("all outside", tree({"outside": True}), "a design of this box may be in the space"),
        (
            "the best outside",
            tree(split("k", 2, second={"outside": True})),
            "a design of this box may be in the space",
        ),
        (
            "outside, and not",
            tree(split("k", 2, second=split("j", 0, second={"outside": False}))),
            "a design of this box may be in the space",
        ),
        ("cut at a number", tree(split("mode", 1)), "not a value that is left in this box"),
        ("cut at a list", tree(split("mode", [])), "not a value that is left in this box"),
        ("cut at no option", tree(split("mode", "r")), "not a value that is left in this box"),
        (
            "cut at the only option",
            tree(split("mode", "p", first=split("mode", "p"))),
            "not a value that is left in this box",
        ),
        ("cut beyond the end", tree(split("k", 3)), "not between 0 and 2"),
    ),
    "bounded threshold": (
        ("no threshold", without("evaluate"), "there is no threshold"),
        (
            "by a design",
            put("claim", "by", "default"),
            "a design is named where the threshold is trivial",
        ),
        (
            "trivial by nobody",
            put("claim", "status", "trivial"),
            "a design is named where the threshold is trivial",
        ),
        ("off, and no gap", put("claim", "status", "off"), "no gap is claimed"),
        (
            "sound, and above the gap",
            restated(claims={"gap": ["0", "0.01"]}),
            "above the threshold",
        ),
        (
            "sound, and the default wins",
            restated(evaluate={"fleet": 100, "threshold": "2/5"}),
            "default is worth 0.500000",
        ),
        (
            "sound, and the default reaches it exactly",
            restated(evaluate={"fleet": 100, "threshold": "1/2"}),
            "default is worth 0.500000",
        ),
    ),
    "bounded trap": (
        ("no such variable", put("claim", "variable", "depth"), "no such variable"),
        ("a pair of one", put("claim", "pair", [True]), "two values"),
        ("one value twice", put("claim", "pair", [True, True]), "two values"),
        (
            "the association outside",
            put("claim", "association", {"low": "0.39", "high": "0.4"}),
            "the kernel has 0.380000",
        ),
        (
            "the same sign",
            both(
                lambda d: d.restate(
                    variables=[
                        *d.source["variables"][:-1],
                        {
                            "name": "survived",
                            "draw": {"bernoulli": "if(zone, 8/10, 2/10) + if(t, 1/10, 0)"},
                        },
                    ]
                ),
                put("claim", "association", {"low": "0.5", "high": "0.6"}),
                put("claim", "effect", {"low": "0.1", "high": "0.1"}),
            ),
            "both have the same sign",
        ),
        (
            "a value that the history lacks",
            both(
                restated(history=VARIED),
                put("claim", "variable", "k"),
                put("claim", "pair", [0, 2]),
            ),
            "a value that the history does not have",
        ),
    ),
    "no trap": (
        ("proven", put("claim", "status", "proven"), "the history does not vary it"),
        ("numbers", put("claim", "effect", "0"), "the history does not vary it"),
    ),
}

BEYOND: dict[str, tuple[Row, ...]] = {
    "bounded value": (
        ("no cuts", put("evidence", "cells", {}), "the bounds do not decide it"),
        ("too many cuts", limit("bounds.box_tree:MAX_CUTS", 0), "more than 0 cuts"),
        ("a design without end", endless, "k has no largest number"),
        (
            "a chance that may be above one",
            drawn(bernoulli="k"),
            "a probability may be outside of 0 to 1",
        ),
        (
            "a chance that may be below nought",
            drawn(bernoulli="k/3 - 1/2"),
            "a probability may be outside of 0 to 1",
        ),
        (
            "shares that vary",
            drawn(categorical={"u": "k/3", "v": "1 - k/3"}),
            "the chances of options are not fixed",
        ),
        (
            "a normal draw",
            surviving("n > 0", {"name": "n", "draw": {"normal": ["0", "1"]}}),
            "a normal draw has no cells here",
        ),
        ("a divisor that may be nought", surviving("1/(x - 1/2) > 0"), "a divisor may be zero"),
        ("a far exponential", surviving("exp(x * 100000) > 1"), "exp beyond"),
        ("too many states", limit("bounds.weighted_states:MAX_STATES", 1), "more than 1 states"),
        (
            "a chance by a loop",
            fought("fight.hull <= 1", {"name": "m", "draw": {"bernoulli": "fight.hull / 2"}}),
            "the chances of m are not bounded",
        ),
        (
            "two totals at once",
            fought("fight.hull + fight.tail <= 1"),
            "a condition speaks of two totals",
        ),
        (
            "two loops",
            fought("fight.hull <= 1 and storm.hull <= 0", SECOND_LOOP),
            "more than one loop",
        ),
        (
            "a total by another variable",
            fought("y <= 2 or x > 1/2", {"name": "y", "is": "fight.hull + 1"}),
            "by way of another variable",
        ),
        (
            "a draw by a total",
            fought(
                "z <= 1 and fight.hull <= 1",
                {"name": "z", "draw": {"integer": ["0", "fight.hull"]}},
            ),
            "depends on a",
        ),
        (
            "a loop by another loop",
            fought("storm.hull <= 1", THIRD_LOOP),
            "a variable depends on a loop",
        ),
        (
            "too large a total",
            both(fought("fight.hull <= 1"), limit("bounds.loop_formula:MAX_TOTAL", 0)),
            "totals above 0 are not listed",
        ),
        (
            "too many rounds",
            both(fought("fight.hull <= 1"), limit("bounds.loop_state:MAX_ROUNDS", 1)),
            "more than 1 rounds",
        ),
        (
            "a negative weight",
            fought("fight.hull <= 1", targets={"hull": "k - 4", "tail": "1"}),
            "a weight may be negative",
        ),
        (
            "a draw of a round that is not listed",
            fought("fight.hull <= 1", draws={"c": {"uniform": ["0", "1"]}}, amount="floor(c) + 1"),
            "the draw c of a round is not listed",
        ),
        (
            "a negative amount",
            fought("fight.hull <= 1", amount="k - 4"),
            "an amount may be negative",
        ),
        (
            "an amount of a half",
            fought("fight.hull <= 1", amount="1/2"),
            "amounts that are no whole numbers",
        ),
    ),
    "bounded optimum": (
        (
            "no tree",
            both(put("evidence", "kind", "cells"), drop("evidence", "tree")),
            "there is no tree of designs",
        ),
        ("too many leaves", limit("bounds.box_tree:MAX_LEAVES", 0), "more than 0 leaves"),
        ("leaves without cuts", tree({"cells": {}}), "the bounds do not decide it"),
        (
            "a chance of a round that varies",
            both(
                fought("fight.hull <= k", draws={"c": {"bernoulli": "k/3"}}, amount="if(c, 1, 2)"),
                put("claim", "low", "0"),
                put("claim", "upper", "1"),
            ),
            "the draw c of a round is not listed",
        ),
    ),
    "bounded threshold": (
        (
            "trivial by the default",
            both(put("claim", "status", "trivial"), put("claim", "by", "default")),
            "the bounds show no such design",
        ),
        (
            "no design is shown",
            drop("evidence", "design"),
            "no design is shown to reach the threshold",
        ),
        ("unreachable", put("claim", "status", "unreachable"), "the bounds do not decide it"),
    ),
    "bounded trap": (
        ("refuted", put("claim", "status", "refuted"), "is not checked by bounds"),
        (
            "shares of what is shown",
            restated(observe={"records": ["t"], "select": "survived", "counts": False}),
            "shares among shown records are not bounded",
        ),
        (
            "a value that the history may lack",
            both(
                lambda d: d.restate(
                    variables=[
                        {"name": "x", "draw": {"uniform": ["0", "1"]}},
                        {"name": "w", "is": "floor(x * 2)"},
                        *d.source["variables"],
                    ]
                ),
                put("claim", "variable", "w"),
                put("claim", "pair", [0, 1]),
            ),
            "a value that the history may not have",
        ),
    ),
}
