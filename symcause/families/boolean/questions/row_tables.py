"""Row tables in Boolean questions: the options by which rows become problems."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from symcause.audits.knowledge_options import KnowledgeOptions
from symcause.audits.question import option
from symcause.audits.tables.column_choice import chosen_columns, chosen_names, comma_names
from symcause.audits.tables.row_tables import RowTables
from symcause.audits.tables.table_summary import Facts
from symcause.errors import ProblemError, UsageError, did_you_mean
from symcause.formats.tables.column_names import check_names, held_by
from symcause.models.disclosure import Setting

if TYPE_CHECKING:
    from symcause.families.boolean.problem.problem import BooleanProblem
    from symcause.families.boolean.problem.worlds_from_rows import Columns, Gathering
    from symcause.formats.tables.row_files import Line


@dataclass(frozen=True)
class Rows(KnowledgeOptions, RowTables["BooleanProblem", "_Taker"]):
    """Worlds of a Boolean problem, one observation a row."""

    world: str = option("world", "Rows: the column that names the world (world).", metavar="COLUMN")
    split: str = option(
        "split", "Rows: the column with train or heldout (split).", metavar="COLUMN"
    )
    unit: str = option("unit", "Rows: the column that labels a row (unit).", metavar="COLUMN")
    setting: str | None = option(
        None,
        "Write the problem so that it discloses less.",
        "choice",
        choices=tuple(str(setting) for setting in Setting),
    )
    roots: str | None = option(
        None,
        "Rows: the variables without a mechanism, or patterns of names such as 'S*' (default: those of "
        "gold).",
        "names",
        metavar="A,B",
    )
    roots_column: str | None = option(
        None, "Rows: the column that lists the roots of the row's problem.", metavar="COLUMN"
    )
    order: str | None = option(None, "Rows: the causal order, disclosed.", "names", metavar="A,B,C")
    blocks: str | None = option(
        None, "Rows: the order of blocks, disclosed.", metavar='"A,B | C | D"'
    )
    root_count: int | None = option(
        None, "Rows: how many roots there are, if they are hidden.", "integer", metavar="N", least=0
    )
    max_parents: int | str | None = option(
        None,
        "Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.",
        "bound",
        metavar="K|none",
        least=0,
    )
    operators: str | None = option(
        None, "Rows: the operators of mechanisms.", "names", metavar="not,and,or,xor,iff"
    )
    errors: int | None = option(
        None,
        "Rows: how many training cells a model may leave unexplained.",
        "integer",
        metavar="E",
        least=0,
        most=10**9,
    )
    latent: str | None = option(
        None, "Rows: variables that nobody can observe (no columns).", "names", metavar="A,B"
    )

    def header(self, columns: Sequence[str]) -> tuple[str, ...]:
        if self.roots is not None and self.roots_column is not None:
            raise UsageError("--roots and --roots-column exclude each other")
        chosen_columns(self.roots_column, columns, "--roots-column")
        rest = self._columns().variables(name for name in columns if name != self.roots_column)
        chosen = chosen_columns(self.variables, columns, "--variables", rest)
        names = rest if chosen is None else chosen
        check_names(
            [*names, *(name for name in rest if "=" in (held_by(name, self.do) or ""))], self.do
        )
        told = (self.roots, self.roots_column, self.root_count, self.gold)
        if told == (None, None, None, None):
            raise UsageError(
                "which variables are roots is not said",
                remedy="say --roots A,B or --root-count N, or give --gold FILE; numbers need --target NAME"
                f"; columns: {', '.join(names[:20])}",
            )
        names = (*names, *(name for name in comma_names(self.latent) or () if name not in names))
        chosen_names(self.roots, names, "--roots", self.everywhere)
        return names

    def taker(self, names: tuple[str, ...]) -> _Taker:
        from symcause.families.boolean.problem.worlds_from_rows import Gathering

        unseen = tuple(comma_names(self.latent) or ())
        select = self.variables is not None
        return _Taker(Gathering(names, self._columns(), select=select), unseen, self.roots_column)

    def posed(self, id: str, names: tuple[str, ...], taken: _Taker, gold: object) -> BooleanProblem:
        from symcause.families.boolean.files.frame_rows import problem_of_worlds
        from symcause.families.boolean.questions.options import check_known

        bound = self.max_parents
        known, _ = self.known(None, names, lambda found: None)
        stated: dict[str, object] = {
            "id": id,
            "roots": taken.roots(names) or self._roots(names, gold),
            "order": comma_names(self.order),
            "blocks": None
            if self.blocks is None
            else list(map(comma_names, self.blocks.split("|"))),
            "root_count": self.root_count,
            "operators": comma_names(self.operators),
            "max_parents": bound if isinstance(bound, int) else None,
            "errors": self.errors,
            "latent": comma_names(self.latent),
            "knowledge": None if known is None else known.to_dict(),
            "gold": gold,
        }
        values = {key: value for key, value in stated.items() if value is not None}
        made = problem_of_worlds(taken.gathering.worlds(), names, values)
        if known is not None:
            check_known(known, made.disclosure)
        if self.setting is None or str(made.setting) == self.setting:
            return made
        return made.in_setting(self.setting)

    def facts(self, problem: BooleanProblem, taken: _Taker) -> Facts:
        from symcause.families.boolean.audits.evidence.made_problems import facts_of

        roots = problem.disclosure.roots
        return facts_of(problem, taken.gathering.words, roots)

    def _columns(self) -> Columns:
        from symcause.families.boolean.problem.worlds_from_rows import Columns

        return Columns(self.do, self.world, self.split, self.unit)

    def _roots(self, names: tuple[str, ...], gold: object) -> list[str] | None:
        """The roots that are stated; unless their number is, those of gold."""
        if self.roots is not None or self.root_count is not None or not isinstance(gold, Mapping):
            return chosen_names(self.roots, names, "--roots", self.everywhere)
        stated = gold.get("roots")
        if isinstance(stated, Sequence) and not isinstance(stated, str):
            return [str(name) for name in stated]
        mechanisms = gold.get("mechanisms")
        return [name for name in names if name not in mechanisms] if mechanisms else None


class _Taker:
    """The worlds of one problem; what is latent has no cell."""

    def __init__(
        self, gathering: Gathering, unseen: tuple[str, ...], column: str | None = None
    ) -> None:
        self.gathering, self._unseen, self._column = gathering, unseen, column
        self._roots: tuple[str, str] | None = None

    def roots(self, names: tuple[str, ...]) -> list[str] | None:
        """What the column of roots says, None where there is none."""
        if self._roots is None:
            return None
        text, place = self._roots
        roots: dict[str, None] = {}
        for word in filter(None, re.split(r"[\s,;|]+", text)):
            fitting = [name for name in names if fnmatchcase(name, word)]
            if not fitting:
                remedy = did_you_mean(word, names)
                raise ProblemError("no such variable", place=place, value=word, remedy=remedy)
            roots |= dict.fromkeys(fitting)
        return list(roots)

    def enter(self, line: Line) -> None:
        if self._column is not None and (cell := line.cells.pop(self._column, None)) is not None:
            before, _ = self._roots = self._roots or (str(cell), line.at(self._column))
            if before != str(cell):
                raise ProblemError(
                    f"another row of this problem says {before!r}",
                    place=line.at(self._column),
                    value=cell,
                )
        for name in self._unseen:
            line.cells.setdefault(name, None)
        self.gathering.enter(line.cells, line.at)
