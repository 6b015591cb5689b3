"""The table of answers to evidence that errs, from problems to shares: against listed models."""

from __future__ import annotations

import random
from dataclasses import replace
from statistics import fmean

import pytest

import symcause
from tests.evidence.certified import cases
from tests.evidence.listed import Listed, with_gold


@pytest.mark.parametrize("holes", [False, True])
def test_answers_that_were_not_given_count(holes: bool) -> None:
    rng, pool = random.Random(7), []
    for number, (problem, _) in enumerate(cases(7, 16, holes=holes)):
        named = replace(problem, id=f"p{number}", worlds=problem.training)
        pool.append(with_gold(Listed(named), rng))
    pool = [own for own in pool if own.costs]
    erring = [own for own in pool if own.problem.errors or own.problem.holed]
    rows, within = [], {model: dict[str, bool]() for model in "ab"}
    for own, model in ((own, model) for own in pool for model in "ab"):
        if rng.random() < 0.7:
            chosen = rng.choice(list(own.costs))
            within[model][own.problem.id] = own.costs[chosen] <= own.problem.errors
            text = own.told(chosen)
            rows.append({"instanceId": own.problem.id, "model": model, "response": text})
    found = symcause.score([own.problem for own in pool], rows)
    (table,) = [t for t in found.tables if t.key == "disturbed"]
    shown = {(row[0].value, row[1].value): [c.value for c in row[2:]] for row in table.rows}
    settings = {str(own.problem.setting) for own in erring}
    assert set(shown) <= {(setting, model) for setting in settings for model in "ab"}
    for (setting, model), (n, inside, right, _, golds) in shown.items():
        asked = [own for own in erring if str(own.problem.setting) == setting]
        share = fmean(within[str(model)].get(own.problem.id, False) for own in asked)
        known = [own.costs[g] for own in asked if (g := own.problem.gold_scm) is not None]
        assert (n, inside, right) == (len(asked), pytest.approx(share), pytest.approx(share))
        assert golds == (pytest.approx(fmean(known)) if known else None)
    assert sum(len(within[model]) < len(pool) for model in "ab") == 2
    assert shown
