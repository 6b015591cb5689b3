"""The tables of claims and abstentions, by hand-made lines."""

from __future__ import annotations

import random
from math import comb, isclose

import pytest

from symcause.scoring.abstention_tables import Doubts
from symcause.scoring.exact_tests import clopper_pearson, mcnemar, wilson


def line(model: str, problem: str, kind: str, is_open: bool | None) -> dict[str, object]:
    support = None
    if kind == "abstain" and is_open is not None:
        support = "justified" if is_open else "premature"
    if kind == "claim" and is_open is not None:
        support = "unsupported" if is_open else "justified"
    return {
        "problem": problem,
        "model": model,
        "abstained": kind == "abstain",
        "claimed": kind == "claim",
        "open": is_open,
        "support": support,
    }


def collected() -> Doubts:
    doubts = Doubts()
    for i in range(4):
        for letter, settled in (("a", True), ("b", False)):
            about = {"pair": f"p{i}", "id": letter, "settled": settled, "kind": "evidence"}
            looks = {"rows": 10 + settled, "steps": 3}
            doubts.enter(f"p{i}{letter}", {"latent": f"p{i}", "sibling": about}, lambda n=looks: n)  # type: ignore[misc]
    for i in range(4):
        for id, is_open in ((f"p{i}a", False), (f"p{i}b", True)):
            doubts.take(line("oracle", id, "abstain" if is_open else "claim", is_open), "g")
            doubts.take(line("claims", id, "claim", is_open), "g")
            doubts.take(line("silent", id, "none", is_open), "g")
            doubts.take(line("lost", id, "claim", None), "g")
    doubts.take(line("oracle", "p0b", "claim", True), "g")  # a second answer: no longer of the pair
    return doubts


def test_four_cells() -> None:
    table = collected().tables()[0]
    rows = {row[1].value: dict(zip(table.columns, row, strict=True)) for row in table.rows}
    assert [rows["claims"][name].value for name in ("Claims open", "Claims settled")] == [4, 4]
    assert (rows["claims"]["Overclaim"].value, rows["claims"]["Premature"].value) == (1.0, 0.0)
    assert (rows["oracle"]["Overclaim"].value, rows["oracle"]["Premature"].value) == (0.2, 0.0)
    assert rows["oracle"]["Justified"].value == 8 / 9
    assert (rows["silent"]["None"].value, rows["silent"]["Overclaim"].value) == (8, None)
    assert (rows["lost"]["Unknown"].value, rows["lost"]["Justified"].value) == (8, None)
    low, high = wilson(1.0, 4)
    assert (rows["claims"]["Overclaim low"].value, rows["claims"]["Overclaim high"].value) == (
        low,
        high,
    )


def test_pairs() -> None:
    table = collected().tables()[1]
    rows = {row[0].value: [cell.value for cell in row[1:]] for row in table.rows}
    assert rows["oracle"][:7] == [4, 4, 4, 0, 0, 0, 0]
    assert rows["oracle"][7] == 0.125
    assert rows["claims"] == [4, 0, 0, 0, 4, 0, 0, 1.0, None, None]
    assert rows["silent"] == [0, 0, 0, 0, 0, 0, 4, None, None, None]
    assert "rows 1.00, steps 0.50" in (table.note or "")


@pytest.mark.parametrize("seed", range(12))
def test_random_answers_against_plain_loops(seed: int) -> None:
    rng, doubts = random.Random(seed), Doubts()
    for i in range(10):
        for letter, settled in (("a", True), ("b", False)):
            about = {"pair": f"p{i}", "settled": settled}
            sibling = {"sibling": about} if i < 8 else {}
            doubts.enter(f"p{i}{letter}", {"latent": f"p{i}", **sibling}, dict)
    lines = [
        line(
            rng.choice("xy"),
            f"p{rng.randrange(10)}{rng.choice('ab')}",
            rng.choice(("claim", "abstain", "none")),
            rng.choice((True, False, None)),
        )
        for _ in range(rng.choice((8, 60)))
    ]
    for each in lines:
        if each["support"] == "justified" and rng.random() < 0.3:
            each["support"] = "refuted"
        doubts.take(each, "g")
    four, *others = doubts.tables()
    for _, model, *cells in ([cell.value for cell in row] for row in four.rows):
        own = [each for each in lines if each["model"] == model]
        kinds = [("claimed", True), ("abstained", True), ("claimed", False), ("abstained", False)]
        counts = [sum(bool(e[kind]) and e["open"] is state for e in own) for kind, state in kinds]
        silent = sum(not e["claimed"] and not e["abstained"] for e in own)
        assert cells[:7] == [len(own), *counts, silent, len(own) - silent - sum(counts)]
        for place, state, hits in ((7, True, counts[0]), (10, False, counts[3])):
            asked = [
                e for e in own if e["open"] is state and (e["claimed"] or e["abstained"]) is True
            ]
            if not asked:
                assert cells[place : place + 3] == [None, None, None]
                continue
            latents = {str(e["problem"])[:2] for e in asked}
            share = hits / len(asked)
            assert cells[place : place + 3] == [share, *wilson(share, len(latents))]
        right = sum(
            e["support"] == "justified" and e["open"] is not None and e["claimed"] != e["abstained"]
            for e in own
        )
        assert cells[13] == (right / sum(counts) if sum(counts) else None)
    (siblings,) = others
    for model, *cells in ([cell.value for cell in row] for row in siblings.rows):
        outcomes = [outcome(lines, str(model), f"p{i}") for i in range(8)]
        b, c, both, neither, right, left = (
            sum(name in found for found in outcomes)
            for name in ("apart", "reversed", "both", "neither", "right", "left out")
        )
        assert cells[:7] == [b + c + both + neither, right, b, c, both, neither, left]
        assert cells[7] == (mcnemar(b, c) if cells[0] else None)
        assert cells[8:] == ([*clopper_pearson(b, b + c)] if b + c else [None, None])


def outcome(lines: list[dict[str, object]], model: str, pair: str) -> set[str]:
    """What a model's first answers to both sides of a pair come to."""
    first = {}
    for each in reversed(lines):
        if each["model"] == model:
            first[str(each["problem"])] = each
    sides = [first.get(f"{pair}{letter}") for letter in "ab"]
    if any(side is None or side["open"] is None for side in sides):
        return {"left out"}
    settled, open_ = (side for side in sides if side is not None)
    told = {
        (True, False, False, True): "apart",
        (False, True, True, False): "reversed",
        (True, False, True, False): "both",
        (False, True, False, True): "neither",
    }
    did = (settled["claimed"], settled["abstained"], open_["claimed"], open_["abstained"])
    found = told.get(did, "left out")  # type: ignore[arg-type]
    right = found == "apart" and settled["support"] == "justified"
    return {found, "right"} if right else {found}


@pytest.mark.parametrize(("b", "c"), [(0, 0), (1, 0), (5, 5), (12, 3), (40, 17)])
def test_mcnemar_by_definition(b: int, c: int) -> None:
    tail = sum(comb(b + c, k) for k in range(min(b, c) + 1)) / 2 ** (b + c)
    assert isclose(mcnemar(b, c), min(1.0, 2 * tail))


@pytest.mark.parametrize(("hits", "cases"), [(0, 5), (5, 5), (1, 7), (30, 100), (999, 1000)])
def test_clopper_pearson_by_its_tails(hits: int, cases: int) -> None:
    low, high = clopper_pearson(hits, cases)

    def least(k: int, p: float) -> float:
        return sum(comb(cases, i) * p**i * (1 - p) ** (cases - i) for i in range(k, cases + 1))

    assert low == 0 if hits == 0 else isclose(least(hits, low), 0.025, rel_tol=1e-6)
    assert high == 1 if hits == cases else isclose(1 - least(hits + 1, high), 0.025, rel_tol=1e-6)


def test_wilson_is_a_known_interval() -> None:
    assert [round(end, 4) for end in wilson(0.1, 50)] == [0.0435, 0.2136]
