"""``next`` where cells were not observed, against all models of three variables, each run by hand."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

import symcause
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.problem import BooleanProblem
from tests.cli.cases import Shell
from tests.evidence.test_additions import NAMES, PROBLEMS, members

EXACT = [exact for p in PROBLEMS if len(members(exact := replace(p, errors=0))) > 1]


def read_rows(problem: BooleanProblem) -> list[str]:
    """The values of X1 in the first observational world that shows all of them."""
    for world in problem.training:
        if not world.targets and all(row[0] != "?" for row in world.rows):
            return [row[0] for row in world.rows]
    return []


def shown(model: BooleanSCM, roots: list[str], do: dict[str, int]) -> tuple[tuple[int, ...], ...]:
    """What a model shows, row by row."""
    found = [model.simulate({"X1": int(bit)}, do) for bit in roots]
    return tuple(tuple(int(row[name]) for name in NAMES) for row in found)


@pytest.mark.parametrize("problem", EXACT, ids=lambda problem: problem.id)
def test_what_experiments_leave(problem: BooleanProblem) -> None:
    fit, roots = members(problem), read_rows(problem)
    found = symcause.next_experiments(problem)
    assert found.status == "exact" and found.count == len(fit)
    if not roots:  # contexts are drawn, and mere observation may teach
        assert {"do": {}} in [one.experiment for one in found.experiments]
        return
    told = {json.dumps(one.experiment["do"]): one for one in found.experiments}
    asked = [{name: bit} for name, bit in product(NAMES, (0, 1))]
    for do in [*asked, {}] if json.dumps({}) in told else asked:
        parts = Counter(shown(model, roots, do) for model in fit)
        one = told[json.dumps(do)]
        assert one.worst == max(parts.values())
        assert one.expected == float(Fraction(sum(n * n for n in parts.values()), len(fit)))
    worst = [one.worst for one in found.experiments]
    assert worst == sorted(worst)


def test_some_were_tried() -> None:
    assert sum(bool(read_rows(problem)) for problem in EXACT) >= 4


def hidden_roots(rows: list[str]) -> BooleanProblem:
    """Any one of two variables may be the root."""
    return symcause.problem(  # type: ignore[return-value]
        {
            "format": "symcause.boolean/2",
            "id": "turned",
            "variables": ["X1", "X2"],
            "setting": "hidden-roots",
            "root_count": 1,
            "worlds": [
                {"id": "w", "split": "train", "mode": "none", "targets": [], "rows": ["01", "10"]},
                {"id": "v", "split": "train", "mode": "none", "targets": [], "rows": rows},
            ],
        }
    )


def test_where_roots_are_hidden_too() -> None:
    """X2 is the negation of X1 or the other way round, whatever is hidden: as if it had been read."""
    found = symcause.next_experiments(hidden_roots(["0?"]))
    assert found.count == 2 and found.status == "exact" and found.shrinks
    whole = symcause.next_experiments(hidden_roots(["01"]))
    assert [one.to_dict() for one in found.experiments] == [
        one.to_dict() for one in whole.experiments
    ]


def test_errors_and_latent_variables_are_refused(tmp_path: Path, shell: Shell) -> None:
    posed = EXACT[0]
    with pytest.raises(symcause.SymcauseError, match="takes no disturbed cells"):
        symcause.next_experiments(posed, errors=1)
    hidden = tuple(replace(w, rows=tuple(row[:2] + "?" for row in w.rows)) for w in posed.worlds)
    with pytest.raises(symcause.SymcauseError, match="fully observed"):
        symcause.next_experiments(replace(posed, worlds=hidden, latent=("X3",)))
    path = tmp_path / "holed.json"
    path.write_text(symcause.convert(posed, to="boolean"))
    code, (document,) = shell.json("next", path)
    assert code == 0 and document["experiments"]
