"""Runs of many episodes, each judged, for all families.

What lies beside the transcripts and is none is passed over. Runs of several players are told apart by their
headers; of an episode that was begun again the last telling counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from shlex import quote
from time import process_time
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.audits.documents import AuditDocument, Part
from symcause.audits.question import Question, option
from symcause.audits.story import Grid, Right, Section, Story
from symcause.episodes.judgement.episode_document import EpisodeDocument
from symcause.errors import SymcauseError, UsageError
from symcause.formats.answer_files.transcript_detection import transcripts_below
from symcause.models.number_phrases import number_of, plural
from symcause.registry import family_of

if TYPE_CHECKING:
    from symcause.formats.problems import Problem

EVERY = 2.0
"""Seconds between what is told of a long folder."""


class RunOf(Part, frozen=True, kw_only=True):
    """A run: the file it was found in, and its judgement, or why it could not be judged."""

    log: str
    episode: EpisodeDocument | None = None
    error: str | None = None


class RunsDocument(AuditDocument, frozen=True, kw_only=True):
    """All runs about one problem; there is no verdict but theirs."""

    verdict: str | None = None
    runs: tuple[RunOf, ...] = ()


@dataclass(frozen=True)
class Runs(Question["Problem", RunsDocument]):
    """Every transcript of a folder that is about the problem, judged step by step."""

    name: ClassVar[str] = "runs"
    document: ClassVar[type[RunsDocument]] = RunsDocument

    log: str = option("", "Folder of transcripts.", "file")

    def frame(self, problem: Problem) -> RunsDocument:
        return RunsDocument(family=family_of(problem).name, problem=problem.id)

    def answers(self, problem: Problem) -> Iterator[RunsDocument]:
        from symcause.episodes.judgement.step_judgement import judgements
        from symcause.episodes.transcripts.transcript_reader import transcripts_about

        frame, document, told = EpisodeDocument, self.frame(problem), process_time()
        empty = frame(family=document.family, problem=problem.id)
        for path in transcripts_below(self.log):
            name = str(path.relative_to(self.log))
            try:
                for transcript in transcripts_about(problem, path):
                    *_, last = judgements(empty, problem, transcript)
                    document = _with(document, RunOf(log=name, episode=last))
            except SymcauseError as error:
                document = _with(document, RunOf(log=name, error=str(error)))
            if process_time() - told > EVERY:
                told = process_time()
                yield document
        if not document.runs:
            raise self._nothing(problem)
        yield document

    def _nothing(self, problem: Problem) -> UsageError:
        """What was looked for, and what to do."""
        if next(transcripts_below(self.log), None) is None:
            why = "there is no run in the folder: no file *.jsonl in it or below begins with an episode"
            remedy = "symcause play PROBLEM --out FILE.jsonl writes one"
            return UsageError(why, file=self.log, remedy=remedy)
        return UsageError(
            "no episode about this problem",
            file=self.log,
            value=problem.id,
            remedy="give the problem that was played, unchanged",
        )

    def story(self, document: RunsDocument) -> Story:
        return runs_story(document)


def _with(document: RunsDocument, run: RunOf) -> RunsDocument:
    runs = (*document.runs, run)
    return replace(document, runs=runs, sentence=told_runs(runs))


def told_runs(runs: tuple[RunOf, ...]) -> str:
    """How many runs end right, and how many of those by luck."""
    judged = [run.episode for run in runs if run.episode is not None]
    right = [one for one in judged if one.right]
    lucky = sum(one.lucky is True for one in right)
    text = (
        f"{len(right)} of {plural(len(runs), 'run')} {'ends' if len(right) == 1 else 'end'} right"
    )
    return f"{text}, {lucky} of them by luck." if lucky else f"{text}."


def runs_story(document: RunsDocument) -> Story:
    """One line a player, then one per run."""
    players: dict[str, list[EpisodeDocument]] = {}
    for run in document.runs:
        if run.episode is not None:
            players.setdefault(run.episode.agent, []).append(run.episode)
    sections = []
    if len(players) > 1:
        rows = tuple(_player(name, documents) for name, documents in sorted(players.items()))
        grid = Grid.of(
            ("player", Right("runs"), Right("right"), Right("by luck"), Right("steps")), rows
        )
        sections.append(Section("By player", (grid,)))
    columns = ("log", "player", "ended", Right("steps"), Right("left"), Right("settled at"))
    lines = Grid.of(columns, tuple(_line(run) for run in document.runs))
    return Story(
        str(document.problem),
        document.sentence,
        sections=(*sections, Section("Runs", (lines,))),
        steps=tuple(_one(document)),
    )


def _one(document: RunsDocument) -> Iterator[str]:
    """How to see the first run that could be read by itself."""
    text = next((run.log for run in document.runs if run.episode is not None), None)
    if text is not None:
        log = f"LOGS/{quote(text)}"
        yield f"see one of them: symcause audit PROBLEM --log {log} --html FILE"


def _player(name: str, found: list[EpisodeDocument]) -> tuple[str, ...]:
    numbers = (
        len(found),
        sum(one.right is True for one in found),
        sum(one.lucky is True for one in found),
        sum(one.acted for one in found),
    )
    return (name, *map(str, numbers))


def _line(run: RunOf) -> tuple[str, ...]:
    from symcause.episodes.judgement.outcome_sentences import outcome

    one = run.episode
    if one is None:
        return (run.log, "", f"not read: {run.error}", "", "", "")
    settled = "" if one.decided_at is None else str(one.decided_at)
    return (run.log, one.agent, outcome(one), str(one.acted), number_of(one.count), settled)
