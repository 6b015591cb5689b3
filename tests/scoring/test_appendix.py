"""Tables of the appendices against plain loops over random answers."""

from __future__ import annotations

import random
from itertools import combinations
from statistics import fmean

import pytest

from symcause.families.boolean.scoring.tables.answer_numbers import no_answer
from symcause.families.boolean.scoring.tables.answer_summary import Answers, Summary
from symcause.families.boolean.scoring.tables.appendix_tables import appendix
from symcause.families.boolean.scoring.tables.problem_facts import Member
from symcause.scoring.bootstrap import Bootstrap

Row = tuple[str, str, int, dict[str, object]]
STRUCTURE = ("parent_shd", "parent_f1", "exact_parent_map", "local_match", "heldout_world_exact")
BY_LEVEL = {
    "replay-levels": {"TrainExact": "train_exact", "HeldoutWorld": "heldout_world_exact"},
    "structure-levels": {
        **{"Valid": "valid", "Parent F1": "parent_f1", "Parent SHD": "parent_shd"},
        **{"Parent map exact": "exact_parent_map", "Mean local match": "local_match"},
    },
}


LEVELS = {"ord": "ordered", "hid": "hidden-order", "ord-ext": "ordered", "hid-ext": "hidden-order"}
"""Groups of problems, with the setting that each is of; the first of a setting is its base."""


def made(rng: random.Random) -> list[Row]:
    rows = []
    for group in LEVELS:
        for model in ("a", "b"):
            for latent in range(14):
                if rng.random() < 0.1:
                    continue
                answered = rng.random() < 0.9
                valid, exact = answered and rng.random() < 0.8, rng.random() < 0.5
                row: dict[str, object] = {
                    **{"answered": answered, "valid": valid, "train_exact": valid and exact},
                    "has_heldout": True,
                    "train_world_exact": rng.random() if valid else 0.0,
                    "heldout_world_exact": rng.random() if valid else 0.0,
                    "identified": valid and exact and rng.random() < 0.4,
                    "ambiguous": latent % 3 == 0,
                }
                if valid:
                    row |= {"parent_shd": rng.randrange(5), "parent_f1": rng.random()}
                    row |= {"exact_parent_map": rng.random() < 0.5, "local_match": rng.random()}
                rows.append((group, model, latent, row))
    return rows


def grouped(rows: list[Row]) -> list[Answers]:
    found: dict[tuple[str, str], Answers] = {}
    for group, model, latent, row in rows:
        key = group, model
        if key not in found:
            found[key] = Answers(group, model, LEVELS[group], False)
        found[key].add(row, latent)
    return list(found.values())


@pytest.mark.parametrize("seed", range(8))
def test_all_of_them(seed: int) -> None:
    rows = made(random.Random(seed))
    tables = {t.key: t for t in appendix(grouped(rows), Bootstrap(20), symbolic=("b",))}

    def values(setting: str, model: str, name: str) -> dict[int, float]:
        own = [(k, r[name]) for s, m, k, r in rows if (s, m) == (setting, model) and name in r]
        return {latent: float(value) for latent, value in own}  # type: ignore[arg-type]

    assert tables["grid"].columns == ("Model", "n", *LEVELS)
    for model, n, *cells in ([c.value for c in row] for row in tables["grid"].rows):
        answered, exact = (
            [values(group, str(model), name) for group in LEVELS]
            for name in ("answered", "train_exact")
        )
        shared = {k for k in range(14) if all(answered[i].get(k) for i in (0, 1))}
        assert n == len(shared)
        assert cells[:2] == pytest.approx([fmean(e[k] for k in shared) for e in exact[:2]])
        assert cells[2:] == pytest.approx([fmean(e.values()) for e in exact[2:]])
    for key, names in BY_LEVEL.items():
        heads = [f"{head} {level}" for head in names for level in (1, 2)]
        assert tables[key].columns == ("Setting", "Model", "n", *heads)
        for setting, model, n, *cells in ([c.value for c in row] for row in tables[key].rows):
            levels = [group for group, own in LEVELS.items() if own == setting]
            every = [values(level, str(model), "valid") for level in levels]
            shared = set(every[0]) & set(every[1])
            wanted = [
                fmean(value for k, value in values(level, str(model), name).items() if k in shared)
                for name in names.values()
                for level in levels
            ]
            assert n == len(shared) and cells == pytest.approx(wanted)
    for row in tables["cohorts"].rows:
        setting, model, n, train, held, gap, kept, _ = (cell.value for cell in row)
        models = ("a", "b") if model == "all systems" else (str(model),)
        w = [v for m in models for v in values(str(setting), m, "train_world_exact").values()]
        h = [v for m in models for v in values(str(setting), m, "heldout_world_exact").values()]
        assert (n, train, held) == (len(w), pytest.approx(fmean(w)), pytest.approx(fmean(h)))
        assert gap == pytest.approx(fmean(w) - fmean(h)) and kept == pytest.approx(
            fmean(h) / fmean(w)
        )
    pairs = {str(row[0].value) for row in tables["structure-deltas"].rows}
    assert pairs == {f"{b} - {a}" for a, b in combinations(LEVELS, 2)}
    for row in tables["structure-deltas"].rows:
        later, earlier = str(row[0].value).split(" - ")
        model = str(row[1].value)
        for name, cell in zip(STRUCTURE, row[3:], strict=True):
            first, second = (values(s, model, name) for s in (later, earlier))
            given = [values(s, model, "answered") for s in (later, earlier)]
            shared = {k for k in first if k in second and all(own[k] for own in given)}
            assert name == "heldout_world_exact" or row[2].value == len(shared)
            assert cell.value == pytest.approx(fmean(first[k] - second[k] for k in shared))
    for row in tables["found"].rows:
        own = [r for s, m, _, r in rows if (s, m) == (row[0].value, row[1].value)]
        found = sum(bool(r["identified"]) for r in own)
        attempted = sum(bool(r["answered"]) for r in own)
        assert [cell.value for cell in row[2:6]] == [
            attempted,
            sum(bool(r["train_exact"]) for r in own),
            found,
            pytest.approx(found / attempted),
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


@pytest.mark.parametrize("seed", range(4))
def test_later_cohorts_are_held_against_the_first_of_their_setting(seed: int) -> None:
    made_rows = made(random.Random(seed))
    tables = {t.key: t for t in appendix(grouped(made_rows), Bootstrap(20))}
    rows = [[cell.value for cell in row] for row in tables["cohort-deltas"].rows]
    assert [row[0] for row in rows] == ["ord-ext - ord"] * 3 + ["hid-ext - hid"] * 3

    def plain(group: str, model: str) -> list[float]:
        own = [r for s, m, _, r in made_rows if (s, m) == (group, model)]
        names = ("train_world_exact", "heldout_world_exact", "train_exact")
        w, h, exact = (fmean(float(str(r[n] * 1.0)) for r in own) for n in names)  # type: ignore[operator]
        return [h, w - h, h / w, exact]

    for label, model, before, after, *deltas in rows:
        later, base = str(label).split(" - ")
        models = ("a", "b") if model == "mean of systems" else (str(model),)
        sizes = [sum(s == g and m in models for s, m, *_ in made_rows) for g in (base, later)]
        assert [before, after] == sizes
        each = [
            [new - old for old, new in zip(plain(base, m), plain(later, m), strict=True)]
            for m in models
        ]
        assert deltas == pytest.approx([fmean(column) for column in zip(*each, strict=True)])


def test_a_group_of_several_settings_is_one_column() -> None:
    """Whichever of its problems a system answers first: the group is no level of that one's setting."""
    summary = Summary()
    for setting in ("ordered", "hidden-order"):
        for id in (setting, f"{setting}-2"):
            summary.add_problem(of_group(id))
    for model, first, second in (
        ("a", "ordered", "hidden-order"),
        ("b", "hidden-order", "ordered"),
    ):
        for id in (first, second, f"{first}-2", f"{second}-2"):
            summary.add(no_answer(of_group(id), model))
    (grid,) = [t for t in appendix(summary.finish(), Bootstrap(0)) if t.key == "grid"]
    assert grid.columns == ("Model", "n", "all", "two")
    assert [row[0].value for row in grid.rows] == ["a", "b"]


def of_group(id: str) -> Member:
    setting = id.removesuffix("-2")
    return Member(id, "two" if id != setting else "all", setting, setting, False, False, True, None)
