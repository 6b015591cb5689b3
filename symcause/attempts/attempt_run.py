"""The run of one attempt: a contestant sees the public problem, and its claims are checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from symcause.attempts.attempt_record import (
    CRASHED,
    Attempt,
    AttemptBudget,
    Handed,
    claims_of,
)
from symcause.attempts.baseline_protocol import Baselines, Contestant
from symcause.attempts.function_baseline import BundledBaseline, FunctionBaseline
from symcause.attempts.program_baseline import ProgramBaseline
from symcause.errors import UsageError, did_you_mean
from symcause.formats.shared_entries import each
from symcause.registry import Family, load
from symcause.scoring.scoring_protocol import Terms

if TYPE_CHECKING:
    from symcause.formats.problems import Problem

KEPT = ("status", "digest", "claims", "work")
"""What two runs of a deterministic baseline have in common, by the keys of an attempt."""


def baselines_of(family: Family) -> Baselines:
    """The baselines of a family that has some."""
    if family.baselines is None:
        raise UsageError(
            f"no baseline answers {family.title}",
            remedy=f"the family {family.name} declares no baselines; "
            "baselines=BY_SIMPLEST answers by the simplest member",
        )
    baselines: Baselines = load(family.baselines)()
    return baselines


def all_names() -> dict[str, str]:
    """The bundled baselines of all families, each with what it does; where families differ, all of it."""
    deeds: dict[str, dict[str, None]] = {}
    for _, kind in each("baselines"):
        own: Baselines = kind()
        for name, about in own.names.items():
            deeds.setdefault(name, {})[about] = None
    return {name: " | ".join(several) for name, several in deeds.items()}


def attempted(own: Baselines, problem: Problem, contestant: Contestant, terms: Terms) -> Handed:
    """What a contestant hands in, with its claims checked; nothing that it does is an error here."""
    budget = AttemptBudget(terms.work, terms.seconds)
    handed = contestant.hand_in(own, own.public(problem), terms.seed, budget, terms.megabytes)
    return checked(own, problem, replace(handed, seed=terms.seed, megabytes=terms.megabytes))


def checked(own: Baselines, problem: Problem, handed: Handed) -> Handed:
    """With what came of its claims."""
    optimum, none = own.checked(problem, handed.text, handed.attempt)
    return replace(handed, optimum=optimum, none_check=none)


def crashed(own: Baselines, name: str, terms: Terms, reason: str) -> Handed:
    """The attempt of a contestant whose process is gone."""
    budget = AttemptBudget(terms.work, terms.seconds)
    if name in own.names:
        budget = own.budget(name, budget)
    attempt, limit = Attempt(status=CRASHED, note=reason), terms.megabytes
    return Handed(attempt, budget=budget, megabytes=limit, seed=terms.seed)


def rechecked(
    own: Baselines, problem: Problem, text: str, told: Mapping[str, Any]
) -> dict[str, object]:
    """An attempt that somebody has written down, with its claims checked anew."""
    status = str(told.get("status") or "answered")
    answered = status == "answered"
    attempt = Attempt(text if answered else None, status=status, **claims_of(told))
    optimum, none = own.checked(problem, text if answered else "", attempt)
    found = {"optimum": optimum, "none_check": none}
    kept = {key: value for key, value in told.items() if key not in found}
    return {**kept, **{key: value for key, value in found.items() if value is not None}}


def same_attempt(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Did two runs of a baseline end alike?"""
    return all(one.get(key) == other.get(key) for key in KEPT)


def contestants(
    own: Baselines,
    names: Sequence[str],
    commands: Sequence[str],
    functions: Sequence[str],
) -> dict[str, Contestant]:
    """The baselines that were asked for, by name; raises UsageError for a name that is none or taken.

    A name that only other families have is nobody here.
    """
    known = all_names()
    found: dict[str, Contestant] = {}
    for name in names:
        if name not in known:
            raise UsageError("unknown baseline", value=name, remedy=did_you_mean(name, known))
        if name in own.names:
            found[name] = BundledBaseline(name)
    for given, flag in ((commands, "--baseline-command"), (functions, "--baseline-function")):
        for text in given:
            name, sign, rest = text.partition("=")
            if not sign or not name.strip() or not rest.strip():
                remedy = "NAME=./program --option" if given is commands else "NAME=file.py:function"
                raise UsageError("not of the form", place=flag, value=text, remedy=remedy)
            refuse_taken(name, (*known, *found))
            made: Contestant
            if given is commands:
                made = ProgramBaseline.of(name, rest)
            else:
                made = FunctionBaseline.of(name, rest)
            found[name] = made
    return found


def refuse_taken(name: str, taken: Sequence[str]) -> None:
    """Raise UsageError for a name that another baseline has."""
    if name in taken:
        raise UsageError("this name is taken", value=name, remedy="give your baseline another one")
