"""Contradicted gold: a problem whose gold does not explain its own evidence.

Nobody can answer such a problem rightly, so it is neither played nor asked: it is left out by name.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from symcause.episodes.episode import rules_of
from symcause.episodes.rules import Contradicted
from symcause.errors import SymcauseError
from symcause.formats.problems import Problem
from symcause.registry import family_of


def contradiction(problem: Problem) -> str | None:
    """How gold contradicts the evidence beside it; None where it does not, or nobody can tell."""
    try:
        refuse_contradicted_gold(problem)
    except Contradicted as error:
        return error.complaint.message
    return None


def refuse_contradicted_gold(problem: Problem) -> None:
    """Raises Contradicted if the rules of its family show that gold does not explain the whole evidence.

    Silent where nobody can tell: without gold, without rules, or where the problem cannot be played.
    """
    if family_of(problem).rules is None:
        return
    try:
        plain = rules_of(problem)
        known = {field.name for field in fields(plain)} if is_dataclass(plain) else ()
        whole = {"initial": "all"} if "initial" in known else {}
        rules_of(problem, **whole).opening(problem, 0)
    except Contradicted:
        raise
    except SymcauseError:
        return
