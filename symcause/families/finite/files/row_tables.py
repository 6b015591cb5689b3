"""Row tables of finite problems: CSV with words and integers as values, one observation a row.

A class file tells that a table is one of ours. The values of a variable are those in its column, integers
before words, each in ascending order, unless they are stated. A *do* cell says what was set, and to what:
``A=2, L=on``; a name alone is set to whatever the row has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.question import option
from symcause.audits.tables.column_choice import chosen_columns, chosen_names, comma_names
from symcause.audits.tables.row_tables import RowTables
from symcause.audits.tables.table_summary import Facts
from symcause.errors import ProblemError, UsageError, did_you_mean
from symcause.formats.knowledge_files import Contents
from symcause.formats.python_rows import is_missing, sets_nothing, settings_of

if TYPE_CHECKING:
    from symcause.families.finite.problem.problem import FiniteProblem
    from symcause.formats.tables.row_files import Line

Cell = int | str | None

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_UNSEEN = "?"


@dataclass(frozen=True)
class Rows(RowTables["FiniteProblem", "Taker"]):
    """Worlds of a finite problem, one observation a row."""

    wanted: ClassVar[tuple[str, ...]] = ("class_file",)

    class_file: Contents | None = option(
        None,
        "Rows of words and integers: the class of mechanisms, JSON or TOML (finite problems).",
        "contents",
        metavar="FILE",
    )
    values: str | None = option(
        None,
        "Rows: the values of variables, in order (default: integers, then words, ascending).",
        metavar='"A=0,1,2; L=off,on"',
    )
    world: str = option("world", "Rows: the column that names the world (world).", metavar="COLUMN")
    split: str = option(
        "split", "Rows: the column with train or heldout (split).", metavar="COLUMN"
    )
    roots: str | None = option(
        None,
        "Rows: the variables without a mechanism, or patterns of names such as 'S*' (default: those of "
        "gold).",
        metavar="A,B",
    )
    order: str | None = option(None, "Rows: the causal order, disclosed.", metavar="A,B,C")
    blocks: str | None = option(
        None, "Rows: the order of blocks, disclosed.", metavar='"A,B | C | D"'
    )
    root_count: int | None = option(
        None, "Rows: how many roots there are, if they are hidden.", "integer", metavar="N", least=0
    )

    def header(self, columns: Sequence[str]) -> tuple[str, ...]:
        special = (self.do, self.world, self.split)
        chosen = chosen_columns(self.variables, columns, "--variables")
        names = chosen or tuple(name for name in columns if name not in special)
        if (self.roots, self.root_count, self.gold) == (None, None, None):
            raise UsageError(
                "which variables are roots is not said",
                remedy=f"say --roots A,B or --root-count N; columns: {', '.join(names[:20])}",
            )
        chosen_names(self.roots, names, "--roots", self.everywhere)
        return names

    def taker(self, names: tuple[str, ...]) -> Taker:
        return Taker(names, self.do, self.world, self.split)

    def posed(self, id: str, names: tuple[str, ...], taken: Taker, gold: object) -> FiniteProblem:
        from symcause.families.finite.files.class_file import class_keys
        from symcause.families.finite.files.document import read_finite

        assert self.class_file is not None, "it tells that the table is one of ours"
        stated = _stated_values(self.values, names)
        for name in names:
            seen = taken.values(name)
            if len(seen) < 2 and name not in stated:
                raise ProblemError(
                    "a variable has two values or more, and this column shows fewer",
                    place=f"column {name!r}",
                    value=", ".join(map(str, seen)),
                    remedy=f'state all that it can have: --values "{name}=…"',
                )
        document: dict[str, object] = {
            "format": "symcause.finite/1",
            "id": id,
            "variables": [
                {"name": name, "values": stated.get(name) or taken.values(name)} for name in names
            ],
            **self._disclosed(names, gold),
            "class": class_keys(self.class_file),
            "worlds": list(taken.worlds()),
        }
        return read_finite(document if gold is None else {**document, "gold": gold})

    def facts(self, problem: FiniteProblem, taken: Taker) -> Facts:
        stated = _stated_values(self.values, problem.variables)
        shown = (
            f"the values of {one.name}: {', '.join(map(str, one.values))}"
            for one in problem.domains
            if one.name not in stated
        )
        counts = {
            "world": len(problem.worlds),
            "world with an intervention": sum(bool(w.targets) for w in problem.worlds),
            "world held out": len(problem.heldout),
            "row": sum(len(world.rows) for world in problem.worlds),
        }
        roots = problem.disclosure.roots
        sets = {} if roots is None else {"roots": roots}
        holes = sum(row.count(None) for world in problem.worlds for row in world.rows)
        return Facts("finite", counts, sets, holes, tuple(shown))

    def _disclosed(self, names: tuple[str, ...], gold: object) -> dict[str, object]:
        if self.root_count is not None:
            return {"setting": "hidden-roots", "root_count": self.root_count}
        roots = chosen_names(self.roots, names, "--roots", self.everywhere)
        if roots is None:
            mechanisms = gold.get("mechanisms") if isinstance(gold, Mapping) else None
            roots = [name for name in names if name not in (mechanisms or ())]
        if self.order is not None:
            return {"setting": "ordered", "roots": roots, "order": comma_names(self.order)}
        if self.blocks is not None:
            blocks = [comma_names(block) for block in self.blocks.split("|")]
            return {"setting": "block-order", "roots": roots, "blocks": blocks}
        return {"setting": "hidden-order", "roots": roots}


@dataclass
class _World:
    """Rows with one name, split and intervention."""

    do: Mapping[str, Cell]
    assigned: list[str]
    split: str
    rows: list[list[Cell]] = field(default_factory=list)


class Taker:
    """The worlds of one problem, as they grow row by row."""

    def __init__(self, names: tuple[str, ...], do: str, world: str, split: str) -> None:
        self._names, self._do, self._world, self._split = names, do, world, split
        self._worlds: dict[tuple[object, ...], _World] = {}
        self._seen: dict[str, set[int | str]] = {name: set() for name in names}

    def enter(self, line: Line) -> None:
        """One more row."""
        cells = {name: _cell(line.cells.get(name)) for name in self._names}
        settings = dict(self._settings(line))
        for name, value in settings.items():
            if value is not None and cells[name] is None:
                cells[name] = value  # what was set is known
        for name, value in cells.items():
            if value is not None:
                self._seen[name].add(value)
        do = {name: value for name, value in settings.items() if value is not None}
        split = line.cells.get(self._split)
        label = line.cells.get(self._world)
        key = (
            None if is_missing(label) else str(label),
            "train" if is_missing(split) else str(split),
            tuple(sorted(settings.items(), key=str)),
        )
        assigned = [name for name, value in settings.items() if value is None]
        world = self._worlds.setdefault(key, _World(do, assigned, key[1] or "train"))
        world.rows.append([cells[name] for name in self._names])

    def worlds(self) -> Iterator[dict[str, object]]:
        """As a file has them; those without a name are numbered."""
        used = {str(label) for label, *_ in self._worlds if label is not None}
        number = 0
        for (label, *_), world in self._worlds.items():
            while label is None:
                name, number = f"{world.split}_{number:02d}", number + 1
                label = None if name in used else name
            shown: dict[str, object] = {"id": label, "split": world.split, "rows": world.rows}
            more = {"do": world.do, "assigned": world.assigned}
            yield shown | {key: value for key, value in more.items() if value}

    def values(self, name: str) -> list[int | str]:
        """What a column has: integers, then words."""
        return sorted(self._seen[name], key=lambda value: (isinstance(value, str), value))

    def _settings(self, line: Line) -> Iterator[tuple[str, Cell]]:
        cell = line.cells.get(self._do)
        if is_missing(cell) or (sets_nothing(cell) and cell not in self._names):
            return
        for part in settings_of(str(cell)):
            name, equals, value = (text.strip() for text in part.partition("="))
            if name not in self._names:
                raise ProblemError(
                    "no such variable",
                    place=line.at(self._do),
                    value=name,
                    remedy=did_you_mean(name, self._names),
                )
            yield name, _cell(value) if equals else None


def _cell(value: object) -> Cell:
    """A value as files have it: an integer, a word, or None for what was not observed."""
    if is_missing(value) or value == _UNSEEN:
        return None
    text = str(value).strip()
    return int(text) if _INTEGER.fullmatch(text) else text


def _stated_values(told: str | None, names: Sequence[str]) -> dict[str, list[Cell]]:
    """The values that an option states.

    >>> _stated_values("A=0,1; L=off,on", ("A", "L"))
    {'A': [0, 1], 'L': ['off', 'on']}
    """
    stated = dict[str, list[Cell]]()
    for part in filter(None, (part.strip() for part in (told or "").split(";"))):
        name, equals, listed = (text.strip() for text in part.partition("="))
        if name not in names or not equals:
            remedy = did_you_mean(name, names) if equals else "write A=0,1,2; L=off,on"
            raise UsageError("no such variable", place="--values", value=name, remedy=remedy)
        stated[name] = [_cell(value) for value in comma_names(listed) or ()]
    return stated
