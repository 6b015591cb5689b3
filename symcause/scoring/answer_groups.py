"""Groups of answers in scoring: one streaming group-by in bounded memory.

What a table needs of an answer is a few numbers under the names of a :class:`Sheet`. Answers of one
:class:`Group` in which the same flags are known and the same are set are added up in one *cell*: so the sum
and the number of anything is there among the answers with given flags, and no answer is kept. What is
resampled, paired or split by problem is added up for each problem as well; words, and numbers that have a
median, are counted value by value.

>>> sheet = Sheet(flags=("right",), numbers=("steps",), units=("right",))
>>> answers = Grouped(sheet, "model", "size")
>>> answers.take(("a", 3), {"right": True, "steps": 4}, "p1")
>>> answers.take(("a", 4), {"right": False, "steps": 2}, "p1")
>>> (both,) = answers.by("model").values()
>>> both.total("steps").mean, both.total("steps", ["right"]).mean, both.by_unit("right")["p1"].mean
(3.0, 4.0, 0.5)
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from symcause.bounds.scoring_bounds import FLAG_WAYS
from symcause.scoring.bootstrap import NOTHING, Total, Unit
from symcause.scoring.problem_sums import Sums

Row = Mapping[str, object]
"""The numbers of an answer by name; one that is None, NaN or absent is not known."""

Key = tuple[Hashable, ...]


@dataclass(frozen=True)
class Sheet:
    """The names of the numbers that are kept."""

    flags: tuple[str, ...] = ()  # 0 or 1: other numbers can be asked for where they are 1
    numbers: tuple[str, ...] = ()
    units: tuple[str, ...] = ()  # flags and numbers that are added up by problem as well
    counted: tuple[str, ...] = ()  # values that are counted one by one: words, or few numbers

    @cached_property
    def bits(self) -> dict[str, int]:
        return {name: 1 << place for place, name in enumerate(self.flags)}

    @cached_property
    def places(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.numbers)}

    def marks(self, row: Row) -> tuple[int, int]:
        """The flags that are known of an answer, and those that are 1; most answers are like others."""
        values = tuple(map(row.get, self.flags))
        marks = self._marked.get(values)
        if marks is None:
            known = ones = 0
            for value, bit in zip(map(_number, values), self.bits.values(), strict=True):
                if value is not None:
                    known |= bit
                    ones |= bit if value else 0
            if len(self._marked) >= FLAG_WAYS:
                self._marked.clear()
            marks = self._marked[values] = known, ones
        return marks

    @cached_property
    def _marked(self) -> dict[tuple[object, ...], tuple[int, int]]:
        return {}


class _Cell:
    """The answers with the same flags: how many, and sum, number and square of every number."""

    __slots__ = ("answers", "sums")

    def __init__(self, numbers: int) -> None:
        self.answers = 0
        self.sums = array("d", bytes(24 * numbers))

    def total(self, place: int) -> Total:
        return _total(self.sums, 3 * place)


class Group:
    """Answers, added up."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self._cells: dict[tuple[int, int], _Cell] = {}
        self._slots: dict[Unit, int] = {}
        self._times = Sums()  # how often each problem was answered
        self._by_unit: dict[str, Sums] = {}
        self._counts: dict[str, Counter[Hashable]] = {}
        self._answers = 0

    def __len__(self) -> int:
        return self._answers

    @property
    def kinds(self) -> int:
        """How many kinds of answers there are."""
        return len(self._cells)

    def add(self, row: Row, unit: Unit) -> None:
        """Count one answer to the problem *unit*."""
        sheet, get = self.sheet, row.get
        cell = self._cell(sheet.marks(row))
        cell.answers += 1
        self._answers += 1
        for name, place in sheet.places.items():
            said = get(name)
            if said is not None and (value := _number(said)) is not None:
                _add(cell.sums, 3 * place, value)
        for name in sheet.counted:
            counted = get(name)
            if counted is not None:
                self._counts.setdefault(name, Counter())[counted] += 1
        self._add_unit(row, unit)

    def _cell(self, key: tuple[int, int]) -> _Cell:
        if key not in self._cells:
            self._cells[key] = _Cell(len(self.sheet.numbers))
        return self._cells[key]

    def _add_unit(self, row: Row, unit: Unit) -> None:
        slot = self._slots.setdefault(unit, len(self._slots))
        self._times.add(slot, 1.0)
        get, sums = row.get, self._by_unit
        for name in self.sheet.units:
            said = get(name)
            if said is not None and (value := _number(said)) is not None:
                (sums[name] if name in sums else self._sums(name)).add(slot, value)

    def _sums(self, name: str) -> Sums:
        sums = self._by_unit.get(name)
        if sums is None:
            sums = self._by_unit[name] = Sums()
        return sums

    def join(self, other: Group) -> None:
        """Add the answers of another group of the same sheet."""
        self._answers += other._answers
        for key, cell in other._cells.items():
            own = self._cell(key)
            own.answers += cell.answers
            for place in range(len(self.sheet.numbers)):
                _put(own.sums, 3 * place, own.total(place) + cell.total(place))
        for unit, there in other._slots.items():
            here = self._slots.setdefault(unit, len(self._slots))
            self._times.put(here, self._times.total(here) + other._times.total(there))
            for name, sums in other._by_unit.items():
                added = sums.total(there)
                if added.count:
                    own_sums = self._sums(name)
                    own_sums.put(here, own_sums.total(here) + added)
        for name, counter in other._counts.items():
            self._counts.setdefault(name, Counter()).update(counter)

    def given(self, *flags: str) -> Group:
        """The answers with all these flags: their sums, not what is kept by problem or value."""
        group, wanted = Group(self.sheet), self._bits(flags)
        group._cells = {key: cell for key, cell in self._cells.items() if not wanted & ~key[1]}
        group._answers = sum(cell.answers for cell in group._cells.values())
        return group

    @staticmethod
    def joined(groups: Sequence[Group]) -> Group:
        """All of them together; there must be one."""
        found = Group(groups[0].sheet)
        for group in groups:
            found.join(group)
        return found

    def total(self, name: str, given: Iterable[str] = ()) -> Total:
        """Sum and number of the known values of a flag or number, where all *given* flags are 1."""
        wanted, bit = self._bits(given), self.sheet.bits.get(name)
        if bit is None:
            place, total = self.sheet.places[name], NOTHING
            for (_, ones), cell in self._cells.items():
                if not wanted & ~ones:
                    total += cell.total(place)
            return total
        count = one = 0
        for (known, ones), cell in self._cells.items():
            if known & bit and not wanted & ~ones:
                count += cell.answers
                one += cell.answers if ones & bit else 0
        return Total(float(one), count, one * (count - one) / count if count else 0.0)

    def knows(self, flag: str) -> bool:
        """Is a flag known of any answer?"""
        bit = self.sheet.bits[flag]
        return any(known & bit for known, _ in self._cells)

    def count(self, *given: str) -> int:
        """How many answers have all these flags."""
        wanted = self._bits(given)
        return sum(cell.answers for (_, ones), cell in self._cells.items() if not wanted & ~ones)

    def _bits(self, flags: Iterable[str]) -> int:
        wanted = 0
        for flag in flags:
            wanted |= self.sheet.bits[flag]
        return wanted

    @property
    def units(self) -> tuple[Unit, ...]:
        """The problems that were answered, in order of appearance."""
        return tuple(self._slots)

    def answers_of(self, unit: Unit) -> int:
        """How many answers a problem has."""
        return self._times.total(self._slots[unit]).count if unit in self._slots else 0

    def by_unit(self, name: str) -> dict[Unit, Total]:
        """Sum and number of a metric for each problem where it is known."""
        assert name in self.sheet.units, name
        sums = self._by_unit.get(name)
        if sums is None:
            return {}
        totals = {unit: sums.total(slot) for unit, slot in self._slots.items()}
        return {unit: total for unit, total in totals.items() if total.count}

    def counts(self, name: str) -> Mapping[Hashable, int]:
        """How often each value was counted."""
        assert name in self.sheet.counted, name
        return self._counts.get(name, {})


class Grouped:
    """Answers by some fields."""

    def __init__(self, sheet: Sheet, *fields: str) -> None:
        self.sheet, self.fields = sheet, fields
        self.groups: dict[Key, Group] = {}

    def take(self, key: Key, row: Row, unit: Unit) -> None:
        """Count an answer."""
        if key not in self.groups:
            self.groups[key] = Group(self.sheet)
        self.groups[key].add(row, unit)

    def by(self, *fields: str, where: Callable[..., bool] | None = None) -> dict[Key, Group]:
        """The answers by some of the fields, in order of appearance; *where* takes all of them."""
        places = [self.fields.index(name) for name in fields]
        groups: dict[Key, Group] = {}
        for key, group in self.groups.items():
            if where is None or where(*key):
                short = tuple(key[place] for place in places)
                groups.setdefault(short, Group(self.sheet)).join(group)
        return groups


def _number(value: object) -> float | None:
    """A number that is known; NaN is none."""
    if value is True:
        return 1.0
    if value is False:
        return 0.0
    return float(value) if isinstance(value, (int, float)) and value == value else None


def _add(sums: array[float], at: int, value: float) -> None:
    """One more value, its square by the distance from the means before and after."""
    before, count = sums[at], sums[at + 1]
    centre = before / count if count else value
    sums[at], sums[at + 1] = before + value, count + 1
    sums[at + 2] += (value - centre) * (value - sums[at] / (count + 1))


def _total(sums: array[float], at: int) -> Total:
    return Total(sums[at], int(sums[at + 1]), sums[at + 2])


def _put(sums: array[float], at: int, total: Total) -> None:
    sums[at], sums[at + 1], sums[at + 2] = total.sum, total.count, total.square
