"""The transcript of an episode, recovered from its document."""

from __future__ import annotations

from typing import TypeVar

from msgspec import UNSET

from symcause.audits.documents import Document
from symcause.episodes.episode import Episode
from symcause.episodes.judgement.episode_document import EpisodeDocument
from symcause.episodes.transcripts.transcript import AnswerLine, StepLine, Transcript
from symcause.formats.problems import Problem

P = TypeVar("P", bound=Problem)


def transcript_of(document: Document, episode: Episode[P]) -> Transcript:
    """What happened, as the document tells it; *episode* is the same one at its start."""
    assert isinstance(document, EpisodeDocument)
    steps = tuple(
        StepLine(
            step=one.step,
            action=one.action,
            observation=UNSET if one.observation is None else one.observation,
            refused=UNSET if one.refused is None else one.refused,
        )
        for one in document.steps
    )
    answer = AnswerLine(answer=document.answer) if document.answered else None
    return Transcript(episode.transcript.header, steps, answer)
