"""Comparison, disturbed evidence, tokens and time against plain loops over random answers."""

from __future__ import annotations

import dataclasses
import json
import random
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from symcause.families.boolean.documents.check_document import BooleanScore
from symcause.families.boolean.scoring.tables.answer_summary import Summary
from symcause.families.boolean.scoring.tables.paper_tables import tables
from symcause.families.boolean.scoring.tables.problem_facts import Member
from symcause.formats.answer_files.token_usage import usage_of
from symcause.scoring.score_table import Table
from tests.scoring.test_random_tables import Answer, answer, document, given, mean, missing, where

SIZES = {"ordered": 120, "block-order": 1, "hidden-order": 3, "hidden-roots": 120}
"""Problems by setting: a group of one answer and one below the bound of suppression among them."""

FEW = range(12)


def problems(setting: str) -> list[Member]:
    return [
        Member(f"{setting}-{i}", setting, f"p{i}", setting, False, i % 3 > 0, True, None)
        for i in range(SIZES[setting])
    ]


def rows(table: Table) -> dict[tuple[Any, Any], dict[str, Any]]:
    """By setting and model."""
    found = [dict(zip(table.columns, (c.value for c in r), strict=True)) for r in table.rows]
    named = {(row["Setting"], row["Model"]): row for row in found}
    assert found and len(named) == len(found)
    return named


def of(answers: Sequence[Answer], key: tuple[Any, Any]) -> list[Answer]:
    return [a for a in answers if (a["group"], a["model"]) == key]


def standing(rng: random.Random, *, valid: bool) -> Answer:
    """Where an answer stands in the version space; how many others there are may be out of reach."""
    none: Answer = {"in_class": None, "unique": None, "other_explanations": None}
    others = rng.choice((1, 1, 2, 7, 10**30))
    inside: list[Answer] = [
        {"unique": True, "other_explanations": 0},
        {"unique": False, "other_explanations": others},
        {"unique": False, "other_explanations": None},
        {"unique": None, "other_explanations": None},
    ]
    states: list[Answer] = [
        none,
        none | {"in_class": False},
        *({"in_class": True, **own} for own in inside),
    ]
    return rng.choice(states[1:] if rng.random() < 0.9 else states) if valid else none


@pytest.mark.few(6)
@pytest.mark.parametrize("seed", FEW)
def test_comparison(seed: int) -> None:
    rng, summary = random.Random(seed), Summary(explanations=True)
    answers: list[Answer] = []
    for setting in SIZES:
        silent = "c" if setting != "ordered" else ""  # has no row where it answers nothing
        for problem in problems(setting):
            summary.add_problem(problem)
            for model in "abc":
                if model == silent:
                    continue
                if rng.random() < 0.85 or problem.id.endswith("-0"):
                    own = answer(rng, problem, model)
                    own |= standing(rng, valid=own["valid"])
                    if own["valid"]:  # near to gold or not, whatever the roots
                        own |= {"parent_f1": rng.random(), "parent_shd": rng.randrange(4)}
                        own |= {"exact_parent_map": rng.random() < 0.5, "local_match": rng.random()}
                    told = {name: own[name] for name in standing(rng, valid=False)}
                    summary.add(replace(document(own), **told))
                else:
                    own = missing(problem, model) | standing(rng, valid=False)
                answers.append(own)
    (table,) = [t for t in tables(summary) if t.key == "comparison"]
    assert set(rows(table)) == {(a["group"], a["model"]) for a in answers}
    for key, row in rows(table).items():
        mine = of(answers, key)
        scored = where(mine, root_exact=True) if key[0] == "hidden-roots" else mine
        assert row["n"] == len(mine)
        for head, name in RATES.items():
            assert row[head] == mean(a[name] for a in mine), head
        for head, name in NEAR.items():
            assert row[head] == given(scored, name), head
        assert row["In class"] == mean(a["in_class"] is True for a in mine)
        unique = [a["unique"] if a["in_class"] else False for a in mine]
        assert row["Unique explanation"] == mean(unique)
        others = sorted(
            a["other_explanations"] for a in mine if a["other_explanations"] is not None
        )
        middle = others[(len(others) - 1) // 2] if others else None
        assert row["Other explanations (median)"] == middle
    unknown = len([a for a in where(answers, in_class=True) if a["other_explanations"] is None])
    assert f"{unknown} answers beside an unknown number" in table.note


RATES = {
    **{"Valid": "valid", "TrainExact": "train_exact"},
    **{"HeldoutWorld": "heldout_world_exact", "HeldoutExact": "heldout_exact"},
}
NEAR = {
    **{"Parent F1": "parent_f1", "Parent SHD": "parent_shd"},
    **{"Parent map exact": "exact_parent_map", "Mean local match": "local_match"},
}


@pytest.mark.parametrize("answered_only", [False, True])
@pytest.mark.parametrize("seed", FEW)
def test_disturbed(seed: int, answered_only: bool) -> None:
    """Beside answers to evidence without errors, which have no such numbers; some are not given."""
    rng, summary, answers = random.Random(seed), Summary(answered_only=answered_only), []
    for setting in SIZES:
        for i, problem in enumerate(problems(setting)):
            errors = rng.randrange(3) if i == 0 or rng.random() < 0.7 else None
            errs = errors is not None and setting != "block-order"
            gold = rng.choice((None, errors))  # not every problem has one
            summary.add_problem(
                dataclasses.replace(problem, gold_disturbed=gold if errs else UNSET)
            )
            for model in "ab":
                own = answer(rng, problem, model)
                scored, silent = document(own), i > 0 and rng.random() < 0.3
                if errs:
                    wrong = rng.randrange(5) if own["valid"] else None
                    within = None if wrong is None else wrong <= (errors or 0)
                    own |= {"disturbed": wrong, "within": within, "gold": gold}
                    own["right"] = rng.random() < 0.5 if within else rng.choice((False, None))
                    told: dict[str, Any] = {k: own[k] for k in ("disturbed", "within", "right")}
                    scored = replace(scored, gold_disturbed=gold, **told)
                    unsaid = {"valid": False, "disturbed": None, "within": None, "right": False}
                    own |= unsaid if silent else {}
                    answers += [] if silent and answered_only else [own]
                if not silent:
                    summary.add(scored)
    (table,) = [t for t in tables(summary) if t.key == "disturbed"]
    assert set(rows(table)) == {(a["group"], a["model"]) for a in answers}
    for key, row in rows(table).items():
        mine = of(answers, key)
        assert row["n"] == len(mine)
        assert row["Within"] == mean(a["within"] is True for a in mine)
        assert row["Right"] == mean(a["right"] is True for a in mine)
        assert row["Disturbed | valid"] == given(where(mine, valid=True), "disturbed")
        assert row["Gold disturbed"] == mean(a["gold"] for a in mine)


PLAIN = {
    "Milliseconds": ["latencyMs"],
    "Billed tokens": ["billedTokens", "billedOutputTokens", "billed_output_tokens"],
    "Thinking tokens": ["thinkingTokens"],
}
DETAILED = {
    "Billed tokens": ["output_tokens", "outputTokens", "completion_tokens", "completionTokens"],
    "Thinking tokens": ["reasoning_tokens", "reasoningTokens"],
    "Input tokens": ["input_tokens", "inputTokens", "prompt_tokens", "promptTokens"],
    "Total tokens": ["total_tokens", "totalTokens"],
}
USED = ["Milliseconds", *DETAILED]


def metered(rng: random.Random) -> tuple[dict[str, Any], dict[str, float]]:
    """A row, and the numbers that a reader finds in it: the first name with a number counts."""
    row: dict[str, Any] = {}
    found: dict[str, float] = {}
    details: dict[str, Any] = {}
    for names, place in ((PLAIN, row), (DETAILED, details)):
        for spelled in names.values():
            for name in spelled:
                if rng.random() < 0.3:
                    place[name] = rng.choice((0, rng.randrange(900), 7.5, None, "many", True))
    whole = rng.choice(("object", "text", "spoilt"))
    if whole == "spoilt":  # no JSON, or none with names: nothing is told by it
        row["usageDetails"], details = rng.choice(("{", "[1]", None)), {}
    else:
        row["usageDetails"] = json.dumps(details) if whole == "text" else details
    for head in USED:
        told = [row.get(name) for name in PLAIN.get(head, [])]
        told += [details.get(name) for name in DETAILED.get(head, [])]
        numbers = [float(x) for x in told if x is not None and type(x) in (int, float)]
        if numbers:
            found[head] = numbers[0]
    if rng.random() < 0.5:  # as in files of runs
        late = {"latencyMs": row.pop("latencyMs")} if "latencyMs" in row else {}
        row = {"usage": row, **late}
    return row, found


@pytest.mark.few(6)
@pytest.mark.parametrize("seed", FEW)
def test_tokens_and_time(seed: int) -> None:
    rng, summary = random.Random(seed), Summary()
    told: dict[tuple[Any, Any], list[dict[str, float]]] = {}
    for setting in SIZES:
        for problem in problems(setting):
            summary.add_problem(problem)
            for model in "abc":  # one system tells nothing, and not every answer is given
                row, numbers = metered(rng) if model != "c" else ({"usage": None}, {})
                if rng.random() < 0.8:
                    scored: BooleanScore = document(answer(rng, problem, model))
                    used = usage_of(row)
                    summary.add(replace(scored, usage=used) if used else scored)
                    told.setdefault((setting, model), []).append(numbers)
    (table,) = [t for t in tables(summary) if t.key == "usage"]
    assert set(rows(table)) == {key for key, own in told.items() if any(own)}
    for key, row in rows(table).items():
        for head in USED:
            known = [numbers[head] for numbers in told[key] if head in numbers]
            assert [row[head], row[f"n {head.lower()}"]] == [mean(known), len(known)], head
