"""The synthesis table: baselines by setting, what they reached, what they claimed and what they took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from symcause.families.boolean.bounds import NAMED_CLAIMS
from symcause.scoring.group_columns import keyed_table
from symcause.scoring.score_table import UNDEFINED, Cell, Table, integer, number, word


@dataclass
class _Group:
    lines: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    train: int = 0
    inside: int = 0
    unique: int = 0
    gold: int = 0
    heldout: int = 0
    scored: int = 0
    claimed: int = 0
    reached: int = 0
    sizes: list[float] = field(default_factory=list)
    work: list[int] = field(default_factory=list)
    unit: str | None = None
    cpu: list[float] = field(default_factory=list)

    def take(self, line: Mapping[str, Any], attempt: Mapping[str, Any]) -> None:
        details = line.get("details") or {}
        status = attempt.get("status", "answered")
        self.lines += 1
        self.statuses[status] += 1
        self.train += line.get("train_exact") is True
        self.inside += line.get("in_class") is True
        if line.get("count") == 1:
            same = details.get("full_local_match") is True and line.get("root_exact") is not False
            self.unique += 1
            self.gold += same
        if line.get("heldout_exact") is not None:
            self.scored += 1
            self.heldout += line["heldout_exact"] is True
        optimum = attempt.get("optimum")
        self.claimed += optimum in ("reached", "missed", "unknown")
        self.reached += optimum == "reached"
        if details.get("total_ast") and details.get("gold_ast"):
            self.sizes.append(details["total_ast"] / details["gold_ast"])
        if attempt.get("work") is not None:
            self.work.append(attempt["work"])
            self.unit = attempt.get("unit") or self.unit
        if attempt.get("cpu") is not None:
            self.cpu.append(attempt["cpu"])


def _of(part: int, whole: int) -> Cell:
    return Cell(part / whole, f"{part}/{whole}") if whole else Cell(None, UNDEFINED)


def _amount(values: Sequence[int], unit: str | None) -> Cell:
    if not values:
        return Cell(None, UNDEFINED)
    middle = median(values)
    return Cell(middle, f"{middle:,.0f} ({unit})" if unit else f"{middle:,.0f}")


def _times(values: Sequence[float]) -> Cell:
    if not values:
        return Cell(None, UNDEFINED)
    return Cell(median(values), f"{median(values):.3f}, {max(values):.3f}")


Row = tuple[str, str, _Group]
"""A setting, a baseline, and what it came to."""

COLUMNS: tuple[tuple[str, Callable[[Row], Cell]], ...] = (
    ("Setting", lambda row: word(row[0])),
    ("Baseline", lambda row: word(row[1])),
    ("n", lambda row: integer(row[2].lines)),
    ("Answered", lambda row: integer(row[2].statuses["answered"])),
    ("TrainExact", lambda row: integer(row[2].train)),
    ("InClass", lambda row: integer(row[2].inside)),
    ("Gold (of unique)", lambda row: _of(row[2].gold, row[2].unique)),
    ("HeldoutExact", lambda row: _of(row[2].heldout, row[2].scored)),
    ("Optimum (reached/claimed)", lambda row: _of(row[2].reached, row[2].claimed)),
    ("AST/gold (median)", lambda row: number(median(row[2].sizes) if row[2].sizes else None, 2)),
    ("Work (median)", lambda row: _amount(row[2].work, row[2].unit)),
    ("CPU s (median, max)", lambda row: _times(row[2].cpu)),
    ("Spent", lambda row: integer(_statuses(row[2], "spent", "stopped"))),
    ("Crashed", lambda row: integer(_statuses(row[2], "crashed", "unreadable"))),
)


def _statuses(group: _Group, *names: str) -> int:
    return sum(group.statuses[name] for name in names)


class SynthesisSummary:
    """Attempts, counted one by one."""

    def __init__(self) -> None:
        self._groups: dict[tuple[str, str], _Group] = {}
        self._wrong: list[str] = []
        self._missing: dict[str, str] = {}
        self._refused: dict[str, list[str]] = {}
        self._unstable: dict[str, None] = {}

    def take(self, line: Mapping[str, Any], group: str) -> None:
        """Count a line with an attempt; *group* is what rows of tables are grouped by."""
        attempt, model = line["attempt"], str(line.get("model"))
        self._groups.setdefault((group, model), _Group()).take(line, attempt)
        problem = str(line.get("problem"))
        if attempt.get("optimum") == "missed":
            self._wrong.append(f"{model} claims the least for {problem}, wrongly")
        if attempt.get("none_check") == "wrong":
            self._wrong.append(f"{model} says that {problem} has no model, and it has")
        claimed = attempt.get("solved") and attempt.get("status", "answered") == "answered"
        if claimed and line.get("train_exact") is False:
            self._wrong.append(f"{model} does not explain {problem}, as it claims")
        if attempt.get("status") == "missing":
            self._missing[model] = str(attempt.get("note"))
        if attempt.get("status") == "refused":
            self._refused.setdefault(model, []).append(str(attempt.get("note")))
        if attempt.get("deterministic") is False:
            self._unstable[model] = None

    def table(self) -> Table | None:
        """None where nobody attempted anything."""
        if not self._groups:
            return None
        settings = dict.fromkeys(group for group, _ in self._groups)
        rows = [
            (group, model, own)
            for setting in settings
            for (group, model), own in self._groups.items()
            if group == setting
        ]
        return keyed_table("synthesis", "Synthesis baselines", COLUMNS, rows, self._note())

    def _note(self) -> str:
        texts = [
            "What baselines reached. Gold (of unique): the answer is gold where one model is left; "
            "Optimum: claims to have the least that an exact search of the same class confirms; Spent: by "
            "work, time or memory; Crashed: no answer that can be read; – none."
        ]
        if self._wrong:
            more = len(self._wrong) - NAMED_CLAIMS
            texts.append(f"Wrong claims: {'; '.join(self._wrong[:NAMED_CLAIMS])}")
            texts[-1] += f"; and {more} more." if more > 0 else "."
        texts += [f"{model}: {note}." for model, note in self._missing.items()]
        for model, notes in self._refused.items():
            reasons = "; ".join(dict.fromkeys(notes))
            texts.append(f"{model} refuses {len(notes)} and answers nothing there: {reasons}.")
        if self._unstable:
            texts.append(f"Not the same twice: {', '.join(self._unstable)}.")
        return " ".join(texts)
