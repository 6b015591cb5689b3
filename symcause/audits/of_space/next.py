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
from symcause.audits.experiments.experiment_merits import ExperimentRanking, Left
from symcause.audits.experiments.next_advice import advice, tone, unlisted, worst
from symcause.audits.experiments.outcome_shares import Plain
from symcause.audits.members import Members
from symcause.audits.of_space.space_question import M, OfSpace, P, S, spelled
from symcause.audits.story import Grid, Right, Section, Story
from symcause.bounds.audits_bounds import COUNTED_EXPERIMENTS, SHOWN_EXPERIMENTS, TRIED_EXPERIMENTS

N = TypeVar("N", bound=RankedDocument)


def ranked(space: Members[M]) -> ExperimentRanking | Unknown:
    """Experiments that can shrink the space, fewest members left in the worst case first.

    The space has its own way to rank them, or members are listed; where they are too many, it is asked what
    they would show.
    """
    ranking = space.ranking()
    if ranking is not None:
        return ranking
    members = space.listed()
    if isinstance(members, Unknown):
        return _counted(space, members)
    experiments = list(islice(space.experiments(), TRIED_EXPERIMENTS + 1)) if members else []
    tried = [Left.of(one, _parts(space, members, one)) for one in experiments[:TRIED_EXPERIMENTS]]
    missing = _beyond(len(experiments), TRIED_EXPERIMENTS)
    return ExperimentRanking.of(tried, len(members), missing)


def _counted(space: Members[M], unlisted: Unknown) -> ExperimentRanking | Unknown:
    """The same where members are too many to list, by what the space says of each experiment."""
    if type(space).what_if is Members.what_if:
        return unlisted  # it would list them
    experiments = list(islice(space.experiments(), COUNTED_EXPERIMENTS + 1))
    tried: list[Left] = []
    missing, count = _beyond(len(experiments), COUNTED_EXPERIMENTS), 0
    for experiment in experiments[:COUNTED_EXPERIMENTS]:
        shown = space.what_if(experiment)
        if isinstance(shown, Unknown):
            missing = missing or f"not all experiments are known: {shown.reason}"
            if not tried:
                return shown  # and so, most likely, of the others
        else:
            count = shown.total
            tried.append(Left.of(experiment, [one.members for one in shown], shown.rest))
    return ExperimentRanking.of(tried, count, missing)


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
            status="exact" if ranking.exact else "bounded" if ranking.able else "unknown",
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
            (_words(one), worst(one), _average(one))
            for one in document.experiments[:SHOWN_EXPERIMENTS]
        )
        table = Grid.of(("experiment", Right("at most"), Right("expected")), rows)
        rest = unlisted(len(document.experiments), SHOWN_EXPERIMENTS)
        return Story(
            document.problem or "",
            advice(document, _words, self.noun),
            tone=tone(document),
            sections=(Section("Members left", (table, *rest)),) if rows else (),
        )


def _experiment(left: Left) -> BoundedExperiment:
    return BoundedExperiment(
        experiment=dict(left.experiment),
        worst=left.worst,
        expected=None if left.expected is None else str(left.expected),
        settles=left.worst == 1 or (None if left.at_least == 1 else False),
        at_least=left.at_least,
        best_case=left.least,
        exact=left.exact,
    )


def _average(found: BoundedExperiment) -> str:
    if found.expected is None:
        return "–"
    return f"{float(Fraction(str(found.expected))):.4g}"


def _words(found: NextExperiment) -> str:
    return spelled(found.experiment)
