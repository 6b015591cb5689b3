"""Who plays an episode but an agent of ours: a person at a terminal, or a program over standard streams."""

from __future__ import annotations

import json
import sys
from typing import Any

from symcause.cli.printing import emit, show
from symcause.cli.transcripts import Recorder
from symcause.episodes.episode import Episode, Observation
from symcause.episodes.rules import Plain, Refused
from symcause.errors import SymcauseError
from symcause.formats.json_text import read_json

MAX_LINE = 1_000_000
"""Most characters of one line of a program."""

REFUSALS = 1_000
"""After so many refusals in a row nobody expects an answer any more."""

HELP = """\
  an action     as JSON, or in short: X3=1, density 50, hold circle
  answer ...    ends the episode: answer followed by JSON, or by your words
  actions       what may be done, as JSON Schemas
  seen          everything that was done and seen so far
  quit          leave; with --out FILE the episode can be resumed"""


def program(episode: Episode[Any], record: Recorder) -> None:
    """JSON lines: observations out, ``{"action": …}`` or ``{"answer": …}`` in; a bare action will do."""
    first = {
        "problem": episode.transcript.header.id,
        "observation": _shown(episode),
        "actions": episode.actions().to_dict(),
        "left": episode.left,
    }
    emit(json.dumps(first, ensure_ascii=False))
    refused = 0
    while refused < REFUSALS and (line := sys.stdin.readline(MAX_LINE + 1)):
        if not line.strip():
            continue
        said = _value(line)
        if isinstance(said, dict) and set(said) == {"answer"}:
            episode.answer(said["answer"])
            record.note()
            return
        if isinstance(said, dict) and set(said) == {"action"} and isinstance(said["action"], dict):
            said = said["action"]
        seen = episode.act(said)
        record.note()
        refused = refused + 1 if seen.refused is not None else 0
        emit(json.dumps(seen.to_dict(), ensure_ascii=False))


def _value(line: str) -> object:
    """What a line says; one that is no JSON is text, and no action."""
    if len(line) > MAX_LINE:
        return "a line that is too long"
    try:
        return read_json(line)
    except SymcauseError:
        return line.rstrip("\n")


def person(episode: Episode[Any], record: Recorder) -> None:
    """A terminal: everything in words, with help."""
    show(episode.rules.told(_shown(episode)))
    show(f"\n{episode.actions().description}\n\n{HELP}")
    while True:
        left = episode.left
        show(
            f"\n{left} action{'' if left == 1 else 's'} left."
            if left
            else "\nOnly an answer is left."
        )
        words = _typed()
        if words is None or words == "quit":
            return
        if words in ("help", "?", "actions", "seen", ""):
            _help(episode, words)
            continue
        if words.split()[0] == "answer":
            rest = words[len("answer") :].strip()
            episode.answer(_answer(rest))
            record.note()
            return
        show(_told(episode, _act(episode, words)))
        record.note()


def _typed() -> str | None:
    show("> ", newline=False)
    line = sys.stdin.readline(MAX_LINE)
    return line.strip() if line else None


def _help(episode: Episode[Any], words: str) -> None:
    if words == "actions":
        show(json.dumps(episode.actions().to_dict(), ensure_ascii=False, indent=1))
    elif words == "seen":
        for step in episode.transcript.steps:
            seen = step.refused if isinstance(step.refused, str) else step.observation
            show(f"{step.step}. {json.dumps(step.action, ensure_ascii=False)}: {seen}")
    else:
        show(f"{episode.actions().description}\n\n{HELP}")


def _act(episode: Episode[Any], words: str) -> Observation:
    """What a typed line does; one that means nothing costs nothing and is not kept."""
    try:
        said = (
            read_json(words) if words[:1] in "{[" else episode.rules.spelled(episode.known, words)
        )
    except Refused as error:
        return Observation(None, str(error), episode.left)
    except SymcauseError as error:
        return Observation(None, f"no JSON: {error}", episode.left)
    return episode.act(said)


def _told(episode: Episode[Any], seen: Observation) -> str:
    if seen.refused is not None or seen.seen is None:
        return f"Refused: {seen.refused}"
    return episode.rules.told(seen.seen)


def _answer(words: str) -> object:
    try:
        return read_json(words)
    except SymcauseError:
        return words


def _shown(episode: Episode[Any]) -> Plain:
    """The first observation, also of an episode that is under way."""
    return episode.rules.shown(episode.known)
