"""What counts as a fault, and what was tried how often."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

CODES = (0, 1, 2, 3, 130)
"""The exit codes of the contract."""

MOST_MEGABYTES = 1024
"""Memory that one command may take for a file of a few kilobytes."""

_CRASHES = tuple(f"died of SIG{name}" for name in ("SEGV", "ABRT", "BUS", "FPE", "ILL"))
_SPOKEN = ("Traceback (most recent call last)", "fault of the program")
_LAYOUT = "\n\t\f"


@dataclass(frozen=True)
class Outcome:
    """How a command ended; *code* is None if it had to be killed."""

    code: int | None
    output: bytes = b""
    errors: bytes = b""
    megabytes: float = 0.0
    trace: str = ""


KERNEL_MEGABYTES = 500
"""Memory that `verify` promises to keep to."""


def judge(arguments: Sequence[str], outcome: Outcome, *, starved: bool = False) -> str | None:
    """What is wrong with the way a command ended; None if nothing is.

    Code in C++ aborts where it gets no memory: of *starved* runs that is no fault.
    """
    output, errors = (
        outcome.output.decode("utf-8", "replace"),
        outcome.errors.decode("utf-8", "replace"),
    )
    if outcome.trace:
        return f"an exception escaped: {outcome.trace.strip().splitlines()[-1]}"
    if outcome.code is None:
        return "it did not end in time"
    for text in (output, errors):
        for phrase in (*_SPOKEN, *(() if starved else _CRASHES)):
            if phrase in text:
                start = max(0, text.index(phrase) - 120)
                return (
                    f"a traceback, a crash or a fault of the program: {text[start : start + 300]}"
                )
    if outcome.code not in CODES:
        return f"exit code {outcome.code}"
    most = KERNEL_MEGABYTES if "verify" in arguments[:1] else MOST_MEGABYTES
    if outcome.megabytes > most:
        return f"{outcome.megabytes:.0f} MB of memory"
    if outcome.code == 2 and not errors.strip() and '"error"' not in output:
        return "exit code 2 without a word"
    steering = next((c for c in output + errors if not c.isprintable() and c not in _LAYOUT), None)
    if steering is not None:
        return f"the character U+{ord(steering):04X} reaches the terminal"
    return _not_json(output) if "--json" in arguments else None


def past_the_reader(outcome: Outcome) -> bool:
    """Was there something to work on? Then a command says more than what is wrong with its files."""
    lines = outcome.output.splitlines()
    return outcome.code in (0, 1, 3) or any(x.strip() and b'"error"' not in x for x in lines)


def _not_json(output: str) -> str | None:
    for number, line in enumerate(output.split("\n")[:-1] if output else [], start=1):
        try:
            json.loads(line, parse_constant=_refused)
        except (ValueError, RecursionError) as error:
            return f"line {number} of standard output is no JSON: {error}"
    return "standard output ends in the middle of a line" if output[-1:] not in ("", "\n") else None


def _refused(word: str) -> object:
    raise ValueError(f"{word} is no JSON")


@dataclass
class Tally:
    """What was tried, how often, and what it found."""

    tried: Counter[tuple[str, str]] = field(default_factory=Counter)
    read: Counter[tuple[str, str]] = field(default_factory=Counter)
    found: Counter[tuple[str, str]] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def note(self, part: str, what: str, times: int = 1) -> None:
        self.tried[part, what] += times

    def past(self, part: str, what: str, times: int = 1) -> None:
        """The files were read: what came after had something to do."""
        self.read[part, what] += times

    @property
    def cases(self) -> int:
        """Everything that was tried."""
        return sum(self.tried.values())

    def add(self, other: Tally) -> None:
        """What another run tried and found, too."""
        self.tried += other.tried
        self.read += other.read
        self.found += other.found
        self.faults += other.faults

    def fault(self, part: str, what: str, told: str) -> None:
        self.found[part, what] += 1
        self.faults.append(f"{part}: {what}: {told}")

    def table(self) -> str:
        """The figures, as Markdown."""
        lines = [
            "| part | what | times | past the reader | faults |",
            "| --- | --- | ---: | ---: | ---: |",
        ]
        counted = {part for part, _ in self.read}
        for part, what in sorted(self.tried):
            times, faults = self.tried[part, what], self.found[part, what]
            share = f"{self.read[part, what] / times:.0%}" if part in counted else "–"
            lines.append(f"| {part} | {what} | {times:,} | {share} | {faults} |")
        for part in sorted(counted):
            times = sum(n for (known, _), n in self.tried.items() if known == part)
            share = f"{sum(n for (known, _), n in self.read.items() if known == part) / times:.0%}"
            lines.append(f"| {part} | all | {times:,} | {share} | |")
        lines.append(f"| all | | {self.cases:,} | | {sum(self.found.values())} |")
        return "\n".join(lines)
