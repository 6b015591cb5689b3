"""Scores from a judge's labels a second time, and random labels; nothing of the project is used."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

Block = dict[str, Any]

WORDS: dict[str, dict[str, str]] = {
    "presence": {
        "STRONG_MATCH": "1", "GRAPH_ONLY": "1", "EXPLICIT": "1", "WEAK_MATCH": "1/2",
        "IMPLIED": "1/2", "NO_MATCH": "0",
    },
    "semantic": {
        "STRONG": "1", "COMPLETE": "1", "MODERATE": "1/2", "PARTIAL": "1/2", "WEAK": "1/4",
        "MINIMAL": "1/4", "NA": "0",
    },
    "abstraction": {"ALIGNED": "1", "BROADER": "1/2", "NARROWER": "1/2", "NA": "0"},
    "directionality": {
        "CORRECT": "1", "UNCLEAR": "1/2", "REVERSED": "1/4", "MISSING": "0", "NA": "0",
    },
    "inference": {"DIRECT": "1", "DERIVED": "1", "STRETCHED": "1/4", "NA": "0"},
    "importance": {
        "CORE": "1", "CENTRAL": "1", "INTERMEDIATE": "1/2", "CONNECTING": "1/2",
        "PERIPHERAL": "1/4", "AUXILIARY": "1/4",
    },
}  # fmt: skip
PREFIX = {"directionality": "DIRECTION"}


def worth(block: Block, kind: str) -> Fraction:
    prefix = PREFIX.get(kind, kind.upper()) + "_"
    said = block.get(f"{kind}_label")
    if not isinstance(said, str) or not said.startswith(prefix):
        return Fraction(0)
    return Fraction(WORDS[kind].get(said.removeprefix(prefix), "0"))


def composite(block: Block) -> Fraction:
    second = "semantic"
    for kind in ("directionality", "inference"):
        if f"{kind}_label" in block:
            second = kind
    return sum((worth(block, k) for k in ("presence", second, "abstraction")), Fraction(0)) / 3


def unmatched(block: Block) -> bool:
    return block.get("presence_label") == "PRESENCE_NO_MATCH"


def item_precision(item: Block) -> Fraction:
    blocks = [item.get(key) for key in ("graph_evaluation", "text_evaluation")]
    there = [block for block in blocks if block]
    if all(unmatched(block) for block in there):
        return Fraction(0)
    return max(composite(block) for block in there)


def mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values) if values else Fraction(0)


def harmonic(one: Fraction, other: Fraction) -> Fraction:
    return 2 * one * other / (one + other) if one + other else Fraction(0)


def weighted(items: list[Block]) -> Fraction:
    weights = [worth(item, "importance") for item in items]
    scores = [Fraction(0) if unmatched(item) else composite(item) for item in items]
    total = sum(weights, Fraction(0))
    return sum((w * s for w, s in zip(weights, scores, strict=True)), Fraction(0)) / (total or 1)


def matched(block: Block | None) -> bool:
    found = (block or {}).get("presence_label")
    return found in ("PRESENCE_STRONG_MATCH", "PRESENCE_WEAK_MATCH")


def judged(labels: dict[str, list[Block]], gold_nodes: int) -> dict[str, Fraction | int]:
    """All numbers of a judgement, by the names of the document."""
    found: dict[str, Fraction | int] = {}
    sections = {
        (kind, side): labels.get(f"{kind}_{side}_evaluations", [])
        for kind in ("node", "edge")
        for side in ("precision", "recall")
    }
    values: dict[tuple[str, str], Fraction] = {}
    said, asked = (
        sections["node", side] + sections["edge", side] for side in ("precision", "recall")
    )
    p = mean([Fraction(matched(item.get("graph_evaluation"))) for item in said])
    r = mean([Fraction(matched(item)) for item in asked])
    found |= {"unweighted.overall.precision": p, "unweighted.overall.recall": r}
    found["unweighted.overall.f1"] = harmonic(p, r)
    for kind in ("node", "edge"):
        said, asked = sections[kind, "precision"], sections[kind, "recall"]
        precision, recall = mean([item_precision(item) for item in said]), weighted(asked)
        values[kind, "precision"], values[kind, "recall"] = precision, recall
        found |= {f"{kind}_precision": precision, f"{kind}_recall": recall}
        found[f"{kind}_f1"] = harmonic(precision, recall)
        p = mean([Fraction(matched(item.get("graph_evaluation"))) for item in said])
        r = mean([Fraction(matched(item)) for item in asked])
        found |= {
            f"unweighted.{kind}.precision": p,
            f"unweighted.{kind}.recall": r,
            f"unweighted.{kind}.f1": harmonic(p, r),
        }
    for side in ("precision", "recall"):
        counts = {kind: len(sections[kind, side]) for kind in ("node", "edge")}
        total = sum(values[kind, side] * count for kind, count in counts.items())
        found[f"overall_{side}"] = Fraction(total) / (sum(counts.values()) or 1)
    overall = Fraction(found["overall_precision"]), Fraction(found["overall_recall"])
    found["overall_f1"] = harmonic(*overall)
    edges = [item.get("graph_evaluation") or {} for item in sections["edge", "precision"]]
    reversals = [
        matched(block) and block.get("directionality_label") == "DIRECTION_REVERSED"
        for block in edges
    ]
    shd = sum(map(unmatched, edges)) + sum(map(unmatched, sections["edge", "recall"]))
    found["shd"] = shd + sum(reversals)
    found["nshd"] = Fraction(found["shd"]) / (gold_nodes * (gold_nodes - 1) or 1)
    if edges:
        found |= _rates(edges, sections["edge", "precision"])
    return found


def _rates(edges: list[Block], items: list[Block]) -> dict[str, Fraction | int]:
    support = ("PRESENCE_EXPLICIT", "PRESENCE_IMPLIED", "PRESENCE_GRAPH_ONLY")
    texts = [item.get("text_evaluation") or {} for item in items]
    turns = [block.get("directionality_label") for block in edges]
    return {
        "rates.graph_match": mean([Fraction(matched(block)) for block in edges]),
        "rates.direction_correct": mean([Fraction(t == "DIRECTION_CORRECT") for t in turns]),
        "rates.direction_reversed": mean([Fraction(t == "DIRECTION_REVERSED") for t in turns]),
        "rates.text_support": mean([Fraction(b.get("presence_label") in support) for b in texts]),
    }


def random_labels(rng: Random) -> dict[str, list[Block]]:
    """Labels of a judge, some of them missing, odd or contradictory."""
    found: dict[str, list[Block]] = {}
    for kind, side in (
        ("node", "precision"),
        ("edge", "precision"),
        ("node", "recall"),
        ("edge", "recall"),
    ):
        if rng.random() < 0.9:
            found[f"{kind}_{side}_evaluations"] = [
                _item(rng, kind, side, number) for number in range(1, rng.randint(0, 4) + 1)
            ]
    return found


def _item(rng: Random, kind: str, side: str, number: int) -> Block:
    item: Block = {f"{kind}_number": number}
    second = "semantic" if kind == "node" else "directionality"
    if side == "recall":
        return item | _block(rng, ("importance", "presence", second, "abstraction"))
    inferred = "semantic" if kind == "node" else "inference"
    for key, word in (("graph_evaluation", second), ("text_evaluation", inferred)):
        if rng.random() < 0.85:
            item[key] = _block(rng, ("presence", word, "abstraction"))
        elif rng.random() < 0.5:
            item[key] = rng.choice((None, {}))
    return item


def _block(rng: Random, kinds: tuple[str, ...]) -> Block:
    found: Block = {}
    for kind in kinds:
        if rng.random() < 0.93:
            word = rng.choice([*WORDS[kind], "SOMEHOW"])
            found[f"{kind}_label"] = f"{PREFIX.get(kind, kind.upper())}_{word}"
    return found
