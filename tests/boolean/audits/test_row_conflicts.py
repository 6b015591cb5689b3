"""Faulty Boolean problems: the cell that gold misses, rows in conflict, roots that nobody named."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from symcause.errors import ProblemError
from symcause.families.boolean.audits.evidence.row_conflicts import other_roots, row_conflicts
from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.disclosure import Setting
from tests.amounts import amount
from tests.boolean.brute import members, random_problem
from tests.cli.cases import Shell, example, write


def _spoiled(rng: random.Random, problem: BooleanProblem) -> BooleanProblem:
    """Some cells flipped, and no gold."""

    def row(text: str) -> str:
        i = rng.randrange(len(text))
        flipped = text[:i] + "10"[int(text[i])] + text[i + 1 :]
        return flipped if rng.random() < 0.4 else text

    def world(found: World) -> World:
        return replace(found, rows=tuple(map(row, found.rows)))

    assigned = [w for w in problem.worlds if w.mode == "none"]
    worlds = tuple(world(w) if w in assigned else w for w in problem.worlds)
    return replace(problem, worlds=worlds, gold=None, constants=True)


@pytest.mark.parametrize("setting", [Setting.ORDERED, Setting.BLOCK_ORDER, Setting.HIDDEN_ORDER])
def test_rows_in_conflict_leave_no_model(setting: Setting) -> None:
    """And the roots that are proposed leave one: both by listing every model."""
    rng = random.Random(f"conflicts {setting}")
    met = proposed = 0
    for _ in range(amount(60, 600)):
        problem = _spoiled(rng, random_problem(rng, 3, setting, worlds=3)[0])
        found = row_conflicts(problem)
        assert found is not None
        if found:
            met += 1
            assert not members(problem)
            for conflict in found:
                where = problem.variables.index(conflict.variable)
                rows = [problem.training[w].rows[r] for w, r in (conflict.first, conflict.second)]
                assert rows[0][where] != rows[1][where]
        if members(problem):
            continue
        for more in other_roots(problem, problem.default_class(), found):
            proposed += 1
            roots = {*(problem.disclosure.roots or ()), *more}
            chosen = tuple(v for v in problem.variables if v in roots)
            told = replace(problem.disclosure, roots=chosen)
            assert len(roots) == len(problem.variables) or members(
                replace(problem, disclosure=told)
            )
    assert met >= 3 and proposed >= 3


def test_the_first_rows_in_conflict_whatever_was_not_observed() -> None:
    """Pair by pair: rows in which nothing that counts is hidden, alike in what may cause a variable."""
    rng, met = random.Random("hidden"), Counter[bool]()
    for _ in range(60):
        setting = rng.choice([Setting.ORDERED, Setting.HIDDEN_ORDER])
        problem = _spoiled(rng, random_problem(rng, 3, setting, worlds=3)[0])
        worlds = []
        for world in problem.worlds:
            free = [v not in world.targets for v in problem.variables]
            rows = tuple(
                "".join(
                    "?" if own and rng.random() < 0.15 else c
                    for c, own in zip(row, free, strict=True)
                )
                for row in world.rows
            )
            worlds.append(replace(world, rows=rows))
        try:
            problem = replace(problem, worlds=tuple(worlds))
        except ProblemError:
            continue  # nothing is left to score
        expected = []
        for name in problem.disclosure.endogenous(problem.disclosure.roots or ()):
            used = [problem.variables.index(v) for v in problem.disclosure.admissible(name)]
            own = problem.variables.index(name)
            rows = [
                ((w, r), row)
                for w, world in enumerate(problem.training)
                for r, row in enumerate(world.rows)
                if name not in world.targets and "?" not in [row[i] for i in (*used, own)]
            ]
            pairs = [
                (name, first, second)
                for (second, b), (first, a) in product(rows, rows)
                if first < second and a[own] != b[own] and all(a[i] == b[i] for i in used)
            ]
            expected += pairs[:1]
        found = row_conflicts(problem)
        assert found is not None
        assert [(c.variable, tuple(c.first), tuple(c.second)) for c in found] == expected
        met[bool(expected)] += 1
    assert min(met[True], met[False]) > 3, met


def test_gold_that_does_not_replay_names_the_cell(tmp_path: Path, shell: Shell) -> None:
    document = example("unique")
    row = document["worlds"][0]["rows"][1]
    document["worlds"][0]["rows"][1] = row[:-1] + "10"[int(row[-1])]
    path = write(tmp_path / "bad.json", document)
    code, told = shell.one("audit", path)
    assert code == 1 and told["verdict"] == "invalid"
    assert told["gold"]["disagrees"] == {
        **{"world": "train_00", "row": 1, "variable": "X5"},
        **{"observed": 1, "gold": 0},
    }
    assert told["conflict"]["variable"] == "X5"
    assert [row["cells"] for row in told["conflict"]["rows"]] == ["01101", "01100"]
    said = shell("audit", path)[1]
    assert "in world train_00, row 2, X5 is 1 where gold gives 0" in said
    assert "world train_00, row 2 (01101) and world train_01, row 3 (01100) differ in X5" in said
    assert "a root?" not in said  # gold says what its roots are


ROWS = "S1,S2,S3,L1\n0,0,0,0\n0,0,1,0\n1,0,0,1\n0,1,0,1\n1,1,1,0\n"


def test_a_root_that_nobody_named_is_asked_about(tmp_path: Path, shell: Shell) -> None:
    (tmp_path / "c.csv").write_text(ROWS)
    shell("convert", tmp_path / "c.csv", "--roots", "S1,S2", "--out", tmp_path / "c.json")
    _, told = shell.one("audit", tmp_path / "c.json")
    assert told["verdict"] == "inconsistent" and told["other_roots"] == [["S3"]]
    said = shell("audit", tmp_path / "c.json")[1]
    assert "S3 varies while everything else is equal: a root?" in said


def test_errors_beyond_a_tenth_of_the_cells_are_no_advice(tmp_path: Path, shell: Shell) -> None:
    rng = random.Random(4)
    rows = [[rng.randint(0, 1) for _ in range(5)] for _ in range(20)]
    text = "S1,S2,L1,L2,L3\n" + "".join(",".join(map(str, row)) + "\n" for row in rows)
    (tmp_path / "noise.csv").write_text(text)
    shell("convert", tmp_path / "noise.csv", "--roots", "S1,S2", "--out", tmp_path / "n.json")
    _, told = shell.one("audit", tmp_path / "n.json")
    assert told["best"]["errors"] * 10 > told["cells"] == 100
    assert "--errors" not in shell("audit", tmp_path / "n.json")[1]
