"""The next question to a version space: experiments ranked by the members that they leave."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import ClassVar, TypeVar

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.audits.documents import Document
from symcause.audits.experiments.experiment_document import (
    BoundedExperiment,
    NextExperiment,
    RankedDocument,
)
from symcause.audits.experiments.next_advice import advice, tone
from symcause.audits.experiments.outcome_shares import Plain
from symcause.audits.members import Members
from symcause.audits.of_space.space_question import M, OfSpace, P, S, spelled
from symcause.audits.story import Grid, Right, Section, Story
from symcause.bounds.audits_bounds import COUNTED_EXPERIMENTS, SHOWN_EXPERIMENTS, TRIED_EXPERIMENTS
from symcause.models.number_phrases import number_of

N = TypeVar("N", bound=RankedDocument)


@dataclass(frozen=True)
class Left:
    """An experiment, and how many members each of its outcomes leaves."""

    experiment: Plain
    parts: tuple[int, ...]

    @property
    def worst(self) -> int:
        return max(self.parts)

    @property
    def expected(self) -> Fraction:
        """Over members drawn uniformly."""
        return Fraction(sum(part * part for part in self.parts), sum(self.parts))


@dataclass(frozen=True)
class Ranking:
    """The experiments that can shrink a space, best first; *missing* says why there may be others."""

    able: tuple[Left, ...]
    missing: str | None = None


def ranked(space: Members[M]) -> Ranking | Unknown:
    """Experiments that can shrink the space, fewest members left in the worst case first.

    Members are listed where they are few enough; else the space is asked what they would show.
    """
    members = space.listed()
    if isinstance(members, Unknown):
        return _counted(space, members)
    experiments = list(islice(space.experiments(), TRIED_EXPERIMENTS + 1)) if members else []
    tried = [Left(one, _parts(space, members, one)) for one in experiments[:TRIED_EXPERIMENTS]]
    return _ranking(tried, _beyond(len(experiments), TRIED_EXPERIMENTS))


def _counted(space: Members[M], unlisted: Unknown) -> Ranking | Unknown:
    """The same where members are too many to list, by what the space says of each experiment."""
    if type(space).what_if is Members.what_if:
        return unlisted  # it would list them
    experiments = list(islice(space.experiments(), COUNTED_EXPERIMENTS + 1))
    tried: list[Left] = []
    missing = _beyond(len(experiments), COUNTED_EXPERIMENTS)
    for experiment in experiments[:COUNTED_EXPERIMENTS]:
        shown = space.what_if(experiment)
        if isinstance(shown, Unknown):
            missing = missing or f"not all experiments are known: {shown.reason}"
            if not tried:
                return shown  # and so, most likely, of the others
        else:
            tried.append(Left(experiment, tuple(one.members for one in shown)))
    return _ranking(tried, missing)


def _ranking(tried: list[Left], missing: str | None) -> Ranking:
    able = [left for left in tried if len(left.parts) > 1]
    return Ranking(tuple(sorted(able, key=lambda left: (left.worst, left.expected))), missing)


def _beyond(number: int, most: int) -> str | None:
    return f"only the first {most:,} experiments were tried" if number > most else None


def _parts(space: Members[M], members: tuple[M, ...], experiment: Plain) -> tuple[int, ...]:
    shown = (json.dumps(space.outcome(member, experiment), sort_keys=True) for member in members)
    return tuple(Counter(shown).values())


@dataclass(frozen=True)
class NextOfSpace(OfSpace[N, P, S, M]):
    """The experiments by what they leave in the worst case, then on average."""

    name: ClassVar[str] = "next"
    document: ClassVar[type[Document]] = RankedDocument
    noun: ClassVar[str] = "model"

    def answers(self, problem: P) -> Iterator[N]:
        document, space = self.frame(problem), self.opened(problem)
        count = space.count()
        if isinstance(count, int):
            document = replace(document, count=count, settled=count == 1)
            yield document
        ranking = ranked(space)
        if isinstance(ranking, Unknown):
            yield replace(document, reason=ranking.reason)
            return
        experiments = tuple(map(_experiment, ranking.able))
        reason = ranking.missing if ranking.able or ranking.missing else self._nothing(document)
        yield replace(
            document,
            experiments=experiments,
            shrinks=True if ranking.able else None if ranking.missing else False,
            status="exact" if ranking.missing is None else "bounded" if ranking.able else "unknown",
            reason=reason,
        )

    def _nothing(self, document: N) -> str:
        if document.count == 0:
            return f"no {self.noun} of the class explains the evidence: nothing to learn"
        if document.settled:
            return f"one {self.noun} is left: nothing to learn"
        return f"all {self.noun}s show the same under every experiment"

    def story(self, document: N) -> Story:
        rows = tuple(
            (_words(one), number_of(one.worst), f"{float(Fraction(str(one.expected))):.4g}")
            for one in document.experiments[:SHOWN_EXPERIMENTS]
        )
        table = Grid.of(("experiment", Right("at most"), Right("expected")), rows)
        return Story(
            document.problem or "",
            advice(document, _words, self.noun),
            tone=tone(document),
            sections=(Section("Members left", (table,)),) if rows else (),
        )


def _experiment(left: Left) -> BoundedExperiment:
    return BoundedExperiment(
        experiment=dict(left.experiment),
        worst=left.worst,
        expected=str(left.expected),
        settles=left.worst == 1,
        at_least=left.worst,
        best_case=min(left.parts),
        exact=True,
    )


def _words(found: NextExperiment) -> str:
    return spelled(found.experiment)
