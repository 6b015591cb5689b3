"""Experiment questions: what all finite spaces answer about interventions, whatever was observed.

An experiment sets variables to values, one of them unless more are asked for. It is seen on contexts, rows
of root values, and shows the states that a model comes to from them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations, islice, product
from typing import TYPE_CHECKING

from symcause.answers import Unknown, Unsat
from symcause.audits.experiments.experiment_forms import settings
from symcause.audits.experiments.experiment_merits import ExperimentRanking, Left
from symcause.audits.members import Members
from symcause.audits.space import Separation
from symcause.errors import LimitError, UsageError, did_you_mean
from symcause.families.finite.bounds import COMPARED_MEMBERS, NEXT_CONTEXTS, SEPARATED_CELLS
from symcause.families.finite.catalogue.class_catalogue import catalogue_of
from symcause.families.finite.models.finite_values import Value
from symcause.families.finite.models.term_text import print_term
from symcause.families.finite.problem.problem import FiniteProblem, FiniteWorld
from symcause.families.finite.space.model_comparison import (
    Compared,
    Comparison,
    RootWitness,
    Setting,
    StateWitness,
)
from symcause.families.finite.space.ordered_members import MemberOrder
from symcause.families.finite.space.root_assignments import assignments, distinct, simulated
from symcause.mechanisms.next.experiment_batch import Showing
from symcause.mechanisms.next.experiment_contexts import Contexts, Outcome
from symcause.mechanisms.tables.table_cells import TableExperiment, table_contexts
from symcause.mechanisms.tables.table_evidence import TableEvidence
from symcause.mechanisms.tables.table_functions import TableFunction
from symcause.mechanisms.tables.table_models import TableModel
from symcause.models.variable_names import natural

if TYPE_CHECKING:
    from symcause.audits.experiments.outcome_shares import Plain

Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Ranked:
    """An experiment by what it leaves: the largest group of members that show the same, and so on."""

    experiment: Plain
    worst: int
    expected: Fraction
    best_case: int
    outcomes: int

    @property
    def settles(self) -> bool:
        """Is one member left, whatever is seen?"""
        return self.worst == 1


class ExperimentQuestions(Members[TableModel]):
    """What follows from the values of a problem and from what its members show."""

    if TYPE_CHECKING:

        @property
        def problem(self) -> FiniteProblem: ...

    @abstractmethod
    def shown(self, showing: Showing[TableFunction]) -> Counter[Outcome]:
        """How many members show what under experiments side by side; raises LimitError."""

    @property
    def over(self) -> tuple[str, ...]:
        """The variables."""
        return self.problem.variables

    @cached_property
    def order(self) -> MemberOrder:
        """The order of the members."""
        return MemberOrder(self.problem.variables, catalogue_of(self.problem))

    @cached_property
    def _values(self) -> TableEvidence:
        return TableEvidence(self.problem.variables, self.problem.sizes, ())

    def row(self, model: TableModel) -> Plain:
        """The mechanism of every variable as it is written, None of a root."""
        catalogue = catalogue_of(self.problem)
        return {
            name: None
            if (function := model.functions.get(name)) is None
            else print_term(catalogue.printed(name, function))
            for name in self.over
        }

    # experiments and what they show

    def experiments(self, most_targets: int = 1) -> Iterator[Plain]:
        """Every variable set to each of its values, in natural order of names; then two at once."""
        return ({"do": self.said(setting)} for setting in self.settings(most_targets))

    def settings(self, most_targets: int = 1) -> Iterator[Setting]:
        """The same by places and positions."""
        names, sizes = self.over, self.problem.sizes
        places = [names.index(name) for name in natural(names)]
        for number in range(1, most_targets + 1):
            for chosen in combinations(places, number):
                for values in product(*[range(sizes[at]) for at in chosen]):
                    yield tuple(zip(chosen, values, strict=True))

    def said(self, setting: Setting) -> dict[str, Value]:
        domains = self.problem.domains
        return {domains[at].name: domains[at].values[value] for at, value in setting}

    def setting_of(self, experiment: object) -> Setting:
        """What an experiment sets, in any of its forms. Raises UsageError for what is none."""
        asked, names = settings(experiment), self.over
        if asked is None:
            raise UsageError("not an experiment", value=experiment, remedy='{"do": {name: value}}')
        found = []
        for name, value in asked.items():
            if name not in names:
                raise UsageError("no such variable", value=name, remedy=did_you_mean(name, names))
            known = self.problem.domain(name)
            at = known.position(value)
            if at is None and isinstance(value, str):  # as a command line has it
                at = next((p for p, one in enumerate(known.values) if str(one) == value), None)
            if at is None:
                remedy = "one of " + ", ".join(map(str, known.values))
                raise UsageError(f"{name} has no such value", value=value, remedy=remedy)
            found.append((names.index(name), at))
        return tuple(found)

    def assignments(self, experiment: object) -> dict[str, int]:
        """The same by names."""
        return {self.over[at]: value for at, value in self.setting_of(experiment)}

    @cached_property
    def contexts(self) -> Rows:
        """The rows from which roots take their values in further experiments.

        Those of the first training world without targets that shows all roots, else the first assignments.
        """
        problem, roots = self.problem, self.problem.disclosure.roots
        rooted = problem.variables if roots is None else roots
        places = [problem.variables.index(name) for name in rooted]
        for world in problem.training:
            if not world.targets and world.rows:
                rows = [[row[at] for at in places] for row in world.rows]
                if not any(None in row for row in rows):
                    return self._filled(places, rows)
        states = assignments(problem.variables, problem.sizes, rooted, NEXT_CONTEXTS)
        return tuple([tuple(line) for line in states.tolist()])

    def _filled(self, places: Sequence[int], rows: Iterable[Sequence[int | None]]) -> Rows:
        filled = []
        for row in rows:
            line = [0] * len(self.over)
            for at, cell in zip(places, row, strict=True):
                line[at] = cell or 0
            filled.append(tuple(line))
        return tuple(filled)

    @cached_property
    def _contexts(self) -> Contexts[TableFunction]:
        return table_contexts(self._values, self.contexts)

    def outcome(self, model: TableModel, experiment: Plain) -> Plain:
        """The states of all variables that a model shows on the contexts."""
        done = self.assignments(experiment)
        rows = []
        for context in self.contexts:
            state = model.run(dict(zip(self.over, context, strict=True)), done)
            rows.append([one.values[state[one.name]] for one in self.problem.domains])
        return {"rows": rows}

    def learnt(self, experiment: Plain, outcome: Plain) -> FiniteProblem:
        """The problem with one more world: what an experiment has shown."""
        shown, domains = outcome.get("rows"), self.problem.domains
        rows = []
        for row in shown if isinstance(shown, Sequence) else ():
            cells = list(row) if isinstance(row, Sequence) else []
            if len(cells) != len(domains):
                cells = [None] * len(domains)
            rows.append(
                tuple([one.position(cell) for one, cell in zip(domains, cells, strict=True)])
            )
        if not rows or any(None in row for row in rows):
            raise UsageError("not an outcome", value=outcome, remedy='{"rows": [[…], …]}')
        done = self.said(self.setting_of(experiment))
        world = FiniteWorld(f"learnt_{len(self.problem.worlds)}", tuple(rows), done)
        return replace(self.problem, worlds=(*self.problem.worlds, world))

    # the next experiment

    def ranks(self, most_targets: int = 1) -> tuple[Ranked, ...] | Unknown:
        """All experiments by what they leave in the worst case, then on average, then in their order.

        None where one member or none is left.
        """
        count = self.count()
        if not isinstance(count, int):
            return count if isinstance(count, Unknown) else Unknown("infinitely many members")
        if count <= 1:
            return ()
        if count > COMPARED_MEMBERS:
            return Unknown(
                f"{count:,} members: more than {COMPARED_MEMBERS:,} are not run on all experiments"
            )
        asked = list(self.settings(most_targets))
        try:
            groups = self._groups(asked)
        except LimitError as error:
            return Unknown(str(error))
        ranked = [
            Ranked(
                {"do": self.said(setting)},
                max(found.values()),
                Fraction(sum([number**2 for number in found.values()]), count),
                min(found.values()),
                len(found),
            )
            for setting, found in zip(asked, groups, strict=True)
        ]
        return tuple(sorted(ranked, key=lambda one: (one.worst, one.expected)))

    def _groups(self, asked: Sequence[Setting]) -> list[Counter[Outcome]]:
        """How many members show each outcome of each experiment."""
        showing = self._showing(asked, self._contexts)
        groups: list[Counter[Outcome]] = [Counter() for _ in asked]
        for columns, number in self.shown(showing).items():
            for group, outcome in zip(groups, showing.blocks(columns), strict=True):
                group[outcome] += number
        return groups

    def _showing(
        self, asked: Iterable[Setting], contexts: Contexts[TableFunction]
    ) -> Showing[TableFunction]:
        named = [tuple([(self.over[at], value) for at, value in setting]) for setting in asked]
        return Showing(self.over, [TableExperiment(one) for one in named], contexts)

    def ranking(self) -> ExperimentRanking | Unknown | None:
        """The experiments that can shrink the space, best first."""
        ranks, count = self.ranks(), self.count()
        if isinstance(ranks, Unknown):
            return ranks
        tried = [Left(r.experiment, r.worst, r.worst, r.best_case, r.expected) for r in ranks]
        return ExperimentRanking.of(tried, count if isinstance(count, int) else 0)

    # pairs of models

    def compared(
        self, first: TableModel, second: TableModel, most_targets: int = 1
    ) -> Compared | Unknown | None:
        """The best experiment between two models, the first one if none tells them apart."""
        try:
            return self._pair(first, second).best(list(self.settings(most_targets)))
        except LimitError as error:
            return Unknown(str(error))

    def _pair(self, first: TableModel, second: TableModel) -> Comparison:
        for model in (first, second):
            if {*model.roots, *model.functions} != set(self.over):
                raise UsageError("not a model of this problem: it has other variables")
        return Comparison(self.over, self.problem.sizes, first, second)

    def pair_separations(
        self, first: TableModel, second: TableModel, most_targets: int = 1
    ) -> Iterator[Separation | Unknown]:
        """All experiments between two models, best first."""
        try:
            for one in self._pair(first, second).separations(list(self.settings(most_targets))):
                yield self._separation(one, first, second)
        except LimitError as error:
            yield Unknown(str(error))

    def _separation(self, one: Compared, first: TableModel, second: TableModel) -> Separation:
        experiment: dict[str, object] = {"do": self.said(one.setting)}
        match one.witness:
            case RootWitness(roots, _, states):
                experiment["context"] = self.said(roots)
                readings = tuple([self.said(tuple(enumerate(state))) for state in states])
                measures = {
                    "pair_disagreement_rate": one.disagreement or Fraction(0),
                    "cell_difference_rate": one.cells or Fraction(0),
                }
                return Separation(
                    experiment, first, second, (readings[0], readings[1]), dict(measures)
                )
            case StateWitness(state, in_first):
                experiment["state"] = self.said(tuple(enumerate(state)))
                shown = {"possible": in_first}, {"possible": not in_first}
                return Separation(experiment, first, second, shown)
            case None:
                raise AssertionError("without a witness nothing is told apart")

    def replayed(self, found: Separation) -> bool:
        """Do the two models show what a separation says, and different things, when they are run?"""
        models = [one for one in (found.first, found.second) if isinstance(one, TableModel)]
        shown = tuple([self._reading(model, found.experiment) for model in models])
        return shown == found.readings and shown[0] != shown[1]

    def _reading(self, model: TableModel, experiment: Mapping[str, object]) -> dict[str, object]:
        """What one model shows in the context of a separation, or whether it can come to its state."""
        done = self.setting_of({"do": experiment["do"]})
        if "state" in experiment:
            asked = dict(self.setting_of(experiment["state"]))
            given = assignments(self.over, self.problem.sizes, model.roots)
            states = distinct(simulated(model, self.over, given, dict(done)))
            return {"possible": tuple([asked[at] for at in range(len(self.over))]) in states}
        context = {self.over[at]: value for at, value in self.setting_of(experiment["context"])}
        state = model.run(context, {self.over[at]: value for at, value in done})
        return dict(self.said(tuple([(at, state[name]) for at, name in enumerate(self.over)])))

    def separations(
        self,
        first: TableModel | None = None,
        second: TableModel | None = None,
        most_targets: int = 1,
    ) -> Iterator[Separation | Unknown]:
        """All experiments that tell two models apart, best first."""
        pair = partial(self.pair_separations, most_targets=most_targets)
        return self._executed(self._separations(first, second, pair))

    def separate(
        self, first: TableModel, second: TableModel | None = None, most_targets: int = 1
    ) -> Separation | Unsat | Unknown:
        """The best experiment under which two models show different things."""
        return next(self.separations(first, second, most_targets), Unsat())

    def separable(self) -> bool | Unknown:
        """Do two members differ under some experiment on one variable?"""
        asked = list(self.settings())
        first: dict[frozenset[str], tuple[TableModel, Showing[TableFunction], Outcome]] = {}
        cells = 0
        try:
            for member in self.members():
                if isinstance(member, Unknown):
                    return member
                roots = frozenset(member.roots)
                if roots not in first:
                    states = assignments(self.over, self.problem.sizes, roots)
                    contexts = table_contexts(self._values, states.tolist())
                    showing = self._showing(asked, contexts)
                    for other, _, _ in first.values():
                        if self._pair(other, member).best(asked).separable:  # type: ignore[union-attr]
                            return True
                    first[roots] = member, showing, showing.columns(member)
                else:
                    _, showing, columns = first[roots]
                    if showing.columns(member) != columns:
                        return True
                cells += showing.width
                if cells > SEPARATED_CELLS:
                    return Unknown("too many members to compare")
        except LimitError as error:
            return Unknown(str(error))
        return False

    def first_members(self, number: int) -> tuple[TableModel, ...] | Unknown:
        """The first members in order; why they cannot be listed."""
        listed = list(islice(self.members(), number))
        missing = [one for one in listed if isinstance(one, Unknown)]
        return (
            missing[0] if missing else tuple([one for one in listed if isinstance(one, TableModel)])
        )
