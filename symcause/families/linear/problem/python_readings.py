"""Python readings and interventions of a linear problem, as people write them.

Numbers are ints, Decimals, Fractions and texts, all exact; a float stands for the decimal that Python
writes for it. What was done is empty, a mapping, or a text, ``density=77, size=3``; a variable is let go
with None, or with ``density released``.

>>> act("density=77.5, size released", "do")
{'density': Fraction(155, 2), 'size': None}
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import count

from symcause.errors import KindError, ProblemError, SymcauseError, UsageError, did_you_mean
from symcause.families.linear.models.lab_rules import Manipulation
from symcause.families.linear.problem.records import ChainState, Record
from symcause.formats.python_rows import as_written, is_missing, plain, sets_nothing, settings_of

_RELEASED = "released"


def number(value: object, place: str) -> Fraction:
    """An exact number at a place."""
    try:
        return as_written(plain(value))
    except SymcauseError as error:
        raise error.placed(place) from None


def reading(values: Mapping[str, object], place: Callable[[str], str]) -> dict[str, Fraction]:
    """The values of a crystal; *place* says where that of a variable stands."""
    if not isinstance(values, Mapping):
        raise KindError("a reading is a mapping: every variable with its value", value=values)
    return {str(name): number(value, place(str(name))) for name, value in values.items()}


def act(cell: object, place: str) -> dict[str, Fraction | None]:
    """What was set, in order; None for what was released."""
    numbers: dict[str, Fraction | None] = {}
    for name, value in _parts(cell, place):
        if name in numbers:
            raise ProblemError("stands twice", place=place, value=name)
        numbers[name] = None if value is None else number(value, place)
    return numbers


def further_record(values: Mapping[str, object], id: str | None, known: Sequence[Record]) -> Record:
    """One more record; without an id it gets the first that is free."""
    taken = {record.id for record in known}
    fresh = next(name for i in count() if (name := f"r{i}") not in taken)
    return Record(fresh if id is None else id, reading(values, "values.{}".format))


def remaining(records: Sequence[Record], removed: Collection[str]) -> tuple[Record, ...]:
    """The records without those of these ids."""
    known = [record.id for record in records]
    for name in removed:
        if name not in known:
            raise UsageError("no such record", value=name, remedy=did_you_mean(str(name), known))
    return tuple(record for record in records if record.id not in removed)


def shortened(chain: Sequence[ChainState], last: int) -> tuple[ChainState, ...]:
    """The chain without its last readings."""
    if not 0 <= last <= len(chain):
        raise UsageError(f"the chain has {len(chain)} readings", value=last)
    return tuple(chain[: len(chain) - last])


def state(values: Mapping[str, object], do: object) -> ChainState:
    """A reading of the manipulator's crystal, and what was done just before it."""
    done = act(do, "do")
    steps = [Manipulation(name, value) for name, value in done.items() if value is not None]
    released = tuple(name for name, value in done.items() if value is None)
    read = reading(values, "values.{}".format)
    return ChainState(read, steps[0] if steps else None, tuple(steps[1:]), released)


def _parts(cell: object, place: str) -> Iterable[tuple[str, object]]:
    if isinstance(cell, Mapping):
        for name, value in cell.items():
            yield str(name), None if is_missing(value) else value
        return
    if is_missing(cell) or sets_nothing(cell):
        return
    if not isinstance(cell, str):
        raise ProblemError(
            "neither a text nor a mapping", place=place, value=cell, remedy='write "density=77"'
        )
    for part in settings_of(cell):
        name, equals, value = part.partition("=")
        words = part.split()
        if not equals and len(words) == 2 and words[1] == _RELEASED:
            yield words[0], None
        elif equals:
            yield name.rstrip(": ").strip(), value
        else:
            raise ProblemError(
                "no value is set", place=place, value=part.strip(), remedy='write "density=77"'
            )


def after(chain: Sequence[ChainState], interventions: int) -> tuple[ChainState, ...]:
    """The readings of a chain after this many interventions (targets set at once are one)."""
    kept: list[ChainState] = []
    seen = 0
    for reading in chain:
        seen += reading.acted
        if seen > interventions:
            break
        kept.append(reading)
    return tuple(kept)
