"""The public record of a suite's problem: an id, a prompt and the canary, made from what is public."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from symcause.audits.prompt import Told
from symcause.audits.publication.published_problem import prompt_part
from symcause.errors import UsageError
from symcause.formats.problems import Problem
from symcause.registry import load
from symcause.suites.draws.suite_problem import SuiteProblem
from symcause.suites.recipe.recipe import Part

KEYS = ("id", "part", "prompt", "messages", "canary")
"""What a record has, and nothing else."""


@dataclass(frozen=True)
class Twin:
    """The other of two problems that their public parts do not tell apart, and the proof about both."""

    problem: Problem
    certificate: Mapping[str, object]


def twins_among(problems: Iterable[SuiteProblem]) -> dict[str, Twin]:
    """The twin of every problem that has one, by the digest of the problem."""
    every = {one.digest: one for one in problems}
    twins: dict[str, Twin] = {}
    for one in every.values():
        if one.kin and one.certificate is not None and one.family.twins is not None:
            first, second = (every.get(digest) for digest in one.kin)
            if first is not None and second is not None:
                twins[first.digest] = Twin(second.problem, one.certificate)
                twins[second.digest] = Twin(first.problem, one.certificate)
    return twins


def public_record(
    one: SuiteProblem, id: str, part: Part, canary: str, twin: Twin | None = None
) -> Mapping[str, object]:
    """What a system gets to see of a problem: the class that it is proved in belongs to it.

    Of a *twin* that class is both of the two, and what was seen of the one settles which it is.
    """
    prompt = _told(one, id, part) if twin is None else _told_twin(one, id, twin)
    roles = (("system", prompt.system), ("user", prompt.message))
    messages = [{"role": role, "content": content} for role, content in roles if content]
    values = (id, part.name, prompt.text, messages, canary)
    return dict(zip(KEYS, values, strict=True))


def _told(one: SuiteProblem, id: str, part: Part) -> Told:
    text = prompt_part(public_view(one, id), abstain=part.abstain, tell_class=True)
    if text is None:
        raise UsageError(f"{one.family.title} have no prompt", value=one.id)
    return Told(str(text["instruction"]), str(text["message"]))


def _told_twin(one: SuiteProblem, id: str, twin: Twin) -> Told:
    assert one.family.twins is not None
    return load(one.family.twins)(public_view(one, id), twin.problem, twin.certificate)


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
