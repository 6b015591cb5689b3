"""Reverse unit propagation (RUP): the kernel's checker of clausal proofs.

A proof is a list of lines ``1 -2 0``. A line is accepted if assuming that all its literals are false leads,
by unit propagation from the clauses so far, to a conflict; its clause then follows and is added. The
proof refutes the formula once unit propagation alone finds a conflict, as it does after the empty line
``0``; later lines are only read. A line ``d 1 -2 0`` takes a clause away. What it implied stays: a
consequence of the formula is one for ever, so deletions can only make a proof fail, never pass.

Unit propagation uses two watched literals a clause (Moskewicz et al. 2001). Literals are non-zero
integers and lists are indexed by them: a negative index counts from the end, so one list serves
both signs.

>>> refutes(2, [(1, 2), (-1, 2), (1, -2), (-1, -2)], ["2 0", "0"])  # the first line is enough
1
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from symcause.kernel.nodes import Rejected
from symcause.kernel.work import Work

Clause = tuple[int, ...]

_VISIT = 5  # steps of a clause visit, without the literals that it looks at
_PROPAGATED = "the clause visits of the proof"
_PLACE = "evidence.proof"

MAX_LINE = 100_000  # characters: of one line of a proof
_LINE = re.compile(r"(d )?((?:-?[1-9][0-9]{0,8} )*)0")


@dataclass
class Unknowns:
    """Numbers for named unknowns, in the order in which they are first asked for."""

    numbers: dict[tuple[str, ...], int] = field(default_factory=dict)

    def __call__(self, *name: str) -> int:
        return self.numbers.setdefault(name, len(self.numbers) + 1)


@dataclass(frozen=True)
class Formula:
    """The clauses and how many unknowns they speak of."""

    unknowns: int
    clauses: tuple[Clause, ...]

    def dimacs(self) -> str:
        """The formula as a ``.cnf`` file."""
        lines = [f"p cnf {self.unknowns} {len(self.clauses)}"]
        lines += (" ".join(map(str, (*clause, 0))) for clause in self.clauses)
        return "\n".join(lines) + "\n"


def refutes(
    unknowns: int, clauses: Iterable[Sequence[int]], lines: Sequence[str], work: Work | None = None
) -> int:
    """How many lines it took to refute the clauses. Raises Rejected if the proof is wrong."""
    work = work or Work()
    checker = Checker(unknowns, work)
    for clause in clauses:
        checker.add(clause)
    needed = len(lines)
    for number, line in enumerate(lines):
        place = f"evidence.proof[{number}]"
        work.spend(20 + 2 * len(line), "the lines of the proof", place)
        deleted, literals = parse_line(line, unknowns, place)
        if checker.refuted:
            needed = min(needed, number)
        elif deleted:
            if not checker.delete(literals):
                raise Rejected("deletes a clause that is not there", place=place, value=line)
        elif not checker.implies(literals):
            raise Rejected("does not follow by reverse unit propagation", place=place, value=line)
        else:
            checker.add(literals)
    if not checker.refuted:
        raise Rejected("the proof ends without a contradiction", place="evidence.proof")
    return needed


def parse_line(line: str, unknowns: int, place: str) -> tuple[bool, tuple[int, ...]]:
    """(is a deletion, the clause) of one line of a proof."""
    match = _LINE.fullmatch(line) if len(line) <= MAX_LINE else None
    if match is None:
        raise Rejected("not a line of a clausal proof", place=place, value=line)
    literals = tuple(int(word) for word in match[2].split())
    if any(abs(literal) > unknowns for literal in literals):
        raise Rejected("speaks of an unknown that the formula lacks", place=place, value=line)
    if len({abs(literal) for literal in literals}) != len(literals):
        raise Rejected("an unknown stands twice", place=place, value=line)
    return match[1] is not None, literals


class Checker:
    """Clauses under unit propagation; what follows from unit clauses stays assigned."""

    def __init__(self, unknowns: int, work: Work) -> None:
        self.refuted = False
        self._work = work
        work.hold(100 * unknowns, "the unknowns of the formula")
        self._value = [0] * (2 * unknowns + 1)  # 1 true, -1 false, 0 open
        self._watches: list[list[int]] = [[] for _ in range(2 * unknowns + 1)]
        self._clauses: list[list[int] | None] = []
        self._numbers: dict[tuple[int, ...], list[int]] = {}
        self._trail: list[int] = []

    def add(self, literals: Sequence[int]) -> None:
        """One more clause, and what follows from it by unit propagation."""
        self._work.spend(30 + 5 * len(literals), "the clauses", _PLACE)
        self._work.hold(350 + 16 * len(literals), "the clauses", _PLACE)
        number = len(self._clauses)
        value = self._value
        # Literals that are not false come first: they are the ones to watch.
        clause = sorted(literals, key=lambda literal: value[literal] < 0)
        self._clauses.append(clause)
        self._numbers.setdefault(tuple(sorted(literals)), []).append(number)
        if not clause or value[clause[0]] < 0:
            self.refuted = True
        elif len(clause) == 1 or value[clause[1]] < 0:
            # Unit for good, because what is assigned here is never taken back: no need to watch it.
            if value[clause[0]] == 0:
                start = len(self._trail)
                self._assign(clause[0])
                self.refuted = self.refuted or self._propagate(start)
        else:
            self._watches[clause[0]].append(number)
            self._watches[clause[1]].append(number)

    def delete(self, literals: Sequence[int]) -> bool:
        """Take one copy of a clause away; False if there is none."""
        numbers = self._numbers.get(tuple(sorted(literals)))
        if not numbers:
            return False
        self._clauses[numbers.pop()] = None
        return True

    def implies(self, literals: Sequence[int]) -> bool:
        """True if the clause follows by reverse unit propagation."""
        start = len(self._trail)
        conflict = self.refuted
        for literal in literals:
            if self._value[literal] > 0:
                conflict = True
            elif self._value[literal] == 0:
                self._assign(-literal)
        conflict = conflict or self._propagate(start)
        while len(self._trail) > start:
            literal = self._trail.pop()
            self._value[literal] = self._value[-literal] = 0
        return conflict

    def _assign(self, literal: int) -> None:
        self._value[literal], self._value[-literal] = 1, -1
        self._trail.append(literal)

    def _propagate(self, head: int) -> bool:
        """Propagate the trail from *head* on; True on a conflict."""
        trail = self._trail
        while head < len(trail):
            false = -trail[head]
            head += 1
            watching = self._watches[false]
            self._work.spend(10 + _VISIT * len(watching), _PROPAGATED, _PLACE)
            kept: list[int] = []
            self._watches[false] = kept
            for at, number in enumerate(watching):
                clause = self._clauses[number]
                if clause is None or self._moves(clause, number, false):
                    continue
                kept.append(number)
                state = self._value[clause[0]]
                if state < 0:
                    kept += watching[at + 1 :]
                    rest = len(watching) - at - 1
                    self._work.left += _VISIT * rest - rest // 8  # these were not visited
                    return True
                if state == 0:
                    self._assign(clause[0])
        return False

    def _moves(self, clause: list[int], number: int, false: int) -> bool:
        """Find another literal to watch instead of a false one; the other watch goes first."""
        if clause[0] == false:
            clause[0], clause[1] = clause[1], false
        value = self._value
        if value[clause[0]] > 0:
            return False
        for i in range(2, len(clause)):
            literal = clause[i]
            if value[literal] >= 0:
                self._work.spend(i, _PROPAGATED, _PLACE)
                clause[1], clause[i] = literal, false
                self._watches[literal].append(number)
                return True
        self._work.spend(len(clause), _PROPAGATED, _PLACE)
        return False
