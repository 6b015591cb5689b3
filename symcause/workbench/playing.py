"""An episode played by a person at a page: one request a step, the transcript travels along.

The page holds the transcript, so that a reload goes on where it was; what it shows comes from the rules of
the family, which know what a player may see. Gold stays here until the episode has been answered.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

import msgspec

from symcause.episodes.documents import EpisodeDocument
from symcause.episodes.episode import Episode
from symcause.episodes.judging import judgements
from symcause.episodes.reading import transcript_of
from symcause.episodes.rules import Refused
from symcause.episodes.story import said
from symcause.episodes.transcript import StepLine
from symcause.errors import SymcauseError
from symcause.formats.documents import Document
from symcause.formats.json_text import read_json
from symcause.reports.views.episode import episode_view

MOST_OFFERED = 60
"""Actions that a page offers as buttons; others can be typed."""

PLAYER = "person"


class Move(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a player does, besides looking: an action as it was offered or typed, or an answer."""

    seed: int = 0
    transcript: str = ""
    action: dict[str, object] | None = None
    typed: str | None = None
    answer: str | None = None
    cannot_tell: bool = False


def moved(problem: Any, move: Move) -> dict[str, object]:
    """What the player sees after a move."""
    episode: Episode[Any] = Episode(problem, seed=move.seed, agent=PLAYER)
    if move.transcript.strip():
        lines = [read_json(line) for line in move.transcript.splitlines() if line.strip()]
        episode = episode.resumed(transcript_of(Document(lines, "the transcript")))
    refused = _done(episode, move)
    return {
        **_shown(episode),
        "refused": refused,
        **({"view": _judged(problem, episode)} if episode.over else {}),
    }


def _done(episode: Episode[Any], move: Move) -> str | None:
    """Do it; why that could not be done, where nothing was spent on it."""
    rules, known = episode.rules, episode.known
    if episode.over:
        return None
    if move.cannot_tell:
        episode.answer({"cannot_tell": True})
    elif move.answer is not None:
        answer = rules.phrased(known, move.answer.strip())
        heard = rules.heard(known, answer)
        doubts = heard is not None and heard.abstained
        wrong = None if doubts else rules.unreadable(known, answer)
        if wrong is not None:
            return f"this is no answer: {wrong}"
        episode.answer(answer)
    elif move.typed is not None:
        try:
            text = move.typed.strip()
            action = read_json(text) if text[:1] in "{[" and text else rules.spelled(known, text)
        except (Refused, SymcauseError) as error:
            return str(error)
        return episode.act(action).refused
    elif move.action is not None:
        return episode.act(move.action).refused
    return None


def _shown(episode: Episode[Any]) -> dict[str, object]:
    rules, known = episode.rules, episode.known
    return {
        "transcript": str(episode.transcript),
        "id": episode.transcript.header.id,
        "budget": episode.transcript.header.budget,
        "left": episode.left,
        "over": episode.over,
        "task": rules.told(rules.shown(known)),
        "description": episode.actions()["description"],
        "offered": [] if episode.over or not episode.left else _offered(episode),
        "example": rules.example(known),
        "answer_example": rules.answer_example(known),
        "steps": [_step(episode, step) for step in episode.transcript.steps],
    }


def _offered(episode: Episode[Any]) -> list[dict[str, object]]:
    try:
        found = islice(episode.rules.admissible(episode.known), MOST_OFFERED)
        return [{"action": dict(action), "words": said(action)} for action in found]
    except NotImplementedError:
        return []


def _step(episode: Episode[Any], step: StepLine) -> dict[str, object]:
    if isinstance(step.observation, Mapping):
        told = episode.rules.seen(episode.known, step.observation)
    else:
        told = f"Refused: {step.refused}"
    return {"step": step.step, "action": said(step.action), "told": told}


def _judged(problem: Any, episode: Episode[Any]) -> dict[str, object]:
    header = episode.transcript.header
    frame = EpisodeDocument(family=header.family, problem=header.id)
    *_, last = judgements(frame, problem, episode.transcript)
    return episode_view(last, problem)
