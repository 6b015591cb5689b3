"""What is paired, attempted, repeated and rounded in the published tables: against plain loops.

Answers are random, some are not given, and some problems are there in one setting only.
"""

from __future__ import annotations

import random
from dataclasses import replace
from statistics import fmean
from typing import Any

import pytest
from msgspec.structs import replace as changed

from symcause.families.boolean.scoring.tables.answer_summary import Answers, Summary
from symcause.families.boolean.scoring.tables.appendix_tables import appendix
from symcause.families.boolean.scoring.tables.cohort_tables import cohort_deltas
from symcause.families.boolean.scoring.tables.paper_tables import as_printed, tables
from symcause.families.boolean.scoring.tables.problem_facts import Member
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.score_table import Table, number, word
from tests.scoring.test_random_tables import Answer, answer, document, given

SETTINGS = ("ordered", "hidden-order", "hidden-roots")


def made(rng: random.Random, summary: Summary) -> list[Answer]:
    """Answers that were given, with their latent problem; of Alternative-SCM ones also joint success."""
    found = []
    for setting in SETTINGS:
        for i in range(40):
            plain = Member(f"{setting}-{i}", setting, f"p{i}", setting, False, True, True, None)
            other = replace(
                plain, id=f"alt-{setting}-{i}", group=f"alt {setting}", alternative=True
            )
            for problem in (plain, other)[: 1 + (i % 3 > 0)]:
                summary.add_problem(problem)
                for model in "ab":
                    if rng.random() < 0.8:
                        own = {**answer(rng, problem, model), "latent": problem.latent}
                        own |= {"joint_success": rng.random() < 0.5}
                        found.append(own)
                        summary.add(changed(document(own), joint_success=own["joint_success"]))
    return found


def rows(table: Table) -> list[dict[str, Any]]:
    return [dict(zip(table.columns, (c.value for c in row), strict=True)) for row in table.rows]


def correct(a: Answer) -> bool:
    return bool(a["train_exact"]) and a["root_exact"] is not False


@pytest.mark.parametrize("seed", range(6))
def test_pairs(seed: int) -> None:
    summary = Summary()
    answers = made(random.Random(seed), summary)

    def of(group: object, model: object) -> dict[str, Answer]:
        return {a["latent"]: a for a in answers if (a["group"], a["model"]) == (group, model)}

    found = {t.key: t for t in tables(summary, Bootstrap(10))}
    plain = [group for group in summary.finish() if not group.alternative]
    found |= {t.key: t for t in appendix(plain, Bootstrap(10))}
    assert len(found["deltas"].rows) == 6
    for row in rows(found["deltas"]):
        first, second = (of(group, row["Model"]) for group in row["Pair"].split(" -> "))
        shared = first.keys() & second.keys()
        assert row["n shared"] == len(shared) < 40
        for head, name in (("TrainExact", "train_exact"), ("HeldoutWorld", "heldout_world_exact")):
            each = [float(first[k][name]) - float(second[k][name]) for k in shared]
            assert row[f"Δ {head}"] == pytest.approx(fmean(each))
    for row in rows(found["structure-deltas"]):
        later, first = (of(group, row["Model"]) for group in row["Pair"].split(" - "))
        shared = later.keys() & first.keys()
        each = [later[k]["heldout_world_exact"] - first[k]["heldout_world_exact"] for k in shared]
        assert row["Δ HeldoutWorld"] == pytest.approx(fmean(each))
        valid = [k for k in shared if "parent_f1" in later[k] and "parent_f1" in first[k]]
        assert row["n shared"] == len(valid)
        each = [later[k]["parent_f1"] - first[k]["parent_f1"] for k in valid]
        assert row["Δ Parent F1"] == pytest.approx(fmean(each))
    for row in rows(found["found"]):
        own = of(row["Setting"], row["Model"]).values()
        exact = [a for a in own if a["train_exact"]]
        other = [a for a in exact if not (a.get("full_local_match", True) and correct(a))]
        assert [row["Attempted"], row["TrainExact"]] == [len(own), len(exact)]
        assert row["Alternatives"] == len(other)
        assert row["Alternatives / attempted"] == pytest.approx(len(other) / len(own))
    for row in rows(found["alternative"]):
        alone = of(str(row["Setting"]).removeprefix("alt "), row["Model"])
        beside = of(row["Setting"], row["Model"])
        both = [{**a, "right": correct(alone[k])} for k, a in beside.items() if k in alone]
        assert row["Paired TrainCorrect"] == given(both, "right")
        failed = [a for a in both if not a["right"]]
        assert row["Joint | paired failure"] == given(failed, "joint_success")


def test_second_answers_to_a_problem_are_told() -> None:
    summary = Summary()
    problem = Member("p", "ordered", "p", "ordered", False, True, True, None)
    summary.add_problem(problem)
    rng = random.Random(1)
    for _ in range(3):
        summary.add(document(answer(rng, problem, "a")))
    (main,) = [t for t in tables(summary) if t.key == "main"]
    assert rows(main)[0]["n"] == 3
    assert "2 of the answers are to a problem that their model answered before" in main.note


@pytest.mark.parametrize("systems", [2, 5])
def test_cohorts_of_few_systems_have_an_interval(systems: int) -> None:
    """The paper has five."""
    rng, groups = random.Random(systems), []
    for level in ("base", "later"):
        for model in "abcde"[:systems]:
            groups.append(Answers(level, model, "ordered", False))
            for latent in range(9):
                worlds = {f"{x}_world_exact": rng.random() for x in ("train", "heldout")}
                groups[-1].add({"has_heldout": True, "train_exact": 1, **worlds}, latent)
    *each, every = cohort_deltas(groups, Bootstrap(200)).rows
    assert len(each) == systems and every[1].value == "mean of systems"
    values = sorted(float(str(row[4].value)) for row in each)
    low, high = every[4].low, every[4].high
    assert low is not None and high is not None
    assert values[0] <= low <= float(str(every[4].value)) <= high <= values[-1]


@pytest.mark.parametrize(
    ("value", "printed"), [(0.43748, "0.438"), (0.4374, "0.437"), (2 / 3, "0.667")]
)
def test_rates_are_rounded_as_published(value: float, printed: str) -> None:
    table = Table("t", "T", ("Model", "Rate"), ((word("a"), number(value)),), "shares")
    shown = as_printed(table).rows[0]
    assert (shown[0].shown, shown[1].shown, shown[1].value) == ("a", printed, value)
