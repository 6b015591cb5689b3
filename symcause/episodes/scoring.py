"""Transcripts in a run of ``symcause score``: judged one by one, tables by agent and family.

Accuracy without justification is what benchmarks report; both stand side by side. Shares are of all
episodes, those without an answer included (they are wrong). Steps, gain and regret are means over episodes
for which they are known; intervals are bootstrap intervals over problems.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, ClassVar

from msgspec.structs import replace

from symcause.audits.plain import revived
from symcause.episodes.documents import EpisodeScore
from symcause.episodes.judging import judgements
from symcause.episodes.reading import transcript_of
from symcause.episodes.transcript import fingerprint
from symcause.errors import LimitError, UsageError
from symcause.formats.documents import Document
from symcause.registry import family_of, load
from symcause.scoring.abstention import JUSTIFIED, REFUTED
from symcause.scoring.scoring import Line, Scoring
from symcause.scoring.statistics import Bootstrap, Total
from symcause.scoring.table import Cell, Table, integer, number, word


def score_episode(problem: Any, lines: list[object], seconds: float | None = None) -> Line:
    """The line of one transcript; when the time is up, what is known by then."""
    transcript = transcript_of(Document(lines, "transcript"))
    family = family_of(problem)
    assert family.writer is not None
    if transcript.header.fingerprint != fingerprint(load(family.writer)(problem)):
        raise UsageError(
            "the episode is about another problem of this id",
            value=problem.id,
            remedy="give the pool that was played, unchanged",
        )
    frame = last = EpisodeScore(
        family=family.name, problem=problem.id, model=transcript.header.agent
    )
    stop = None if seconds is None else monotonic() + seconds
    try:
        for last in judgements(frame, problem, transcript):
            if stop is not None and monotonic() > stop:
                last = last.halted(f"the time limit of {seconds:g} s was reached")
                break
    except LimitError as error:
        last = last.halted(str(error))
    return replace(last, model=transcript.header.agent).to_dict()


@dataclass
class EpisodeScoring(Scoring[Any, Any]):
    """Episodes by agent and family."""

    document: ClassVar[type[EpisodeScore]] = EpisodeScore

    _scores: dict[tuple[str, str], list[EpisodeScore]] = field(default_factory=dict)

    def take(self, line: Mapping[str, object], pool: str) -> None:
        score = revived(line, EpisodeScore)
        # What the tables need: the steps of many episodes would fill the memory.
        told = replace(score, steps=(), answer=None, details={"acted": score.acted})
        self._scores.setdefault((score.family, score.model), []).append(told)

    @property
    def scores(self) -> Mapping[tuple[str, str], Sequence[EpisodeScore]]:
        """By family and agent."""
        return dict(sorted(self._scores.items()))

    def tables(self, bootstrap: Bootstrap) -> list[Table]:
        found = sorted(self._scores.items())
        return [_answers(found, bootstrap), _steps(found)] if found else []


Scores = Sequence[tuple[tuple[str, str], list[EpisodeScore]]]


def _answers(found: Scores, bootstrap: Bootstrap) -> Table:
    rows = []
    for (family, agent), scores in found:
        interval = bootstrap.mean(by_problem(scores)) if bootstrap.resamples else None
        rows.append(
            (
                word(family),
                word(agent),
                integer(len(scores)),
                number(_share(scores, lambda s: s.right is True)),
                number(None if interval is None else interval.low),
                number(None if interval is None else interval.high),
                *(number(share) for share in _supported(scores)),
                integer(sum(not s.answered for s in scores)),
            )
        )
    return Table(
        "episodes",
        "Answers at the end of episodes",
        (
            *("family", "agent", "episodes", "right", "low", "high"),
            *("justified", "lucky", "refuted", "no answer"),
        ),
        tuple(rows),
        "right = justified + lucky + right answers about which nothing is proven; low, high: 95 % over "
        "problems; families without members have no justified, lucky or refuted answers",
        ("right", "justified"),
    )


def _supported(scores: Sequence[EpisodeScore]) -> tuple[float | None, float | None, float | None]:
    """The shares of justified, lucky and refuted answers; None where nothing is known of any."""
    if all(score.support is None and score.count is None for score in scores):
        return None, None, None
    return (
        _share(scores, lambda s: s.right is True and s.support == JUSTIFIED),
        _share(scores, lambda s: s.lucky is True),
        _share(scores, lambda s: s.support == REFUTED),
    )


def _steps(found: Scores) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for (family, agent), scores in found:
        acted = [int(str(s.details["acted"])) for s in scores]
        pairs = list(zip(scores, acted, strict=True))
        known = [(s, a) for s, a in pairs if s.count is not None]
        rows.append(
            (
                word(family),
                word(agent),
                number(_mean(acted), 2),
                number(_mean([s.decided_at for s in scores if s.decided_at is not None]), 2),
                number(_share(scores, lambda s: s.decided_at is not None) if known else None),
                number(_mean([a - s.worst_case for s, a in pairs if s.worst_case is not None]), 2),
                number(
                    _mean([a - s.shortest_proof for s, a in pairs if s.shortest_proof is not None]),
                    2,
                ),
                number(_mean(_shares(known, lambda s: s.wasted))),
                number(_mean(_shares(pairs, lambda s: s.invalid))),
                number(_mean([s.gain / a for s, a in pairs if s.gain is not None and a]), 2),
                number(_mean([s.regret for s in scores if s.regret is not None]), 2),
            )
        )
    return Table(
        "experiments",
        "Experiments of episodes",
        (
            *("family", "agent", "steps", "decided at", "decided"),
            *("over worst case", "over shortest proof", "wasted", "invalid"),
            *("bits a step", "regret"),
        ),
        tuple(rows),
        "decided: share of episodes whose evidence settles the question, and at which step; over: steps "
        "beyond the optimum in the worst case and beyond the shortest proof; wasted, invalid (refused): "
        "shares of the steps of an episode; regret: bits an episode, where it is exactly known",
    )


def _shares(
    pairs: Sequence[tuple[EpisodeScore, int]], steps: Callable[[EpisodeScore], int]
) -> list[float]:
    """The share that some steps have among all of an episode, refused ones included."""
    return [steps(s) / (acted + s.invalid) for s, acted in pairs if acted + s.invalid]


def _share(scores: Sequence[EpisodeScore], holds: Callable[[EpisodeScore], bool]) -> float | None:
    return sum(map(holds, scores)) / len(scores) if scores else None


def _mean(values: Sequence[float | int]) -> float | None:
    return sum(values) / len(values) if values else None


def by_problem(scores: Sequence[EpisodeScore]) -> dict[int, Total]:
    """Right answers and their number, for each problem."""
    places = {name: i for i, name in enumerate(sorted({str(s.problem) for s in scores}))}
    totals: dict[int, Total] = {}
    for score in scores:
        place = places[str(score.problem)]
        old = totals.get(place, Total(0.0, 0))
        totals[place] = Total(old.sum + (score.right is True), old.count + 1)
    return totals
