"""Complaints about attempts of baselines in a score run: the first of a kind in full, then how many more.

The first one has the last words that a program wrote to standard error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from symcause.bounds.cli_bounds import COMPLAINT_LENGTH


class AttemptComplaints:
    """Says why attempts were stopped or failed; what baselines say themselves stands in their lines."""

    def __init__(self, complain: Callable[[str], None]) -> None:
        self._complain = complain
        self._more: Counter[tuple[str, str]] = Counter()

    def take(self, model: str, problem: str, note: object, errors: object = None) -> None:
        """One more attempt that came to nothing."""
        key = model, str(note)
        if key in self._more:
            self._more[key] += 1
            return
        self._more[key] = 0
        last = _last_line(errors)
        self._complain(f"{model}: {problem}: {note}{'' if last is None else f': {last}'}")

    def attempt(self, model: str, problem: str, attempt: Mapping[str, object]) -> None:
        """The same of an attempt, if it came to nothing."""
        if attempt.get("status") in ("stopped", "crashed", "unreadable"):
            self.take(model, problem, attempt.get("note"), attempt.get("stderr"))

    def close(self) -> None:
        """How many more there were of each kind."""
        for (model, note), number in self._more.items():
            if number:
                unit = "problem" if number == 1 else "problems"
                self._complain(f"{model}: {number} more {unit}: {note}")
        self._more.clear()


def _last_line(errors: object) -> str | None:
    """The last line that says something."""
    lines = str(errors or "").splitlines()
    line = next((line.strip() for line in reversed(lines) if line.strip()), None)
    return (
        line
        if line is None or len(line) <= COMPLAINT_LENGTH
        else f"{line[: COMPLAINT_LENGTH - 1]}…"
    )
