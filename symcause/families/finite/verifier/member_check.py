"""Members in the finite verifier: a model is read, held to the class, and replayed row by row.

A mechanism mentions its essential parents and nothing else. Of a class with a grammar it is written in
the grammar; of a named class its function is in it by definition, however it is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod

from symcause.families.finite.models.finite_values import Value
from symcause.families.finite.models.mechanism_class import Grammar
from symcause.families.finite.models.term_text import parse_term, term_depth, term_size
from symcause.families.finite.models.term_values import column_of
from symcause.families.finite.models.term_vocabulary import MechanismVocabulary, TermError
from symcause.families.finite.models.terms import Constant, Name, Operation, Table, Term, mentioned
from symcause.families.finite.verifier.certificate_question import (
    CertifiedQuestion,
    Parents,
    TrainingRow,
)
from symcause.families.finite.verifier.certificate_reader import WrittenModel
from symcause.families.finite.verifier.class_functions import (
    Outputs,
    active,
    all_matter,
    by_active,
    matters,
    place,
)
from symcause.kernel.nodes import Rejected


@dataclass(frozen=True)
class Mechanism:
    """A function: its parents in the order of the file, and its outputs, the first parent slowest."""

    parents: Parents
    outputs: Outputs


@dataclass(frozen=True)
class Member:
    """Roots, and a function for every other variable; equal iff the root sets and functions are."""

    roots: frozenset[str]
    mechanisms: Mapping[str, Mechanism]

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The variables with a mechanism, each behind its parents; those in a circle are left out."""
        order: list[str] = []
        left = list(self.mechanisms)
        while ready := [v for v in left if not set(self.mechanisms[v].parents) & set(left)]:
            order += ready
            left = [v for v in left if v not in ready]
        return tuple(order)

    def descendants(self, variable: str) -> set[str]:
        """What a change of the variable can reach, itself left out."""
        reached: set[str] = set()
        for name in self.order:
            if ({variable} | reached) & set(self.mechanisms[name].parents):
                reached.add(name)
        return reached


def check_member(question: CertifiedQuestion, written: WrittenModel, where: str) -> Member:
    """The model, which is a member of the class and explains every row. Raises Rejected."""
    if not question.may_be_roots(written.roots):
        raise Rejected("members do not have these roots", place=f"{where}.roots")
    rest = set(question.names) - set(written.roots)
    if written.mechanisms.keys() != rest:
        raise Rejected("not the variables that are no roots", place=f"{where}.mechanisms")
    mechanisms: dict[str, Mechanism] = {}
    for name in question.problem.disclosure.endogenous(written.roots):
        at = f"{where}.mechanisms.{name}"
        mechanisms[name] = _mechanism(question, name, written.mechanisms[name], at)
    member = Member(frozenset(written.roots), mechanisms)
    if len(member.order) < len(mechanisms):
        raise Rejected("the mechanisms form a circle", place=f"{where}.mechanisms")
    for row in question.rows:
        if not explains(question, member, row):
            raise Rejected(f"the model does not explain {row.place}", place=where)
    return member


def _mechanism(question: CertifiedQuestion, name: str, text: str, where: str) -> Mechanism:
    own = question.problem.model_class.of(name)
    domains = question.problem.by_name
    question.work.spend(20 * len(text), "the texts of mechanisms")
    try:
        term = parse_term(text, MechanismVocabulary(domains, own.operators))
    except TermError as error:
        raise Rejected(f"the mechanism {error}", place=where) from None
    used = set(mentioned(term))
    parents = tuple(other for other in question.names if other in used)
    if not question.allows(name, parents):
        raise Rejected("the class does not allow these parents", place=where)
    mechanism = compute(question, name, term, where)
    if not all_matter(mechanism.outputs, question.sizes(parents)):
        raise Rejected("a variable is mentioned that does not matter", place=where)
    if own.grammar is None:
        if not _is_named(own.functions, mechanism, question.sizes(parents), question):
            raise Rejected(f"a function that is not {' or '.join(own.functions)}", place=where)
        return mechanism
    most = own.grammar.max_depth
    if term_size(term) > own.grammar.max_size:
        raise Rejected(f"larger than {own.grammar.max_size}", place=where)
    if most is not None and term_depth(term) > most:
        raise Rejected(f"deeper than {most}", place=where)
    constants = domains[name].values if own.grammar.constants == "own" else own.grammar.constants
    if not _is_written(term, own.grammar, constants):
        raise Rejected("not an expression of the grammar", place=where)
    return mechanism


def compute(question: CertifiedQuestion, name: str, term: Term, where: str) -> Mechanism:
    """The function that a term computes of all that it mentions. Raises Rejected if it is not total."""
    used, variable = set(mentioned(term)), question.problem.domain(name)
    parents = tuple(other for other in question.names if other in used)
    patterns = prod(question.sizes(parents))
    question.work.spend(patterns * 20 * (5 + term_size(term)), "the values of mechanisms")
    domains, own = question.problem.by_name, question.problem.model_class.of(name)
    states = list(product(*(domains[parent].values for parent in parents)))
    read = dict(zip(parents, zip(*states, strict=True), strict=True))
    outputs = tuple(map(variable.position, column_of(term, read, patterns, own.operators, domains)))
    known = tuple(output for output in outputs if output is not None)
    if len(known) < len(outputs):
        raise Rejected(f"the mechanism does not always give a value of {name}", place=where)
    return Mechanism(parents, known)


def _is_named(
    names: Sequence[str], mechanism: Mechanism, sizes: tuple[int, ...], question: CertifiedQuestion
) -> bool:
    """Is the function in one of these classes, by their definitions?"""
    outputs, patterns = mechanism.outputs, list(product(*map(range, sizes)))
    question.work.spend(len(patterns) * 10 * (5 + len(sizes) ** 2), "the values of mechanisms")
    at = {pattern: outputs[i] for i, pattern in enumerate(patterns)}
    if "any" in names or ("monotone" in names and not any(_falls(at, pattern) for pattern in at)):
        return True
    counted = by_active(tuple(names), len(sizes))
    return any(all(one[active(p)] == at[p] for p in at) for one in counted)


def _falls(at: Mapping[tuple[int, ...], int], pattern: tuple[int, ...]) -> bool:
    """Does the output fall when one parent goes to its next value?"""
    after = ((*pattern[:i], x + 1, *pattern[i + 1 :]) for i, x in enumerate(pattern))
    return any(at.get(later, 1) < at[pattern] for later in after)


def _is_written(term: Term, grammar: Grammar, constants: Sequence[Value]) -> bool:
    """Are these the operators and constants of the grammar?"""
    match term:
        case Name():
            return True
        case Constant(value):
            return value in constants
        case Table():
            return False
        case Operation(name, arguments):
            operator = grammar.named(name)
            if operator is None:
                return False
            stated = 2 if name == "when" and operator.built_in else 0
            return all(_is_written(one, grammar, constants) for one in arguments[stated:])


def reduced(question: CertifiedQuestion, mechanism: Mechanism) -> Mechanism:
    """The same function without the parents that do not matter."""
    parents, outputs = mechanism.parents, mechanism.outputs
    for parent in reversed(range(len(parents))):
        sizes = question.sizes(parents)
        if not matters(outputs, sizes, parent):
            block = prod(sizes[parent:])
            stride = prod(sizes[parent + 1 :])
            outputs = tuple(y for i, y in enumerate(outputs) if i % block < stride)
            parents = (*parents[:parent], *parents[parent + 1 :])
    return Mechanism(parents, outputs)


def check_gold(question: CertifiedQuestion, member: Member) -> None:
    """Reject unless gold, if the problem has some, is a model of the setting, and this one."""
    gold = question.problem.gold
    if gold is None:
        return
    roots = question.problem.disclosure.roots
    chosen = gold.roots or () if roots is None else roots
    known: dict[str, Mechanism] = {}
    for name, term in gold.mechanisms.items():
        legal = set(mentioned(term)) <= set(question.problem.disclosure.admissible(name))
        if not legal:
            raise Rejected(f"gold mentions what {name} may not", place=f"gold.mechanisms.{name}")
        known[name] = compute(question, name, term, f"gold.mechanisms.{name}")
    written = Member(frozenset(chosen), known)
    if len(written.order) < len(known):
        raise Rejected("the mechanisms of gold form a circle", place="gold")
    functions = {name: reduced(question, mechanism) for name, mechanism in known.items()}
    if member != Member(frozenset(chosen), functions):
        raise Rejected("gold is another model", place="model")


def states(
    question: CertifiedQuestion,
    member: Member,
    fixed: Mapping[str, int],
    targets: Mapping[str, int],
) -> Iterator[dict[str, int]]:
    """The complete states of a member in which targets are set, and these of its roots are fixed."""
    roots = [name for name in question.names if name in member.roots and name not in targets]
    free = [
        (fixed[name],) if name in fixed else range(size)
        for name, size in zip(roots, question.sizes(roots), strict=True)
    ]
    for values in product(*free):
        question.work.spend(20 + 15 * len(question.names), "the states of models")
        state = dict(zip(roots, values, strict=True)) | dict(targets)
        for name in member.order:
            if name not in targets:
                mechanism = member.mechanisms[name]
                pattern = tuple(state[parent] for parent in mechanism.parents)
                at = place(pattern, question.sizes(mechanism.parents))
                state[name] = mechanism.outputs[at]
        yield state


def explains(question: CertifiedQuestion, member: Member, row: TrainingRow) -> bool:
    """Does some completion of the unobserved roots make every observed cell right?"""
    shown = {
        name: cell for name, cell in zip(question.names, row.cells, strict=True) if cell is not None
    }
    targets = {name: value for name, value in shown.items() if name in row.targets}
    return any(shown.items() <= state.items() for state in states(question, member, shown, targets))
