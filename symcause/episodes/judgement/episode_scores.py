"""Episode scores by judgement: right and justified, in tables by who played and by family.

Accuracy without justification is what benchmarks report; both stand side by side. Shares are of all
episodes, those without an answer included (they are wrong). Steps, gain and regret are means over episodes
for which they are known; intervals are bootstrap intervals over problems.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, ClassVar

from msgspec import UNSET
from msgspec.structs import replace

from symcause.audits.document_json import revived
from symcause.episodes.judgement.episode_document import EpisodeScore
from symcause.episodes.judgement.step_judgement import judgements
from symcause.episodes.transcripts.transcript import fingerprint
from symcause.episodes.transcripts.transcript_reader import transcript_of
from symcause.errors import LimitError, UsageError
from symcause.formats.pools.json_documents import Document
from symcause.formats.problems import Problem
from symcause.registry import family_of, load
from symcause.scoring.abstention_rule import JUSTIFIED, REFUTED
from symcause.scoring.answer_groups import Group, Grouped, Row, Sheet
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.comparison.system_scores import Metric, flags, numbers, shares
from symcause.scoring.comparison.system_tables import interval_table
from symcause.scoring.group_columns import (
    Labels,
    Reading,
    ends,
    failures,
    mean,
    share,
    size,
    table_of,
)
from symcause.scoring.score_table import Cell, Table, number
from symcause.scoring.scoring_protocol import Line, Scoring


def score_episode(problem: Problem, lines: list[object], seconds: float | None = None) -> Line:
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
                last = last.halted(f"time limit of {seconds:g} s", "time")
                break
    except LimitError as error:
        last = last.halted(str(error))
    return replace(last, model=transcript.header.agent).to_dict()


SHEET = Sheet(
    flags=(
        *("right", "justified", "lucky", "refuted"),
        *("answered", "supported", "counted", "decided"),
    ),
    numbers=(
        *("calls",),
        *("steps", "wasted", "decided_at", "over_worst", "over_proof", "wasted_share"),
        *("invalid_share", "bits", "regret"),
    ),
    units=("right",),
    counted=("ending",),
)

ENDINGS = (
    "right and justified",
    "right by luck",
    "right, not judged",
    "wrong",
    "wrong and refuted",
    "no answer",
)
"""What becomes of an episode."""


def ending(score: EpisodeScore) -> str:
    """One of the :data:`ENDINGS`."""
    if not score.answered:
        return ENDINGS[5]
    if score.right is not True:
        return ENDINGS[4 if score.support == REFUTED else 3]
    if score.support == JUSTIFIED:
        return ENDINGS[0]
    return ENDINGS[1 if score.lucky is True else 2]


def numbers_of(score: EpisodeScore) -> Row:
    """The numbers that are kept of an episode."""
    right, acted = score.right is True, score.acted
    every = acted + score.invalid
    worst, proof = score.worst_case, score.shortest_proof
    return {
        "right": right,
        "justified": right and score.support == JUSTIFIED,
        "lucky": score.lucky is True,
        "refuted": score.support == REFUTED,
        "answered": score.answered,
        "supported": score.support is not None or score.count is not None,
        "counted": score.count is not None,
        "decided": score.decided_at is not None,
        "decided_at": score.decided_at,
        "steps": acted,
        "wasted": score.wasted,
        "over_worst": None if worst is None else acted - worst,
        "over_proof": None if proof is None else acted - proof,
        "wasted_share": score.wasted / every if every and score.count is not None else None,
        "invalid_share": score.invalid / every if every else None,
        "bits": score.gain / acted if score.gain is not None and acted else None,
        "regret": score.regret,
        "calls": None if score.calls is UNSET else sum(score.calls.values()),
        "ending": ending(score),
    }


METRICS = (
    *flags(right="Right", justified="Justified", lucky="Lucky", refuted="Refuted"),
    *flags(answered="Answered", decided="Decided"),
    *numbers(steps="Steps", regret="Regret"),
    *shares(wasted_share="Wasted", invalid_share="Invalid"),
)
"""In what agents are compared: their answers, then their steps."""

_INTERVALS = "Means over the episodes where a number is known, with intervals over problems"


def compared(row: Row) -> Row:
    """The numbers of an episode in which agents are compared; where nothing is proven, none of that."""
    unproven = () if row.get("supported") else ("justified", "lucky", "refuted")
    return {**row, **dict.fromkeys(unproven)}


@dataclass
class EpisodeScoring(Scoring[Any, Any]):
    """Episodes by family and agent."""

    document: ClassVar[type[EpisodeScore]] = EpisodeScore

    metrics: ClassVar[tuple[Metric, ...]] = METRICS
    stratum: ClassVar[str] = "Family"

    _episodes: Grouped = field(default_factory=lambda: Grouped(SHEET, "family", "agent"))
    _tools: Grouped = field(
        default_factory=lambda: Grouped(SHEET, "family", "agent", "offered", "used")
    )

    def take(self, line: Mapping[str, object], pool: str) -> None:
        score = revived(line, EpisodeScore)
        self.doubts.take(line, f"{score.family} episodes")
        numbers = numbers_of(score)
        self._episodes.take((score.family, score.model), numbers, str(score.problem))
        self.compare(line, compared(numbers), pool=pool, stratum=score.family)
        self._tools.take((score.family, score.model, *tools_of(score)), numbers, str(score.problem))

    @property
    def scores(self) -> Scores:
        """By family and agent."""
        return {(str(f), str(a)): group for (f, a), group in sorted(self._episodes.groups.items())}

    def tables(self, bootstrap: Bootstrap) -> list[Table]:
        rows = [({"family": f, "agent": a}, group) for (f, a), group in self.scores.items()]
        if not rows:
            return []
        tables = [_answers(rows, bootstrap), _steps(rows), *self._by_tools()]
        if bootstrap.resamples:
            tables.append(interval_table(self.systems, bootstrap, _INTERVALS))
        return [*tables, *self.doubts.tables()]

    def _by_tools(self) -> list[Table]:
        """Beside those without tools, where some episode had tools."""
        groups = sorted(self._tools.groups.items())
        if all(offered == NO_TOOLS for (_, _, offered, _), _ in groups):
            return []
        return [
            _tools(
                [
                    ({"family": str(f), "agent": str(a), "offered": str(o), "used": str(u)}, group)
                    for (f, a, o, u), group in groups
                ]
            )
        ]


Scores = Mapping[tuple[str, str], Group]
Rows = Sequence[tuple[Labels, Group]]


def _answers(rows: Rows, bootstrap: Bootstrap) -> Table:
    columns = (
        ("episodes", size),
        ("right", share("right")),
        *ends("right", bootstrap),
        *((name, _supported(name)) for name in ("justified", "lucky", "refuted")),
        ("no answer", failures("answered")),
    )
    return table_of(
        "episodes",
        "Answers at the end of episodes",
        ("family", "agent"),
        columns,
        rows,
        "right = justified + lucky + right answers about which nothing is proven; low, high: 95 % over "
        "problems; families without members have no justified, lucky or refuted answers",
        ("right", "justified"),
    )


def _supported(name: str) -> Reading:
    """A share of all episodes; None where nothing is known of any."""
    return lambda group: share(name)(group) if group.count("supported") else number(None)


NO_TOOLS = "–"


def tools_of(score: EpisodeScore) -> tuple[str, str]:
    """The instruments that were switched on in an episode, and those that were asked."""
    if score.tools is UNSET or score.calls is UNSET:
        return NO_TOOLS, NO_TOOLS
    used = [name for name in score.tools if score.calls.get(name)]
    return ", ".join(score.tools), ", ".join(used) or NO_TOOLS


def _tools(rows: Rows) -> Table:
    return table_of(
        "tools",
        "Episodes by the tools an agent had, and used",
        ("family", "agent", "offered", "used"),
        (
            ("episodes", size),
            ("right", share("right")),
            *((name, _supported(name)) for name in ("justified", "lucky", "refuted")),
            ("no answer", failures("answered")),
            ("steps", mean("steps", 2)),
            ("calls", mean("calls", 2)),
        ),
        rows,
        "offered: switched on for the episode; used: asked at least once, which is the agent's own choice: "
        "the effect of a tool is the difference between offers, all their uses taken together",
    )


def _steps(rows: Rows) -> Table:
    def decided(group: Group) -> Cell:
        return share("decided")(group) if group.count("counted") else number(None)

    return table_of(
        "experiments",
        "Experiments of episodes",
        ("family", "agent"),
        (
            ("steps", mean("steps", 2)),
            ("decided at", mean("decided_at", 2)),
            ("decided", decided),
            ("over worst case", mean("over_worst", 2)),
            ("over shortest proof", mean("over_proof", 2)),
            ("wasted", mean("wasted_share")),
            ("invalid", mean("invalid_share")),
            ("bits a step", mean("bits", 2)),
            ("regret", mean("regret", 2)),
        ),
        rows,
        "decided: share of episodes whose evidence settles the question, and at which step; over: steps "
        "beyond the optimum in the worst case and beyond the shortest proof, below 0 where the agent "
        "stopped earlier; wasted, invalid (refused): shares of the steps of an episode; regret: bits an "
        "episode, where it is exactly known",
    )
