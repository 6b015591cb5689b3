"""The published tables of Boolean answers against plain loops over random ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from statistics import fmean
from typing import Any

import pytest
from msgspec import UNSET

from symcause.families.boolean.documents.check_document import BooleanScore, DetailsPart
from symcause.families.boolean.scoring.check.funnel import Stage
from symcause.families.boolean.scoring.tables.answer_summary import Summary
from symcause.families.boolean.scoring.tables.paper_tables import tables
from symcause.families.boolean.scoring.tables.problem_facts import Member

Answer = dict[str, Any]
SETTINGS = ("ordered", "hidden-roots")
STAGES = [str(stage) for stage in Stage]


def answer(rng: random.Random, problem: Member, model: str) -> Answer:
    """The numbers of an answer, by the names of its document; one that was not given has few."""
    stage = rng.randrange(len(STAGES))
    valid = STAGES[stage] == str(Stage.VALID)
    exact = valid and rng.random() < 0.6
    found: Answer = {
        **{"problem": problem.id, "model": model, "group": problem.group, "valid": valid},
        **{"strict_json": rng.random() < 0.7, "stage": STAGES[stage], "train_exact": exact},
        "train_world_exact": rng.random() if valid else 0.0,
        "heldout_world_exact": (rng.random() if valid else 0.0) if problem.has_heldout else None,
        "heldout_exact": (exact and rng.random() < 0.7) if problem.has_heldout else None,
        "acc": {str(k): exact and rng.random() < 0.5 for k in (0, 10, 25)},
        "gold_ast": rng.randrange(5, 30),
    }
    rooted = problem.setting == "hidden-roots"
    found["root_exact"] = rng.random() < 0.6 if rooted else None
    if rooted:
        found |= {"root_precision": rng.random(), "root_recall": rng.random()}
    if valid:
        found |= {"total_ast": rng.randrange(5, 30)}
    if valid and found["root_exact"] is not False:
        names = ("parent_recall", "parent_f1", "parent_exact", "local_match")
        found |= {name: rng.random() for name in names}
        found |= {"parent_shd": rng.randrange(6), "exact_parent_map": rng.random() < 0.6}
        found |= {"full_local_match": rng.random() < 0.4}
    return found


def document(a: Answer) -> BooleanScore:
    def told(name: str) -> Any:
        return a.get(name, UNSET)

    structure: dict[str, Any] = {name: a.get(name) for name in STRUCTURE}
    plain: dict[str, Any] = {name: a[name] for name in PLAIN}
    details = DetailsPart(
        setting="",
        task="",
        total_ast=a.get("total_ast"),
        gold_ast=a["gold_ast"],
        acc_gold_plus=a["acc"],
        **{name: told(name) for name in ("parent_recall", "parent_exact", "full_local_match")},
        **{name: told(name) for name in ("root_precision", "root_recall")},
    )
    return BooleanScore(
        family="boolean",
        problem=a["problem"],
        model=a["model"],
        right=None,
        **plain,
        **structure,
        root_exact=UNSET if a["root_exact"] is None else a["root_exact"],
        details=details,
    )


STRUCTURE = ("parent_f1", "parent_shd", "exact_parent_map", "local_match")
PLAIN = (
    *("valid", "strict_json", "stage", "train_exact", "train_world_exact"),
    *("heldout_world_exact", "heldout_exact"),
)


def mean(values: Iterable[object]) -> Any:
    known = [float(value) for value in values if isinstance(value, int | float)]
    return pytest.approx(fmean(known)) if known else None


def given(answers: Iterable[Answer], name: str) -> Any:
    """A conditional mean; over one to five cases it is suppressed."""
    known = [a[name] for a in answers if a.get(name) is not None]
    return mean(known) if len(known) > 5 else None


Column = Callable[[list[Answer]], object]


def where(own: list[Answer], **wanted: object) -> list[Answer]:
    return [a for a in own if all(a.get(k) is v for k, v in wanted.items())]


def among(name: str, **wanted: object) -> Column:
    return lambda own: given(where(own, **wanted), name)


def over(name: str) -> Column:
    return lambda own: mean(a.get(name) for a in own)


def beyond(stage: Stage) -> Column:
    return lambda own: mean(STAGES.index(a["stage"]) > STAGES.index(str(stage)) for a in own)


def retention(own: list[Answer]) -> Any:
    both = [a for a in own if a["heldout_world_exact"] is not None]
    train = fmean(a["train_world_exact"] for a in both)
    if not train:
        return None
    return pytest.approx(fmean(a["heldout_world_exact"] for a in both) / train)


COLUMNS: dict[str, dict[str, Column]] = {
    "main": {
        **{"n": len, "Valid": over("valid"), "TrainExact": over("train_exact")},
        **{"TrainWorld": over("train_world_exact"), "HeldoutWorld": over("heldout_world_exact")},
        "HeldoutExact": over("heldout_exact"),
        "HeldoutWorld | TrainExact": among("heldout_world_exact", train_exact=True),
        "HeldoutExact | TrainExact": among("heldout_exact", train_exact=True),
    },
    "retention": {
        "n": len,
        "Retention": retention,
        "n TrainExact": lambda own: len(where(own, train_exact=True)),
    },
    "structure": {
        "n scored": lambda own: len([a for a in own if "parent_f1" in a]),
        "Parent recall": among("parent_recall"),
        "Parent F1": among("parent_f1"),
        "Parent SHD": among("parent_shd"),
        "Per-variable parents exact": among("parent_exact"),
        "Parent map exact": among("exact_parent_map"),
        "Mean local match": among("local_match"),
        "Full local match": among("full_local_match"),
        "Local match | map exact": among("local_match", exact_parent_map=True),
        "TrainExact | map exact": among("train_exact", exact_parent_map=True),
        "HeldoutExact | map exact": among("heldout_exact", exact_parent_map=True),
    },
    "size": {
        "n": len,
        "AST | valid": among("total_ast", valid=True),
        "Gold AST | valid": among("gold_ast", valid=True),
        "TrainExact within gold + 10": lambda own: mean(a["acc"]["10"] for a in own),
    },
    "funnel": {
        **{"n": len, "Strict JSON": over("strict_json"), "Valid": over("valid")},
        **{"Schema": beyond(Stage.SCHEMA), "Keys": beyond(Stage.KEYS)},
        **{"Parse": beyond(Stage.PARSE), "Legal": beyond(Stage.LEGAL)},
        "Acyclic": beyond(Stage.ACYCLIC),
    },
    "roots": {
        **{"n": len, "RootExact": over("root_exact")},
        **{"Root precision": over("root_precision"), "Root recall": over("root_recall")},
        "Task success": lambda own: mean(a["root_exact"] and a["train_exact"] for a in own),
        "TrainExact | RootExact": among("train_exact", root_exact=True),
        "HeldoutWorld | RootExact": among("heldout_world_exact", root_exact=True),
        "HeldoutExact | RootExact": among("heldout_exact", root_exact=True),
        "TrainExact | root wrong": among("train_exact", root_exact=False),
        "HeldoutWorld | root wrong": among("heldout_world_exact", root_exact=False),
    },
    "nested-roots": {
        "n RootExact": lambda own: len(where(own, root_exact=True)),
        "n RootExact + valid": lambda own: len(where(own, root_exact=True, valid=True)),
        "Parent F1 | RootExact + valid": among("parent_f1", root_exact=True, valid=True),
        "Parent map exact | RootExact + valid": among(
            "exact_parent_map", root_exact=True, valid=True
        ),
        "TrainExact | RootExact + valid": among("train_exact", root_exact=True, valid=True),
        "HeldoutWorld | RootExact + TrainExact": among(
            "heldout_world_exact", root_exact=True, train_exact=True
        ),
        "Train failures": lambda own: len(where(own, root_exact=True, train_exact=False)),
        "Held-out failures": lambda own: len(
            where(own, root_exact=True, train_exact=True, heldout_exact=False)
        ),
    },
}


@pytest.mark.parametrize("seed", range(10))
def test_all_of_them(seed: int) -> None:
    rng, summary, answers = random.Random(seed), Summary(), []
    for setting in SETTINGS:
        for i in range(24):
            about = (f"{setting}-{i}", setting, f"p{i}", setting, False, i % 4 > 0, True, None)
            problem = Member(*about)
            summary.add_problem(problem)
            for model in "ab":
                if rng.random() < 0.9:
                    answers.append(answer(rng, problem, model))
                    summary.add(document(answers[-1]))
                else:  # not given: an invalid answer
                    answers.append(missing(problem, model))
    found = {t.key: t for t in tables(summary)}
    for key, columns in COLUMNS.items():
        heads = found[key].columns
        settings = SETTINGS[1:] if "roots" in key else SETTINGS
        assert {row[0].value for row in found[key].rows} == set(settings)
        for row in found[key].rows:
            cells = dict(zip(heads, (cell.value for cell in row), strict=True))
            own = [a for a in answers if [a["group"], a["model"]] == [row[0].value, row[1].value]]
            for head, read in columns.items():
                assert cells[head] == read(own), (key, head)


def missing(problem: Member, model: str) -> Answer:
    rooted = problem.setting == "hidden-roots"
    none = 0.0 if problem.has_heldout else None
    found: Answer = {"problem": problem.id, "model": model, "group": problem.group, "valid": False}
    found |= {"strict_json": False, "stage": str(Stage.EXTRACTED_JSON), "train_exact": False}
    found |= {"train_world_exact": 0.0, "heldout_world_exact": none, "acc": {"10": False}}
    found |= {"heldout_exact": False if problem.has_heldout else None}
    roots = {"root_exact": False, "root_precision": 0.0, "root_recall": 0.0}
    return found | (roots if rooted else {"root_exact": None})
