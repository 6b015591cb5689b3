"""The finite document ``symcause.finite/1``: problems as files, read with every fault named.

The checks come in the order of the keys: format, keys, id, variables, setting, knowledge, class, worlds,
queries, task, gold, metadata, scored cells; the first fault is named, with its place and what to do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, cast

from symcause.errors import SymcauseError
from symcause.families.finite.files.class_reader import read_class
from symcause.families.finite.files.disclosure_reader import (
    check_required,
    read_disclosure,
    read_variables,
)
from symcause.families.finite.files.placed_values import Placed, json_text, values_of
from symcause.families.finite.files.world_reader import own_id, read_values, read_worlds
from symcause.families.finite.models.builtin_operators import JUDGEMENTS
from symcause.families.finite.models.compiled_answers import AnswerFault, answer_of
from symcause.families.finite.models.finite_values import FiniteVariable
from symcause.families.finite.models.written_models import Answer
from symcause.families.finite.problem.problem import (
    EdgeQuery,
    FiniteProblem,
    FiniteWorld,
    Query,
    ValueQuery,
)
from symcause.formats.metadata import check_id, plain_metadata
from symcause.models.background_knowledge import Knowledge
from symcause.models.disclosure import Disclosure
from symcause.models.knowledge_reader import read_edge, read_knowledge

FORMAT = "symcause.finite/1"

_SETTING = ("setting", "roots", "order", "blocks", "root_count")
_ASKED = ("queries", "task", "gold", "metadata")
KEYS = ("format", "id", "variables", *_SETTING, "class", "knowledge", "worlds", *_ASKED)
_NEEDED = ("format", "id", "variables", "setting", "class", "worlds")
_KNOWN = ("require", "forbid", "candidates", "tiers")


def read_finite(document: object, file: str | None = None) -> FiniteProblem:
    """The problem that a decoded JSON document describes."""
    try:
        return _read(Placed(document), file)
    except SymcauseError as error:
        raise error.at(file=file) from None


def _read(at: Placed, file: str | None) -> FiniteProblem:
    at.mapping()
    stated = at.part("format")
    if stated.value is not None and stated.value != FORMAT:
        raise stated.refused(f"is not {FORMAT}", "this reader knows that format only")
    at.mapping(KEYS, _NEEDED)
    name = check_id(at.part("id").text("id"))
    variables = read_variables(at.part("variables"))
    domains = {variable.name: variable for variable in variables}
    disclosure = read_disclosure(at, domains)
    knowledge = _knowledge(at.part("knowledge"), disclosure) if at.has("knowledge") else None
    roots = disclosure.roots or ()
    model_class = read_class(at.part("class"), domains, roots, file)
    worlds = read_worlds(at.part("worlds"), domains)
    queries = _queries(at.part("queries"), domains) if at.has("queries") else ()
    task = at.part("task").word(("model", "predict"), "task") if at.has("task") else None
    if task == "predict" and not queries:
        raise at.part("task").wrong("predict needs queries", "add the key 'queries'")
    task = task or ("predict" if queries else "model")
    problem = FiniteProblem(
        name,
        variables,
        disclosure,
        model_class,
        worlds,
        knowledge,
        queries,
        cast("Literal['model', 'predict']", task),
    )
    gold = _gold(at.part("gold"), problem) if at.has("gold") else None
    if at.has("metadata"):
        at.part("metadata").mapping()
    metadata = plain_metadata(cast("Mapping[str, object] | None", at.part("metadata").value))
    _check_scored(at, problem)
    return problem.completed(gold, metadata)


def _knowledge(at: Placed, disclosure: Disclosure) -> Knowledge | None:
    at.mapping(_KNOWN)
    for tier in at.part("tiers").items("tiers") if at.has("tiers") else ():
        tier.names(dict.fromkeys(disclosure.variables))
    known = read_knowledge(at.value, disclosure.variables, at.place)
    check_required(at, known, disclosure)
    return known or None


def _queries(at: Placed, domains: Mapping[str, FiniteVariable]) -> tuple[Query, ...]:
    ids: set[str] = set()
    queries: list[Query] = []
    for item in at.items("queries"):
        item.mapping(("id", "do", "given", "of", "edge", "gold"), ("id",))
        name = own_id(item, ids, "query")
        if item.has("edge"):
            queries.append(_edge_query(item, name, domains))
        elif item.has("of"):
            queries.append(_value_query(item, name, domains))
        else:
            raise item.wrong("has neither 'of' nor 'edge'", "add one of them")
    return tuple(queries)


def _edge_query(at: Placed, name: str, domains: Mapping[str, FiniteVariable]) -> EdgeQuery:
    for key in ("of", "do", "given"):
        if at.has(key):
            raise at.part(key).wrong(f"a query about an edge has no {key!r}", "remove it")
    edge = read_edge(at.part("edge").value, tuple(domains), at.part("edge").place)
    gold = at.part("gold")
    known = ("yes", "no", "undetermined", "impossible")
    if gold.value is not None and gold.value not in known:
        raise gold.refused("is no answer", "write yes, no, undetermined or impossible")
    return EdgeQuery(name, edge, gold.value)


def _value_query(at: Placed, name: str, domains: Mapping[str, FiniteVariable]) -> ValueQuery:
    do = read_values(at.part("do"), domains) if at.has("do") else {}
    given = read_values(at.part("given"), domains) if at.has("given") else {}
    for both in given:
        if both in do:
            raise (
                at.part("given")
                .part(both)
                .wrong(f"{both} is set by do, too", "keep one of the two")
            )
    of = at.part("of").name(domains)
    if of in do or of in given:
        message = f"{of} is {'set' if of in do else 'given'}: nothing is left to ask"
        raise at.part("of").wrong(message, "ask about another variable")
    gold, variable = at.part("gold"), domains[of]
    if gold.value is None or gold.value in JUDGEMENTS[:2]:
        return ValueQuery(name, of, do, given, gold.value)
    position = variable.position(gold.value)
    if position is None:
        values = f"write a value of {of} ({values_of(variable)}), undetermined or impossible"
        raise gold.refused("is no answer", values)
    return ValueQuery(name, of, do, given, variable.values[position])


def _gold(at: Placed, problem: FiniteProblem) -> Answer:
    at.mapping(("mechanisms", "roots"), ("mechanisms",))
    stated = at.part("mechanisms")
    stated.mapping()
    roots = at.part("roots").names(problem.by_name) if at.has("roots") else None
    for name in stated.mapping():
        stated.at(name, name).name(problem.by_name)
        if name in (problem.disclosure.roots or ()):
            raise stated.at(name, name).wrong(f"{name} is a root and has no mechanism", "remove it")
        if not isinstance(stated.part(name).value, str):
            raise stated.part(name).refused("is no text", "write an expression in quotes")
    try:
        return answer_of(problem, cast("Mapping[str, str]", stated.value), roots, strict=True)
    except AnswerFault as fault:
        if fault.variable is None:
            raise (at.part("roots") if fault.stage == "schema" else stated).wrong(
                fault.reason
            ) from None
        place = stated.part(fault.variable)
        raise place.wrong(f"{json_text(place.value)} {fault.phrase}") from None


def _check_scored(at: Placed, problem: FiniteProblem) -> None:
    roots = problem.disclosure.roots
    if problem.queries and roots is not None:
        return
    if not any(_scored(world, problem.variables, roots or ()) for world in problem.training):
        raise at.part("worlds").wrong(
            "the training worlds have no scored cell: observed, no root, no target",
            "add a training world that shows a variable with a mechanism",
        )


def _scored(world: FiniteWorld, variables: tuple[str, ...], roots: tuple[str, ...]) -> bool:
    free = [
        place
        for place, name in enumerate(variables)
        if name not in roots and name not in world.targets
    ]
    return any(row[place] is not None for row in world.rows for place in free)
