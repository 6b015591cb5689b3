"""The public record of a suite's problem: an id, a prompt and the canary, made from what is public."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from symcause.audits.publication.published_problem import prompt_part
from symcause.errors import UsageError
from symcause.formats.problems import Problem
from symcause.registry import load
from symcause.suites.draws.suite_problem import SuiteProblem
from symcause.suites.recipe.recipe import Part

KEYS = ("id", "part", "prompt", "messages", "canary")
"""What a record has, and nothing else."""


def public_record(one: SuiteProblem, id: str, part: Part, canary: str) -> Mapping[str, object]:
    """What a system gets to see of a problem: the class that it is proved in belongs to it."""
    text = prompt_part(public_view(one, id), abstain=part.abstain, tell_class=True)
    if text is None:
        raise UsageError(f"{one.family.title} have no prompt", value=one.id)
    roles = (("system", text["instruction"]), ("user", text["message"]))
    messages = [{"role": role, "content": content} for role, content in roles if content]
    values = (id, part.name, text["prompt"], messages, canary)
    return dict(zip(KEYS, values, strict=True))


def public_view(one: SuiteProblem, id: str) -> Problem:
    """The problem as everybody may see it; where a family has no such view, its prompt hides the rest."""
    problem: Any = one.problem
    shown: Any = problem if one.family.public is None else load(one.family.public)(problem)
    return replace(shown, id=id)  # type: ignore[no-any-return]


def texts_in(value: object) -> Iterator[str]:
    """Every text in a record."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from texts_in(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from texts_in(part)
