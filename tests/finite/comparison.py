"""What the package says of finite problems beside what a list of everything says."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import symcause
from symcause.audits.errata import errata_of
from symcause.errors import SymcauseError
from tests.finite.second_audit import Audited

Difference = tuple[str, Any, Any]
"""What was asked, what the package says, what should be said."""


def plain(thing: Any) -> Any:
    """A document as JSON has it."""
    return json.loads(json.dumps(thing))


def said(name: str, document: Mapping[str, Any], *given: Any, **options: Any) -> dict[str, Any]:
    """The document of a question about a problem; of a refusal its words."""
    problem = symcause.problem(document)
    try:
        told = getattr(symcause, name)(problem, *given, **options)
    except SymcauseError as error:
        return {"status": "refused", "reason": str(error)}
    return plain(told.to_dict())  # type: ignore[no-any-return]


def errata(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What is wrong with the stored answers to queries."""
    problem = symcause.problem(document)
    every = errata_of(problem, symcause.audit(problem), "queries")
    keys = ("item", "source", "stored", "derived", "kind", "cause")
    told = [plain(one.to_dict()) for one in every if "#" in one.item]
    return [{key: one.get(key) for key in keys} for one in told]


def _differing(
    where: str, ours: Mapping[str, Any], right: Mapping[str, Any]
) -> Iterator[Difference]:
    """Keys of what is right that the package says otherwise."""
    for key, value in plain(right).items():
        if ours.get(key) != value:
            yield f"{where}.{key}", ours.get(key, "nothing"), value


def differences(second: Audited, answers: list[str]) -> Iterator[Difference]:
    """Everything about a problem that the package and the list say differently."""
    document = second.document
    yield from _differing("count", said("count", document), {"count": len(second.members)})
    yield from _differing("solve", said("solve", document), second.solve())
    yield from audit_differences(second)
    yield from _differing("errata", {"lines": errata(document)}, {"lines": second.errata()})
    yield from alternative_differences(second)
    count = len(second.members)
    told = said("next_experiments", document)
    experiments = told.pop("experiments", [])
    ranked = second.next()
    rows = [{k: e.get(k) for k in row} for e, row in zip(experiments, ranked, strict=False)]
    shrinks = any(row["worst"] < count for row in ranked)
    right = {"settled": count <= 1, "rows": ranked, "shrinks": shrinks, "number": len(ranked)}
    yield from _differing("next", {**told, "rows": rows, "number": len(experiments)}, right)
    yield from disambiguation_differences(second)
    for answer in answers:
        yield from _differing(
            f"check {answer}", said("check", document, answer), second.check(answer)
        )


def audit_differences(second: Audited) -> Iterator[Difference]:
    told, right = said("audit", second.document), second.audit()
    if told.get("gold"):
        told["gold"].pop("reason", None)
    yield from _differing("audit", told, right)


def alternative_differences(second: Audited, limit: int = 4) -> Iterator[Difference]:
    reference = second.reference()
    told = said("alternatives", second.document, limit=limit)
    if reference is None:
        right: dict[str, Any] = {
            "alternatives": [],
            "total": 0,
            "reason": "no model explains the evidence",
        }
    else:
        every = second.alternatives(reference, limit)
        total = sum(m != reference for m in second.members)
        right = {"reference": second.shown(reference), "alternatives": every, "total": total}
    yield from _differing("alternatives", told, right)


def disambiguation_differences(second: Audited) -> Iterator[Difference]:
    right = second.disambiguated()
    told = said("disambiguate", second.document)
    if told.get("status") != "refused":
        told["worlds"] = [[w["do"], w["rows"]] for w in told.get("worlds", [])]
    yield from _differing("disambiguate", told, right)
