"""Players of an episode on the command line: a person at a terminal, or a program."""

from __future__ import annotations

import json
import sys
from typing import Any

from symcause.bounds.cli_bounds import REFUSALS
from symcause.bounds.episodes_bounds import MESSAGE_LENGTH
from symcause.cli.output.terminal_output import emit, show
from symcause.cli.output.transcript_file import Recorder
from symcause.episodes.episode import Episode, Observation
from symcause.episodes.judgement.step_story import action_line
from symcause.episodes.messages import read_message
from symcause.episodes.rules import Plain, Refused
from symcause.episodes.transcripts.transcript import StepLine
from symcause.errors import SymcauseError
from symcause.formats.json_text import read_json

HELP = """\
  an action     as JSON{short}
  answer ...    ends the episode: answer followed by JSON, or by your words{answer}
  actions       what may be done, as JSON Schemas
  seen          everything that was done and seen so far
  quit          leave; with --out FILE the episode can be resumed"""


def program(episode: Episode[Any], record: Recorder) -> None:
    """JSON lines: observations out, ``{"action": …}`` or ``{"answer": …}`` in; a bare action will do."""
    first = {
        "problem": episode.transcript.header.id,
        "observation": _shown(episode),
        "actions": episode.actions(),
        "left": episode.left,
    }
    emit(json.dumps(first, ensure_ascii=False))
    refused = 0
    while refused < REFUSALS and (line := sys.stdin.readline(MESSAGE_LENGTH + 1)):
        if not line.strip():
            continue
        heard = read_message(line)
        if heard.is_answer:
            episode.answer(heard.value)
            record.note()
            return
        seen = episode.act(heard.value)
        record.note()
        refused = refused + 1 if seen.refused is not None else 0
        emit(json.dumps(seen.to_dict(), ensure_ascii=False))


def person(episode: Episode[Any], record: Recorder) -> None:
    """A terminal: everything in words, with help."""
    show(episode.rules.told(_shown(episode)))
    show(f"\n{_help(episode)}")
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
            show(_asked(episode, words))
            continue
        if words.split()[0] == "answer":
            answer = episode.rules.phrased(episode.known, words[len("answer") :].strip())
            heard = episode.rules.heard(episode.known, answer)
            doubts = heard is not None and heard.abstained
            wrong = None if doubts else episode.rules.unreadable(episode.known, answer)
            if wrong is not None:
                show(_again(episode, wrong))
                continue
            episode.answer(answer)
            record.note()
            return
        show(_observation_text(episode, _act(episode, words)))
        record.note()


def _typed() -> str | None:
    show("> ", newline=False)
    line = sys.stdin.readline(MESSAGE_LENGTH)
    return line.strip() if line else None


def _help(episode: Episode[Any]) -> str:
    example = episode.rules.example(episode.known)
    short = "" if example is None else f", or in short: {example}"
    answer = episode.rules.answer_example(episode.known)
    typed = "" if answer is None else f"\n                answer {answer}"
    return f"{episode.actions()['description']}\n\n{HELP.format(short=short, answer=typed)}"


def _asked(episode: Episode[Any], words: str) -> str:
    """What somebody wants to know."""
    if words == "actions":
        return json.dumps(episode.actions(), ensure_ascii=False, indent=1)
    if words == "seen":
        return "\n".join(_seen(episode, step) for step in episode.transcript.steps)
    return _help(episode)


def _seen(episode: Episode[Any], step: StepLine) -> str:
    done = f"{step.step}. {action_line(step.action)}"
    if isinstance(step.refused, str):
        return f"{done}: {step.refused}"
    assert isinstance(step.observation, dict)
    return f"{done}\n{episode.rules.seen(episode.known, step.observation)}"


def _act(episode: Episode[Any], words: str) -> Observation:
    """What a typed line does; one that means nothing costs nothing and is not kept."""
    try:
        meant = (
            read_json(words) if words[:1] in "{[" else episode.rules.spelled(episode.known, words)
        )
    except Refused as error:
        return Observation(None, str(error), episode.left)
    except SymcauseError as error:
        return Observation(None, f"no JSON: {error}", episode.left)
    return episode.act(meant)


def _observation_text(episode: Episode[Any], seen: Observation) -> str:
    if seen.refused is not None or seen.seen is None:
        return f"Refused: {seen.refused}"
    return episode.rules.seen(episode.known, seen.seen)


def _again(episode: Episode[Any], wrong: str) -> str:
    """What was wrong with an answer that says nothing; it may be given again."""
    example = episode.rules.answer_example(episode.known)
    shape = "actions shows its schema" if example is None else f"for example: answer {example}"
    return f"This is no answer: {wrong}.\nGive it again ({shape}), or go on."


def _shown(episode: Episode[Any]) -> Plain:
    """The first observation, also of an episode that is under way."""
    return episode.rules.shown(episode.known)
