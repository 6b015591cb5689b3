"""The prediction that a linear answer states: the target as a number, or what is wrong with it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from fractions import Fraction

from symcause.errors import SymcauseError
from symcause.families.linear.bounds import SHOWN_PREDICTION
from symcause.families.linear.problem.problem import LinearProblem
from symcause.models.exact_numbers import read_number
from symcause.scoring.abstention_rule import is_phrase

PREDICTIONS = ("prediction", "value", "reactor_target", "target", "frequency", "freq")
"""Keys under which an answer may state the reactor's target, the first one counts; then its own name."""

_HERTZ = re.compile(r"\s*(\S+?)\s*Hz\.?\s*", re.IGNORECASE)


def prediction_key(problem: LinearProblem, answer: Mapping[str, object]) -> str | None:
    """The key under which an answer has its prediction, whatever stands there; None if there is none."""
    own = problem.target
    keys = (key for key in (*PREDICTIONS, own) if key in answer)
    return next((key for key in keys if key == own or answer[key] != own), None)


def read_prediction(problem: LinearProblem, answer: Mapping[str, object]) -> Fraction | None:
    """The number that an answer states; None if it states none that can be read."""
    there = {
        key: value
        for key, value in answer.items()
        if value is not None and not isinstance(value, dict | list)
    }
    key = prediction_key(problem, there)
    if key is None:
        return None
    try:
        return read_number(_bare(there[key]))
    except SymcauseError:
        return None


def unread_prediction(answer: Mapping[str, object]) -> str | None:
    """What is wrong with what stands under ``prediction`` and is no number; None if nothing is.

    A null or a phrase there abstains.
    """
    value = answer.get(PREDICTIONS[0])
    if value is None or is_phrase(value):
        return None
    shown = repr(value) if isinstance(value, str) else json.dumps(value, default=str)
    cut = shown if len(shown) <= SHOWN_PREDICTION else f"{shown[: SHOWN_PREDICTION - 1]}…"
    return f"the prediction is not a number (got {cut})"


def _bare(value: object) -> object:
    """A number without the unit that the released environment gives a frequency."""
    match = _HERTZ.fullmatch(value) if isinstance(value, str) else None
    return value if match is None else match[1]
