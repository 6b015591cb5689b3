"""The forgery table of the ShapeWorld family: each certificate is well-formed and false in one respect."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from symcause.families.shapeworld.verifier.certificate_reader import read_certificate
from symcause.families.shapeworld.verifier.edge_clauses import edge_formula
from symcause.families.shapeworld.verifier.kernel import evidence_of, verify
from symcause.families.shapeworld.verifier.transcript_clauses import formula
from tests.forgery import Change, Draft, Forgery, Table, audited, both, by_hand, drop, put, restated


def held(shape: str, moving: str) -> dict[str, Any]:
    return {"action": "hold", "shape": shape, "moving": list(moving)}


def stated(*steps: dict[str, Any], shapes: str = "abc", **more: Any) -> dict[str, Any]:
    """Does a cause c? All shapes move at the start."""
    return {
        "format": "symcause.shapeworld/1",
        "id": "small",
        "shapes": list(shapes),
        "question": {"cause": "a", "effect": shapes[-1]},
        "initial": list(shapes),
        "transcript": list(steps),
        "class": "all",
        **more,
    }


OPEN = stated(held("b", "ac"))
NO = stated(held("a", "c"), held("c", ""))
DRIVEN = stated(held("b", "ac"), **{"class": "hidden", "gold": {"edges": [], "driven": ["c"]}})


def _twelve() -> Draft:
    return by_hand(
        stated(shapes="abcdefghijkl"),
        **{"class": "all"},
        start="any",
        identity="relation",
        claim={"name": "open"},
        evidence={"kind": "worlds", "yes": [["a", "l"]], "no": [["l", "a"]]},
    )


TRUTHS: dict[str, Callable[[], Draft]] = {
    "open": partial(audited, OPEN),
    "open, any start": partial(audited, OPEN, start="any"),
    "settled": partial(audited, NO),
    "settled, with gold": partial(audited, {**NO, "gold": {"edges": [["a", "b"]]}}),
    "settled, any start": partial(audited, NO, start="any"),
    "none": partial(audited, stated(held("a", "b"), held("a", ""), shapes="ab")),
    "none, any start": partial(
        audited, stated(held("a", "b"), held("a", ""), shapes="ab"), start="any"
    ),
    "driven": partial(audited, DRIVEN),
    "rooted": partial(audited, {**NO, "class": "rooted"}),
    "core": partial(audited, stated(held("b", "ac"), **{"class": "core"})),
    "twelve, any start": _twelve,
}

YES = ("evidence", "yes")
MEMBER = ("evidence", "member")


def _again(draft: Draft) -> None:
    """The size and the hash of the formula that the changed claim gives; the proof as it is."""
    read = read_certificate(draft.document)
    made = edge_formula if "start" in draft.document else formula
    proof = tuple(draft.at("evidence", "proof"))
    found = (
        made(draft.problem, read.scope, read.answer)
        if read.answer
        else made(draft.problem, read.scope)
    )
    member = getattr(read.evidence, "member", None)
    draft.put("evidence", evidence_of(found, proof, member).to_dict())


def _thirteen(draft: Draft) -> None:
    draft.restate(**{k: v for k, v in stated(shapes="abcdefghijklm").items() if k != "format"})
    draft.put("evidence", {"kind": "worlds", "yes": [["a", "m"]], "no": []})


def _four(draft: Draft) -> None:
    draft.restate(**{k: v for k, v in stated(shapes="abcd").items() if k != "format"})
    draft.put("class", "core")
    draft.put(
        "evidence",
        {
            "kind": "worlds",
            "yes": [["a", "b"], ["a", "c"], ["a", "d"]],
            "no": [["b", "a"], ["b", "c"], ["b", "d"]],
        },
    )


ROWS: dict[str, tuple[tuple[str, Change, str], ...]] = {
    "open": (
        ("no kind", drop("evidence", "kind"), "the key 'kind' is missing"),
        (
            "worlds for a settled question",
            put("claim", {"name": "settled", "answer": "yes"}),
            "evidence of this kind does not show",
        ),
        (
            "one world",
            lambda d: d.put("evidence", {"kind": "worlds", "undecidable": []}),
            "not two worlds, each under its answer",
        ),
        ("a pair of one", put(*YES, [["a"]]), "not a pair"),
        ("open, and answered", put("claim", "answer", "yes"), "claim.answer: unknown key"),
        (
            "the worlds exchanged",
            lambda d: d.put(
                "evidence", {"kind": "worlds", "yes": d.at("evidence", "no"), "no": d.at(*YES)}
            ),
            "evidence.yes: the world answers the other way",
        ),
        (
            "one world twice",
            lambda d: d.put("evidence", "no", d.at(*YES)),
            "evidence.no: the world answers the other way",
        ),
        ("a shape that is not there", put(*YES, [["a", "c"], ["a", "z"]]), "no such shape"),
        ("a cycle", put(*YES, [["a", "c"], ["c", "a"]]), "evidence.yes: "),
        (
            "a world that does not show it",
            put(*YES, [["a", "c"], ["c", "b"]]),
            "the world does not show the transcript: step 1",
        ),
        (
            "a world outside of the class",
            put("class", "rooted"),
            "the world is not in the class rooted",
        ),
        ("the class of small worlds", _four, "the class has no worlds of this size"),
        (
            "any start of hidden shapes",
            both(put("class", "hidden"), put("start", "any")),
            "hidden shapes are about closed starts",
        ),
    ),
    "open, any start": (
        ("a cycle", put(*YES, [["a", "c"], ["c", "a"]]), "evidence.yes: "),
        (
            "a world outside of the class",
            put("class", "listed"),
            "the world is not in the class listed",
        ),
        (
            "a world that does not show it",
            put(*YES, [["a", "c"], ["c", "b"]]),
            "the world does not show the steps: step 1",
        ),
        (
            "the worlds exchanged",
            lambda d: d.put(
                "evidence", {"kind": "worlds", "yes": d.at("evidence", "no"), "no": d.at(*YES)}
            ),
            "evidence.yes: the world answers the other way",
        ),
    ),
    "settled": (
        (
            "the other answer",
            put("claim", "answer", "yes"),
            "evidence.member: the world answers the other way",
        ),
        (
            "the other answer and a world",
            both(put("claim", "answer", "yes"), put(*MEMBER, [["a", "c"]])),
            "evidence.member: the world does not show the transcript",
        ),
        (
            "another formula",
            put("evidence", "formula", "clauses", 14),
            "the transcript gives another formula",
        ),
        ("fewer steps", restated(transcript=[]), "the transcript gives another formula"),
        (
            "fewer steps, and their formula",
            both(restated(transcript=[held("b", "ac")]), put(*MEMBER, []), _again),
            "evidence.proof",
        ),
    ),
    "settled, with gold": (
        (
            "gold that does not show it",
            restated(gold={"edges": [["a", "c"]]}),
            "problem.gold: the world does not show the transcript",
        ),
        (
            "gold outside of the class",
            put("class", "rooted"),
            "problem.gold: the world is not in the class rooted",
        ),
    ),
    "settled, any start": (
        (
            "the other answer",
            put("claim", "answer", "yes"),
            "evidence.member: the world answers the other way",
        ),
        (
            "gold that does not show it",
            restated(gold={"edges": [["a", "c"]]}),
            "problem.gold: the world does not show the steps",
        ),
        (
            "another formula",
            put("evidence", "formula", "unknowns", 17),
            "the transcript gives another formula",
        ),
    ),
    "none": (
        (
            "steps that a world shows",
            restated(transcript=[held("a", "b")]),
            "the transcript gives another formula",
        ),
        (
            "steps that a world shows, and their formula",
            both(restated(transcript=[held("a", "b")]), _again),
            "evidence.proof",
        ),
    ),
    "none, any start": (
        (
            "steps that a world shows, and their formula",
            both(restated(transcript=[held("a", "b")]), _again),
            "evidence.proof",
        ),
    ),
    "driven": (
        ("the class of all worlds", put("class", "all"), "the world is not in the class all"),
        (
            "any start",
            both(put("class", "all"), put("start", "any")),
            "hidden shapes are about closed starts",
        ),
    ),
}

GAPS = (
    (
        "open: a world with a hidden shape",
        "driven",
        both(
            restated(**{"class": "all", "gold": None}),
            put(
                "evidence",
                {"kind": "worlds", "yes": [["a", "c"]], "undecidable": [["hidden shape", "c"]]},
            ),
        ),
        "the class hidden; a world that shows it is not of the problem's own, all",
    ),
    (
        "open: any start",
        "open, any start",
        lambda draft: None,
        "any start; that of the problem is closed",
    ),
    (
        "settled: of rooted worlds alone",
        "rooted",
        restated(**{"class": "all"}),
        "the class rooted; the problem states all",
    ),
    (
        "open: worlds that are not of the problem's class",
        "open",
        restated(**{"class": "rooted"}),
        "the class all; a world that shows it is not of the problem's own, rooted",
    ),
    (
        "settled: without the hidden shapes of the problem",
        "settled",
        restated(**{"class": "hidden"}),
        "the class all; the problem states hidden",
    ),
)

FORGERIES = (
    *(Forgery(*row, gap=True) for row in GAPS),
    *(
        Forgery(f"{truth}: {name}", truth, change, said)
        for truth, rows in ROWS.items()
        for name, change, said in rows
    ),
    Forgery(
        "open, any start: too many shapes",
        "open, any start",
        _thirteen,
        "at most 12 shapes are checked",
        True,
    ),
)

TABLE = Table(verify, TRUTHS, FORGERIES)
