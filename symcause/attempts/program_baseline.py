"""A program as a baseline in attempts: the problem as JSON on its standard input, its reply back."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from symcause.attempts.attempt_record import CRASHED, STOPPED, Attempt, AttemptBudget, Handed
from symcause.attempts.baseline_protocol import Baselines
from symcause.attempts.program_reply import read_reply
from symcause.bounds.attempts_bounds import KEPT_ERROR_LENGTH
from symcause.errors import UsageError
from symcause.processes.foreign_program import run_program
from symcause.processes.portable_program import Ended

PROTOCOL = "symcause.baseline/1"

_MEMORY = (b"MemoryError", b"bad_alloc", b"out of memory", b"Cannot allocate memory", b"OutOfMem")


@dataclass(frozen=True)
class ProgramBaseline:
    """A command, a word each; it is started anew for every problem, in an empty folder.

    Words that name files of the folder where we are do so from there, too.
    """

    name: str
    command: tuple[str, ...]

    @staticmethod
    def of(name: str, command: str | Sequence[str]) -> ProgramBaseline:
        """A text is split as by a shell; words that name files are meant from where we are."""
        try:
            words = _words(command) if isinstance(command, str) else [*map(str, command)]
        except ValueError as error:
            raise UsageError("no command", value=command, remedy=str(error)) from None
        if not words:
            raise UsageError("there is no command", value=name, remedy="name=./program --option")
        if len(Path(words[0]).parts) > 1 or words[0].startswith("./"):
            words[0] = str(Path(words[0]).absolute())
        return ProgramBaseline(name, (words[0], *map(_from_here, words[1:])))

    def hand_in(
        self,
        family: Baselines,
        public: Any,
        seed: int,
        budget: AttemptBudget,
        megabytes: int | None,
    ) -> Handed:
        try:
            ended = run_program(
                self.command, request(family, public, seed, budget), budget.seconds, megabytes
            )
        except (OSError, ValueError) as error:
            told = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            note = f"it cannot be started: {self.command[0]}: {told}"
            return Handed(Attempt(status=CRASHED, note=note), budget=budget)
        attempt, version, text, stopped = self._heard(family, public, ended, budget, megabytes)
        errors = ended.errors.decode("utf-8", "replace")[-KEPT_ERROR_LENGTH:]
        return Handed(
            attempt,
            text,
            budget,
            cpu=ended.cpu,
            memory_mb=ended.memory_mb,
            stderr=errors or None,
            stopped=stopped,
            version=version,
        )

    def _heard(
        self,
        family: Baselines,
        public: Any,
        ended: Ended,
        budget: AttemptBudget,
        megabytes: int | None,
    ) -> tuple[Attempt, str | None, str, str | None]:
        if ended.late:
            note = f"time limit of {budget.seconds:g} s"
            return Attempt(status=STOPPED, note=note), None, "", "time"
        if ended.code:
            if megabytes is not None and any(word in ended.errors for word in _MEMORY):
                note = f"memory limit of {megabytes} MB"
                return Attempt(status=STOPPED, note=note), None, "", "memory"
            return Attempt(status=CRASHED, note=_end(ended.code)), None, "", None
        attempt, version = read_reply(ended.output, family.is_answer)
        text = "" if attempt.answer is None else family.text(public, attempt.answer)
        return attempt, version, text, None


def _from_here(word: str) -> str:
    """An argument that names a file, by itself or after ``=``, as seen from any folder.

    >>> _from_here("--fast"), _from_here("--seed=1")
    ('--fast', '--seed=1')
    """
    head, sign, rest = word.partition("=") if word.startswith("-") else ("", "", word)
    try:
        known = bool(rest) and (Path(rest).is_file() or ("/" in rest and Path(rest).exists()))
    except (OSError, ValueError):
        return word
    return f"{head}{sign}{Path(rest).absolute()}" if known else word


def _words(command: str) -> list[str]:
    """The words of a command; on Windows a backslash stands for itself."""
    if os.name == "posix":
        return shlex.split(command)
    return [word.strip("\"'") for word in shlex.split(command, posix=False)]


def request(family: Baselines, public: Any, seed: int, budget: AttemptBudget) -> bytes:
    """The request that a program reads: one JSON object."""
    return msgspec.json.encode(
        {
            "protocol": PROTOCOL,
            "problem": family.document(public),
            "seed": seed,
            "budget": budget.to_dict(),
        }
    )


def _end(code: int) -> str:
    import signal

    if code > 0:
        return f"it ended with exit code {code}"
    named = {number.value: number.name for number in signal.Signals}
    return f"it died of {named.get(-code, f'signal {-code}')}"
