"""The episode that a person plays on the workbench page, one request per step.

The page holds the transcript, so that a reload goes on where it was; what it shows comes from the rules of
the family, which know what a player may see. Gold stays here until the episode has been answered.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET

from symcause.bounds.workbench_bounds import OFFERED_ACTIONS
from symcause.episodes.episode import Episode
from symcause.episodes.judgement.episode_document import EpisodeDocument
from symcause.episodes.judgement.step_judgement import judgements
from symcause.episodes.judgement.step_story import action_line
from symcause.episodes.rules import Refused
from symcause.episodes.transcripts.transcript import StepLine, Transcript
from symcause.episodes.transcripts.transcript_reader import transcript_of
from symcause.errors import SymcauseError
from symcause.formats.answer_files.episode_stream import gathered
from symcause.formats.json_text import read_json
from symcause.formats.pools.json_documents import Document
from symcause.reports.views.step_view import episode_view
from symcause.workbench.save_folder import Desk

if TYPE_CHECKING:
    from symcause.formats.problems import Problem

PLAYER = "person"


_FOR_PROGRAMS = (
    r" *(?:Reply|Answer) with (?:exactly )?one JSON object\b[^.]*\.",
    r"^Answer: \{.*\n?",  # a line that shows an answer
    r"^\{\n(?:.*\n)*?\}\n?",  # an answer in lines of its own
    r":? \{\"\w+\":[^\n]*?\}(?=[.;,]|$)",  # an action, as a sentence ends with it
    r"; a number that you do not know is null",
    r" with \"\w+\"(?=\.)",  # a key that one may add
)
"""What a task says to players that write; whoever has a form before them need not know it."""


class Move(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a player does, besides looking: an action as it was offered or typed, or an answer."""

    seed: int = 0
    transcript: str = ""
    action: dict[str, object] | None = None
    typed: str | None = None
    answer: str | None = None  # as it was typed
    form: object = UNSET  # an answer as it was put together
    cannot_tell: bool = False
    draft: bool = False  # only read the answer
    keep: bool = False  # save what there is


def moved(problem: Problem, move: Move, desk: Desk | None) -> dict[str, object]:
    """What the player sees after a move; an episode that this move ends is saved on the desk."""
    episode: Episode[Any] = Episode(problem, seed=move.seed, agent=PLAYER)
    for transcript in read_record(move.transcript)[:1]:
        episode = episode.resumed(transcript)
    if move.draft:
        return drafted(episode, move)
    was_over = episode.over
    refused = move_refusal(episode, move)
    document = {**visible_episode(episode), "refused": refused}
    if desk is not None and (move.keep or episode.over) and not was_over:
        document["saved"] = desk.keep(problem.id, "episode.jsonl", str(episode.transcript))
    if episode.over:
        document["view"] = view_of(problem, episode.transcript)
    return document


def read_record(text: str) -> list[Transcript]:
    """The episodes of a text, one after the other."""
    name = "the transcript"
    lines = (Document(read_json(line), name) for line in text.splitlines() if line.strip())
    return [transcript_of(one) for one in gathered(lines)]


def move_refusal(episode: Episode[Any], move: Move) -> str | None:
    """Do it; why that could not be done, where nothing was spent on it."""
    rules, known = episode.rules, episode.known
    if episode.over:
        return None
    if move.cannot_tell:
        episode.answer({"cannot_tell": True})
    elif move.answer is not None or move.form is not UNSET:
        wrong = _unread(episode, move)
        if wrong is not None:
            return f"this is no answer: {wrong}"
        episode.answer(_answer(episode, move))
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


def drafted(episode: Episode[Any], move: Move) -> dict[str, object]:
    """What is still wrong with an answer that is being written, as a whole and part by part."""
    wrong = episode.rules.mistakes(episode.known, _answer(episode, move))
    return {"draft": {"why": _unread(episode, move), "mistakes": dict(wrong)}}


def _unread(episode: Episode[Any], move: Move) -> str | None:
    """Why the answer of a move says nothing yet; None if it does."""
    rules, known, answer = episode.rules, episode.known, _answer(episode, move)
    return None if _doubts(episode, answer) else rules.unreadable(known, answer)


def _answer(episode: Episode[Any], move: Move) -> object:
    if move.form is not UNSET:
        return move.form
    return episode.rules.phrased(episode.known, (move.answer or "").strip())


def _doubts(episode: Episode[Any], answer: object) -> bool:
    heard = episode.rules.heard(episode.known, answer)
    return heard is not None and heard.abstained


def visible_episode(episode: Episode[Any]) -> dict[str, object]:
    """What a player may see of an episode: nothing of gold."""
    rules, known, may = episode.rules, episode.known, episode.actions()
    return {
        "transcript": str(episode.transcript),
        "id": episode.transcript.header.id,
        "budget": episode.transcript.header.budget,
        "left": episode.left,
        "over": episode.over,
        "task": for_people(rules.told(rules.shown(known))),
        **may,
        "description": for_people(str(may["description"])),
        "answer": dict(episode.rules.offer(episode.known).answer),  # to abstain has its own button
        "may_abstain": _doubts(episode, {"cannot_tell": True}),
        **({"offered": []} if episode.over or not episode.left else _offered(episode)),
        "example": rules.example(known),
        "answer_example": rules.answer_example(known),
        "steps": [_step(episode, step) for step in episode.transcript.steps],
    }


def for_people(text: str) -> str:
    """The text without what only programs need.

    >>> for_people('Set one: {"intervene": {"a": 50}}. You see the rest. Answer with one JSON object.')
    'Set one. You see the rest.'
    >>> for_people('Find out why.\\n\\nAnswer: {"design": {NAME: VALUE}} with what differs.\\n4 units:')
    'Find out why.\\n\\n4 units:'
    """
    for pattern in _FOR_PROGRAMS:
        text = re.sub(pattern, "", text, flags=re.MULTILINE)
    return text


def _offered(episode: Episode[Any]) -> dict[str, object]:
    """The first actions that may be done, and whether there are more."""
    try:
        found = [*islice(episode.rules.admissible(episode.known), OFFERED_ACTIONS + 1)]
    except NotImplementedError:
        return {"offered": []}
    listed = found[:OFFERED_ACTIONS]
    offered = [{"action": dict(action), "words": action_line(action)} for action in listed]
    return {"offered": offered, "unoffered": len(found) > len(listed)}


def _step(episode: Episode[Any], step: StepLine) -> dict[str, object]:
    if isinstance(step.observation, Mapping):
        text = episode.rules.seen(episode.known, step.observation)
    else:
        text = f"Refused: {step.refused}"
    return {"step": step.step, "action": action_line(step.action), "told": text}


def view_of(problem: Problem, transcript: Transcript) -> dict[str, object]:
    """A whole episode, judged step by step, as its page shows it."""
    return episode_view(judgement(problem, transcript), problem)


def judgement(truth: Any | None, transcript: Transcript) -> EpisodeDocument:
    """What there is to say of an episode."""
    header = transcript.header
    frame = EpisodeDocument(family=header.family, problem=header.id)
    *_, last = judgements(frame, truth, transcript)
    return last
