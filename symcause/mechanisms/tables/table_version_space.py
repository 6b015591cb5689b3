"""The version space of tables, for families of any number of values: all models that replay what was seen.

A family says what was seen and what each variable may choose (:meth:`TableVersionSpace.opened`) and which
problem one has when an experiment has shown something (``learnt``). Experiments set one variable; they are
seen on the contexts, rows of root values, and show the rows of all variables. Where values have names
(:meth:`TableVersionSpace.value_names`), experiments, outcomes and objections are written with them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property, partial

from symcause.answers import Unknown
from symcause.audits.experiments.outcome_shares import Plain
from symcause.audits.space import Objection
from symcause.errors import LimitError, UsageError
from symcause.mechanisms.mechanism_space import MechanismSpace
from symcause.mechanisms.member_tally import Tally
from symcause.mechanisms.next.named_experiments import NamedExperiments, written_rows
from symcause.mechanisms.next.posed_experiments import Posed
from symcause.mechanisms.tables.table_branches import TableBranches
from symcause.mechanisms.tables.table_cells import TableCells, TableExperiment, table_contexts
from symcause.mechanisms.tables.table_distance import TableDistances
from symcause.mechanisms.tables.table_evidence import TableEvidence
from symcause.mechanisms.tables.table_functions import TableFunction
from symcause.mechanisms.tables.table_models import TableModel
from symcause.mechanisms.tables.table_space import TableSpace


class TableVersionSpace(NamedExperiments, MechanismSpace[TableSpace, TableFunction, TableModel]):
    """All models of tables in a class that replay the rows of the problem exactly."""

    identity = "functions+roots"

    @abstractmethod
    def opened(self) -> TableBranches:
        """The evidence, the roots, and what each variable may choose; give it the *meter* of the space."""

    @cached_property
    def tables(self) -> TableBranches:
        """The same, opened once."""
        return self.opened()

    @cached_property
    def tally(self) -> Tally | Unknown:
        """What there is to count; root sets that are too many to list are counted over."""
        try:
            return self.tables.tally
        except LimitError as error:
            return Unknown(str(error))

    @cached_property
    def exact(self) -> TableBranches | Unknown:
        """The space branch by branch, or why there are too many parent sets for that."""
        try:
            _ = self.tables.tally, self.tables.branches
        except LimitError as error:
            return Unknown(str(error))
        return self.tables

    @property
    def distances(self) -> TableDistances:
        """The share of patterns on which two functions differ."""
        return TableDistances()

    @property
    def evidence(self) -> TableEvidence:
        """Variables, how many values each has, and what was seen."""
        return self.tables.evidence

    @property
    def over(self) -> tuple[str, ...]:
        """The variables."""
        return self.evidence.variables

    @property
    def value_counts(self) -> tuple[int, ...]:
        """How many values each variable has."""
        return self.evidence.sizes

    def value_names(self, name: str) -> Sequence[object]:
        """The values of a variable as experiments and outcomes write them, that of number 0 first."""
        return range(self.evidence.sizes[self.over.index(name)])

    # members

    def objections(self, model: TableModel) -> tuple[Objection, ...]:
        """Why a model is no member: it is none of these variables, a row, or the class."""
        evidence = self.evidence
        if strange := _strange(evidence, model):
            return (Objection(strange),)
        wrong = [o for v, f in model.functions.items() for o in self._refuted(v, f)]
        if wrong or isinstance(self.exact, Unknown) or model in self.exact:
            return tuple(wrong)
        outside = [
            Objection("no mechanism of the class", v)
            for v, function in model.functions.items()
            if v not in self.tables.choices or function not in self.exact.local(v)
        ]
        return tuple(outside) or (Objection(self._rootless(model)),)

    def _rootless(self, model: TableModel) -> str:
        """What is wrong with the roots of a model: those that have to have a mechanism first."""
        roots = self.tables.roots
        if not isinstance(roots, int):
            bare = [name for name in self.over if name in {*model.roots}.difference(roots)]
            if bare:
                return f"no mechanism for {', '.join(bare)}"
        return "other roots than the class has"

    def _refuted(self, name: str, function: TableFunction) -> Iterator[Objection]:
        """The first row that a mechanism gets wrong."""
        evidence, place, names = self.evidence, self.over.index(name), self.value_names(name)
        for w, world in enumerate(evidence.worlds):
            if name in world.targets:
                continue
            for r, row in enumerate(world.rows):
                given = function(dict(zip(self.over, row, strict=True)))
                if given != row[place]:
                    text = f"{name} is {names[row[place]]}, the model gives {names[given]}"
                    yield Objection(text, f"worlds[{w}].rows[{r}]")
                    return

    def others(self, than: TableModel) -> Iterator[TableModel | Unknown]:
        """Members that differ from a model: fewest changed mechanisms, then fewest changed outputs."""
        if strange := _strange(self.evidence, than):
            raise UsageError(strange)
        return super().others(than)

    def row(self, model: TableModel) -> Plain:
        """Parents and outputs of every mechanism, None of a root."""
        return {
            name: f"({', '.join(f.parents)}): {' '.join(self._named(name, f.outputs))}"
            if (f := model.functions.get(name))
            else None
            for name in self.over
        }

    def _named(self, name: str, numbers: Sequence[int]) -> list[str]:
        names = self.value_names(name)
        return [str(names[number]) for number in numbers]

    # experiments

    @cached_property
    def contexts(self) -> Sequence[Sequence[int]]:
        """The rows on which experiments are run, with a value of every variable, should it be a root.

        Those of the first world that was only observed; a row of zeros where there is none.
        """
        observed = (world.rows for world in self.evidence.worlds if not world.targets)
        return next(observed, None) or ((0,) * len(self.over),)

    @property
    def observed(self) -> bool:
        """Was seen what the contexts show without any intervention?"""
        return any(not w.targets and w.rows == self.contexts for w in self.evidence.worlds)

    def experiments(self) -> Iterator[Plain]:
        """Every variable set to each of its values; watching, where that would be new."""
        if not self.observed:
            yield {"do": {}}
        for name in self.over:
            yield from ({"do": {name: value}} for value in self.value_names(name))

    def posed(
        self, experiments: Sequence[Plain]
    ) -> Posed[TableSpace, TableFunction, TableModel] | None:
        """The experiments as they are counted."""
        if not isinstance(self.exact, TableBranches):
            return None
        contexts = table_contexts(self.evidence, self.contexts, observed=self.observed)
        names = [self.value_names(name) for name in self.over]
        done = map(self.assignments, experiments)
        asked = [(self.plain(one), TableExperiment(tuple(one.items()))) for one in done]
        written = partial(written_rows, rows=contexts.rows, lanes=contexts.lanes, names=names)
        return Posed(TableCells(self.exact, contexts), asked, written)


def _strange(evidence: TableEvidence, model: TableModel) -> str | None:
    """Why something is no model of these variables at all."""
    if not isinstance(model, TableModel):
        return "not a model of tables"
    if {*model.roots, *model.functions} != set(evidence.variables):
        return "not a model of these variables"
    sizes = dict(zip(evidence.variables, evidence.sizes, strict=True))
    for name, function in model.functions.items():
        if function.values != sizes[name]:
            return f"{name} has {sizes[name]} values, not {function.values}"
        if function.sizes != tuple(sizes.get(parent, 0) for parent in function.parents):
            return f"the table of {name} is not about the values of its parents"
        places = list(map(evidence.variables.index, function.parents))
        if places != sorted(set(places)):
            return f"the parents of {name} do not stand in the order of the variables"
    try:
        _ = model.order
    except ValueError as error:
        return str(error)
    return None
