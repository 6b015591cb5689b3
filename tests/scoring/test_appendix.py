"""Tables of the appendices against plain loops over random answers."""

from __future__ import annotations

import random
from statistics import fmean

import pytest

from symcause.families.boolean.scoring.appendix import appendix
from symcause.families.boolean.scoring.summary import Answers
from symcause.scoring.statistics import Bootstrap

Row = tuple[str, str, int, dict[str, object]]


def made(rng: random.Random) -> list[Row]:
    rows = []
    for setting in ("ordered", "hidden-order"):
        for model in ("a", "b"):
            for latent in range(14):
                if rng.random() < 0.15:
                    continue
                valid, exact = rng.random() < 0.8, rng.random() < 0.5
                row: dict[str, object] = {
                    **{"valid": valid, "train_exact": valid and exact, "has_heldout": True},
                    "train_world_exact": rng.random() if valid else 0.0,
                    "heldout_world_exact": rng.random() if valid else 0.0,
                    "identified": valid and exact and rng.random() < 0.4,
                    "ambiguous": latent % 3 == 0,
                }
                if valid:
                    row |= {"parent_shd": rng.randrange(5), "parent_f1": rng.random()}
                    row |= {"exact_parent_map": rng.random() < 0.5, "local_match": rng.random()}
                rows.append((setting, model, latent, row))
    return rows


def grouped(rows: list[Row]) -> list[Answers]:
    found: dict[tuple[str, str], Answers] = {}
    for setting, model, latent, row in rows:
        key = setting, model
        if key not in found:
            found[key] = Answers(setting, model, setting, False)
        found[key].add(row, latent)
    return list(found.values())


@pytest.mark.parametrize("seed", range(8))
def test_all_of_them(seed: int) -> None:
    rows = made(random.Random(seed))
    tables = {t.key: t for t in appendix(grouped(rows), Bootstrap(20), symbolic=("b",))}

    def values(setting: str, model: str, name: str) -> dict[int, float]:
        own = [(k, r[name]) for s, m, k, r in rows if (s, m) == (setting, model) and name in r]
        return {latent: float(value) for latent, value in own}  # type: ignore[arg-type]

    for model, n, *cells in ([c.value for c in row] for row in tables["grid"].rows):
        exact = [values(s, str(model), "train_exact") for s in ("ordered", "hidden-order")]
        shared = set(exact[0]) & set(exact[1])
        assert n == len(shared)
        assert cells == pytest.approx([fmean(e[k] for k in shared) for e in exact])
    for row in tables["cohorts"].rows:
        setting, model, n, train, held, gap, kept, _ = (cell.value for cell in row)
        models = ("a", "b") if model == "all systems" else (str(model),)
        w = [v for m in models for v in values(str(setting), m, "train_world_exact").values()]
        h = [v for m in models for v in values(str(setting), m, "heldout_world_exact").values()]
        assert (n, train, held) == (len(w), pytest.approx(fmean(w)), pytest.approx(fmean(h)))
        assert gap == pytest.approx(fmean(w) - fmean(h)) and kept == pytest.approx(
            fmean(h) / fmean(w)
        )
    for row in tables["structure-deltas"].rows:
        model = str(row[1].value)
        for name, cell in zip(("parent_shd", "parent_f1"), row[3:5], strict=True):
            first, second = (values(s, model, name) for s in ("ordered", "hidden-order"))
            shared = set(first) & set(second)
            assert row[2].value == len(shared)
            assert cell.value == pytest.approx(fmean(first[k] - second[k] for k in shared))
    for row in tables["found"].rows:
        own = [r for s, m, _, r in rows if (s, m) == (row[0].value, row[1].value)]
        found = sum(bool(r["identified"]) for r in own)
        assert [cell.value for cell in row[2:6]] == [
            len(own),
            sum(bool(r["train_exact"]) for r in own),
            found,
            pytest.approx(found / len(own)),
        ]
    for row in tables["unfound"].rows:
        own_rows = [(k, r) for s, _, k, r in rows if s == row[0].value]
        problems = {k for k, _ in own_rows}
        with_one = {k for k, r in own_rows if r["identified"]}
        assert row[1].value == len(problems)
        by_kind = [
            {k for s, m, k, r in rows if (s, m) == (row[0].value, x) and r["identified"]}
            for x in "ab"
        ]
        kinds = [len(problems - found) for found in (*by_kind, with_one)]
        assert [cell.value for cell in row[2:5]] == kinds
        assert row[6].value == len({k for k in problems if k % 3 == 0})


def test_pooled_deltas_are_means_over_systems() -> None:
    tables = {t.key: t for t in appendix(grouped(made(random.Random(1))), Bootstrap(20))}
    rows = [[cell.value for cell in row] for row in tables["cohort-deltas"].rows]
    *each, pooled = rows
    assert pooled[1] == "mean of systems" and len(each) == 2
    for place in range(2, 6):
        assert pooled[place] == pytest.approx(fmean(float(str(row[place])) for row in each))
