"""Models of coins, read from the text of an answer and printed as one; and what a system is asked."""

from __future__ import annotations

import json
from collections.abc import Mapping

from symcause.audits.prompt import Told
from symcause.errors import UsageError
from symcause.testing.coins.problem import CoinProblem, Coins


def read_model(problem: CoinProblem, text: str) -> Coins:
    try:
        model = json.loads(text)
    except ValueError:
        model = None
    if not isinstance(model, dict) or not all(isinstance(up, bool) for up in model.values()):
        raise UsageError("not sides of coins", remedy='an answer is {"a": true, …}')
    return model


def told(problem: CoinProblem) -> Told:
    seen = ", ".join(f"{name} is {'heads' if up else 'tails'}" for name, up in problem.seen.items())
    asked = f"Coins: {', '.join(problem.coins)}. Seen: {seen or 'none'}. Which are heads?"
    return Told('Answer with JSON: {"a": true, …}.', asked)


def print_model(problem: CoinProblem, model: object) -> str:
    if not isinstance(model, Mapping):
        raise TypeError(f"not an answer about coins: {type(model).__name__}")
    return json.dumps(dict(model))
