"""Generated problems whose evidence errs or has holes: what they promise, against listing every model."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

import symcause
from symcause.boolean import BooleanProblem
from symcause.errors import UsageError
from symcause.families.boolean.generator.boolean_generator import BooleanGenerator
from tests.boolean.space.test_disturbed import disturbed, every_model

PRESET = """
[tiny]
variables = 3
roots = 1
max_parents = 2
ast_drawn = [1, 5]
ast_written = [1, 9]
rows = 4
seed_worlds = 2
worlds = 4
most_worlds = 6
heldout = 1
least_scored_worlds = 1
least_scored_cells = 1
least_assigned = 0
least_constant = 0
most_targeted = 6
heldout_scored_worlds = 0
novelty = [0.0, 1.0]
least_coverage = 0.0
least_reduction = 0.0
most_survivors = 100
target_sizes = { 1 = 1 }
modes = { none = 1, constant = 1, assigned = 1 }
attempts = 200
"""


@pytest.fixture
def presets(tmp_path: Path) -> str:
    (tmp_path / "presets.toml").write_text(PRESET, encoding="utf-8")
    return str(tmp_path / "presets.toml")


def made(presets: str, index: int, **asked: object) -> BooleanProblem:
    given = {"preset": "tiny", "presets": presets, "settings": ("hidden-roots",), **asked}
    found = BooleanGenerator(**given).items(index)  # type: ignore[arg-type]
    assert found == BooleanGenerator(**given).items(index)  # type: ignore[arg-type]
    problem = symcause.problem(found[0])
    assert isinstance(problem, BooleanProblem)
    return problem


def completed(problem: BooleanProblem) -> list[BooleanProblem]:
    """The problem with every completion of its training rows."""
    cells = [
        (w, r, i)
        for w, world in enumerate(problem.worlds)
        for r, row in enumerate(world.rows)
        for i, bit in enumerate(row)
        if bit == "?"
    ]
    found = []
    for bits in product("01", repeat=len(cells)):
        rows = [[list(row) for row in world.rows] for world in problem.worlds]
        for (w, r, i), bit in zip(cells, bits, strict=True):
            rows[w][r][i] = bit
        worlds = tuple(
            replace(world, rows=tuple("".join(row) for row in new))
            for world, new in zip(problem.worlds, rows, strict=True)
        )
        found.append(replace(problem, worlds=worlds))
    return found


@pytest.mark.few(3)
@pytest.mark.parametrize("index", range(2))
@pytest.mark.parametrize(
    ("noise", "margin", "hide"),
    [(1, 1, "0"), (3, 1, "0"), (0, 3, "0"), (2, 2, "0"), (0, 1, "0.06"), (1, 2, "0.04")],
)
def test_gold_is_the_only_model(
    presets: str, index: int, noise: int, margin: int, hide: str
) -> None:
    problem = made(presets, index, noise=noise, margin=margin, hide=hide)
    gold, names = problem.gold_scm, problem.variables
    assert gold is not None and problem.errors == noise
    least: dict[object, int] = {}
    whole = completed(problem)
    for model in every_model(whole[0], problem.max_parents):
        least[model] = min(disturbed(model, names, other.training) for other in whole)
    own = least.pop(gold)
    assert own <= noise if float(hide) else own == noise
    assert all(cost > noise + margin - 1 for cost in least.values())
    cells = problem.metadata.get("disturbed", [])
    assert isinstance(cells, list) and len(cells) == noise
    for cell in cells:
        world = next(w for w in problem.training if w.id == cell["world"])
        row, variable = world.rows[cell["row"]], cell["variable"]
        assert variable in gold.functions and variable not in world.targets
        state = {v: bit == "1" for v, bit in zip(names, row, strict=True)}
        if "?" not in row:
            assert gold.functions[variable](state) != state[variable]
    shown = [row for world in problem.training for row in world.rows]
    open_cells = sum(len(names) - len(w.targets) for w in problem.training for _ in w.rows)
    assert sum(row.count("?") for row in shown) == int(float(hide) * open_cells)
    assert problem.metadata["verdict"] == "unique" == symcause.audit(problem).verdict
    certificate = problem.metadata["certificate"]
    assert isinstance(certificate, dict) and symcause.verify(problem, certificate).accepted


def test_drafts_that_cannot_spare_so_many_cells_are_counted(presets: str) -> None:
    text = Path(presets).read_text(encoding="utf-8").replace("attempts = 200", "attempts = 4")
    Path(presets).write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=r"no instance of tiny in 4 attempts.*hide \(\d\)"):
        made(presets, 0, hide="0.95")


@pytest.mark.parametrize("more", [{"siblings": True}, {"alternative": True}, {"level": "extra"}])
def test_what_does_not_go_together_is_refused(more: dict[str, object]) -> None:
    with pytest.raises(UsageError, match=r"do not go together|always certified"):
        BooleanGenerator(noise=1, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("share", ["1", "-0.1", "some", "1/0"])
def test_a_share_is_a_share(share: str) -> None:
    with pytest.raises(UsageError, match="--hide is a share"):
        BooleanGenerator(hide=share)
