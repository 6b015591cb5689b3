"""Answers to the example problems, right and wrong in every way, for ``make_examples.py``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace

from symcause.families.boolean.files.answer_documents import write_answer
from symcause.families.boolean.problem.mechanism_answers import AlternativeAnswer, Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.formats.pools.problem_writer import one_line
from symcause.models.disclosure import Setting


def good_answers(
    problems: list[BooleanProblem], solution: AlternativeAnswer
) -> Iterator[tuple[str, str]]:
    """Gold as an answer, for every problem; roots only where they are hidden."""
    for problem in problems:
        assert problem.gold is not None
        hidden = problem.setting is Setting.HIDDEN_ROOTS
        gold = replace(problem.gold, roots=problem.gold.roots if hidden else None)
        right = solution if problem.is_alternative_task else gold
        yield f"{problem.id}.good.json", one_line(write_answer(right)) + "\n"


def bad_answers(task: BooleanProblem, submission: Answer) -> dict[str, str]:
    """One answer for every way to fail."""
    right = {
        "X1": "(or X4 (not X5))",
        "X3": "(and X4 (or X1 X6))",
        "X4": "(xor X2 X5)",
        "X6": "(iff X1 X2)",
    }

    def spelled(**changes: str) -> str:
        return json.dumps({"mechanisms": {**right, **changes}}) + "\n"

    assert task.reference is not None and task.gold is not None
    same = {
        "alternative": write_answer(task.reference),
        "experiment": {"type": "hard_do", "assignments": {"X1": 0}},
        "witness": {
            "rootAssignment": {"X2": 1, "X5": 0},
            "differences": [{"variable": "X3", "reference": 1, "alternative": 0}],
        },
    }
    # Right about what was observed, wrong about what interventions show.
    observational = (
        json.dumps(
            {
                "mechanisms": {
                    "X3": "(xor X1 X2)",
                    "X4": "(or X1 (not X2))",
                    "X5": "(and X1 (not X2))",
                }
            }
        )
        + "\n"
    )
    kept = {name: text for name, text in right.items() if name != "X6"}
    return {
        "ordered.illegal.json": spelled(X1="(or X6 (not X5))"),
        "ordered.wrong.json": spelled(X6="(iff X1 X5)"),
        "ordered.missing-key.json": json.dumps({"mechanisms": kept}) + "\n",
        "ordered.syntax.json": spelled(X3="(and X4 (or X1 X6)"),
        "ordered.nand.json": spelled(X3="(nand X4 X1)"),
        "ordered.prose.txt": "The order suggests that X4 is a parity.\n\n```json\n"
        + json.dumps({"mechanisms": right}, indent=2)
        + "\n```\nI am confident in this.\n",
        "ordered.refusal.txt": "I cannot determine the mechanisms from these worlds.\n",
        "hidden-order.cyclic.json": spelled(X1="(or X6 (not X5))"),
        "hidden-roots.wrong-roots.json": json.dumps(
            {
                "roots": ["X4", "X5"],
                "mechanisms": {
                    "X1": "(or X4 (not X5))",
                    "X2": "(xor X4 X5)",
                    "X3": "(and X4 (or X1 X6))",
                    "X6": "(iff X1 X2)",
                },
            }
        )
        + "\n",
        "alternative.same.json": json.dumps(same) + "\n",
        "ambiguous.other.json": observational,
        "unique.wrong.json": observational,
        "replay.wrong.json": json.dumps({"mechanisms": {"Y": "R"}}) + "\n",
        "corner.submission.json": one_line(write_answer(submission)) + "\n",
    }


def predictions(answers: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Rows of three imaginary systems: one right, one that talks, one that fails in every way."""
    for name, text in answers.items():
        problem, kind, _ = name.split(".")
        model = {"good": "careful", "prose": "chatty"}.get(kind, f"hasty-{kind}")
        yield {"instanceId": problem, "model": model, "response": text.rstrip("\n")}
