"""Earlier lines of a score run: which are lines of one, and which are to be made again."""

from __future__ import annotations

from typing import Any

from symcause.cli.output.result_file import Line
from symcause.cli.output.result_version import comparable
from symcause.cli.score_run.problem_store import Store
from symcause.errors import UsageError
from symcause.formats.answer_files.predictions import BadPrediction, Row
from symcause.scoring.scoring_protocol import Scoring, Task, Terms


def is_stale(line: Line, row: Row | Task, store: Store) -> bool:
    """Was it lost, is it of another version, or was the problem repaired or spoilt since?"""
    if line.get("lost") is True or not comparable(line.get("symcause")):
        return True
    return not isinstance(row, BadPrediction) and (row.instance_id in store) == ("error" in line)


def is_line(line: Line) -> bool:
    """Is it a result of an answer, or what stands in its place?"""
    return "problem" in line and "model" in line and ("error" in line or "family" in line)


def refuse_others(line: Line, scoring: Scoring[Any, Any], terms: Terms, file: str | None) -> None:
    """Complain about a line of a run that did not ask what is asked for now."""
    if why := scoring.fits(line) or scoring.attempted_otherwise(line, terms):
        raise UsageError(why, file=file, remedy="leave out --resume")


def other_answers(file: str | None, seen: int) -> UsageError:
    """What is wrong where results are of other answers than those that are given now."""
    return UsageError(
        "the results in --out belong to other answers",
        file=file,
        place=f"line {seen + 1}",
        remedy="give the same files in the same order, or leave out --resume",
    )
