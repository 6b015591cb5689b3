"""The trial of a family on problems: what it declares is used once, as the commands use it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, TypeVar, cast

from symcause.answers import Unknown
from symcause.audits.family_check.declaration_check import Finding
from symcause.audits.family_check.space_trial import (
    Wrong,
    experiment_faults,
    gold_faults,
    learning_faults,
    listing_faults,
)
from symcause.audits.instance_generator import Generator, made_items
from symcause.audits.question import answered, bound
from symcause.bounds.audits_bounds import TRIED_MEMBERS
from symcause.declarations import fault_of
from symcause.errors import SymcauseError, UsageError
from symcause.plugins import failure
from symcause.registry import Family, load

if TYPE_CHECKING:
    from symcause.audits.experiments.outcome_shares import Plain
    from symcause.audits.members import Members
    from symcause.capabilities import Dotted
    from symcause.formats.problems import Problem

T = TypeVar("T")

_GIVEN = (
    "check",
    "separate",
    "convert",
    "judge",
    "runs",
    "play",
    "look",
)  # questions that need more


class _Ended(Exception):
    """What follows needs what was not there."""


class Trial:
    """Uses a family on one problem after the other; *findings* are what went wrong."""

    def __init__(self, family: Family) -> None:
        self.family = family
        self.findings: list[Finding] = []

    def generated(self) -> list[Mapping[str, object]]:
        """The first items of the generators, to be tried."""
        made: list[Mapping[str, object]] = []
        for name, dotted in self.family.generators.items():
            try:
                place = f"generators[{name!r}]"
                made += self._used(place, dotted, "items", partial(_first_item, dotted))
            except _Ended:
                continue
        return made

    def read(self, document: Mapping[str, object], file: str | None = None) -> Problem | None:
        """The problem of a document; None where there is none of this family."""
        known = str(document.get("format"))
        reader = self.family.formats.get(known)
        if reader is None:
            if file is not None:
                raise UsageError(
                    f"this is no problem of the family {self.family.name}",
                    file=file,
                    value=document.get("format"),
                    remedy=f"its formats: {', '.join(self.family.formats) or 'none'}",
                )
            self._found("formats", known, "a generator makes it, and nobody reads it", "a reader")
            return None
        place = f"formats[{known!r}]"
        try:
            problem = self._used(place, reader, "a problem", lambda: load(reader)(document, file))
        except _Ended:
            return None
        kind = load(self.family.problem)
        if not isinstance(problem, kind):
            self._found(place, reader, f"gave {_shown(problem)}", f"a {kind.__name__}")
            return None
        return problem

    def trial(self, problem: Problem) -> None:
        """Use what the family declares on a problem."""
        if not isinstance(metadata := getattr(problem, "metadata", {}), Mapping):
            said = f"a problem whose metadata is {_shown(metadata)}"
            self._found("problem", self.family.problem, said, "a mapping, or no such field")
        for step in (self._written, self._opened, self._asked):
            try:
                step(problem)
            except _Ended:
                continue

    def _written(self, problem: Problem) -> None:
        if (writer := self.family.writer) is None:
            return
        document = self._used(
            "writer", writer, "a document", lambda: self._plain(load(writer)(problem))
        )
        reader = self.family.formats.get(str(document.get("format")))
        if reader is None:
            said = f"wrote the format {document.get('format')}"
            self._found("writer", writer, said, f"one of {', '.join(self.family.formats)}")
            return
        again = self._used("writer", writer, "a document", lambda: load(reader)(document, None))
        if again != problem:
            said = "what it writes is read as another problem"
            self._found("writer", writer, said, "a document that is read as the same problem")

    def _opened(self, problem: Problem) -> None:
        if (opener := self.family.space) is None:
            return
        space: Members[object] = self._used(
            "space", opener, "a version space", lambda: load(opener)(problem)
        )

        def found(of: str, expected: str, use: Callable[[], T]) -> T:
            return self._used(f"space.{of}", opener, expected, use)

        first = found("members", "members", lambda: list(islice(space.members(), TRIED_MEMBERS)))
        members = [member for member in first if not isinstance(member, Unknown)]
        members += [
            member
            for member in found("draw", "a member", lambda: _drawn(space))
            if member not in members
        ]
        for member in members:
            objections = found("objections", "a tuple", partial(space.objections, member))
            if objections != ():
                said = f"a member has objections: {_shown(objections)}"
                self._found("space.objections", opener, said, "() for a member")
            self._printed(problem, member)
        for of, said, wanted in found("members", "members", lambda: list(listing_faults(space))):
            self._found(f"space.{of}", opener, said, wanted)
        for of, said, wanted in found("objections", "a tuple", lambda: list(gold_faults(space))):
            self._found(f"problem.{of}", self.family.problem, said, wanted)
        tried = found(
            "experiments", "experiments", lambda: list(islice(space.experiments(), TRIED_MEMBERS))
        )
        for of, said, wanted in found(
            "ranking", "a ranking", lambda: list(experiment_faults(space))
        ):
            self._found(f"space.{of}", opener, said, wanted)
        for experiment in tried:
            found("experiments", "plain values", partial(self._plain, experiment))
            for member in members[:1]:
                outcome = found(
                    "outcome",
                    "a mapping of plain values",
                    partial(self._outcome, space, member, experiment),
                )
                self._learnt(space, members, experiment, outcome)

    def _outcome(self, space: Members[T], member: T, experiment: Plain) -> dict[str, object]:
        return self._plain(space.outcome(member, experiment))

    def _learnt(
        self, space: Members[T], members: list[T], experiment: Plain, outcome: Plain
    ) -> None:
        opener, kind = self.family.space, load(self.family.problem)
        assert opener is not None
        known = self._used(
            "space.learnt", opener, "a problem", lambda: space.learnt(experiment, outcome)
        )
        if not isinstance(known, kind):
            self._found("space.learnt", opener, f"gave {_shown(known)}", f"a {kind.__name__}")
            return

        def faults() -> list[Wrong]:
            after = cast("Members[T]", load(opener)(known))
            return list(learning_faults(space, after, members, experiment, outcome))

        for of, said, wanted in self._used("space.learnt", opener, "a problem", faults):
            self._found(f"space.{of}", opener, said, wanted)

    def _printed(self, problem: Problem, member: T) -> None:
        """A member is printed as an answer and read as a model."""
        printer, reader = self.family.answer, self.family.model
        if printer is None:
            return
        text = self._used("answer", printer, "a text", lambda: load(printer)(problem, member))
        if not isinstance(text, str):
            self._found("answer", printer, f"gave {_shown(text)}", "a text")
            raise _Ended
        if reader is None:
            return
        model = self._used("model", reader, "a model", lambda: load(reader)(problem, text))
        if model != member:
            said = f"{_shown(text)} is read as another model than the one that was printed"
            self._found("model", reader, said, "the same model")
        try:
            load(reader)(problem, "\x00 no answer at all")
        except SymcauseError:
            pass
        except Exception as error:
            self._found(
                "model", reader, f"raised {failure(error)}", "UsageError for what is no model"
            )

    def _asked(self, problem: Problem) -> None:
        for name, dotted in self.family.questions.items():
            if name in _GIVEN:
                continue
            place = f"questions[{name!r}]"
            try:
                asked = bound(name, self.family, {})
                document = self._used(
                    place, dotted, "a document", partial(answered, asked, problem)
                )
            except _Ended:
                continue
            except SymcauseError:  # a problem without gold, say: it is refused, not wrong
                continue
            if not isinstance(document, asked.document):
                wanted = f"a {asked.document.__name__}"
                self._found(place, dotted, f"gave {_shown(document)}", wanted)
                continue
            verdict = getattr(document, "verdict", None)
            if verdict not in (None, "unknown") and getattr(document, "settled", None) is None:
                said = f"a verdict ({verdict}) without settled"
                self._found(place, dotted, said, "settled=True or False beside a verdict")

    def _plain(self, value: object) -> dict[str, object]:
        """A mapping that JSON holds as it is."""
        if not isinstance(value, Mapping):
            raise TypeError(f"not a mapping: {_shown(value)}")
        plain: dict[str, object] = json.loads(json.dumps(dict(value)))
        if plain != dict(value):
            raise TypeError(f"JSON does not hold it as it is: {_shown(value)}")
        return plain

    def _used(self, place: str, dotted: Dotted[object], expected: str, use: Callable[[], T]) -> T:
        """What something gives; what it raises, but for errors of symcause, is a finding."""
        try:
            return use()
        except SymcauseError as error:
            if place.startswith("questions"):
                raise
            self._found(place, dotted, f"raised {failure(error)}", expected)
        except Exception as error:
            fault = fault_of(error)
            said = failure(error) if fault is None else fault.message.partition(" failed: ")[2]
            self._found(place, dotted, f"raised {said or failure(error)}", expected)
        raise _Ended

    def _found(self, place: str, dotted: Dotted[object], said: str, expected: str) -> None:
        finding = Finding(place, str(dotted), said, expected)
        if finding not in self.findings:
            self.findings.append(finding)


def _drawn(space: Members[T]) -> list[T]:
    """A few members from anywhere: those of a list are alike."""
    rng, number = Random(0), space.count()
    if not isinstance(number, int) or not number > 0:
        return []
    drawn = (space.draw(rng) for _ in range(TRIED_MEMBERS))
    return [member for member in drawn if not isinstance(member, Unknown)]


def _first_item(dotted: Dotted[type[Generator]]) -> list[Mapping[str, object]]:
    documents = made_items(load(dotted)(), 0)
    if documents != made_items(load(dotted)(), 0):
        raise TypeError("item 0 is another one when it is made again")
    return list(documents)


def _shown(value: object) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 80 else f"{text[:79]}…"
