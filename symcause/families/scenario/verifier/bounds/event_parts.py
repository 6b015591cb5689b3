"""Event parts for bounds in the scenario verifier: clauses, their loop, private draws.

An event is a conjunction; each clause speaks of at most one total of the loop. A variable on which the
clauses of one total alone depend is *private* to it: given everything else, what is private to different
totals is independent, so that each is averaged on its own. All other variables are shared.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from symcause.families.scenario.models.model_components import (
    Define,
    Draw,
    Repeat,
    Variable,
    terms_of,
)
from symcause.grammar.scenario.scenario_terms import Apply, Name, Term, names
from symcause.kernel.nodes import Beyond

Step = Draw | Define
_LOOP = "the loop"
_PLAIN = "no total"


@dataclass(frozen=True)
class Part:
    """The clauses about one total, what is drawn for them alone, and what they need of the rest."""

    total: str
    clauses: tuple[Term, ...]
    steps: tuple[Step, ...]
    inputs: tuple[str, ...]


@dataclass(frozen=True)
class Parted:
    """What depends on the design alone; shared steps; clauses about no total; the loop with its parts."""

    given: tuple[Define, ...]
    steps: tuple[tuple[Step, tuple[str, ...]], ...]  # with the names that are needed after it
    plain: tuple[Term, ...]
    loop: Repeat | None
    parts: tuple[Part, ...]


def parted(variables: Iterable[Variable], design: Iterable[str], event: tuple[Term, ...]) -> Parted:
    """The parts of an event. Raises Beyond where it has none."""
    owner: dict[str, Variable] = {}
    totals: dict[str, Repeat] = {}
    for variable in variables:
        owner[variable.name] = variable
        if isinstance(variable, Repeat):
            totals |= dict.fromkeys(variable.totals, variable)
            owner[f"{variable.name}.hits"] = variable
    owner |= totals
    clauses = [clause for term in event for clause in _clauses(term, owner, frozenset(totals))]
    by: dict[str, list[Term]] = {}
    for clause in clauses:
        mentioned = sorted(names(clause) & totals.keys())
        if len(mentioned) > 1:
            raise Beyond("a condition speaks of two totals")
        by.setdefault(mentioned[0] if mentioned else _PLAIN, []).append(clause)
    loops = {totals[total].name: totals[total] for total in by if total != _PLAIN}
    if len(loops) > 1:
        raise Beyond("the event depends on more than one loop")
    loop = next(iter(loops.values()), None)
    return _laid_out(owner, set(design), by, loop)


def _clauses(term: Term, owner: Mapping[str, Variable], totals: frozenset[str]) -> list[Term]:
    """The conjuncts of a term; definitions that speak of totals are written out."""
    if isinstance(term, Apply) and term.op == "and":
        return [clause for arg in term.args for clause in _clauses(arg, owner, totals)]
    if isinstance(term, Name):
        variable = owner.get(term.name)
        if isinstance(variable, Define) and _reaches(variable.term, owner, totals):
            return _clauses(variable.term, owner, totals)
    if any(_reaches(Name(n), owner, totals) for n in names(term) - totals):
        raise Beyond("a condition depends on a total by way of another variable")
    return [term]


def _reaches(term: Term, owner: Mapping[str, Variable], totals: frozenset[str]) -> bool:
    waiting, seen = list(names(term)), set[str]()
    while waiting:
        name = waiting.pop()
        if name in totals or name.endswith(".hits"):
            return True
        if name not in seen and name in owner:
            seen.add(name)
            waiting += [n for t in terms_of(owner[name]) for n in names(t)]
    return False


def _laid_out(
    owner: Mapping[str, Variable],
    design: set[str],
    by: Mapping[str, list[Term]],
    loop: Repeat | None,
) -> Parted:
    users: dict[str, set[str]] = {}
    sinks = [(sink, names(clause)) for sink, clauses in by.items() for clause in clauses]
    if loop is not None:
        inside = {name for name, _ in loop.draws}
        sinks.append((_LOOP, frozenset(n for t in terms_of(loop) for n in names(t)) - inside))
    for sink, used in sinks:
        waiting = [name for name in used if name in owner and name != sink]
        while waiting:
            name = waiting.pop()
            if sink not in users.setdefault(name, set()):
                users[name].add(sink)
                waiting += [n for t in terms_of(owner[name]) for n in names(t) if n in owner]
    ordered = [variable for name, variable in owner.items() if name in users]
    known, given, shared = set(design), [], list[Step]()
    private: dict[str, list[Step]] = {total: [] for total in by if total != _PLAIN}
    for variable in ordered:
        if isinstance(variable, Repeat):
            raise Beyond("a variable depends on a loop")
        if isinstance(variable, Define) and names(variable.term) <= known:
            given.append(variable)
            known.add(variable.name)
        elif len(users[variable.name]) == 1 and next(iter(users[variable.name])) in private:
            private[next(iter(users[variable.name]))].append(variable)
        else:
            shared.append(variable)
    parts = tuple(
        Part(total, tuple(by[total]), tuple(own), _inputs(total, by[total], own, known))
        for total, own in private.items()
    )
    ends = {n for part in parts for n in part.inputs}.union(
        *(names(clause) for clause in by.get(_PLAIN, ()))
    )
    if loop is not None:
        ends |= {n for t in terms_of(loop) for n in names(t)} - {name for name, _ in loop.draws}
    return Parted(
        tuple(given), _lives(shared, ends - known), tuple(by.get(_PLAIN, ())), loop, parts
    )


def _inputs(
    total: str, clauses: Iterable[Term], own: Iterable[Step], known: set[str]
) -> tuple[str, ...]:
    used = {n for clause in clauses for n in names(clause)}
    used |= {n for step in own for t in terms_of(step) for n in names(t)}
    return tuple(sorted(used - {step.name for step in own} - {total} - known))


def _lives(steps: list[Step], ends: set[str]) -> tuple[tuple[Step, tuple[str, ...]], ...]:
    """Steps with the names of shared variables that are needed after each of them."""
    shared = {step.name for step in steps}
    needed, pairs = ends & shared, list[tuple[Step, tuple[str, ...]]]()
    for step in reversed(steps):
        pairs.append((step, tuple(sorted(needed))))
        uses = {n for t in terms_of(step) for n in names(t)}
        needed = (needed - {step.name}) | (uses & shared)
    return tuple(reversed(pairs))
