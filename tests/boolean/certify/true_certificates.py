"""True certificates about small Boolean problems, from which forgeries are made."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from symcause.families.boolean.verifier.certificate import read_certificate
from symcause.families.boolean.verifier.certificate_question import CertifiedQuestion
from symcause.families.boolean.verifier.clausal_proof import evidence_of, formula_of
from tests.forgery import Draft, audited, by_hand

ALTERNATIVE = ("evidence", "alternative", "functions")
CLASS: dict[str, Any] = {"max_parents": None, "max_ast": None, "max_depth": None, "source": "test"}


def world(*rows: str, targets: str = "") -> dict[str, Any]:
    mode = "assigned" if targets else "none"
    return {"split": "train", "mode": mode, "targets": targets.split(), "rows": list(rows)}


def stated(size: int, *worlds: dict[str, Any], version: int = 1, **more: Any) -> dict[str, Any]:
    """The document of a problem with this many variables."""
    names = [f"X{i}" for i in range(1, size + 1)]
    numbered = [{"id": f"w{i}", **part} for i, part in enumerate(worlds)]
    form = f"symcause.boolean/{version}"
    frame = {"format": form, "id": "small", "variables": names, "worlds": numbered}
    return {**frame, "setting": "hidden-order", **more}


def model(roots: tuple[str, ...], **functions: str) -> dict[str, Any]:
    """A model as certificates write it; functions as ``X1 X2:0110``."""
    parts = {name: text.split(":") for name, text in functions.items()}
    made = {name: {"parents": p.split(), "table": table} for name, (p, table) in parts.items()}
    return {"roots": list(roots), "functions": made}


def claimed(
    source: dict[str, Any], claim: dict[str, Any], evidence: dict[str, Any], **bounds: Any
) -> Draft:
    """A certificate by hand, in the setting of the problem."""
    return by_hand(
        source,
        setting=source["setting"],
        **{"class": {**CLASS, **bounds}},
        identity="functions+roots",
        claim=claim,
        evidence=evidence,
    )


def pair(
    source: dict[str, Any], first: dict[str, Any], second: dict[str, Any], **more: Any
) -> Draft:
    """Two members, by hand; *more* is an experiment with its witness."""
    evidence = {"kind": "alternative", "reference": first, "alternative": second, **more}
    return claimed(source, {"name": "ambiguous"}, evidence)


def clausal_again(draft: Draft) -> None:
    """The size and the hash of the formula that the changed claim gives; the proof as it is."""
    certificate = read_certificate(draft.document)
    asked = draft.problem.in_setting(certificate.setting)
    question = CertifiedQuestion(asked, certificate.hypothesis, identity=certificate.identity)
    claim = certificate.claim
    scm = claim.model.scm if claim.model else None
    formula = formula_of(question, claim.name, scm, claim.cells)
    proof = tuple(draft.at("evidence", "proof"))
    draft.put("evidence", evidence_of(formula, proof).to_dict())


XOR = stated(3, world("000", "011", "101", "110"), roots=["X1", "X2"])
COPIES = stated(3, world("000", "111"), roots=["X1"], max_parents=1)
HIDDEN = stated(3, world("000", "111"), setting="hidden-roots", root_count=1, max_parents=1)
LAST = ("000", "111", "001", "110", "010", "101")
FREE = stated(4, world("0000"), roots=["X1", "X2"])
HOLES = stated(3, world("000", "011", "101", "11?"), world("110"), version=2, roots=["X1", "X2"])
ERRORS = stated(
    3, world("000", "011", "101", "110", "111"), version=2, roots=["X1", "X2"], errors=1
)
LATENT = stated(3, world("0?0"), version=2, roots=["X1"], max_parents=1, latent=["X2"])


def _written() -> Draft:
    draft = pair(
        FREE,
        model(("X1", "X2"), X3="X1:01", X4="X2:01"),
        model(("X1", "X2"), X3="X1:01", X4="X1:01"),
    )
    draft.put("evidence", "reference", "expressions", {"X3": "X1", "X4": "X2"})
    draft.put("evidence", "alternative", "expressions", {"X3": "X1", "X4": ["and", "X1", "X1"]})
    draft.at("class").update(max_ast=3, max_depth=2)
    return draft


def _knowing() -> Draft:
    draft = _free()
    knowledge = {"require": ["X1->X3"], "forbid": ["X3->X4"], "tiers": [["X1", "X2", "X3"], ["X4"]]}
    draft.put("class", "knowledge", {**knowledge, "signs": {"X1->X3": "+"}, "unate": True})
    return draft


def _free() -> Draft:
    return pair(
        FREE,
        model(("X1", "X2"), X3="X1:01", X4="X1:01"),
        model(("X1", "X2"), X3="X1:01", X4="X1 X2:0001"),
    )


def _unwritable() -> Draft:
    source = stated(2, world("00"), setting="ordered", roots=["X2"], order=["X1", "X2"])
    sets = [{"roots": ["X2"], "empty": "X1"}]
    return claimed(source, {"name": "inconsistent"}, {"kind": "count", "root_sets": sets})


def _unique_by_count() -> Draft:
    draft = audited(XOR, claim="count")
    functions = model(("X1", "X2"), X3="X1 X2:0110")
    draft.put("claim", {"name": "unique", "model": functions})
    return draft


def _unnamed() -> Draft:
    """Certificates about Boolean problems need not say so."""
    draft = audited(XOR)
    draft.drop("family")
    return draft


def _widest() -> Draft:
    """As many parents as a class may allow."""
    draft = audited(XOR)
    draft.put("class", "max_parents", 1_000_000)
    return draft


def _constant() -> Draft:
    """Two members, of which one is a constant; everything is written."""
    draft = pair(
        {**FREE, "constants": True},
        model(("X1", "X2"), X3=":0", X4="X2:01"),
        model(("X1", "X2"), X3=":0", X4="X1:01"),
    )
    draft.put("evidence", "reference", "expressions", {"X3": "0", "X4": "X2"})
    draft.put("evidence", "alternative", "expressions", {"X3": ["and", "1", "0"], "X4": "X1"})
    return draft


SIGNED = {"signs": {"X1->X3": "+", "X2->X3": "-"}}
INFORMED: dict[str, dict[str, Any]] = {
    "signed": {"roots": ["X1", "X2"], "knowledge": SIGNED},
    "unate": {"roots": ["X1", "X2"], "knowledge": {**SIGNED, "unate": True}},
    "one sign": {"roots": ["X1", "X2"], "knowledge": {"signs": {"X1->X3": "-"}}},
    "signed, errors": {"roots": ["X1", "X2"], "errors": 1, "knowledge": SIGNED},
    "unate, errors": {"roots": ["X1", "X2"], "errors": 1, "knowledge": {"unate": True}},
    "required": {"roots": ["X1", "X2"], "knowledge": {"require": [["X1", "X3"]]}},
}
"""What is known of X3, by name."""


def many_latent(latent: int = 8) -> Draft:
    """A root, latent copies of it, and two variables of which the last is one of two copies."""
    size = latent + 3
    names = [f"X{i}" for i in range(2, latent + 2)]
    last = f"X{size}", f"X{size - 1}"
    rows = [bit + "?" * latent + bit * 2 for bit in "01"]
    source = stated(size, world(*rows), version=2, roots=["X1"], max_parents=1, latent=names)
    copies = dict.fromkeys((*names, last[1]), "X1:01")
    completed = {"completions": [bit * size for bit in "01"]}
    draft = pair(
        source,
        {**model(("X1",), **copies, **{last[0]: "X1:01"}), **completed},
        {**model(("X1",), **copies, **{last[0]: f"{last[1]}:01"}), **completed},
        experiment={"assignments": {last[1]: 0}},
        witness={"state": {"X1": 1, last[1]: 0, last[0]: 1}, "possible_in": "reference"},
    )
    draft.put("identity", "behaviour")
    return draft


TRUTHS: dict[str, Callable[[], Draft]] = {
    "same roots": partial(audited, COPIES),
    "hidden roots": lambda: pair(
        HIDDEN,
        model(("X1",), X2="X1:01", X3="X1:01"),
        model(("X2",), X1="X2:01", X3="X2:01"),
        experiment={"assignments": {"X2": 0}},
        witness={"state": {"X1": 1, "X2": 0, "X3": 1}, "possible_in": "reference"},
    ),
    "behaviour": partial(audited, LATENT),
    "unique": partial(audited, XOR),
    "unique by count": _unique_by_count,
    "unique and a set": partial(
        audited, stated(3, *XOR["worlds"], world("000", "001", targets="X3"), roots=["X1", "X2"])
    ),
    "inconsistent": partial(
        audited, stated(3, world(*LAST), setting="hidden-roots", root_count=1, max_parents=1)
    ),
    "count": partial(audited, HIDDEN, claim="count"),
    "one set": partial(
        audited,
        stated(3, world("000", "111"), world("000", "011", targets="X3"), roots=["X1"])
        | {"max_parents": 1},
        claim="count",
    ),
    "unwritable": _unwritable,
    "scored": partial(
        audited,
        stated(2, world("00", "11", targets="X2"), setting="hidden-roots", root_count=1),
    ),
    "spectrum": partial(audited, ERRORS, claim="count"),
    "errors": partial(audited, ERRORS),
    "holes": partial(audited, HOLES),
    "entailed": partial(audited, HOLES, claim="entailed"),
    "clausal": partial(audited, XOR, claim="inseparable"),
    "free": _free,
    "knowing": _knowing,
    "written": _written,
    "ordered": lambda: pair(
        stated(3, world("000", "111"), setting="ordered", roots=["X1"], order=["X1", "X2", "X3"]),
        model(("X1",), X2="X1:01", X3="X2:01"),
        model(("X1",), X2="X1:01", X3="X1:01"),
    ),
    "ordered gold": partial(
        audited,
        stated(3, world("000", "111"), world("010", "101", targets="X2"), setting="ordered")
        | {"roots": ["X1"], "order": ["X1", "X2", "X3"]}
        | {"gold": {"mechanisms": {"X2": "X1", "X3": "X1"}}},
    ),
    "three targets": lambda: pair(
        stated(6, world("000000", "111111"), roots=["X1"]),
        model(("X1",), **dict.fromkeys(("X2", "X3", "X4", "X5", "X6"), "X1:01")),
        model(("X1",), **dict.fromkeys(("X2", "X3", "X4", "X5"), "X1:01"), X6="X2:01"),
        experiment={"assignments": {"X2": 0, "X3": 0, "X4": 0}},
        witness={
            "rootAssignment": {"X1": 1},
            "differences": [{"variable": "X6", "reference": 1, "alternative": 0}],
        },
    ),
    "constant": partial(
        audited, stated(3, world("000", "010", "100", "110"), roots=["X1", "X2"]), claim="count"
    ),
    "latent pairs": many_latent,
    "no family": _unnamed,
    "a descendant set aside": partial(
        audited,
        stated(3, world("010", "001"), world("111", "101", targets="X1"), roots=["X2"])
        | {"constants": True},
    ),
    "constant written": _constant,
    "widest class": _widest,
    **{
        f"count, {name}": partial(
            audited, stated(3, world("000"), version=2, **more), claim="count"
        )
        for name, more in INFORMED.items()
    },
    "hole and gold": partial(audited, {**HOLES, "gold": {"mechanisms": {"X3": "(xor X1 X2)"}}}),
    "gold": partial(audited, {**XOR, "gold": {"mechanisms": {"X3": "(xor X1 X2)"}}}),
}
