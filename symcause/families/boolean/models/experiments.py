"""Experiments that tell two Boolean models apart: hard interventions, rates and witnesses.

An experiment is a hard intervention ``do(V=b, …)``. For a pair over the same roots both models run on
all 2^roots root assignments: the *pair disagreement rate* is the share of assignments under which
some endogenous variable that is no target differs, the *cell difference rate* the share of differing
cells. Models over different root sets are separated iff some complete state is possible under the
experiment in exactly one of them; rates are then None. The best experiment has the highest
disagreement rate, then cell rate, then the naturally first name, then the smaller bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import combinations, islice, product
from operator import or_

from symcause.errors import LimitError
from symcause.families.boolean.models.functions import full_mask, projection
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.models.variable_names import natural, natural_key

MAX_ROOTS = 16  # roots
"""Most free roots for which all root assignments are simulated."""

_TOGETHER = 64  # experiments that run side by side


@dataclass(frozen=True)
class Experiment:
    """An intervention that sets one or more variables.

    Parameters
    ----------
    assignments : tuple of (str, bool)
        Variables and values, in natural order of the names; :meth:`do` and :meth:`of` sort them.

    Examples
    --------
    >>> print(Experiment.do(X10=1, X7=0))
    do(X7=0, X10=1)
    """

    assignments: tuple[tuple[str, bool], ...]

    @staticmethod
    def do(**values: bool | int) -> Experiment:
        """``Experiment.do(X7=1)``."""
        return Experiment.of(values.items())

    @staticmethod
    def of(assignments: Mapping[str, int] | Iterable[tuple[str, int]]) -> Experiment:
        pairs = assignments.items() if isinstance(assignments, Mapping) else assignments
        ordered = sorted(((n, bool(b)) for n, b in pairs), key=lambda a: natural_key(a[0]))
        return Experiment(tuple(ordered))

    @property
    def targets(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.assignments)

    def to_dict(self) -> dict[str, object]:
        """The published shape: ``{"type": "hard_do", "assignments": {"X7": 0}}``."""
        return {
            "type": "hard_do",
            "assignments": {name: int(bit) for name, bit in self.assignments},
        }

    def __str__(self) -> str:
        set_to = ", ".join(f"{name}={bit:d}" for name, bit in self.assignments)
        return f"do({set_to})" if set_to else "observing"


@dataclass(frozen=True)
class Difference:
    """One cell on which two models disagree."""

    variable: str
    reference: bool
    alternative: bool


@dataclass(frozen=True)
class Witness:
    """A root assignment and the cells that differ under it."""

    roots: tuple[tuple[str, bool], ...]
    differences: tuple[Difference, ...]

    def to_dict(self) -> dict[str, object]:
        """The published shape: ``{"rootAssignment", "differences"}``."""
        return {
            "rootAssignment": {name: int(bit) for name, bit in self.roots},
            "differences": [
                {
                    "variable": d.variable,
                    "reference": int(d.reference),
                    "alternative": int(d.alternative),
                }
                for d in self.differences
            ],
        }


@dataclass(frozen=True)
class StateWitness:
    """A complete state that only one of two models can produce (different root sets)."""

    state: tuple[tuple[str, bool], ...]
    possible_in: str  # "reference" or "alternative"

    def to_dict(self) -> dict[str, object]:
        """The state, and which of the two models can be in it."""
        state = {name: int(bit) for name, bit in self.state}
        return {"state": state, "possibleIn": self.possible_in}


@dataclass(frozen=True)
class PairSeparation:
    """What an experiment shows about a pair of models."""

    experiment: Experiment
    pair_disagreement_rate: Fraction | None
    cell_difference_rate: Fraction | None
    witness: Witness | StateWitness | None

    @property
    def separates(self) -> bool:
        return self.witness is not None


def experiments(variables: Iterable[str], targets: int) -> Iterator[Experiment]:
    """All experiments with 1 to *targets* variables, fewest first, then in natural order."""
    names = natural(variables)
    yield from _of_one_target(names) if targets > 0 else ()
    for size in range(2, targets + 1):
        for chosen in combinations(names, size):
            for bits in product((False, True), repeat=size):
                yield Experiment(tuple(zip(chosen, bits, strict=True)))


@lru_cache(maxsize=64)
def _of_one_target(names: tuple[str, ...]) -> tuple[Experiment, ...]:
    """Kept, for every pair of models of a problem is asked about them."""
    return tuple(Experiment(((name, bit),)) for name in names for bit in (False, True))


def compare(
    reference: BooleanSCM, alternative: BooleanSCM, experiment: Experiment
) -> PairSeparation:
    """Run both models under the experiment on every root assignment."""
    if reference.roots != alternative.roots:
        return _compare_states(reference, alternative, experiment)
    contexts = Contexts(reference.roots)
    scored = [v for v in reference.endogenous if v not in experiment.targets]
    a, b = contexts.run(reference, experiment), contexts.run(alternative, experiment)
    cells = [a[v] ^ b[v] for v in scored]
    differing = 0
    for cell in cells:
        differing |= cell
    total = 1 << len(contexts.roots)
    count = sum(cell.bit_count() for cell in cells)
    rate = Fraction(count, total * len(scored)) if scored else Fraction(0)
    witness = None
    if differing:
        row = (differing & -differing).bit_length() - 1
        witness = Witness(
            contexts.assignment(row, experiment),
            tuple(
                Difference(v, bool(a[v] >> row & 1), bool(b[v] >> row & 1))
                for v, cell in zip(scored, cells, strict=True)
                if cell >> row & 1
            ),
        )
    return PairSeparation(experiment, Fraction(differing.bit_count(), total), rate, witness)


def best_experiment(
    reference: BooleanSCM, alternative: BooleanSCM, *, targets: int = 1
) -> PairSeparation | None:
    """Find the experiment that separates two Boolean models best.

    Parameters
    ----------
    reference, alternative : BooleanSCM
        The two models.
    targets : int, default 1
        How many variables the experiment may set.

    Returns
    -------
    PairSeparation or None
        ``experiment``, ``rate`` and ``witness``; None if no experiment separates the models.

    Raises
    ------
    LimitError
        There are too many roots for all root assignments.

    See Also
    --------
    symcause.separate : two answers to a problem of any family.

    Examples
    --------
    >>> from symcause.boolean import model
    >>> one, other = model({"X2": "X1", "X3": "X2"}), model({"X2": "X1", "X3": "X1"})
    >>> best = best_experiment(one, other)
    >>> print(best.experiment, best.witness.roots)
    do(X2=0) (('X1', True),)
    """
    candidates = experiments(reference.variables, targets)
    if reference.roots != alternative.roots:
        separations = (compare(reference, alternative, experiment) for experiment in candidates)
        return next((separation for separation in separations if separation.separates), None)
    best: Experiment | None = None
    most, cells, among = 0, 0, 1
    while chunk := tuple(islice(candidates, _TOGETHER)):
        for experiment, rows, count, scored in _rates(reference, alternative, chunk):
            if rows > most or (rows == most and count * among > cells * scored):
                best, most, cells, among = experiment, rows, count, scored
    return None if best is None else compare(reference, alternative, best)


def ranked_experiments(
    reference: BooleanSCM, alternative: BooleanSCM, *, targets: int = 1
) -> Iterator[PairSeparation]:
    """All separating experiments with at most *targets* variables, in the order of the module.

    Between models over the same roots all are rated before the first is given; else each is tried in turn.
    """
    candidates = experiments(reference.variables, targets)
    if reference.roots != alternative.roots:
        tried = (compare(reference, alternative, experiment) for experiment in candidates)
        yield from (separation for separation in tried if separation.separates)
        return
    rated: list[tuple[int, Fraction, Experiment]] = []
    while chunk := tuple(islice(candidates, _TOGETHER)):
        for experiment, rows, count, scored in _rates(reference, alternative, chunk):
            rated.append((-rows, -Fraction(count, scored), experiment))
    for _, _, experiment in sorted(rated, key=lambda one: one[:2]):  # stable: fewest, first names
        yield compare(reference, alternative, experiment)


def _rates(
    a: BooleanSCM, b: BooleanSCM, chunk: Sequence[Experiment]
) -> Iterator[tuple[Experiment, int, int, int]]:
    """What ranks each experiment that separates: differing contexts, then cells a scored variable.

    Each model runs once: the contexts of all experiments stand side by side, a block of bits each,
    and a target keeps the experiment's bit in its own block. So it never differs there.
    """
    contexts = Contexts(a.roots)
    width = 1 << len(a.roots)
    held, given = dict.fromkeys(a.variables, 0), dict.fromkeys(a.variables, 0)
    for at, experiment in enumerate(chunk):
        for name, bit in experiment.assignments:
            held[name] |= contexts.mask << at * width
            given[name] |= contexts.mask << at * width if bit else 0
    everywhere = (1 << width * len(chunk)) - 1
    copies = everywhere // contexts.mask  # a column of one block times this is that of all blocks
    for name, column in contexts.columns.items():
        given[name] |= column * copies & ~held[name]
    left, right = (_run_held(model, given, held, everywhere) for model in (a, b))
    cells = [cell for v in a.endogenous if (cell := left[v] ^ right[v])]
    somewhere = reduce(or_, cells, 0)
    for at, experiment in enumerate(chunk):
        rows = (somewhere >> at * width & contexts.mask).bit_count()
        if not rows:
            continue
        count = sum((cell >> at * width & contexts.mask).bit_count() for cell in cells)
        scored = len(a.functions) - sum(v in a.functions for v, _ in experiment.assignments)
        yield experiment, rows, count, scored


def _run_held(
    model: BooleanSCM, given: Mapping[str, int], held: Mapping[str, int], mask: int
) -> dict[str, int]:
    """All columns, where *given* has the roots everywhere and each variable where it is *held*."""
    columns = dict(given)
    for name in model.order:
        computed = model.functions[name].on(columns, mask)
        columns[name] = computed & ~held[name] | given[name]
    return columns


class Contexts:
    """All assignments to a set of roots, as columns."""

    def __init__(self, roots: tuple[str, ...]) -> None:
        if len(roots) > MAX_ROOTS:
            raise LimitError(
                f"{len(roots)} roots: all root assignments cannot be simulated",
                remedy=f"exact rates need at most {MAX_ROOTS} roots",
            )
        self.roots = roots
        self.mask = full_mask(len(roots))
        self.columns = {name: projection(j, len(roots)) for j, name in enumerate(roots)}

    def run(self, model: BooleanSCM, experiment: Experiment) -> dict[str, int]:
        clamped = {name: self.mask if bit else 0 for name, bit in experiment.assignments}
        return model.run({**self.columns, **clamped}, experiment.targets, self.mask)

    def assignment(self, row: int, experiment: Experiment) -> tuple[tuple[str, bool], ...]:
        values = {name: bool(row >> j & 1) for j, name in enumerate(self.roots)}
        values |= {name: bit for name, bit in experiment.assignments if name in values}
        return tuple(values.items())


def states(model: BooleanSCM, experiment: Experiment) -> frozenset[tuple[bool, ...]]:
    """The complete states (in the order of ``model.variables``) possible under an experiment."""
    contexts = Contexts(model.roots)
    columns = contexts.run(model, experiment)
    return frozenset(
        tuple(bool(columns[v] >> row & 1) for v in model.variables)
        for row in range(1 << len(model.roots))
    )


def _compare_states(a: BooleanSCM, b: BooleanSCM, experiment: Experiment) -> PairSeparation:
    in_a, in_b = states(a, experiment), states(b, experiment)
    apart = sorted(in_a ^ in_b)
    if not apart:
        return PairSeparation(experiment, None, None, None)
    side = "reference" if apart[0] in in_a else "alternative"
    witness = StateWitness(tuple(zip(a.variables, apart[0], strict=True)), side)
    return PairSeparation(experiment, None, None, witness)
