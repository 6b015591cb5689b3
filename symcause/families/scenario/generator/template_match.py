"""Template match in the scenario generator: the tables of a scenario that has its form.

Design, variables and expressions are those of the template up to spacing and the names and number of
zones; how many records there are and on which grid the numbers lie is free.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from symcause.errors import SymcauseError
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.generator.draft_templates import (
    ASSIGNED,
    LEVEL,
    SHOWN,
    TEMPLATES,
    Tables,
    document,
)
from symcause.families.scenario.models.model_components import Define, Draw
from symcause.families.scenario.models.term_evaluation import evaluate
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.verifier.twin_pair import alike
from symcause.grammar.scenario.scenario_terms import Apply, Case, Name, Term, Text, walk


def tables_of(problem: ScenarioProblem) -> Tables | None:
    """The tables of a scenario; None if it has no template's form."""
    for template in TEMPLATES:
        if LEVEL[template][0] not in problem.design or problem.evaluate is None:
            continue
        try:
            tables = _read(problem, template)
            threshold = problem.evaluate.threshold
            made = read_scenario(document(tables, "form", threshold, {}))
        except (LookupError, ValueError, SymcauseError):
            return None
        if problem.history is None or made.history is None:
            return None
        history = replace(made.history, records=problem.history.records)
        made = replace(made, history=history, budget=problem.budget, evaluate=problem.evaluate)
        return tables if alike(made, problem) else None
    return None


def _read(problem: ScenarioProblem, template: str) -> Tables:
    """What a scenario has in the places of a template. Raises LookupError, ValueError."""
    draws = {v.name: v.distribution for v in problem.variables if isinstance(v, Draw)}
    terms = {v.name: v.term for v in problem.variables if isinstance(v, Define)}
    zones = draws["zone"]
    shares = tuple(_number(term) for term in zones.terms)
    where = _case(terms["band" if "band" in terms else SHOWN[template]], "zone")
    risk, mod = _case(terms["risk"], "zone"), _case(terms["loss"], SHOWN[template])
    x = [where[zone] for zone in zones.options]
    level, most = LEVEL[template]
    return Tables(
        template,
        shares,
        tuple(term.value for term in x if isinstance(term, Text)),
        tuple(_number(risk[zone]) for zone in zones.options),
        {value: _number(term) for value, term in mod.items()},
        _chain(terms["loss"], level, most),
        _history(problem, zones.options) if template == ASSIGNED else (),
        zones.options,
    )


def _number(term: Term) -> Fraction:
    number = evaluate(term, {})
    if isinstance(number, bool | str):
        raise ValueError
    return number


def _case(term: Term, subject: str) -> dict[str, Term]:
    """The arms of the first case over a variable."""
    terms = [part for part in walk(term) if isinstance(part, Case) and part.subject == subject]
    return dict(terms[0].arms)


def _chain(term: Term, level: str, most: int) -> tuple[Fraction, ...]:
    """The numbers of a chain of conditions over a level."""
    chain: list[Fraction] = []
    place: Term = next(part for part in walk(term) if _asks(part, level))
    while isinstance(place, Apply) and _asks(place, level):
        chain.append(_number(place.args[1]))
        place = place.args[2]
    chain.append(_number(place))
    if len(chain) != most + 1:
        raise ValueError
    return tuple(chain)


def _asks(term: Term, level: str) -> bool:
    """Is it ``if(level == …, …, …)``?"""
    if not isinstance(term, Apply) or term.op != "if":
        return False
    asked = term.args[0]
    return isinstance(asked, Apply) and asked.op == "==" and asked.args[0] == Name(level)


def _history(problem: ScenarioProblem, zones: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    pairs = []
    for entry, design in problem.policy():
        level = design["engine"]
        assert isinstance(level, Fraction)
        pairs.append((int(level), zones.index(str(entry.force["zone"]))))
    return tuple(pairs)
