"""What the commands about answers share: the problem they belong to, and the models they denote."""

from __future__ import annotations

from pathlib import Path

from symcause.errors import UsageError
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.problem import BooleanProblem

WORDS = ("gold", "reference")
"""Stand for models of the problem itself, where no file of that name exists."""


def boolean_problem(path: str, chosen: str | None, *answers: str) -> BooleanProblem:
    """The Boolean problem at *path*; standard input can be only one of all the files."""
    from symcause.formats.files import load

    if (path, *answers).count("-") > 1:
        raise UsageError(
            "standard input is asked for twice", remedy="give one of the two as a file"
        )
    problem = load(path, chosen)
    if not isinstance(problem, BooleanProblem):
        raise UsageError("this command is about Boolean problems", file=path, value=problem.id)
    return problem


def answer_model(problem: BooleanProblem, answer: str) -> BooleanSCM:
    """The model of an answer file, or of the word ``gold`` or ``reference``."""
    if answer in WORDS and not Path(answer).exists():
        model = problem.gold_scm if answer == "gold" else problem.reference_scm
        if model is None:
            raise UsageError(f"the problem has no {answer}", value=problem.id)
        return model
    from symcause.families.boolean.scoring.checking import executable
    from symcause.formats.files import read_response

    judged = executable(problem, read_response(answer))
    if judged.scm is None:
        raise UsageError(
            f"not a valid answer: {judged.stage}: {judged.reason}",
            file="standard input" if answer == "-" else answer,
        )
    return judged.scm
