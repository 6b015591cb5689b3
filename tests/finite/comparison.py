"""What the package says of finite problems beside what a list of everything says."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from typing import Any

import symcause
from symcause.audits.errata import errata_of
from symcause.errors import SymcauseError
from tests.finite.cases import listed
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


def option_differences(second: Audited, rng: random.Random) -> Iterator[Difference]:
    """The same with options: other members, several targets at once, narrower and wider classes."""
    document, members = second.document, second.members
    told = said("solve", document, everything=True, limit=5000)
    if members:
        rows = [{**second.shown(m), "total_size": second.total(m)} for m in members]
        yield from _differing("solve --all", told, {"members": rows, "complete": True})
    if 2 <= len(members) <= 60:
        first, other = (json.dumps(second.shown(m)) for m in rng.sample(members, 2))
        ours = said("separate", document, first, other, most_targets=2)
        pair = [
            m for text in (first, other) for m in members if second.shown(m) == json.loads(text)
        ]
        best = second.separation(pair[0], pair[1], 2)
        best["separated"] = best.pop("separable")
        yield from _differing(f"separate {first} {other}", ours, best)
        told = said("alternatives", document, against=other, limit=3)
        right = {"alternatives": second.alternatives(pair[1], 3), "total": len(members) - 1}
        yield from _differing(f"alternatives --against {other}", told, right)
        if len(members) <= 30:
            ranked = second.next(2)
            told = said("next_experiments", document, most_targets=2)
            rows = [{k: e.get(k) for k in ranked[0]} for e in told.get("experiments", [])]
            yield from _differing("next --most-targets 2", {"rows": rows}, {"rows": ranked})
    for options in _class_options(second, rng):
        changed = listed(_changed(document, options), 2000)
        if changed is not None:
            right = {"count": len(changed.members)}
            yield from _differing(f"count {options}", said("count", document, **options), right)


def _class_options(second: Audited, rng: random.Random) -> Iterator[dict[str, Any]]:
    yield {"max_parents": rng.choice([0, 1, 2])}
    yield {"max_parents": "none"}
    able = [n for n in second.names if n not in second.document.get("roots", ())]
    if all("grammar" in second.class_of(n) for n in able):
        yield {"max_size": rng.choice([1, 2, 3, 4])}
    if all(len(second.domains[n]) == 2 for n in able):
        yield {"functions": rng.choice(["threshold", "monotone", "disjunctive"]), "max_parents": 2}
    if second.setting in ("ordered", "block-order"):
        yield {"setting": "hidden-order"}
    named = [n for n in second.names if "functions" in second.class_of(n)]
    if second.setting != "hidden-roots" and all(len(second.domains[n]) == 2 for n in named):
        yield {"setting": "hidden-roots"}


def _changed(document: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """The document that says what the options say."""
    told = {k: v for k, v in plain(document).items() if k not in ("gold", "queries", "task")}
    own = told["class"].get("variables", {})
    for one in (told["class"], *own.values()):
        if "max_parents" in options:
            one["max_parents"] = (
                None if options["max_parents"] == "none" else options["max_parents"]
            )
        if "functions" in options:
            one.pop("grammar", None)
            one["functions"] = options["functions"]
        if "max_size" in options and "grammar" in one:
            one["grammar"]["max_size"] = options["max_size"]
    if "setting" in options:
        told["setting"] = options["setting"]
        told.pop("order", None)
        told.pop("blocks", None)
        if options["setting"] == "hidden-roots":
            told["root_count"] = len(told.pop("roots"))
    return told
