"""The tables of claims and abstentions, by hand-made lines."""

from __future__ import annotations

from math import comb, isclose

import pytest

from symcause.scoring.doubts import Doubts
from symcause.scoring.exact import clopper_pearson, mcnemar, wilson


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
