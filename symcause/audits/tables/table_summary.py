"""The table summary: what convert made of rows, one line a kind; what was guessed is among them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from symcause.bounds.audits_bounds import NAMED_KINDS, NAMED_PROBLEMS, PASSED_FILES
from symcause.models.number_phrases import joined_names, plural


class Facts(NamedTuple):
    """What there is to say of one problem.

    *counts* by noun (the plural by one s), *sets* of names by what they are; *guesses* is what nobody said,
    *remarks* what may be a mistake.
    """

    family: str
    counts: dict[str, int]
    sets: dict[str, tuple[str, ...]]
    unobserved: int = 0
    guesses: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


@dataclass
class Summary:
    """All that was made of the tables of one run."""

    tables: int = 0
    failed: int = 0
    passed: list[str] = field(default_factory=list)
    """What else the folder holds."""
    _family: str = ""
    _problems: int = 0
    _counts: dict[str, tuple[int, int]] = field(default_factory=dict)
    _sets: dict[str, dict[tuple[str, ...], list[str]]] = field(default_factory=dict)
    _unobserved: list[int] = field(default_factory=list)
    _guesses: Counter[str] = field(default_factory=Counter)
    _remarks: dict[str, list[str]] = field(default_factory=dict)

    def add(self, id: str, facts: Facts) -> None:
        """One more problem."""
        self._family, self._problems = facts.family, self._problems + 1
        for noun, number in facts.counts.items():
            low, high = self._counts.get(noun, (number, number))
            self._counts[noun] = min(low, number), max(high, number)
        for what, names in facts.sets.items():
            self._sets.setdefault(what, {}).setdefault(names, []).append(id)
        if facts.unobserved:
            self._unobserved.append(facts.unobserved)
        self._guesses.update(facts.guesses)
        for remark in facts.remarks:
            self._remarks.setdefault(remark, []).append(id)

    def refuse(self) -> None:
        """One of the problems was refused after all."""
        self._problems, self.failed = self._problems - 1, self.failed + 1

    def lines(self) -> list[str]:
        """For people; nothing where nothing was made."""
        if not self._problems:
            return []
        counts = ", ".join(_range(noun, *span) for noun, span in self._counts.items() if span[1])
        each = "" if self._problems == 1 else " each"
        made = plural(self._problems, f"{self._family} problem")
        said = [f"made {made} of {plural(self.tables, 'table')}: {counts}{each}"]
        said += [f"{what}: {self._sentence(kinds)}" for what, kinds in self._sets.items()]
        if self._unobserved:
            where = (
                "" if self._problems == 1 else f", in {plural(len(self._unobserved), 'problem')}"
            )
            said.append(f"{plural(sum(self._unobserved), 'cell')} not observed{where}")
        said += [f"guessed: {guess}" for guess in self._guesses]
        if self.passed:
            rest = [f"{len(self.passed) - PASSED_FILES} more"] * (len(self.passed) > PASSED_FILES)
            said.append(f"passed over: {joined_names([*self.passed[:PASSED_FILES], *rest])}")
        return said + [f"{remark}{self._of(ids)}" for remark, ids in self._remarks.items()]

    def document(self) -> dict[str, object]:
        """The same for programs."""
        return {
            "problems": self._problems,
            "failed": self.failed,
            "tables": self.tables,
            "family": self._family or None,
            "counts": {noun: list(span) for noun, span in self._counts.items()},
            **{
                what: [{"names": list(names), "problems": len(ids)} for names, ids in kinds.items()]
                for what, kinds in self._sets.items()
            },
            "unobserved": sum(self._unobserved),
            "guessed": list(self._guesses),
            "remarks": [{"remark": text, "problems": ids} for text, ids in self._remarks.items()],
            **({"passed_over": self.passed} if self.passed else {}),
        }

    def _sentence(self, kinds: dict[tuple[str, ...], list[str]]) -> str:
        common = sorted(kinds.items(), key=lambda kind: -len(kind[1]))
        if len(kinds) == 1:
            return ", ".join(common[0][0]) or "none"
        said = [
            f"{', '.join(names) or 'none'} ({_few(ids, named=number > 0)})"
            for number, (names, ids) in enumerate(common[:NAMED_KINDS])
        ]
        rest = [id for _, ids in common[NAMED_KINDS:] for id in ids]
        number = plural(len(common) - NAMED_KINDS, "other set")
        return "; ".join([*said, *([f"{number} ({_few(rest, named=True)})"] if rest else [])])

    def _of(self, ids: list[str]) -> str:
        if self._problems == 1:
            return ""
        rest = [f"{len(ids) - NAMED_PROBLEMS} more"] if len(ids) > NAMED_PROBLEMS else []
        return f" ({joined_names([*ids[:NAMED_PROBLEMS], *rest])})"


def _few(ids: list[str], *, named: bool) -> str:
    """The number of problems, with the names of a few."""
    number = plural(len(ids), "problem")
    return f"{number}: {joined_names(ids)}" if named and len(ids) <= NAMED_PROBLEMS else number


def _range(noun: str, low: int, high: int) -> str:
    """How many there are, over all problems; *noun* has its words after the first behind it."""
    first, _, rest = noun.partition(" ")
    text = plural(low, first) if low == high else f"{low} to {plural(high, first)}"
    return f"{text} {rest}".rstrip()
