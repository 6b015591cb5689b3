"""``disambiguate`` where cells were not observed, against all choices of cells or worlds in turn."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

import msgspec
import pytest

import symcause
from symcause.cli.main import main
from symcause.families.boolean.audits.disambiguation import addition_search
from symcause.families.boolean.audits.disambiguation.addition_search import (
    AdditionSearch,
    holed_gold,
)
from symcause.families.boolean.audits.disambiguation.evidence_additions import (
    FurtherWorlds,
    ReadCells,
)
from symcause.families.boolean.audits.pool.world_pool import PoolOptions
from symcause.families.boolean.files.document_v2 import read_informed
from symcause.families.boolean.models.functions import Function, reduce
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.questions.disambiguate import Disambiguate
from tests.boolean.brute import random_scm

NAMES = ("X1", "X2", "X3")


def all_models() -> list[BooleanSCM]:
    """Every model of three variables with the root X1."""
    found: dict[str, list[Function]] = {}
    for variable in NAMES[1:]:
        others = [name for name in NAMES if name != variable]
        kinds = {reduce(tuple(others), table) for table in range(16)}
        found[variable] = sorted(kinds, key=str)  # a constant may mention a root
    models = (BooleanSCM(("X1",), {"X2": a, "X3": b}) for a, b in product(*found.values()))
    return [
        m
        for m in models
        if not ("X3" in m.functions["X2"].parents and "X2" in m.functions["X3"].parents)
    ]


MODELS = all_models()


Mechanisms = tuple[tuple[str, tuple[str, ...], int], ...]


def mechanisms(model: BooleanSCM) -> Mechanisms:
    """Variables with their parents and truth tables."""
    return tuple((v, f.parents, f.table) for v, f in model.functions.items())


EVERY = [mechanisms(model) for model in MODELS]


@cache
def disturbed(model: Mechanisms, targets: tuple[str, ...], row: str) -> int:
    """The fewest disturbed cells of a row over all its completions, all values tried."""
    best = 99
    for values in product("01", repeat=row.count("?")):
        fill = iter(values)
        bits = [next(fill) if bit == "?" else bit for bit in row]
        state = dict(zip(NAMES, map(int, bits), strict=True))
        wrong = sum(
            table >> sum(state[p] << j for j, p in enumerate(parents)) & 1 != state[v]
            for v, parents, table in model
            if v not in targets
        )
        best = min(best, wrong)
    return best


def costs(model: Mechanisms, problem: BooleanProblem) -> int:
    """The fewest disturbed cells, one row after the other."""
    return sum(disturbed(model, (*w.targets,), row) for w in problem.training for row in w.rows)


def cost(model: BooleanSCM, problem: BooleanProblem) -> int:
    return costs(mechanisms(model), problem)


def members(problem: BooleanProblem) -> list[BooleanSCM]:
    return [
        model
        for model, own in zip(MODELS, EVERY, strict=True)
        if costs(own, problem) <= problem.errors
    ]


def drawn(seed: int) -> BooleanProblem:
    rng = random.Random(seed)
    model = random_scm(rng, list(NAMES), 1, 2)
    while model.roots != ("X1",) or not all(f.parents for f in model.functions.values()):
        model = random_scm(rng, list(NAMES), 1, 2)
    worlds = []
    for i, do in enumerate(({}, {"X2": rng.randint(0, 1)})):
        rows = []
        for _ in range(3):
            seen = model.simulate({"X1": rng.randint(0, 1)}, do)
            rows.append(
                "".join(
                    "?" if rng.random() < 0.35 and name not in do else str(seen[name])
                    for name in NAMES
                )
            )
        mode = "constant" if do else "none"
        worlds.append(
            {"id": f"w{i}", "split": "train", "mode": mode, "targets": [*do], "rows": rows}
        )
    return read_informed(
        {
            "format": "symcause.boolean/2",
            "id": f"holed-{seed}",
            "variables": list(NAMES),
            "setting": "hidden-order",
            "roots": ["X1"],
            "errors": seed % 2,
            "worlds": worlds,
            "gold": model.to_answer(),
        }
    )


def smallest(size: int, added: Callable[[int], BooleanProblem]) -> tuple[int, int]:
    """By trying all choices: the fewest that leave as few as all do, and how few."""
    least = len(members(added((1 << size) - 1)))
    for number in range(size + 1):
        for some in combinations(range(size), number):
            if len(members(added(sum(1 << i for i in some)))) == least:
                return number, least
    raise AssertionError("all of them do")


def holed(seed: int) -> BooleanProblem | None:
    try:
        problem = drawn(seed)
    except symcause.SymcauseError:
        return None  # no scored cell is observed
    gold = problem.gold_scm
    assert gold is not None
    inside = problem.holed and len(members(problem)) > 1 and gold in members(problem)
    return problem if inside else None


PROBLEMS = [problem for seed in range(60) if (problem := holed(seed)) is not None][:16]


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.id)
def test_the_fewest_hidden_cells(problem: BooleanProblem) -> None:
    gold = holed_gold(problem, problem.default_class())
    cells = ReadCells.of(problem, gold)
    *_, best = AdditionSearch(problem, problem.default_class(), gold, cells).run()
    number, left = smallest(cells.size, cells.added)
    assert best.minimal and (best.chosen.bit_count(), best.count_after) == (number, left)
    assert best.count_before == len(members(problem))
    assert len(members(cells.added(best.chosen))) == left
    assert cost(gold, cells.added(best.chosen)) <= problem.errors


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.id)
def test_the_fewest_worlds(problem: BooleanProblem) -> None:
    gold = holed_gold(problem, problem.default_class())
    worlds = FurtherWorlds.of(problem, gold, PoolOptions(8, 2, 2, 1))
    *_, best = AdditionSearch(problem, problem.default_class(), gold, worlds).run()
    number, left = smallest(worlds.size, worlds.added)
    assert best.minimal and (best.chosen.bit_count(), best.count_after) == (number, left)
    assert len(members(worlds.added(best.chosen))) == left


@pytest.mark.parametrize("problem", PROBLEMS[:6], ids=lambda problem: problem.id)
def test_who_survives_all_is_asked_in_steps(
    problem: BooleanProblem, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is said is said of all candidates, however few were asked first."""
    gold, hypotheses = holed_gold(problem, problem.default_class()), problem.default_class()
    worlds = FurtherWorlds.of(problem, gold, PoolOptions(8, 2, 2, 1))
    number, left = smallest(worlds.size, worlds.added)
    for steps, few in (((1,), 500), ((2, 4), 500), ((2, 4), 1)):
        monkeypatch.setattr(addition_search, "STEPS", steps)
        monkeypatch.setattr(addition_search, "FEW_LEFT", few)
        found = list(AdditionSearch(problem, hypotheses, gold, worlds).run())
        assert all(len(members(worlds.added(f.chosen))) == left == f.count_after for f in found)
        assert all(f.lower_bound <= number <= f.chosen.bit_count() for f in found)
        assert found[-1].minimal and found[-1].chosen.bit_count() == number


@pytest.mark.parametrize("problem", PROBLEMS[:6], ids=lambda problem: problem.id)
def test_what_a_model_survives(problem: BooleanProblem) -> None:
    """A largest choice: with anything more the model disturbs too many cells."""
    gold = holed_gold(problem, problem.default_class())
    for kind in (
        FurtherWorlds.of(problem, gold, PoolOptions(8, 2, 2, 1)),
        ReadCells.of(problem, gold),
    ):
        for model, own in zip(MODELS, EVERY, strict=True):
            if costs(own, problem) > problem.errors:
                continue
            taken = kind.survived(model, 0, problem.errors)
            assert costs(own, kind.added(taken)) <= problem.errors
            for i in range(kind.size):
                if not taken >> i & 1:
                    assert costs(own, kind.added(taken | 1 << i)) > problem.errors


def with_a_hole(seed: int, size: int) -> BooleanProblem:
    """A problem of several worlds with one cell that was not observed."""
    rng, names = random.Random(seed), [f"X{i}" for i in range(1, size + 1)]
    model = random_scm(rng, names, 2, 2)
    worlds = []
    for i in range(size):
        do = {rng.choice(names): rng.randint(0, 1)} if i else {}
        seen = [
            model.simulate({root: rng.randint(0, 1) for root in model.roots}, do) for _ in range(6)
        ]
        rows = ["".join(str(row[name]) for name in names) for row in seen]
        mode = "constant" if do else "none"
        worlds.append(
            {"id": f"w{i}", "split": "train", "mode": mode, "targets": [*do], "rows": rows}
        )
    worlds[0]["rows"][0] = worlds[0]["rows"][0][:-1] + "?"
    return read_informed(
        {
            "format": "symcause.boolean/2",
            "id": f"hole-{seed}",
            "variables": names,
            "setting": "hidden-order",
            "roots": list(model.roots),
            "max_parents": 2,
            "worlds": worlds,
            "gold": model.to_answer(),
        }
    )


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.few(1)
def test_a_thousand_candidates_are_no_trouble(seed: int) -> None:
    """What is chosen is chosen from all of them, and leaves as few models as it says."""
    problem = with_a_hole(seed, 6)
    found = symcause.disambiguate(problem, strengthen=True)
    assert found.pool_size is not None and found.pool_size > 500
    assert found.minimal and found.count_after is not None
    stronger = symcause.problem(found.strengthened)
    assert symcause.count(stronger).count == found.count_after


@pytest.mark.parametrize(
    ("added", "before", "said"),
    [
        (3, None, "3 further worlds leave 1 model; how many there are without them is not known."),
        (1, None, "1 further world leaves 1 model; how many there are without it is not known."),
        (3, 7, "3 further worlds leave 1 of 7 models."),
    ],
)
def test_the_sentence(added: int, before: int | None, said: str) -> None:
    from symcause.families.boolean.report.story.disambiguation_story import disambiguation_story

    problem = with_a_hole(1, 6)
    frame = Disambiguate().frame(problem)
    document = msgspec.structs.replace(
        frame, added=added, count_before=before, count_after=1, minimal=True, pool_size=9
    )
    assert disambiguation_story(document).sentence == said


def test_there_are_enough() -> None:
    assert len(PROBLEMS) == 16 and any(p.errors for p in PROBLEMS)


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    problem = replace(PROBLEMS[0], id="demo")
    file, out = tmp_path / "p.json", tmp_path / "out.json"
    symcause.save(problem, file)

    def run(*arguments: object) -> tuple[Any, str, str]:
        with pytest.raises(SystemExit) as stop:
            main([*map(str, arguments)])
        return stop.value.code, *capsys.readouterr()

    code, said, _ = run("disambiguate", file, "--observe", "--out", out, "--json")
    document = json.loads(said)
    assert code == int(document["count_after"] != 1) and document["worlds"] == []
    stronger = symcause.load(out, kind=BooleanProblem)
    assert len(members(stronger)) == document["count_after"]
    for cell in document["cells"]:
        world = next(w for w in stronger.training if w.id == cell["world"])
        assert world.rows[cell["row"]][NAMES.index(cell["variable"])] == str(cell["value"])
    code, said, _ = run("disambiguate", file, "--observe")
    assert "Cells to read" in said and "hidden cell" in said
    code, said, _ = run("disambiguate", file, "--out", out, "--json", "--pool-size", 50)
    document = json.loads(said)
    assert len(members(symcause.load(out, kind=BooleanProblem))) == document["count_after"]
    assert "cells" not in document
    whole = tmp_path / "whole.json"
    symcause.save(replace(problem, worlds=tuple(_read(w) for w in problem.worlds)), whole)
    code, _, err = run("disambiguate", whole, "--observe", "--errors", 9)
    assert code == 2 and "every training cell was observed" in err


def _read(world: Any) -> Any:
    return replace(world, rows=tuple(row.replace("?", "0") for row in world.rows))


def test_the_errors_that_would_do_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With and without unobserved cells."""
    example = json.loads(
        (Path(__file__).resolve().parents[2] / "examples" / "unique.json").read_text("utf-8")
    )
    for hole in (False, True):
        document = json.loads(json.dumps(example))
        document["format"] = "symcause.boolean/2"
        rows = document["worlds"][0]["rows"]
        rows[0] = rows[0][:-1] + str(1 - int(rows[0][-1]))
        if hole:
            rows[1] = "?" + rows[1][1:]
        file = tmp_path / "p.json"
        file.write_text(json.dumps(document), "utf-8")
        with pytest.raises(SystemExit) as stop:
            main(["disambiguate", str(file)])
        assert stop.value.code == 2 and "--errors 1 would do" in capsys.readouterr().err


def test_beyond_the_bound_the_answer_is_unknown(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The help names the bound."""
    from symcause.audits.question import options

    assert f"{addition_search.ADDITION_MEMBERS:,} models" in options(Disambiguate)["observe"].help
    monkeypatch.setattr(addition_search, "ADDITION_MEMBERS", 0)
    posed = next(p for p in PROBLEMS if not p.errors)
    path = tmp_path / "holed.json"
    path.write_text(symcause.convert(posed, to="boolean"))
    with pytest.raises(SystemExit) as stop:
        main(["disambiguate", str(path), "--observe", "--json"])
    document = json.loads(capsys.readouterr().out)
    assert stop.value.code == 3 and document["count_after"] is None
    assert "more than 0 models" in document["reason"]
