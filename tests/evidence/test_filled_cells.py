"""Cells that are read later: the rows with their values, and which variables nobody has seen then."""

from __future__ import annotations

import random

from symcause.families.boolean.audits.disambiguation.evidence_additions import filled
from tests.evidence.latent_cases import latent_problem


def test_a_variable_is_latent_until_one_of_its_cells_is_read() -> None:
    rng, tried = random.Random("filled"), 0
    while tried < 40:
        made = latent_problem(rng, 2)
        if made is None or len(made[0].latent) != 2:
            continue
        problem, tried = made[0], tried + 1
        seen = rng.choice([(), problem.latent[:1], problem.latent[1:], problem.latent])
        values = {
            (w, r, name): rng.randrange(2)
            for name in seen
            for w, world in enumerate(problem.training)
            for r, row in enumerate(world.rows)
            if row[problem.variables.index(name)] == "?"
        }
        found = filled(problem, values)
        assert found.latent == tuple(name for name in problem.latent if name not in seen)
        for w, (before, after) in enumerate(zip(problem.training, found.training, strict=True)):
            assert len(before.rows) == len(after.rows)
            for r, row in enumerate(before.rows):
                plain = "".join(
                    str(values.get((w, r, name), shown))
                    for name, shown in zip(problem.variables, row, strict=True)
                )
                assert after.rows[r] == plain
