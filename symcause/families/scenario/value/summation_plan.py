"""The summation plan of a scenario value: in which order an event's probability is summed.

P(event) is computed forwards. A table holds the states that the variables so far can be in, with their
weights; each variable adds a column, and a column that nobody needs any more is dropped, so that states
which differ in it alone become one. The order is the causal order of the file.

A loop is summed in closed form, for which the event must be a conjunction of clauses that speak of at
most one total each. What is drawn for the clauses of one total only (say, damage to one component) is
*private* to it: its states are averaged into that clause and never multiplied with those of others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from symcause.families.scenario.models.model_components import (
    Define,
    Draw,
    Repeat,
    Variable,
    terms_of,
)
from symcause.families.scenario.value.draw_cuts import Resolution, resolve
from symcause.families.scenario.value.event_clauses import Unsupported, grouped_clauses
from symcause.families.scenario.value.event_expansion import inlined
from symcause.grammar.scenario.scenario_terms import Apply, Case, Name, Term, names
from symcause.grammar.scenario.term_operators import COMPARISONS


@dataclass(frozen=True)
class Step:
    """One variable, the columns still needed after it, and how a continuous draw is cut."""

    variable: Draw | Define
    keep: frozenset[str]
    resolution: Resolution | None = None
    chance: Term | None = None  # of a Bernoulli draw, in terms of the midpoint of a cut draw


@dataclass(frozen=True)
class Group:
    """The clauses about one total (None: about none), and what is drawn for them alone."""

    total: str | None
    clauses: tuple[Term, ...]
    steps: tuple[Step, ...]
    inputs: frozenset[str]  # what it needs of the shared columns
    uses: frozenset[str] = frozenset()  # all that it mentions, apart from what is drawn for it
    seen: tuple[Term, ...] = ()  # and as what it sees them, and the design: the largest such terms

    @cached_property
    def sides(self) -> tuple[tuple[tuple[Term, frozenset[str]], ...], ...]:
        """Of every clause both sides of its comparison, or itself; and what they mention."""
        return tuple(
            tuple((side, names(side)) for side in compared_sides(clause)) for clause in self.clauses
        )


@dataclass(frozen=True)
class Plan:
    """Shared steps, then the loop and the groups."""

    steps: tuple[Step, ...]
    loop: Repeat | None
    groups: tuple[Group, ...]
    fixed: tuple[Define, ...]  # what depends on the design alone
    final: frozenset[str]  # columns needed at the end
    inside: tuple[Step, ...] = ()  # the draws of one round of the loop
    design: frozenset[str] = frozenset()  # the design variables that matter
    uses: frozenset[str] = frozenset()  # all that the shared steps mention

    @property
    def resolved(self) -> bool:
        """Is every continuous draw cut where something changes?"""
        private = (step for group in self.groups for step in group.steps)
        steps = [*self.steps, *self.inside, *private]
        return all(step.resolution is None or step.resolution.cuts is not None for step in steps)


def compared_sides(clause: Term) -> tuple[Term, ...]:
    """Both sides of a comparison; any other clause is its own side."""
    if isinstance(clause, Apply) and clause.op in COMPARISONS:
        return clause.args
    return (clause,)


def make_plan(variables: tuple[Variable, ...], design: frozenset[str], event: Term) -> Plan:
    """The plan for the probability of an event."""
    owner = {v.name: v for v in variables}
    for v in variables:
        if isinstance(v, Repeat):
            owner |= dict.fromkeys((*v.totals, f"{v.name}.hits"), v)
    event = inlined(event, owner)
    needed = _ancestors(names(event), owner)
    loops = [v for v in variables if isinstance(v, Repeat) and v.name in needed]
    if len(loops) > 1:
        raise Unsupported("the event depends on more than one loop")
    loop = loops[0] if loops else None
    _check_totals(variables, needed, loop)
    relevant = [v for v in variables if v.name in needed and not isinstance(v, Repeat)]
    fixed_names = _fixed(relevant, design)
    fixed = tuple(v for v in relevant if isinstance(v, Define) and v.name in fixed_names)
    free = [v for v in relevant if v.name not in fixed_names]
    grouped = grouped_clauses(event, loop)
    private = _private(grouped, loop, owner, [v.name for v in free])
    ends = frozenset().union(*(names(t) for t in terms_of(loop))) if loop else frozenset()
    inside = frozenset(name for name, _ in loop.draws) if loop else frozenset()
    groups = []
    for total, clauses in grouped.items():
        own = [v for v in free if private.get(v.name) == total and v.name in private]
        uses = frozenset().union(*(names(clause) for clause in clauses))
        mentioned = uses.union(*(names(t) for v in own for t in terms_of(v)))
        inputs = mentioned - {v.name for v in own} - {total} - design - fixed_names
        steps = _steps(own, uses, design | fixed_names | inputs, tuple(clauses))
        seen = _seen(steps, uses - {total}, frozenset(v.name for v in own))
        outer = frozenset[str]().union(*map(names, seen))
        groups.append(Group(total, tuple(clauses), steps, inputs, outer, seen))
    shared = [v for v in free if v.name not in private]
    final = (ends - inside).union(*(g.inputs for g in groups)) - design - fixed_names
    after = tuple(t for t in (terms_of(loop) if loop else ())) + tuple(
        t for g in groups for t in (*g.clauses, *(x for s in g.steps for x in terms_of(s.variable)))
    )
    known = design | fixed_names
    rounds = () if loop is None else _rounds(loop, known | final)
    said = [event, *(t for v in variables if v.name in needed for t in terms_of(v))]
    matters = design & frozenset().union(*map(names, said))
    steps = _steps(shared, final, known, after)
    uses = frozenset[str]().union(*(names(term) for step in steps for term in _terms(step)))
    return Plan(steps, loop, tuple(groups), fixed, final, rounds, matters, uses)


def _seen(steps: tuple[Step, ...], uses: frozenset[str], own: frozenset[str]) -> tuple[Term, ...]:
    """The largest terms of some steps without anything drawn or defined in them; and what is used after."""
    inner = own | {f"{name}'" for name in own}
    terms = [term for step in steps for term in _terms(step)]
    after = [Name(name) for name in sorted(uses - inner)]
    return (*(part for term in terms for part in _outer(term, inner)), *after)


def _terms(step: Step) -> Iterator[Term]:
    yield from terms_of(step.variable) if step.chance is None else (step.chance,)
    if step.resolution is not None:
        yield from (t for cut in step.resolution.cuts or () for t in (cut.alpha, cut.beta))


def _outer(term: Term, inner: frozenset[str]) -> Iterator[Term]:
    """The largest parts of a term that mention something, and nothing of these."""
    used = names(term)
    if used and not used & inner:
        yield term
    elif isinstance(term, Apply):
        yield from (part for arg in term.args for part in _outer(arg, inner))
    elif isinstance(term, Case):
        arms = [arm for _, arm in term.arms]
        arms += [] if term.otherwise is None else [term.otherwise]
        for arm in (Name(term.subject), *arms):
            yield from _outer(arm, inner)


def _rounds(loop: Repeat, known: frozenset[str]) -> tuple[Step, ...]:
    """The draws of one round, as far as the amount depends on them."""
    drawn = [Draw(name, distribution) for name, distribution in loop.draws]
    needed = _ancestors(names(loop.amount), {draw.name: draw for draw in drawn})
    own = [draw for draw in drawn if draw.name in needed]
    end = names(loop.amount) & frozenset(draw.name for draw in own)
    return _steps(list(own), end, known, (loop.amount,))


def _ancestors(start: Iterable[str], owner: Mapping[str, Variable]) -> set[str]:
    """The variables that something depends on, itself included."""
    ancestors: set[str] = set()
    waiting = list(start)
    while waiting:
        variable = owner.get(waiting.pop())
        if variable is not None and variable.name not in ancestors:
            ancestors.add(variable.name)
            waiting.extend(n for term in terms_of(variable) for n in names(term))
    return ancestors


def _check_totals(variables: Iterable[Variable], needed: set[str], loop: Repeat | None) -> None:
    """Totals may be used by the event alone."""
    if loop is None:
        return
    totals = {*loop.totals, f"{loop.name}.hits"}
    for variable in variables:
        if variable.name in needed and any(names(t) & totals for t in terms_of(variable)):
            raise Unsupported(f"{variable.name} depends on a total of {loop.name}")


def _fixed(variables: Iterable[Variable], design: frozenset[str]) -> frozenset[str]:
    """What is defined from the design alone."""
    found: set[str] = set()
    for v in variables:
        if isinstance(v, Define) and names(v.term) <= design | found:
            found.add(v.name)
    return frozenset(found)


def _private(
    grouped: Mapping[str | None, list[Term]],
    loop: Repeat | None,
    owner: Mapping[str, Variable],
    free: list[str],
) -> dict[str, str | None]:
    """Variables that only one group depends on, and that group."""
    users: dict[str, set[object]] = {name: set() for name in free}
    if loop is not None:
        for name in _ancestors((n for t in terms_of(loop) for n in names(t)), owner):
            users.get(name, set()).add("loop")
    for total, clauses in grouped.items():
        mentioned = {n for clause in clauses for n in names(clause)}
        mentioned -= set() if loop is None else {*loop.totals}
        for name in _ancestors(mentioned, owner):
            users.get(name, set()).add((total,))
    found: dict[str, str | None] = {}
    if loop is None:
        return found
    for name, used in users.items():
        if len(used) == 1 and "loop" not in used:
            (only,) = used
            assert isinstance(only, tuple)
            if only[0] is not None:
                found[name] = only[0]
    # What stands before a shared variable in its own ancestry is shared as well.
    shared = [name for name in free if name not in found]
    for name in _ancestors(shared, owner):
        found.pop(name, None)
    return found


def _steps(
    variables: list[Draw | Define],
    end: frozenset[str],
    given: frozenset[str],
    after: tuple[Term, ...],
) -> tuple[Step, ...]:
    """The steps with what is still needed after each, backwards."""
    steps: list[Step] = []
    chances: dict[str, Term] = {}
    resolutions: dict[str, Resolution] = {}
    for index, variable in enumerate(variables):
        if isinstance(variable, Draw):
            known = given | {v.name for v in variables[:index]}
            made = resolve(variable, tuple(variables[index + 1 :]), after, known)
            if made is not None:
                resolutions[variable.name] = made
                if made.mean is not None:
                    chances[made.mean[0]] = made.mean[1]
    need = end
    for variable in reversed(variables):
        resolution, chance = resolutions.get(variable.name), chances.get(variable.name)
        steps.append(Step(variable, need, resolution, chance))
        terms = terms_of(variable) if chance is None else (chance,)
        uses = frozenset().union(*(names(term) for term in terms))
        if resolution is not None:
            uses |= resolution.uses
            need = need - {f"{variable.name}'"}
        need = (need - {variable.name}) | (uses - given)
    return tuple(reversed(steps))
