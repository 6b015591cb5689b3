"""The scores object of the Python API: lines of answers, tables, figures, and remarks on systems."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from symcause.errors import UsageError, closest
from symcause.formats.data_frames import data_frame
from symcause.models.notebook_hook import Shown
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.comparison.system_scores import SystemScores
from symcause.scoring.comparison.system_tables import joined, pair_table
from symcause.scoring.score_table import Table


@dataclass(frozen=True)
class Scores(Shown):
    """The lines of all answers, in input order, and the summary tables."""

    lines: tuple[Mapping[str, object], ...]
    tables: tuple[Table, ...]
    _draw: Callable[[], list[Any]] = field(default=list, repr=False, compare=False)
    _systems: Mapping[str, SystemScores] = field(default_factory=dict, repr=False, compare=False)
    _bootstrap: Bootstrap = field(default=Bootstrap(), repr=False, compare=False)
    _explain: Callable[[tuple[str, ...]], tuple[Table, ...]] | None = field(
        default=None, repr=False, compare=False
    )
    notes: tuple[str, ...] = ()

    @property
    def figures(self) -> tuple[Any, ...]:
        """The pictures of the page: each has ``svg``, its data as ``csv()``, and ``plot()``."""
        return tuple(self._draw())

    def difficulty(self, joint: Iterable[str] = ()) -> tuple[Table, ...]:
        """Which measures of problems go with the success of each system; *joint* are those of one model.

        Raises UsageError where the data do not carry so many, or scores were read back.

        >>> pool = list(symcause.load_pool("examples/pool.jsonl"))
        >>> found = symcause.score(pool, symcause.baselines.solve(pool)).difficulty()
        >>> [table.key for table in found]
        ['difficulty', 'difficulty-bins', 'difficulty-correlations']
        """
        if self._explain is None:
            raise UsageError("these scores do not know their problems", remedy="score again")
        return self._explain(tuple(joint))

    def to_pandas(self) -> Any:
        """A data frame with one row an answer. Raises UsageError where pandas is not installed."""
        return data_frame(list(self.lines))

    def __reduce__(self) -> tuple[object, ...]:
        drawn: Callable[[], list[Any]] = partial(list, self._draw())
        kept = self.lines, self.tables, drawn, self._systems, self._bootstrap, None, self.notes
        return Scores, kept

    def __repr__(self) -> str:
        number = len(self.lines)
        named = "".join(f", {table.key}" for table in self.tables)
        return f"<Scores of {number} answer{'s' * (number != 1)}{named.replace(',', ':', 1)}>"

    def table(self, key: str) -> Table:
        """The table of this name. Raises UsageError, with the names there are, where there is none."""
        for table in self.tables:
            if table.key == key:
                return table
        known = list(dict.fromkeys(table.key for table in self.tables))
        near = closest(key, known)
        hint = f"did you mean {near!r}? There are" if near else "there are"
        remedy = f"{hint}: {', '.join(known)}" if known else "no answer was scored"
        raise UsageError("there is no such table", value=key, remedy=remedy)

    def compare(self, first: str, second: str) -> Table:
        """First system minus second in every metric, on the problems that both answered.

        Answers of several settings are compared in each as well, those of several families family by
        family. Raises UsageError where one of them is no system, or where they share no problem.

        >>> pool = [symcause.load("examples/unique.json")]
        >>> row = {"instanceId": "unique", "model": "gold", "response": pool[0].gold}
        >>> other = {**row, "model": "mine", "response": "no idea"}
        >>> table = symcause.score(pool, [row, other]).compare("gold", "mine")
        >>> table.rows[0][2].shown, table.rows[0][-3].shown
        ('Valid', '+1.000 *')
        """
        scores = self._systems
        systems = list(dict.fromkeys(name for own in scores.values() for name in own.systems))
        for name in (first, second):
            if name not in systems:
                remedy = f"there are: {', '.join(systems)}" if systems else "no answer was scored"
                raise UsageError("there is no such system", value=name, remedy=remedy)
        if first == second:
            raise UsageError("a system is compared with another one", value=first)
        pair = (first, second)
        found = {name: pair_table(own, self._bootstrap, pair) for name, own in scores.items()}
        tables = {name: table for name, table in found.items() if table.rows}
        if not tables:
            text = f"{first!r} and {second!r} answered no problem in common"
            raise UsageError(text, remedy="score both on the same pool")
        return joined(tables)
