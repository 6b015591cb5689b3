"""Forgeries: certificates that are well-formed and false in one respect, made from true ones.

A family's table names true certificates and, for each forgery, the true one it is made from, what is
changed, and the words with which it must be refused. Digests are made anew, so that it is the argument
that is wrong and not the digest.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

from symcause.kernel.verification import Verification
from symcause.kernel.work import Work
from symcause.registry import family, load

Step = str | int


@dataclass
class Draft:
    """A problem and a certificate about it, to be changed; more that the verifier is given, as *aside*."""

    problem: Any
    document: Any
    work: Work | None = None
    aside: dict[str, Any] = field(default_factory=dict)
    source: Any = None  # the document of the problem
    limits: dict[str, int] = field(default_factory=dict)  # "module:NAME" with the number that it is

    def at(self, *path: Step) -> Any:
        """The part of the document at a path."""
        part = self.document
        for step in path:
            part = part[step]
        return part

    def put(self, *path_and_value: Any) -> None:
        """Another value at a path: the last argument."""
        *path, value = path_and_value
        if not path:
            self.document = value
            return
        self.at(*path[:-1])[path[-1]] = value

    def drop(self, *path: Step) -> None:
        del self.at(*path[:-1])[path[-1]]

    def restate(self, **changes: Any) -> None:
        """Another problem, and the certificate with its digest."""
        self.source = {**self.source, **changes}
        self.problem = problem_of(self.source)
        self.document["problem"]["sha256"] = digest_of(self.problem, self.source)


Change = Callable[[Draft], object]


@dataclass(frozen=True)
class Forgery:
    """What is changed in which true certificate, and the words of the refusal."""

    name: str
    truth: str
    change: Change
    reason: str
    beyond: bool = False  # a bound of the kernel is met: not refused, but not accepted either
    gap: bool = False  # accepted, but not of the problem as it states itself: *reason* says why


@dataclass(frozen=True)
class Table:
    """The true certificates and the forgeries of a family."""

    verify: Callable[..., Verification]
    truths: dict[str, Callable[[], Draft]]
    forgeries: tuple[Forgery, ...]

    @cache  # noqa: B019
    def _made(self, name: str) -> Draft:
        draft = self.truths[name]()
        draft.document = json.loads(json.dumps(draft.document))
        return draft

    def __hash__(self) -> int:
        return id(self)

    def true(self, name: str) -> Draft:
        """A true certificate, as it comes back from its file."""
        made = self._made(name)
        document, source = copy.deepcopy((made.document, made.source))
        return Draft(made.problem, document, None, dict(made.aside), source)

    def forged(self, forgery: Forgery) -> Draft:
        draft = self.true(forgery.truth)
        forgery.change(draft)
        return draft

    def verdict(self, draft: Draft) -> Verification:
        with limited(draft.limits):
            return self.verify(draft.problem, draft.document, draft.work, **draft.aside)


@contextmanager
def limited(limits: dict[str, int]) -> Iterator[None]:
    """Bounds of the kernel with smaller numbers, so that what meets them is small."""
    known = [(import_module(place), name) for place, _, name in (k.partition(":") for k in limits)]
    before = [getattr(module, name) for module, name in known]
    try:
        for (module, name), value in zip(known, limits.values(), strict=True):
            setattr(module, name, value)
        yield
    finally:
        for (module, name), value in zip(known, before, strict=True):
            setattr(module, name, value)


def problem_of(source: Any) -> Any:
    """The problem that a document in our own format states."""
    known = family(source["format"].removeprefix("symcause.").partition("/")[0])
    return load(known.formats[source["format"]])(source, None)


def digest_of(problem: Any, source: Any) -> str:
    """The digest that certificates about a problem have."""
    known = family(source["format"].removeprefix("symcause.").partition("/")[0])
    verifier: Any = load(known.verifier)  # type: ignore[arg-type]
    digest = getattr(verifier, "digest", None) or load(known.digest)  # type: ignore[arg-type]
    return str(digest(problem))


def audited(source: Any, **options: Any) -> Draft:
    """A problem with the certificate of its audit."""
    import symcause

    problem = problem_of(source)
    answer: Any = symcause.audit(problem, certificate=True, **options)
    assert answer.certificate, answer.certificate_reason
    return Draft(problem, answer.certificate, source=source)


def by_hand(source: Any, **body: Any) -> Draft:
    """A problem with a certificate that the test wrote; the keys behind the frame are its *body*."""
    problem = problem_of(source)
    name = source["format"].removeprefix("symcause.").partition("/")[0]
    about = {"id": None, "sha256": digest_of(problem, source)}
    frame = {"format": "symcause.certificate/1", "family": name, "problem": about}
    return Draft(problem, {**frame, **body}, source=source)


def put(*path_and_value: Any) -> Change:
    """A change that puts a value at a path."""
    return lambda draft: draft.put(*copy.deepcopy(path_and_value))


def drop(*path: Step) -> Change:
    return lambda draft: draft.drop(*path)


def swap(*path: Step, by: Callable[[Any], Any]) -> Change:
    """A change that computes the value at a path from what is there."""
    return lambda draft: draft.put(*path, by(draft.at(*path)))


def both(*changes: Change) -> Change:
    """One change after another."""

    def change(draft: Draft) -> None:
        for part in changes:
            part(draft)

    return change


def restated(**changes: Any) -> Change:
    """A change of the problem."""
    return lambda draft: draft.restate(**changes)


def wrong(table: Table) -> Iterator[str]:
    """What is amiss: a true certificate refused, a forgery accepted or refused in other words."""
    for name in table.truths:
        answer = table.verdict(table.true(name))
        if answer.accepted is not True:
            yield f"the true certificate {name!r}: {answer.reason}"
    names = [forgery.name for forgery in table.forgeries]
    yield from (f"{name!r} stands twice" for name in set(names) if names.count(name) > 1)
    for forgery in table.forgeries:
        answer = table.verdict(table.forged(forgery))
        expected = None if forgery.beyond else forgery.gap
        said = "; ".join(gaps(answer)) if forgery.gap else answer.reason
        if answer.accepted is not expected or forgery.reason not in said:
            yield f"{forgery.name!r}: {answer.accepted}, {said!r}; expected {forgery.reason!r}"


def gaps(answer: Verification) -> tuple[str, ...]:
    """Why a claim is not about the problem as it states itself."""
    return () if answer.scope is None else answer.scope.gaps
