"""The forgery table of finite worlds: each certificate is well-formed and false in one respect."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import partial
from typing import Any

from symcause.families.finite.files.document import read_finite
from symcause.families.finite.problem.fingerprint import fingerprint
from symcause.families.finite.verifier.kernel import verify
from symcause.kernel.work import Work
from tests.forgery import Change, Draft, Forgery, Table, both, drop, put

BITS, THREE = [0, 1], [0, 1, 2]
PLUS = {"arity": 2, "means": "(mod (add a b) 3)"}


def stated(
    domains: dict[str, list[Any]], declared: dict[str, Any], worlds: list[Any], **more: Any
) -> dict[str, Any]:
    """A problem; a world is its rows, or what it sets and its rows."""
    shown = [w if isinstance(w, dict) else {"rows": w} for w in worlds]
    setting = {"setting": "hidden-order", "roots": [v for v in domains if v in "AB"]}
    return {
        "format": "symcause.finite/1",
        "id": "small",
        "variables": [{"name": name, "values": values} for name, values in domains.items()],
        **(setting if "setting" not in more else {}),
        "class": declared,
        "worlds": [{"id": f"w{i}", **world} for i, world in enumerate(shown)],
        **more,
    }


def certified(source: dict[str, Any], claim: str, kind: str, **body: Any) -> Draft:
    """A certificate that the test wrote; what belongs to the evidence begins with an underscore."""
    problem = read_finite(source)
    shown = {key[1:]: value for key, value in body.items() if key[0] == "_"}
    known = {key: value for key, value in body.items() if key[0] != "_"}
    frame = {"format": "symcause.certificate/1", "family": "finite", "claim": claim}
    document = {**frame, "digest": fingerprint(problem), **known}
    return Draft(problem, {**document, "evidence": {"kind": kind, **shown}}, source=source)


def model(*roots: str, **mechanisms: str) -> dict[str, Any]:
    return {"roots": list(roots), "mechanisms": mechanisms}


def restated(**changes: Any) -> Change:
    """Another problem, and the certificate with its digest."""

    def change(draft: Draft) -> None:
        draft.source = {**draft.source, **copy.deepcopy(changes)}
        draft.problem = read_finite(draft.source)
        draft.document["digest"] = fingerprint(draft.problem)

    return change


def declared(**changes: Any) -> Change:
    """Another class."""
    return lambda draft: restated(**{"class": {**draft.source["class"], **changes}})(draft)


def limited(name: str, value: int) -> Change:
    return lambda draft: draft.limits.update({f"symcause.families.finite.verifier.{name}": value})


def many_roots(number: int) -> Change:
    return put("model", "roots", [f"v{place}" for place in range(number)])


def tired(draft: Draft) -> None:
    draft.work = Work(0.0001)


ABC = {"A": BITS, "B": BITS, "C": BITS}
PLAIN = stated(
    ABC, {"functions": ["disjunctive", "monotone"], "max_parents": 2}, [["000", "011", "101"]]
)
OR = model("A", "B", C="(table A B 0 1 1 1)")
GRAMMAR = {
    "max_size": 5,
    "max_depth": 3,
    "constants": THREE,
    "operators": {"plus": PLUS, "min": True},
}
SUMS = stated(
    dict.fromkeys("ABC", THREE), {"grammar": GRAMMAR}, [[[0, 1, 1], [1, 1, 2], [2, 2, 1]]]
)
COPIED = stated(ABC, {"functions": "disjunctive", "max_parents": 2}, [["000", "010", "101", "111"]])
COPIED_A = model("A", "B", C="A")
SUM, LONGER = model("A", "B", C="(plus A B)"), model("A", "B", C="(plus (min A B) B)")
FULL = [*SUMS["worlds"], {"id": "w1", "rows": [[2, 0, 2]]}]
ANY = {"functions": "any", "max_parents": 1}
HIDDEN = stated(
    {"A": BITS, "B": BITS},
    ANY,
    [["00", "11"], {"do": {"A": 1}, "rows": ["11"]}, {"do": {"B": 1}, "rows": ["01"]}],
    setting="hidden-roots",
    root_count=1,
)
COPY = model("A", B="(table A 0 1)")
CHAIN = stated({"A": BITS, "C": BITS, "D": BITS}, ANY, [["000", "111"]])
HOLES = stated(
    ABC,
    ANY,
    [["0?0", "1?1"], {"do": {"B": 1}, "rows": ["011"]}],
    roots=["A"],
    setting="hidden-order",
)
CLASH = stated(ABC, {"functions": "any"}, [["000", "001"]])
FREE = stated(
    dict.fromkeys("ABC", THREE), {**ANY, "max_parents": 2}, [[[0, 1, 1], [1, 1, 2], [2, 2, 1]]]
)
LIGHT = stated(
    {"A": BITS, "B": BITS, "L": ["off", "on"]},
    {"functions": ["disjunctive", "conjunctive"]},
    [[[1, 0, "on"], [0, 0, "off"]]],
    queries=[
        {"id": "on", "do": {"A": 1, "B": 0}, "of": "L"},
        {"id": "models", "do": {"A": 0, "B": 1}, "of": "L"},
        {"id": "contexts", "do": {"B": 0}, "of": "L"},
        {"id": "A", "given": {"L": "off", "B": 0}, "of": "A"},
        {"id": "nothing", "given": {"A": 1, "L": "off"}, "of": "B"},
        {"id": "edge", "edge": "B->L"},
    ],
)
ONE, TWO = model("A", "B", L="(table A off on)"), model("A", "B", L="(table A B off on on on)")
MODELS = [[ONE, "off", [0, 1, "off"]], [TWO, "on", [0, 1, "on"]]]
CONTEXTS = [[ONE, "off", [0, 0, "off"]], [ONE, "on", [1, 0, "on"]]]
EDGE = [[ONE, "no", None], [TWO, "yes", None]]


def answered(query: str, answer: Any, cases: list[Any] | None = None) -> Draft:
    shown = {} if cases is None else {"_cases": cases}
    kind = "listing" if cases is None else "two"
    return certified(LIGHT, "answer", kind, query=query, answer=answer, **shown)


TRUTHS: dict[str, Callable[[], Draft]] = {
    "unique": partial(certified, PLAIN, "unique", "local", model=OR, _stuck=[]),
    "unique, gold with an idle variable": partial(
        certified, {**COPIED, "gold": {"mechanisms": {"C": "(if (eq B B) A A)"}}},
        "unique", "local", model=COPIED_A, _stuck=[],
    ),
    "of a grammar": partial(
        certified, {**SUMS, "worlds": FULL}, "unique", "local", model=SUM, _stuck=[]
    ),
    "hidden roots": partial(certified, HIDDEN, "unique", "local", model=COPY, _stuck=[["A"]]),
    "holes": partial(
        certified, HOLES, "unique", "listing", model=model("A", B="A", C="B")
    ),
    "ambiguous": partial(certified, SUMS, "ambiguous", "models", _models=[SUM, LONGER]),
    "ambiguous, listed": partial(certified, SUMS, "ambiguous", "listing"),
    "a chain": partial(
        certified, CHAIN, "ambiguous", "models",
        _models=[model("A", C="A", D="C"), model("A", C="D", D="A")],
    ),
    "inconsistent": partial(certified, CLASH, "inconsistent", "stuck", _stuck=[["C"]]),
    "inconsistent, listed": partial(certified, CLASH, "inconsistent", "listing"),
    "count": partial(certified, FREE, "count", "recursion", count=729),
    "count, listed": partial(certified, FREE, "count", "listing", count=729),
    "models": partial(answered, "models", "undetermined", MODELS),
    "contexts": partial(answered, "contexts", "undetermined", CONTEXTS),
    "edge": partial(answered, "edge", "undetermined", EDGE),
    "settled": partial(answered, "on", "on"),
    "seen": partial(answered, "A", 0),
    "impossible": partial(answered, "nothing", "impossible"),
    "edge, listed": partial(answered, "edge", "undetermined"),
    "asked": partial(
        certified, SUMS, "ambiguous", "models", _models=[SUM, LONGER],
        asked={"class": {"grammar": {**GRAMMAR, "max_size": 6}}},
    ),
    "asked, of two": partial(
        certified, LIGHT, "answer", "two", query="edge", answer="undetermined", _cases=EDGE,
        asked={"class": {"functions": ["disjunctive", "conjunctive", "parity"]}},
    ),
}  # fmt: skip

TEXT = ("model", "mechanisms", "C")
CASE = ("evidence", "cases", 0)
ROWS: dict[str, tuple[tuple[str, Change, str], ...]] = {
    "unique": (
        ("another family", put("family", "linear"), "about another family"),
        ("another problem", put("digest", "0" * 64), "digest: the certificate is about another"),
        ("an unknown key", put("note", 1), "note: unknown key"),
        (
            "an unknown key of the evidence",
            put("evidence", "note", 1),
            "evidence.note: unknown key",
        ),
        ("another claim", put("claim", "alone"), "claim: unknown word"),
        (
            "another kind",
            put("evidence", {"kind": "models", "models": [OR, OR]}),
            "does not show 'unique'",
        ),
        ("no model", drop("model"), "the key 'model' is missing"),
        ("ten thousand roots", many_roots(10_000), "members do not have these roots"),
        ("more roots than are read", many_roots(10_001), "roots: more than 10000 members"),
        (
            "other roots",
            put("model", "roots", ["A"]),
            "model.roots: members do not have these roots",
        ),
        (
            "one mechanism more",
            put("model", "mechanisms", "A", "0"),
            "not the variables that are no roots",
        ),
        ("no mechanism", put("model", "mechanisms", {}), "not the variables that are no roots"),
        ("no term", put(*TEXT, "(xor A"), "the mechanism leaves 1 bracket(s) open"),
        (
            "a variable of its own",
            put(*TEXT, "(table C A 0 1 1 1)"),
            "does not allow these parents",
        ),
        ("not total", put(*TEXT, "(add A B)"), "does not always give a value of C"),
        (
            "an idle parent",
            put(*TEXT, "(table A B 0 0 1 1)"),
            "a variable is mentioned that does not matter",
        ),
        (
            "another class",
            put(*TEXT, "(xor A B)"),
            "a function that is not disjunctive or monotone",
        ),
        ("another member", put(*TEXT, "(and A B)"), "the model does not explain worlds[0].rows[1]"),
        ("fewer parents", declared(max_parents=1), "does not allow these parents"),
        ("more parents", declared(min_parents=3), "does not allow these parents"),
        (
            "no such candidate",
            declared(variables={"C": {"candidates": ["A"]}}),
            "does not allow these parents",
        ),
        ("forbidden", restated(knowledge={"forbid": ["A->C"]}), "does not allow these parents"),
        (
            "a row less",
            restated(worlds=[{"id": "w", "rows": ["000", "101"]}]),
            "C has another function of {A}",
        ),
        ("another gold", restated(gold={"mechanisms": {"C": "A"}}), "model: gold is another model"),
        (
            "gold is not total",
            restated(gold={"mechanisms": {"C": "(add A B)"}}),
            "gold.mechanisms.C",
        ),
        (
            "gold is not legal",
            restated(gold={"mechanisms": {"C": "(if (eq C C) (or A B) 0)"}}),
            "may not",
        ),
        ("little work", tired, "take more than"),
    ),
    "unique, gold with an idle variable": (
        (
            "gold of another variable",
            restated(gold={"mechanisms": {"C": "(if (eq A A) B B)"}}),
            "model: gold is another model",
        ),
    ),
    "of a grammar": (
        (
            "written with another operator",
            put(*TEXT, "(max A 0)"),
            "not an expression of the grammar",
        ),
        ("too large", put(*TEXT, "(plus (plus (plus A 0) 0) B)"), "larger than 5"),
        ("too deep", put(*TEXT, "(plus (min (min A)) B)"), "deeper than 3"),
        ("another constant", put(*TEXT, "(plus B 7)"), "not an expression of the grammar"),
        ("a table", put(*TEXT, "(table A 0 1 2)"), "not an expression of the grammar"),
        ("a row less", restated(worlds=SUMS["worlds"]), "C has another function of {A, B}"),
        (
            "more room",
            declared(grammar={**GRAMMAR, "max_size": 9, "max_depth": 9}),
            "another function",
        ),
    ),
    "hidden roots": (
        ("no stuck set", put("evidence", "stuck", []), "nothing excludes the roots {B}"),
        ("an empty stuck set", put("evidence", "stuck", [[]]), "every root set would be excluded"),
        (
            "a set that is not stuck",
            put("evidence", "stuck", [["A"], ["B"]]),
            "B has a function of {A}",
        ),
        (
            "a stuck set of others",
            put("evidence", "stuck", [["Z"]]),
            "not variables of the problem",
        ),
        (
            "a set that excludes nothing",
            put("evidence", "stuck", [["A", "B"]]),
            "nothing excludes the roots",
        ),
        ("too many roots", put("model", model("A", "B")), "members do not have these roots"),
        (
            "roots of others",
            put("model", model("Z", B="A", A="0")),
            "members do not have these roots",
        ),
        (
            "an effect as root",
            restated(knowledge={"require": ["B->A"]}),
            "members do not have these roots",
        ),
        (
            "no scored cell",
            restated(worlds=[{"id": "w", "do": {"B": 1}, "rows": ["01"]}]),
            "members do not have these roots",
        ),
        (
            "gold with other roots",
            restated(gold={"roots": ["B"], "mechanisms": {"A": "B"}}),
            "model: gold is another model",
        ),
    ),
    "holes": (
        (
            "local evidence",
            put("evidence", {"kind": "local", "stuck": []}),
            "rows that are observed",
        ),
        (
            "another model",
            put("model", model("A", B="A", C="A")),
            "does not explain worlds[1].rows[0]",
        ),
        (
            "fewer worlds",
            restated(worlds=HOLES["worlds"][:1]),
            "claim: 8 models of the class explain the evidence",
        ),
        (
            "a count",
            both(
                drop("model"),
                put("claim", "count"),
                put("count", 1),
                put("evidence", {"kind": "recursion"}),
            ),
            "rows that are observed",
        ),
        (
            "gold in a circle",
            restated(gold={"mechanisms": {"B": "(if (eq C C) A A)", "C": "(if (eq B B) B A)"}}),
            "the mechanisms of gold form a circle",
        ),
    ),
    "ambiguous": (
        ("one model twice", put("evidence", "models", [SUM, SUM]), "the two models are one"),
        (
            "one model in two ways",
            put("evidence", "models", 1, model("A", "B", C="(plus B A)")),
            "are one",
        ),
        ("one model", put("evidence", "models", [SUM]), "evidence.models: not two"),
        (
            "a row more",
            restated(worlds=FULL),
            "evidence.models[1]: the model does not explain worlds[1]",
        ),
    ),
    "ambiguous, listed": (
        ("a row more", restated(worlds=FULL), "claim: 1 model of the class"),
        ("too many", limited("member_list:MAX_MEMBERS", 1), "more than the 1 members"),
    ),
    "a chain": (
        (
            "a circle",
            put("evidence", "models", 0, model("A", C="D", D="C")),
            "evidence.models[0].mechanisms: the mechanisms form a circle",
        ),
    ),
    "inconsistent": (
        ("no stuck set", put("evidence", "stuck", []), "nothing excludes the roots {A, B}"),
        (
            "rows that agree",
            restated(worlds=[{"id": "w", "rows": ["000"]}]),
            "C has a function of {}",
        ),
        (
            "holes",
            restated(worlds=[{"id": "w", "rows": ["000", "001", "?00"]}]),
            "rows that are observed",
        ),
    ),
    "inconsistent, listed": (
        ("rows that agree", restated(worlds=[{"id": "w", "rows": ["000"]}]), "claim: 8 models"),
    ),
    "count": (("another count", put("count", 730), "count: 729 models of the class"),),
    "count, listed": (("another count", put("count", 730), "count: 729 models of the class"),),
    "models": (
        ("settled", put("answer", "on"), "two answers are evidence of an undetermined query"),
        ("another query", put("query", "on"), "the model does not give this answer there"),
        ("no such query", put("query", "off"), "query: the problem has no such query"),
        ("an edge", put("query", "edge"), "a state belongs to a query about a value"),
        (
            "one answer twice",
            put("evidence", "cases", 1, MODELS[0]),
            "evidence.cases: the two answers are one",
        ),
        (
            "no member",
            put(*CASE, 0, model("A", "B", L="(table B off on)")),
            "cases[0][0]: the model does not",
        ),
        (
            "another answer",
            put(*CASE, 1, "on"),
            "evidence.cases[0][1]: the model does not give this answer",
        ),
        ("another state", put(*CASE, 2, [0, 1, "on"]), "the model does not give this answer there"),
        (
            "another intervention",
            put(*CASE, 2, [0, 0, "off"]),
            "the model does not give this answer there",
        ),
        ("a state too short", put(*CASE, 2, [0, 1]), "not a value of every variable"),
        ("a state too long", put(*CASE, 2, [0, 1, "off", 0]), "not a value of every variable"),
        ("no value", put(*CASE, 2, [0, 1, "dim"]), "not a value of every variable"),
        ("no state", put(*CASE, 2, None), "a state belongs to a query about a value"),
        ("half a case", put(*CASE, [ONE, "off"]), "not [model, answer, state]"),
        ("a truth value", put(*CASE, 1, True), "not an integer"),
    ),
    "contexts": (
        (
            "what is given does not hold",
            put("query", "A"),
            "the model does not give this answer there",
        ),
    ),
    "edge": (
        ("a state", put(*CASE, 2, [0, 1, "off"]), "a state belongs to a query about a value"),
        ("another answer", put(*CASE, 1, "yes"), "the model does not give this answer there"),
    ),
    "settled": (
        ("another answer", put("answer", "off"), "answer: the answer is 'on'"),
        ("undetermined", put("answer", "undetermined"), "the answer is 'on'"),
        ("impossible", put("answer", "impossible"), "the answer is 'on'"),
    ),
    "seen": (
        ("another value", put("answer", 1), "the answer is 0"),
        ("a text", put("answer", "0"), "is 0"),
    ),
    "impossible": (("a value", put("answer", 0), "the answer is 'impossible'"),),
    "asked": (
        (
            "no problem",
            put("asked", {"setting": "ordered"}),
            "asked: it asks for no problem: roots",
        ),
        (
            "another setting",
            put("asked", {"setting": "disclosed"}),
            "asked: it asks for no problem: setting",
        ),
        ("a file", put("asked", {"class": "class.json"}), "asked.class: not an object"),
        ("other worlds", put("asked", {"worlds": []}), "asked.worlds: unknown key"),
        ("a narrower class", put("asked", "class", "grammar", "max_size", 3), "larger than 3"),
        (
            "a bound",
            put("asked", {"class": {"grammar": GRAMMAR, "max_parents": 1}}),
            "does not allow these",
        ),
        (
            "knowledge",
            put("asked", {"knowledge": {"forbid": ["A->C"]}}),
            "does not allow these parents",
        ),
    ),
    "edge, listed": (("yes", put("answer", "yes"), "the answer is 'undetermined'"),),
}
OTHER, WIDER = (
    "another class or setting than the problem's own",
    "a class or setting wider than the problem's",
)
ORDERED = {"setting": "ordered", "roots": ["A", "B"], "order": list("ABC")}
XOR = model("A", "B", L="(table A B off on on off)")
HELD: dict[str, tuple[tuple[str, Change, str], ...]] = {
    "unique": (
        ("fewer functions", put("asked", {"class": {"functions": "disjunctive"}}), OTHER),
        ("more knowledge", put("asked", {"knowledge": {"require": ["A->C"]}}), OTHER),
        ("more disclosed", put("asked", ORDERED), OTHER),
    ),
    "asked": (
        (
            "longer ones",
            both(
                put("asked", "class", "grammar", "max_size", 7),
                put("evidence", "models", 0, model("A", "B", C="(plus (plus A 0) (plus B 0))")),
            ),
            "where this is no evidence (model.mechanisms.C: larger than 5",
        ),
        ("fewer constants", put("asked", "class", "grammar", "constants", [0]), OTHER),
    ),
    "asked, of two": (
        ("a third function", put("evidence", "cases", 1, [XOR, "yes", None]), "where this is no evidence"),
    ),
    "count": (("more parents", put("asked", {"class": {"functions": "any"}}), WIDER),),
    "hidden roots": (("a parent", put("asked", {"class": {**ANY, "min_parents": 1}}), OTHER),),
}  # fmt: skip
BOUNDS = {"little work", "too many"}

FORGERIES = tuple(
    Forgery(f"{truth}: {name}", truth, change, said, beyond=name in BOUNDS)
    for truth, rows in ROWS.items()
    for name, change, said in rows
)
FORGERIES += tuple(
    Forgery(f"{truth}: in its class, {name}", truth, change, said, gap=True)
    for truth, rows in HELD.items()
    for name, change, said in rows
)

TABLE = Table(verify, TRUTHS, FORGERIES)
