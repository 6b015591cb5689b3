"""Forgeries for the kernel that all families share, dressed as Boolean certificates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from symcause.kernel.work import Work
from tests.boolean.certify.true_certificates import model, stated, world
from tests.forgery import Change, Draft, Forgery, drop, put, swap

PROOF = ("evidence", "proof")


def lines(*first: str) -> Change:
    """The proof begins with these lines."""
    return swap(*PROOF, by=lambda known: [*first, *known])


def with_work(**bounds: Any) -> Callable[[Draft], None]:
    def change(draft: Draft) -> None:
        draft.work = Work(**bounds)

    return change


def instead(source: dict[str, Any], **body: Any) -> Callable[[Draft], None]:
    """Another problem altogether, and what is changed in the certificate."""

    def change(draft: Draft) -> None:
        draft.source = source
        draft.restate()
        draft.put("setting", source["setting"])
        for key, value in body.items():
            draft.put({"bounds": "class"}.get(key, key), value)

    return change


def _class(**bounds: Any) -> dict[str, Any]:
    plain: dict[str, Any] = {"max_parents": None, "max_ast": None, "max_depth": None}
    return {**plain, "source": "test", **bounds}


def many(size: int, **more: Any) -> dict[str, Any]:
    """A problem with this many variables; the last is no root."""
    names = [f"X{i}" for i in range(1, size)]
    return stated(size, world("0" * size), **({"roots": names} | more))


def only(size: int) -> dict[str, Any]:
    """The model that is nought everywhere, with the last variable a copy of the first."""
    names = tuple(f"X{i}" for i in range(1, size))
    return model(names, **{f"X{size}": "X1:01"})


WIDTH = 229  # of six variables, each with five that may be its parents


def counted(size: int, **more: Any) -> dict[str, Any]:
    """Evidence of a count where all variables but the last are roots."""
    roots = [f"X{i}" for i in range(1, size)]
    return {"kind": "count", **more, "root_sets": [{"roots": roots, "components": []}]}


COUNTED: dict[str, Any] = {"kind": "count", "root_sets": []}
PROVED: dict[str, Any] = {
    "kind": "clausal",
    "formula": {"unknowns": 0, "clauses": 0, "sha256": "0" * 64},
    "proof": [],
}
NONE = {"name": "inconsistent"}

READING = (
    ("unknown key", put("claim", "modle", 1), "claim.modle: unknown key"),
    ("missing key", drop("claim", "model"), "the key 'model' is missing"),
    ("no object", put("claim", []), "claim: not an object"),
    ("a key that is no text", put("claim", 1, 2), "a key that is no text"),
    (
        "too many entries",
        put("claim", "model", "functions", {f"X{i}": {} for i in range(1_001)}),
        "more than 1000 members",
    ),
    ("no list", put("claim", "model", "roots", "X1"), "claim.model.roots: not a list"),
    ("no text", put("class", "source", 1), "class.source: not text"),
    ("too long a text", put("class", "source", "x" * 201), "longer than 200 characters"),
    ("unknown word", put("setting", "hidden"), "setting: unknown word"),
    ("no name", put("claim", "model", "roots", ["X1", "2"]), "not a variable name"),
    ("an operator as a name", put("claim", "model", "roots", ["X1", "xor"]), "not a variable name"),
    ("a name twice", put("claim", "model", "roots", ["X1", "X2", "X2"]), "a name stands twice"),
    ("true as a number", put("class", "max_parents", True), "class.max_parents: not an integer"),
    ("text as a number", put("class", "max_parents", "2"), "class.max_parents: not an integer"),
    ("below", put("class", "max_parents", -1), "not between 0 and 1000000"),
    ("above", put("class", "max_parents", 1_000_001), "not between 0 and 1000000"),
    ("no format", drop("format"), "the key 'format' is missing"),
    ("another format", put("format", "symcause.certificate/2"), "format: unknown word"),
    ("another family", put("family", "linear"), "a certificate about another family"),
    ("no digest", put("problem", "sha256", "0" * 63), "not a SHA-256 in hexadecimal"),
    ("a digest in capitals", put("problem", "sha256", "A" * 64), "not a SHA-256 in hexadecimal"),
    ("another digest", put("problem", "sha256", "0" * 64), "about another problem"),
    ("steps", with_work(seconds=0.000001), "steps that the kernel has"),
)

NUMBERS = (
    ("below nought", put("claim", "count", -1), "claim.count: below 0"),
    ("too long for digits", put("claim", "count", 1 << 14_001), "too long for decimal digits"),
    ("no hexadecimal", put("claim", "count", "0xG"), "not a hexadecimal number"),
    ("too long a number", put("claim", "count", "0x" + "0" * 1_000_000), "not a hexadecimal"),
)

FIRST = ("evidence", "root_sets", 0, "components", 0)
TABLES = (
    ("a set without number", put(*FIRST, "entries", 0, [0]), "not a pair of a set and a number"),
    (
        "a set twice",
        swap(*FIRST, "entries", by=lambda old: [*old, old[-1]]),
        "this set stands twice",
    ),
)

PROOFS = (
    ("a clause that is not there", lines("d 1 0"), "deletes a clause that is not there"),
    ("a line that does not follow", lines("1 0"), "does not follow by reverse unit propagation"),
    ("no contradiction", put(*PROOF, []), "the proof ends without a contradiction"),
    (
        "the last lines left out",
        swap(*PROOF, by=lambda old: old[:4]),
        "ends without a contradiction",
    ),
    ("a line without end", lines("1 2"), "not a line of a clausal proof"),
    ("an unknown too many", lines("8 0"), "speaks of an unknown that the formula lacks"),
    ("an unknown too few", lines("-8 0"), "speaks of an unknown that the formula lacks"),
    ("a literal and its contrary", lines("1 -1 0"), "an unknown stands twice"),
    ("room", with_work(megabytes=0), "take more room than the kernel has"),
)

LIMITS = (
    (
        "root sets",
        instead(
            many(21, setting="hidden-roots", roots=None, root_count=10),
            claim=NONE,
            evidence=COUNTED,
        ),
        "352716 root sets are beyond the kernel's 200000",
    ),
    (
        "parent sets",
        instead(
            many(20),
            claim=NONE,
            evidence={
                "kind": "count",
                "root_sets": [{"roots": [f"X{i}" for i in range(1, 20)], "components": []}],
            },
        ),
        "the parent sets of X20 are too many",
    ),
    (
        "maximal sets",
        instead(
            many(184),
            bounds=_class(max_parents=3),
            claim={"name": "unique", "model": only(184)},
            evidence={"kind": "local", "variables": {"X184": {"conflicts": [], "covered": []}}},
        ),
        "the maximal parent sets of X184 are beyond the kernel's size",
    ),
    (
        "variables of a formula about separation",
        instead(
            many(65),
            claim={"name": "no-separating-experiment", "model": only(65)},
            evidence=PROVED,
        ),
        "more than 64 variables",
    ),
    (
        "variables of a formula about members",
        instead(many(65), bounds=_class(max_parents=1), claim=NONE, evidence=PROVED),
        "more than 64 variables or 6 parents",
    ),
    (
        "parents of a formula about members",
        instead(many(8), claim=NONE, evidence=PROVED),
        "more than 64 variables or 6 parents",
    ),
    (
        "signed parents",
        instead(
            many(6),
            bounds=_class(knowledge={"unate": True}),
            claim=NONE,
            evidence={
                "kind": "count",
                "root_sets": [{"roots": [f"X{i}" for i in range(1, 6)], "components": []}],
            },
        ),
        "X6 has 5 signed parents: more than the kernel counts",
    ),
    (
        "signed parents and errors",
        instead(
            many(6),
            bounds=_class(errors=1, knowledge={"unate": True}),
            claim=NONE,
            evidence={
                "kind": "count",
                "width": WIDTH,
                "root_sets": [{"roots": [f"X{i}" for i in range(1, 6)], "components": []}],
            },
        ),
        "5 signed parents: more than the kernel counts",
    ),
)


def made(truth: str, rows: tuple[Any, ...], beyond: bool = False) -> tuple[Forgery, ...]:
    waiting = ("steps", "room")
    return tuple(
        Forgery(f"{truth}: {name}", truth, change, said, beyond or name in waiting)
        for name, change, said in rows
    )


KERNEL = (
    *made("unique", READING),
    *made("count", NUMBERS),
    *made("count", TABLES),
    *made("clausal", PROOFS),
    *made("unique", LIMITS, beyond=True),
)
