"""The forgery table of the Boolean family: each certificate is well-formed and false in one respect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from symcause.families.boolean.verifier.kernel import verify
from tests.boolean.certify.kernel_forgeries import KERNEL
from tests.boolean.certify.true_certificates import (
    ALTERNATIVE,
    INFORMED,
    TRUTHS,
    clausal_again,
    many_latent,
    model,
    world,
)
from tests.forgery import Change, Draft, Forgery, Table, both, drop, put, restated, swap

REFERENCE = ("evidence", "reference")
WITNESS = ("evidence", "witness")
X3 = ("evidence", "variables", "X3")


def alternative(**functions: str) -> Callable[[Draft], None]:
    """The second model has these functions instead."""

    def change(draft: Draft) -> None:
        made = model((), **functions)["functions"]
        draft.at("evidence", "alternative", "functions").update(made)

    return change


def known(**knowledge: Any) -> Callable[[Draft], object]:
    """The class knows this."""
    return put("class", "knowledge", knowledge)


def bounded(**bounds: int | None) -> Callable[[Draft], None]:
    return lambda draft: draft.at("class").update(bounds)


def unseparated(draft: Draft) -> None:
    """Nothing is said about experiments."""
    draft.drop("evidence", "experiment")
    draft.drop(*WITNESS)


def written(**expressions: Any) -> Callable[[Draft], object]:
    """The second model is written so."""
    return put("evidence", "alternative", "expressions", expressions)


def _nested(levels: int) -> Any:
    inner: Any = "X1"
    for _ in range(levels):
        inner = ["not", inner]
    return inner


def _deep_and(width: int, levels: int) -> Any:
    inner: Any = ["and", *["X1"] * width]
    return ["and", *[inner] * levels]


MODELS = (
    ("table too short", put(*ALTERNATIVE, "X2", "table", "0"), "not a table of 2 bits"),
    ("table of other signs", put(*ALTERNATIVE, "X2", "table", "0x"), "not a table of 2 bits"),
    (
        "parents in another order",
        alternative(X3="X2 X1:0001"),
        "not the functional parents in natural order",
    ),
    (
        "a parent without effect",
        alternative(X3="X1 X2:0101"),
        "not the functional parents in natural order",
    ),
    (
        "the last variable left out",
        drop(*ALTERNATIVE, "X3"),
        "are not a partition of the problem's variables",
    ),
    (
        "the first variable left out",
        put("evidence", "alternative", "roots", []),
        "are not a partition of the problem's variables",
    ),
    (
        "a variable that the problem lacks",
        alternative(X4="X1:01"),
        "are not a partition of the problem's variables",
    ),
    (
        "a root with a function",
        alternative(X1=":0"),
        "are not a partition of the problem's variables",
    ),
    (
        "another root",
        put("evidence", "alternative", model(("X2",), X1="X2:01", X3="X2:01")),
        "the roots are not the disclosed ones",
    ),
    ("a cycle", alternative(X2="X3:01", X3="X2:01"), "cycle"),
    ("no replay in the last row", alternative(X2="X1:01", X3=":0"), "X3 in row 2 of world w0"),
    ("no replay of the first variable", alternative(X2="X1:10"), "does not replay X2 in row 1"),
    (
        "a parent too many",
        alternative(X2="X1:01", X3="X1 X2:0001"),
        "X3 has 2 parents, the class allows 1",
    ),
    (
        "no parent is allowed",
        bounded(max_parents=0),
        "evidence.reference: X2 has 1 parents, the class allows 0",
    ),
    (
        "the same model twice",
        lambda d: d.put("evidence", "alternative", d.at(*REFERENCE)),
        "the two models are the same",
    ),
    ("expressions are needed", bounded(max_ast=9), "this class needs an expression"),
    ("expressions are needed for depth", bounded(max_depth=9), "this class needs an expression"),
)
"""Changes of two members and their experiment: the second is no member, or no second."""

EXPERIMENTS = (
    ("a witness without experiment", drop("evidence", "experiment"), "come together"),
    ("an experiment without witness", drop(*WITNESS), "come together"),
    (
        "no target",
        put("evidence", "experiment", "assignments", {}),
        "an experiment has 1 to 3 targets",
    ),
    (
        "a target that the problem lacks",
        put("evidence", "experiment", "assignments", {"X3": 0, "X9": 0}),
        "evidence.experiment: unknown variable (got 'X9')",
    ),
    (
        "no root assignment",
        put(*WITNESS, "rootAssignment", {}),
        "the root assignment is not complete",
    ),
    (
        "an assignment of more than roots",
        put(*WITNESS, "rootAssignment", {"X1": 1, "X2": 1}),
        "the root assignment is not complete",
    ),
    (
        "the experiment sets the root otherwise",
        both(
            put("evidence", "experiment", "assignments", {"X1": 1, "X3": 0}),
            put(*WITNESS, "rootAssignment", {"X1": 0}),
        ),
        "the root assignment contradicts",
    ),
    ("no difference", put(*WITNESS, "differences", []), "needs at least one difference"),
    (
        "a difference in a root",
        put(*WITNESS, "differences", 0, {"variable": "X1", "reference": 1, "alternative": 0}),
        "not a variable that the experiment leaves alone",
    ),
    (
        "a difference in the target",
        put(*WITNESS, "differences", 0, {"variable": "X3", "reference": 1, "alternative": 0}),
        "not a variable that the experiment leaves alone",
    ),
    (
        "a further difference in the target",
        swap(
            *WITNESS,
            "differences",
            by=lambda old: [*old, {"variable": "X3", "reference": 0, "alternative": 0}],
        ),
        "not a variable that the experiment leaves alone",
    ),
    (
        "a root value under which nothing differs",
        put(*WITNESS, "rootAssignment", {"X1": 0}),
        "simulation gives X2=0 in the reference and 0",
    ),
    (
        "the values of the difference exchanged",
        put(*WITNESS, "differences", 0, {"variable": "X2", "reference": 0, "alternative": 1}),
        "simulation gives X2=1 in the reference and 0",
    ),
    (
        "a difference that is none",
        both(
            put(*WITNESS, "rootAssignment", {"X1": 0}),
            put(*WITNESS, "differences", 0, {"variable": "X2", "reference": 0, "alternative": 0}),
        ),
        "simulation gives X2=0 in the reference and 0",
    ),
    (
        "a state for models over the same roots",
        put(*WITNESS, {"state": {"X1": 1, "X2": 1, "X3": 0}, "possible_in": "reference"}),
        "models over the same roots need a root assignment",
    ),
)

STATES = (
    (
        "a root assignment for models over different roots",
        put(*WITNESS, {"rootAssignment": {"X1": 0}, "differences": []}),
        "models over different roots need a state",
    ),
    ("a state of too few", drop(*WITNESS, "state", "X3"), "the state is not complete"),
    ("a state of too many", put(*WITNESS, "state", "X9", 0), "the state is not complete"),
    (
        "the sides exchanged",
        swap(
            *WITNESS,
            "possible_in",
            by={"reference": "alternative", "alternative": "reference"}.__getitem__,
        ),
        "the state is possible in reference",
    ),
    (
        "a state of both",
        put(*WITNESS, "state", {"X1": 0, "X2": 0, "X3": 0}),
        "the state is possible in reference and alternative",
    ),
    (
        "a state against the experiment",
        put(*WITNESS, "state", {"X1": 0, "X2": 1, "X3": 0}),
        "the state is possible in neither",
    ),
    (
        "a state against one of two targets",
        both(
            put("evidence", "experiment", "assignments", {"X2": 0, "X3": 1}),
            put(*WITNESS, "state", {"X1": 1, "X2": 0, "X3": 0}),
        ),
        "the state is possible in neither",
    ),
    (
        "a state against one of two mechanisms",
        put(
            *WITNESS,
            {"state": {"X1": 1, "X2": 0, "X3": 0}, "possible_in": "alternative"},
        ),
        "the state is possible in neither",
    ),
    (
        "more roots than disclosed",
        both(put("evidence", "alternative", model(("X1", "X2"), X3="X1:01")), unseparated),
        "2 roots where 1 are disclosed",
    ),
    (
        "no root at all",
        put("evidence", "alternative", model((), X1=":0", X2="X1:01", X3="X1:01")),
        "0 roots where 1 are disclosed",
    ),
)

BEHAVIOUR = (
    (
        "nothing shown",
        both(drop("evidence", "experiment"), drop(*WITNESS)),
        "nothing shows that they behave otherwise",
    ),
    (
        "two targets",
        put("evidence", "experiment", "assignments", {"X1": 0, "X3": 0}),
        "an experiment has 0 to 1 targets",
    ),
    (
        "a root assignment as witness",
        put(*WITNESS, {"rootAssignment": {"X1": 0}, "differences": []}),
        "a state is wanted as witness",
    ),
    (
        "a latent variable is set",
        put("evidence", "experiment", "assignments", {"X2": 0}),
        "a latent variable is not set",
    ),
    (
        "a state that tells the latent one",
        put(*WITNESS, "state", "X2", 0),
        "not a state of the variables that are not latent",
    ),
    (
        "a state without the first variable",
        drop(*WITNESS, "state", "X1"),
        "not a state of the variables that are not latent",
    ),
    (
        "the sides exchanged, behaviour",
        swap(
            *WITNESS,
            "possible_in",
            by={"reference": "alternative", "alternative": "reference"}.__getitem__,
        ),
        "the state is possible in",
    ),
    (
        "no completion",
        put("evidence", "alternative", "completions", []),
        "no completion of",
    ),
    (
        "a completion that changes what was seen",
        swap("evidence", "alternative", "completions", by=lambda old: [*old[:-1], "001"]),
        "no completion of",
    ),
    (
        "a completion of other signs",
        swap("evidence", "alternative", "completions", by=lambda old: ["0x0", *old[1:]]),
        "no completion of",
    ),
    (
        "a completion too many",
        swap("evidence", "alternative", "completions", by=lambda old: [*old, old[-1]]),
        "more completions than rows",
    ),
)

UNIQUE = (
    ("the last variable without evidence", drop(*X3), "no evidence about X3"),
    (
        "a further variable with a covered set",
        put(
            *("evidence", "variables", "X1"),
            {"conflicts": [], "covered": [{"parents": ["X3"], "rows": [0, 1]}]},
        ),
        "the parent set {X3} is not refuted",
    ),
    (
        "a further variable with descendants",
        put("evidence", "variables", "X1", {"conflicts": [], "covered": [], "without": ["X3"]}),
        "the parent set {X3} is not refuted",
    ),
    (
        "a variable that the problem lacks, evidence",
        put("evidence", "variables", "X9", {"conflicts": [], "covered": []}),
        "unknown variable",
    ),
    (
        "set aside, and no descendant",
        put(*X3, {"conflicts": [], "covered": [], "without": ["X1"]}),
        "no descendant of X3 in the model",
    ),
    (
        "the last set not covered",
        put(*X3, "covered", []),
        "the parent set {X1, X2} is neither refuted nor covered",
    ),
    (
        "a set that is not maximal",
        swap(*X3, "covered", by=lambda old: [*old, {"parents": ["X1"], "rows": [0, 2]}]),
        "covers a set that is refuted, not maximal, or there twice",
    ),
    (
        "a set covered twice",
        swap(*X3, "covered", by=lambda old: [*old, *old]),
        "covers a set that is refuted, not maximal, or there twice",
    ),
    (
        "a row of another pattern",
        put(*X3, "covered", 0, "rows", [0, 2, 1, 1]),
        "the row shows pattern 2, not 3",
    ),
    (
        "a row too few",
        put(*X3, "covered", 0, "rows", [0, 2, 1]),
        "not one row for each of 4 patterns",
    ),
    (
        "a row beyond the last",
        put(*X3, "covered", 0, "rows", [0, 2, 1, 4]),
        "there is no such training row (got 4)",
    ),
    (
        "a conflict that is none",
        put(*X3, {"conflicts": [[0, 3]], "covered": []}),
        "the rows do not differ in X3",
    ),
    (
        "a row in conflict with itself",
        put(*X3, {"conflicts": [[0, 0]], "covered": []}),
        "the rows do not differ in X3",
    ),
    (
        "a pattern that no row shows",
        both(
            restated(worlds=[{"id": "w0", **world("000", "011", "101")}]),
            put(*X3, "covered", 0, "rows", [0, 2, 1, 0]),
        ),
        "the row shows pattern 0, not 3",
    ),
    (
        "three rows as a conflict",
        put(*X3, {"conflicts": [[0, 1, 2]], "covered": []}),
        "more than 2 members",
    ),
    (
        "one row as a conflict",
        put(*X3, {"conflicts": [[0]], "covered": []}),
        "not a pair of rows",
    ),
    (
        "a stuck set of nobody",
        put("evidence", "stuck", [{"variables": [], "conflicts": {}}]),
        "no variables: every root set would be excluded",
    ),
    (
        "the model of another problem",
        put("claim", "model", "functions", model((), X3="X1 X2:0111")["functions"]),
        "does not replay X3",
    ),
)

ROWS = (
    (
        "a conflict with a row in which it is set",
        put(*X3, {"conflicts": [[0, 4]], "covered": []}),
        "X3 is a target in this row",
    ),
    (
        "covered by a row in which it is set",
        put(*X3, "covered", 0, "rows", [4, 2, 1, 3]),
        "X3 is a target in this row",
    ),
)

STUCK = (
    (
        "a stuck set that has a mechanism",
        put("evidence", "stuck", 1, "conflicts", "X2", []),
        "of X2 is not refuted",
    ),
    ("nothing excluded", put("evidence", "stuck", []), "nothing excludes the root set {X1}"),
    (
        "the last root set not excluded",
        swap("evidence", "stuck", by=lambda old: [s for s in old if s["variables"] == ["X3"]]),
        "nothing excludes the root set {X3}",
    ),
    (
        "the first root set not excluded",
        put("evidence", "stuck", [{"variables": ["X1"], "conflicts": {"X1": [[0, 5], [0, 3]]}}]),
        "nothing excludes the root set {X1}",
    ),
    (
        "a stuck set of a variable that the problem lacks",
        put("evidence", "stuck", 0, {"variables": ["X9"], "conflicts": {"X9": []}}),
        "unknown variable",
    ),
)

FIRST = ("evidence", "root_sets", 0)
PART = (*FIRST, "components", 0)

COUNT = (
    ("one more", put("claim", "count", 10), "the tables give 9 SCMs"),
    ("one less", put("claim", "count", 8), "the tables give 9 SCMs"),
    ("none", put("claim", {"name": "inconsistent"}), "the tables give 9 SCMs"),
    (
        "the last root set left out",
        both(swap("evidence", "root_sets", by=lambda old: old[:-1]), put("claim", "count", 6)),
        "not the root sets of the problem, in order",
    ),
    (
        "the first root set left out",
        both(swap("evidence", "root_sets", by=lambda old: old[1:]), put("claim", "count", 6)),
        "not the root sets of the problem, in order",
    ),
    (
        "root sets exchanged",
        swap("evidence", "root_sets", by=lambda old: old[::-1]),
        "not the root sets of the problem, in order",
    ),
    (
        "a root set twice",
        both(
            swap("evidence", "root_sets", by=lambda old: [*old, old[-1]]), put("claim", "count", 12)
        ),
        "not the root sets of the problem, in order",
    ),
    (
        "a width without disturbed cells",
        put("evidence", "width", 3),
        "not the width of these polynomials",
    ),
    (
        "an empty variable that is a root",
        both(put(*FIRST, {"roots": ["X1"], "empty": "X1"}), put("claim", "count", 6)),
        "not an endogenous variable",
    ),
    (
        "an empty variable that has a mechanism",
        both(put(*FIRST, {"roots": ["X1"], "empty": "X3"}), put("claim", "count", 6)),
        "X3 has a mechanism that fits",
    ),
    ("both components and empty", put(*FIRST, "empty", "X3"), "either components or an empty"),
    ("neither", drop(*FIRST, "components"), "either components or an empty"),
    (
        "a component split",
        both(
            put(
                *(*FIRST, "components"),
                [
                    {"variables": [v], "weights": [[[0, 2]]], "entries": [[0, 1], [1, 2]]}
                    for v in ("X2", "X3")
                ],
            ),
            put("claim", "count", 10),
        ),
        "not the strongly connected components",
    ),
    (
        "another weight and its table",
        both(
            put(*PART, "weights", 0, [[0, 2], [2, 1]]),
            put(*PART, "entries", [[0, 1], [1, 2], [2, 1], [3, 5]]),
            put("claim", "count", 11),
        ),
        "the weights do not follow from the problem",
    ),
    (
        "another entry",
        both(put(*PART, "entries", 3, 1, 4), put("claim", "count", 10)),
        "the entry of 3 should be 3",
    ),
    (
        "an entry left out",
        both(swap(*PART, "entries", by=lambda old: old[:-1]), put("claim", "count", 6)),
        "the reached set 3 is missing",
    ),
    (
        "the entry of the empty set left out",
        both(put(*PART, "entries", []), put("claim", "count", 6)),
        "the reached set 0 is missing",
    ),
    (
        "one of these models alone",
        put("claim", {"name": "unique", "model": model(("X1",), X2="X1:01", X3="X1:01")}),
        "the tables give 9 SCMs, not one",
    ),
    (
        "a count where writing is bounded",
        bounded(max_ast=9),
        "no certificate of a count where the writing of functions is bounded",
    ),
)

SETS = (
    (
        "an entry that nothing reaches",
        both(
            swap(*PART, "entries", by=lambda old: [*old, [1, 1]]),
            put("claim", {"name": "count", "count": 1}),
        ),
        "nothing reaches the set 1",
    ),
)

SPECTRUM = (
    (
        "the spectrum shifted",
        put("claim", "spectrum", [1, 1]),
        "the tables give other numbers by disturbed cells",
    ),
    (
        "the spectrum too short",
        put("claim", "spectrum", [2]),
        "the tables give other numbers by disturbed cells",
    ),
    ("another width", put("evidence", "width", 23), "not the width of these polynomials"),
    ("no width", drop("evidence", "width"), "not the width of these polynomials"),
)

ERRORS = (
    (
        "cells of another row",
        put("evidence", "alternative", "cells", [[4, "X3"]]),
        "not the disturbed cells in order",
    ),
    ("no cells named", drop("evidence", "alternative", "cells"), "not the disturbed cells"),
    (
        "a cell without row",
        put("evidence", "alternative", "cells", [["X3"]]),
        "not a row and a variable",
    ),
    (
        "one disturbed cell too many",
        both(
            alternative(X3="X1:01"),
            put("evidence", "alternative", "cells", [[1, "X3"], [3, "X3"]]),
        ),
        "2 disturbed cells, the class allows 1",
    ),
    (
        "a class without errors",
        bounded(errors=0),
        "1 disturbed cells, the class allows 0",
    ),
)

CELLS = (
    ("no cell", put("claim", "cells", []), "no cell is named"),
    ("a cell without value", put("claim", "cells", [[3, "X3"]]), "not a row, a variable and a bit"),
    ("the other value", put("claim", "cells", [[3, "X3", 1]]), "the problem gives another formula"),
    ("a row beyond the last, cell", put("claim", "cells", [[5, "X3", 0]]), "there is no such cell"),
    ("a cell of an unknown", put("claim", "cells", [[3, "X9", 0]]), "there is no such cell"),
    ("an observed cell", put("claim", "cells", [[4, "X3", 0]]), "an observed cell"),
    (
        "the other value, with its formula",
        both(put("claim", "cells", [[3, "X3", 1]]), clausal_again),
        "evidence.proof",
    ),
)

KNOWN = (
    (
        "a forbidden edge",
        both(known(forbid=["X2->X4"]), alternative(X4="X2:01")),
        "X2->X4 is against the knowledge",
    ),
    (
        "an edge out of a later tier",
        both(known(tiers=[["X1", "X2"], ["X3"], ["X4"]]), alternative(X3="X4:01")),
        "X4->X3 is against the knowledge",
    ),
    (
        "an edge that is no candidate",
        both(known(candidates=["X1->X3", "X1->X4"]), alternative(X4="X2:01")),
        "X2->X4 is against the knowledge",
    ),
    (
        "a falling edge of sign +",
        both(known(signs={"X1->X3": "+"}), alternative(X3="X1 X2:0010")),
        "X1->X3 has not the sign +",
    ),
    (
        "a rising edge of sign -",
        both(known(signs={"X1->X4": "-"}), alternative(X4="X1 X2:0100")),
        "X1->X4 has not the sign -",
    ),
    (
        "an edge that rises and falls",
        both(known(unate=True), alternative(X4="X1 X2:0110")),
        "X1->X4 raises and lowers",
    ),
    (
        "a required edge is missing",
        both(known(require=["X1->X3"]), alternative(X3="X2:01")),
        "X1->X3 is required and not there",
    ),
    (
        "a required edge into a root",
        both(known(require=["X3->X1"])),
        "X3->X1 is required and not there",
    ),
    ("an unknown variable first", known(forbid=["X9->X4"]), "unknown variable"),
    ("an unknown variable last", known(signs={"X1->X9": "+"}), "unknown variable"),
    ("an unknown candidate", known(candidates=["X1->X3", "X1->X4", "X9->X3"]), "unknown variable"),
    ("an unknown cause required", known(require=["X9->X4"]), "unknown variable"),
    ("tiers without the last", known(tiers=[["X1", "X2"], ["X3"]]), "not every variable once"),
    ("tiers without the first", known(tiers=[["X2"], ["X3", "X4"]]), "not every variable once"),
    (
        "tiers with one twice",
        known(tiers=[["X1", "X2", "X3"], ["X3", "X4"]]),
        "not every variable once",
    ),
    ("knowledge of nothing", known(), "not knowledge as certificates write it"),
    ("a sign that is none", known(signs={"X1->X3": "*"}), "not knowledge as certificates write it"),
    (
        "a tier of numbers",
        known(tiers=[["X1", "X2"], ["X3", "X4", 5]]),
        "not knowledge as certificates write it",
    ),
    ("an edge without arrow", known(forbid=["X2X4"]), "not knowledge as certificates write it"),
    ("edges as text", known(forbid="X2->X4"), "not knowledge as certificates write it"),
    ("edges as an object", known(forbid={"X2->X4": 1}), "not knowledge as certificates write it"),
    ("a further key", known(forbid=["X3->X4"], extra=1), "not knowledge as certificates write it"),
)

WRITTEN = (
    (
        "an expression for the first alone",
        written(X3="X1"),
        "not one mechanism an endogenous variable",
    ),
    (
        "an expression of a root",
        written(X1="X2", X3="X1", X4="X1"),
        "not one mechanism an endogenous variable",
    ),
    (
        "a constant",
        both(alternative(X4=":0"), written(X3="X1", X4="0")),
        "uses a constant; the problem allows none",
    ),
    ("an operator not allowed", written(X3="X1", X4=["if", "X1", "X1", "X1"]), "uses if, not an"),
    ("another function", written(X3="X1", X4=["not", "X1"]), "of X4 denotes another function"),
    (
        "the functions exchanged",
        both(alternative(X3="X1:01", X4="X2:01"), written(X3="X2", X4="X1")),
        "of X3 denotes another function",
    ),
    (
        "mentions that close a cycle",
        both(
            alternative(X3="X1:01", X4="X1:01"),
            written(
                X3=["and", "X1", ["or", "X1", "X4"]],
                X4=["and", "X1", ["or", "X1", "X3"]],
            ),
        ),
        "cycle",
    ),
    (
        "over the size",
        both(bounded(max_ast=2), written(X3="X1", X4=["and", "X1", "X1"])),
        "of X4 has AST size 3, over 2",
    ),
    (
        "over the depth",
        both(bounded(max_depth=1), written(X3="X1", X4=["and", "X1", "X1"])),
        "of X4 has depth",
    ),
    ("an empty expression", written(X3="X1", X4=[]), "an empty expression"),
    ("an operator of one", written(X3="X1", X4=["and", "X1"]), "and with 1 arguments"),
    ("nested too deep", written(X3="X1", X4=_nested(200)), "an expression too large"),
    ("too many nodes", written(X3="X1", X4=_deep_and(999, 21)), "an expression too large"),
    ("too many arguments", written(X3="X1", X4=_deep_and(1_000, 2)), "more than 1000 members"),
)

ORDERED = (
    (
        "a mention that is not admissible",
        written(X2=["and", "X1", ["or", "X1", "X3"]], X3="X1"),
        "the mechanism of X2 may not mention X3",
    ),
    ("a parent later in the order", alternative(X2="X3:01"), "X3 is no admissible parent of X2"),
)

GOLD = (
    (
        "gold is another model",
        restated(gold={"mechanisms": {"X3": "(and X1 X2)"}}),
        "the one member is not gold",
    ),
)


ILLEGAL = (
    (
        "gold mentions what comes later",
        restated(gold={"mechanisms": {"X2": "(or X1 (and X3 (not X3)))", "X3": "X1"}}),
        "the mechanism of X2 may not mention X3",
    ),
)


def _alone(**sets: dict[str, Any]) -> Change:
    """One of two models of copies is called the only one, with this evidence about its variables."""

    def change(draft: Draft) -> None:
        draft.put("claim", {"name": "unique", "model": model(("X1",), X2="X1:01", X3="X1:01")})
        draft.put("evidence", {"kind": "local", "variables": sets})

    return change


def _cover(*parents: str) -> dict[str, Any]:
    return {"conflicts": [], "covered": [{"parents": [p], "rows": [0, 1]} for p in parents]}


ALONE = (
    (
        "set aside what is no descendant",
        _alone(X2={**_cover("X1"), "without": ["X3"]}, X3={**_cover("X1"), "without": ["X2"]}),
        "no descendant of X2 in the model",
    ),
    (
        "rows that spell another function too",
        _alone(X2=_cover("X1", "X3"), X3=_cover("X1", "X2")),
        "on {X3} the rows spell another function",
    ),
    (
        "a set left out, first",
        _alone(X2=_cover("X3"), X3=_cover("X1", "X2")),
        "the parent set {X1} is neither refuted nor covered",
    ),
)


def made(truth: str, rows: tuple[Any, ...]) -> tuple[Forgery, ...]:
    return tuple(Forgery(f"{truth}: {name}", truth, change, said) for name, change, said in rows)


X2_ALONE = {"conflicts": [], "covered": [{"parents": [], "rows": [0]}]}


def _unscored(draft: Draft) -> None:
    """Two models, the second over a root set that nothing is scored for."""
    first, second = draft.at("claim", "model"), model(("X1",), X2="X1:01")
    draft.put("claim", {"name": "ambiguous"})
    draft.put("evidence", {"kind": "alternative", "reference": first, "alternative": second})


def _unwritten(draft: Draft) -> None:
    """The one function that fits, though nothing can be written for it."""
    draft.put("claim", {"name": "unique", "model": model(("X2",), X1=":0")})
    draft.put("evidence", {"kind": "local", "variables": {"X1": X2_ALONE}})


def _nine_latent(draft: Draft) -> None:
    made = many_latent(9)
    draft.problem, draft.document = made.problem, made.document


MODELS_OF = "symcause.families.boolean.models"
TOO_LARGE = {
    f"{MODELS_OF}.functions:_BITS_A_STEP": 1,
    f"{MODELS_OF}.functions:MAX_STEPS": 0,
    f"{MODELS_OF}.decision_diagrams:MAX_STEPS": 0,
}
WIDER = "a class or setting wider than the problem's own"
GAPS: tuple[tuple[str, str, Change, str], ...] = (
    (
        "unique: fewer parents than the problem allows",
        "unique",
        bounded(max_parents=2),
        "at most 2 parents; the problem states any number of parents",
    ),
    (
        "free: an AST size that the problem does not state",
        "written",
        lambda draft: None,
        "AST size at most 3; the problem states any AST size",
    ),
    (
        "free: a depth that the problem does not state",
        "written",
        bounded(max_ast=None),
        "depth at most 2; the problem states any depth",
    ),
    (
        "errors: fewer than the problem states",
        "errors",
        restated(errors=2),
        "at most 1 disturbed cell; the problem states at most 2 disturbed cells",
    ),
    (
        "knowing: what the problem does not state",
        "knowing",
        lambda draft: None,
        "the problem states other",
    ),
    (
        "count: in a wider class",
        "count",
        restated(max_parents=0),
        f"{WIDER}: the count there may be smaller",
    ),
    (
        "unique: the model is not of the problem's class",
        "unique",
        restated(max_parents=1),
        f"{WIDER}, where the model is no member",
    ),
    (
        "free: the second model is not of the problem's class",
        "free",
        restated(max_parents=1),
        f"{WIDER}, where the model is no member",
    ),
    (
        "ordered: the second model is not legal in the problem's setting",
        "three targets",
        restated(setting="ordered", order=["X1", "X3", "X4", "X5", "X6", "X2"]),
        "the problem",
    ),
)
"""Accepted, and not of the problem as it states itself."""

UNWRITTEN = [{"variables": ["X1"], "weights": [[[0, 1]]], "entries": [[0, 1], [1, 1]]}]

OTHERS = (
    Forgery("scored: no scored cell", "scored", _unscored, "the root set leaves no scored cell"),
    Forgery("unwritable: a model", "unwritable", _unwritten, "no mechanism of X1 can be written"),
    Forgery(
        "unwritable: a count",
        "unwritable",
        both(
            put(*FIRST, {"roots": ["X2"], "components": UNWRITTEN}),
            put("claim", {"name": "count", "count": 1}),
        ),
        "X1 has no admissible root to mention",
    ),
    Forgery(
        "setting: more than disclosed",
        "same roots",
        put("setting", "ordered"),
        "it cannot be asked as ordered",
    ),
    Forgery(
        "free: the same model twice, nothing about experiments",
        "free",
        lambda d: d.put("evidence", "alternative", d.at(*REFERENCE)),
        "the two models are the same",
    ),
    Forgery(
        "three targets: four of them",
        "three targets",
        put("evidence", "experiment", "assignments", "X5", 0),
        "an experiment has 1 to 3 targets",
    ),
    Forgery(
        "constant: an empty variable that is a root",
        "constant",
        both(
            put(*FIRST, {"roots": ["X1", "X2"], "empty": "X1"}),
            put("claim", {"name": "inconsistent"}),
        ),
        "not an endogenous variable",
    ),
    Forgery(
        "latent pairs: nine of them",
        "latent pairs",
        _nine_latent,
        "more than 8 latent variables",
        beyond=True,
    ),
    Forgery(
        "written: too large to find out what it depends on",
        "written",
        lambda d: d.limits.update(TOO_LARGE),
        "the mechanism of X3: the mechanism is too large",
    ),
    Forgery(
        "free: operators that cannot write every function",
        "free",
        restated(operators=["and", "or"]),
        "this class needs an expression",
    ),
    Forgery(
        "constant written: the other constant",
        "constant written",
        put("evidence", "alternative", "expressions", "X3", "1"),
        "the mechanism of X3 denotes another function",
    ),
    Forgery(
        "hole and gold: gold is another model",
        "hole and gold",
        restated(gold={"mechanisms": {"X3": "(and X1 X2)"}}),
        "the one member is not gold",
    ),
    *(Forgery(*row, gap=True) for row in GAPS),
    *(
        Forgery(
            f"count, {name}: one more",
            f"count, {name}",
            lambda d: d.put("claim", "count", d.at("claim", "count") + 1),
            "the tables give",
        )
        for name in INFORMED
    ),
    Forgery("kind: missing", "unique", drop("evidence", "kind"), "the key 'kind' is missing"),
    Forgery(
        "kind: an alternative shows no uniqueness",
        "same roots",
        put("claim", {"name": "inconsistent"}),
        "evidence of this kind does not show 'inconsistent'",
    ),
    Forgery(
        "kind: local evidence and disturbed cells",
        "unique",
        bounded(errors=1),
        "evidence about rows that are observed and exact",
    ),
    Forgery(
        "kind: a count of rows with holes",
        "holes",
        both(
            put("claim", {"name": "inconsistent"}),
            put("evidence", {"kind": "count", "root_sets": []}),
        ),
        "evidence about rows that are observed and exact",
    ),
    Forgery(
        "clausal: another size of the formula",
        "clausal",
        put("evidence", "formula", "clauses", 13),
        "the problem gives another formula",
    ),
    Forgery(
        "clausal: another reference",
        "clausal",
        put("claim", "model", model(("X1", "X2"), X3="X1 X2:0111")),
        "does not replay X3",
    ),
)

FORGERIES = (
    *made("same roots", MODELS),
    *made("same roots", EXPERIMENTS),
    *made("same roots", ALONE),
    *made("hidden roots", STATES),
    *made("behaviour", BEHAVIOUR),
    *made("unique", UNIQUE),
    *made("unique and a set", ROWS),
    *made("inconsistent", STUCK),
    *made("count", COUNT),
    *made("one set", SETS),
    *made("spectrum", SPECTRUM),
    *made("errors", ERRORS),
    *made("entailed", CELLS),
    *made("free", KNOWN),
    *made("written", WRITTEN),
    *made("ordered", ORDERED),
    *made("gold", GOLD),
    *made("ordered gold", ILLEGAL),
    *OTHERS,
    *KERNEL,
)

TABLE = Table(verify, TRUTHS, FORGERIES)
