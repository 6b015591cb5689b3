"""The session of one participant in a study of the workbench.

What was done is in transcripts. On the desk one file holds the results of the whole study: an episode is
added when it has been answered, and stands in a file of its own until then. Without a desk the page carries
the record.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import msgspec

from symcause.episodes.episode import Episode
from symcause.episodes.transcripts.transcript import Transcript, fingerprint
from symcause.errors import UsageError
from symcause.formats.answer_files.episode_stream import is_header
from symcause.formats.json_text import read_json
from symcause.registry import family_of, load
from symcause.workbench.page_episode import (
    Move,
    drafted,
    judgement,
    move_refusal,
    read_record,
    view_of,
    visible_episode,
)
from symcause.workbench.run_table import row_of
from symcause.workbench.save_folder import Desk, Ledger, held
from symcause.workbench.study import Study

if TYPE_CHECKING:
    from symcause.formats.problems import Problem


class Sitting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a page sends: who, what they do, and where they were when they did it."""

    participant: str
    place: tuple[int, int] | None = None  # problems answered, steps taken
    move: Move | None = None
    review: int | None = None  # show this one, judged
    record: str = ""  # transcripts, where the server keeps none


@dataclass
class _Record:
    """The text of a participant's transcripts: those that were answered, and the one under way."""

    text: str
    begun: str = ""
    added: str = ""  # by this move, to the one under way
    over: bool = False


def sat(study: Study, desk: Desk | None, sitting: Sitting) -> Iterator[dict[str, object]]:
    """What the participant sees after a move: the problem, or, after the last answer, all judgements.
    Whoever does not say who they are is told what the study is."""
    said = study.stated
    told = {"id": said.id, "title": said.title, "instructions": said.instructions}
    if not sitting.participant.strip():
        yield {"study": told, "of": len(study.problems)}
        return
    participant = study.participant(sitting.participant)
    problems = study.ordered(participant)
    refused = None
    with _recorded(study, desk, participant, sitting.record) as record:
        answered = _answered(study, participant, record.text)
        episode = _next(study, problems, participant, answered)
        if episode is not None:
            for transcript in read_record(record.begun):
                episode = _resumed(episode, transcript)
            if sitting.move is not None and sitting.move.draft:
                yield drafted(episode, sitting.move)
                return
            if sitting.move is not None:
                refused = _acted(episode, sitting, len(answered), record)
            if record.over:
                answered[episode.transcript.header.fingerprint] = episode.transcript
                episode = _next(study, problems, participant, answered)
    yield {
        "study": told,
        "participant": participant,
        "of": len(problems),
        "place": [len(answered), 0 if episode is None else len(episode.transcript.steps)],
        "shown": None if episode is None else visible_episode(episode),
        "refused": refused,
        "record": record.text + record.begun if desk is None else None,
        "results": None if desk is None else f"{said.id}.jsonl",
    }
    if episode is None:
        yield from _judged(problems, answered, sitting.review)


def _judged(
    problems: list[Problem], answered: dict[str, Transcript], review: int | None
) -> Iterator[dict[str, object]]:
    """The judgement of one episode, step by step, or of all."""
    if review is None:
        for number, problem in enumerate(problems):
            document = judgement(problem, answered[_known(problem)])
            yield {"row": {"at": number, "problem": problem.id, **row_of(document.to_dict())}}
    elif 0 <= review < len(problems):
        yield {"view": view_of(problems[review], answered[_known(problems[review])])}
    else:
        raise UsageError("no such problem of the study", value=review)


def _acted(episode: Episode[Any], sitting: Sitting, answered: int, record: _Record) -> str | None:
    """Do the move, if the page was where the study stands; why it was not done."""
    assert sitting.move is not None
    if sitting.place != (answered, len(episode.transcript.steps)):
        return "another window has gone on meanwhile; this is where the study stands"
    before = str(episode.transcript) if record.begun else ""
    refused = move_refusal(episode, sitting.move)
    record.added = str(episode.transcript).removeprefix(before)
    record.over = episode.over
    return refused


def _next(
    study: Study, problems: list[Problem], participant: str, answered: dict[str, Transcript]
) -> Episode[Any] | None:
    """The first episode that has no answer yet, at its start."""
    left = (problem for problem in problems if _known(problem) not in answered)
    return next((study.episode(problem, participant) for problem in left), None)


def _answered(study: Study, participant: str, text: str) -> dict[str, Transcript]:
    """The participant's answered episodes of this study, by problem."""
    ours = {_known(problem): problem for problem in study.problems}
    transcripts: dict[str, Transcript] = {}
    for transcript in read_record(text):
        header = transcript.header
        if header.agent != participant or transcript.answer is None:
            continue
        if header.fingerprint not in ours:
            raise _another()
        _resumed(study.episode(ours[header.fingerprint], participant), transcript)
        transcripts[header.fingerprint] = transcript
    return transcripts


def _resumed(episode: Episode[Any], transcript: Transcript) -> Episode[Any]:
    """The episode as far as the transcript goes, under its own header. Raises UsageError."""
    try:
        return episode.resumed(replace(transcript, header=_same(episode, transcript)))
    except UsageError:
        raise _another() from None


def _same(episode: Episode[Any], transcript: Transcript) -> Any:
    ours, theirs = episode.transcript.header, transcript.header
    for key in ("agent", "fingerprint", "seed", "budget", "rules"):
        if getattr(ours, key) != getattr(theirs, key):
            raise _another()
    return ours


def _another() -> UsageError:
    return UsageError(
        "the study was another when this participant began",
        remedy="give the changed study another id",
    )


def _known(problem: Problem) -> str:
    writer = family_of(problem).writer
    assert writer is not None
    return fingerprint(load(writer)(problem))


@contextmanager
def _recorded(study: Study, desk: Desk | None, participant: str, text: str) -> Iterator[_Record]:
    """What a participant has done; what the block adds is kept."""
    if desk is None:
        record = _Record(*_parted(text))
        yield record
        record.begun += record.added
        return
    results = desk.folder / f"{study.stated.id}.jsonl"
    with held(desk.folder / f"{study.stated.id}.{participant}.part") as working:
        with held(results) as whole:
            answered, begun = _parted(working.text())
            if answered:  # whatever stopped us came between the two files
                _settle(whole, answered)
                working.clear()
                working.add(begun)
            record = _Record(whole.text(), begun)
        yield record
        if record.added:
            working.add(record.added)
        if record.over:
            with held(results) as whole:
                _settle(whole, record.begun + record.added)
            working.remove()
        elif not record.begun and not record.added:
            working.remove()


def _settle(results: Ledger, episode: str) -> None:
    """An answered episode is a result, once."""
    if episode not in results.text():
        results.add(episode)


def _parted(text: str) -> tuple[str, str]:
    """The lines of answered episodes, and those of one that is under way at the end.

    >>> header, answer = '{"format": "symcause.episode/1"}\\n', '{"answer": 1}\\n'
    >>> _parted(header + answer + header) == (header + answer, header)
    True
    """
    lines = text.splitlines(keepends=True)
    read = [read_json(line) for line in lines]
    start = max((i for i, line in enumerate(read) if is_header(line)), default=0)
    over = any(isinstance(line, dict) and "answer" in line for line in read[start:])
    cut = len(lines) if over else start
    return "".join(lines[:cut]), "".join(lines[cut:])
