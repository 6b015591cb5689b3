"""World reader of finite files: what was set, and rows as lists or as texts of one character a value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from symcause.errors import SymcauseError
from symcause.families.finite.bounds import WORLD_ROWS
from symcause.families.finite.files.placed_values import Placed, json_text
from symcause.families.finite.models.finite_values import FiniteVariable, Value
from symcause.families.finite.problem.problem import FiniteWorld, Split
from symcause.formats.metadata import MAX_ID, check_id

HOLE = "?"

Domains = Mapping[str, FiniteVariable]


def read_worlds(at: Placed, domains: Domains) -> tuple[FiniteWorld, ...]:
    """The worlds of a problem."""
    worlds: list[FiniteWorld] = []
    ids: set[str] = set()
    for item in at.items("worlds"):
        item.mapping(("id", "split", "do", "assigned", "rows", "units"), ("id", "rows"))
        worlds.append(_world(item, own_id(item, ids, "world"), domains))
    if sum(len(world.rows) for world in worlds) > WORLD_ROWS:
        raise at.wrong("too many rows", f"at most {WORLD_ROWS} are supported")
    return tuple(worlds)


def own_id(item: Placed, ids: set[str], kind: str) -> str:
    """The id of a world or a query, which no other one has."""
    at = item.part("id")
    if not isinstance(at.value, str) or not at.value or at.value in ids:
        message = f"is empty or the id of another {kind}"
        raise at.refused(
            message if isinstance(at.value, str) else "is no id", "choose one of its own"
        )
    try:
        check_id(at.value, at.place)
    except SymcauseError:
        raise at.refused("is no id", f"printable text of 1 to {MAX_ID} characters") from None
    ids.add(at.value)
    return at.value


def read_values(at: Placed, domains: Domains) -> dict[str, Value]:
    """Values of some variables, in file order."""
    read: dict[str, Value] = {}
    for name in at.mapping():
        at.at(name, name).name(domains)
        position = at.part(name).position(domains[name])
        read[name] = domains[name].values[position]
    return {name: read[name] for name in domains if name in read}


def _world(at: Placed, name: str, domains: Domains) -> FiniteWorld:
    split = at.part("split").word([*map(str, Split)], "split") if at.has("split") else Split.TRAIN
    do = read_values(at.part("do"), domains) if at.has("do") else {}
    assigned = at.part("assigned").names(domains) if at.has("assigned") else ()
    for item in at.part("assigned").items("") if assigned else ():
        if item.value in do:
            raise item.wrong(f"{item.value} is set by do, too", "keep one of the two")
    items = at.part("rows").items("rows")
    if not items:
        raise at.part("rows").wrong("a world needs rows", "add one")
    reader = _RowReader(domains, do, frozenset((*do, *assigned)))
    rows = tuple(reader.row(item) for item in items)
    units = None
    if at.has("units"):
        units = tuple(unit.text("label") for unit in at.part("units").items("a label for each row"))
        if len(units) != len(rows):
            message = f"there are {len(units)} units for {len(rows)} rows"
            raise at.part("units").wrong(message, "give one label for each row")
    order = tuple(variable for variable in domains if variable in assigned)
    return FiniteWorld(name, rows, do, order, Split(split), units)


class _RowReader:
    def __init__(self, domains: Domains, do: Mapping[str, Value], targets: frozenset[str]) -> None:
        self.domains = tuple(domains.values())
        self.do = {name: domains[name].position(value) for name, value in do.items()}
        self.targets = targets
        self.short = [
            variable.name
            for variable in self.domains
            if any(len(str(value)) > 1 for value in variable.values)
        ]

    def row(self, at: Placed) -> tuple[int | None, ...]:
        """A row as positions of values, None for what was not observed."""
        cells = self._cells(at)
        if len(cells) != len(self.domains):
            raise at.wrong(
                f"the row has {len(cells)} values, there are {len(self.domains)} variables",
                "write one for each, null for what was not observed",
            )
        return tuple(map(self._position, [at] * len(cells), range(len(cells)), cells))

    def _cells(self, at: Placed) -> Sequence[object]:
        if isinstance(at.value, list | tuple):
            return at.value
        if not isinstance(at.value, str):
            raise at.refused("is no row", "write a list with one value for each variable")
        if self.short:
            raise at.refused(
                f"is a text, and a value of {self.short[0]} has more than one character",
                "write a list with one value for each variable",
            )
        digits = "0123456789"
        return [int(cell) if cell in digits else cell for cell in at.value]

    def _position(self, at: Placed, place: int, cell: object) -> int | None:
        variable = self.domains[place]
        if cell is None or cell == HOLE:
            if variable.name in self.targets:
                message = f"{variable.name} was set and cannot be unobserved"
                raise at.at(place, cell).wrong(message, "write its value")
            return None
        position = variable.position(cell)
        if position is None:
            at.at(place, cell).position(variable)
        if variable.name in self.do and position != self.do[variable.name]:
            value = variable.values[self.do[variable.name] or 0]
            message = f"{variable.name} is {json_text(cell)} here, but do sets it to {value}"
            raise at.at(place, cell).wrong(message, "make them agree")
        return position
