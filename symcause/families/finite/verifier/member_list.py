"""The member list of the finite verifier: every acyclic choice of functions that explains the rows.

Without unobserved cells functions that agree with the rows explain them. With such cells they agree with
what the rows show of them and their parents, and every choice is replayed. Sets of parents are chosen
first, one variable after the other; a choice that greedy placement cannot complete is given up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product

from symcause.families.finite.verifier.certificate_question import CertifiedQuestion, Parents
from symcause.families.finite.verifier.class_functions import ClassFunctions, Outputs
from symcause.families.finite.verifier.member_check import Mechanism, Member, explains
from symcause.kernel.acyclic_count import count_choices, some_choice
from symcause.kernel.nodes import Beyond

MAX_MEMBERS = 20_000  # members
"""Most members that the kernel lists."""

Options = Mapping[str, Mapping[Parents, list[Outputs]]]


def listed_members(question: CertifiedQuestion, local: ClassFunctions) -> list[Member]:
    """All members. Raises Beyond if there are more than the kernel lists."""
    members = list(islice(_members(question, local), MAX_MEMBERS + 1))
    if len(members) > MAX_MEMBERS:
        raise Beyond(f"there are more than the {MAX_MEMBERS:,} members that the kernel lists")
    return members


def counted_members(question: CertifiedQuestion, local: ClassFunctions) -> int:
    """The number of members where all cells were observed, by the recursion over acyclic choices."""
    total = 0
    for roots in question.root_sets():
        names = question.problem.disclosure.endogenous(roots)
        numbers = ({s: local.number(v, s) for s in question.parent_sets(v)} for v in names)
        tables = [
            _masks({parents: number for parents, number in each.items() if number}, names)
            for each in numbers
        ]
        total += count_choices(tables, question.work)
    return total


def _masks(numbers: Mapping[Parents, int], names: Parents) -> dict[int, int]:
    """How many mechanisms have these of the variables as parents; roots close no circle."""
    table: dict[int, int] = {}
    for parents, number in numbers.items():
        mask = sum(1 << i for i, name in enumerate(names) if name in parents)
        table[mask] = table.get(mask, 0) + number
    return table


def _members(question: CertifiedQuestion, local: ClassFunctions) -> Iterator[Member]:
    known: dict[str, dict[Parents, list[Outputs]]] = {}
    for roots in question.root_sets():
        names = question.problem.disclosure.endogenous(roots)
        for name in names:
            if name not in known:
                known[name] = _options(question, local, name)
        for choice in _choices(question, names, known):
            lists = (known[name][parents] for name, parents in choice.items())
            for outputs in product(*lists):
                chosen = zip(choice.items(), outputs, strict=True)
                member = Member(
                    frozenset(roots), {name: Mechanism(s, out) for (name, s), out in chosen}
                )
                question.work.spend(50 + 10 * len(names), "the members")
                if not question.problem.holed or all(
                    explains(question, member, row) for row in question.rows
                ):
                    yield member


def _options(
    question: CertifiedQuestion, local: ClassFunctions, name: str
) -> dict[Parents, list[Outputs]]:
    """The functions of a variable that agree with the rows, by their parents."""
    options: dict[Parents, list[Outputs]] = {}
    for parents in question.parent_sets(name):
        for outputs in local.agreeing(name, parents):
            question.work.hold(100 + 8 * len(outputs), "the functions of a variable")
            options.setdefault(parents, []).append(outputs)
    return options


def _choices(
    question: CertifiedQuestion, names: Parents, known: Options
) -> Iterator[dict[str, Parents]]:
    """The acyclic choices of parents, one set for each of the variables."""
    tables = [_masks(dict.fromkeys(known[name], 1), names) for name in names]
    waiting: list[dict[str, Parents]] = [{}]
    while waiting:
        choice = waiting.pop()
        fixed = [_masks({parents: 1}, names) for parents in choice.values()]
        sets = sum(map(len, tables))
        question.work.spend(20 * len(names) * (len(names) + sets), "the choices of parents")
        if not some_choice([*fixed, *tables[len(fixed) :]]):
            continue
        if len(choice) == len(names):
            yield choice
            continue
        name = names[len(choice)]
        waiting += [{**choice, name: parents} for parents in reversed(list(known[name]))]
