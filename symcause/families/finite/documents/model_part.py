"""The model part of finite documents: roots and mechanisms as an answer would write them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symcause.audits.documents import Part
from symcause.errors import LimitError

if TYPE_CHECKING:
    from symcause.families.finite.models.terms import Term
    from symcause.families.finite.problem.problem import FiniteProblem
    from symcause.mechanisms.tables.table_models import TableModel


class ModelPart(Part, frozen=True, kw_only=True):
    """A model: its roots, and every mechanism by its least expression, else as a table."""

    roots: tuple[str, ...]
    mechanisms: dict[str, str]

    @staticmethod
    def of(problem: FiniteProblem, model: TableModel) -> ModelPart:
        return ModelPart(roots=roots_of(problem, model), mechanisms=mechanism_texts(problem, model))


def roots_of(problem: FiniteProblem, model: TableModel) -> tuple[str, ...]:
    """The roots of a model in the order of the file."""
    return tuple(name for name in problem.variables if name in model.roots)


def mechanism_texts(problem: FiniteProblem, model: TableModel) -> dict[str, str]:
    """The mechanisms of a model as texts, in the order of the file."""
    from symcause.families.finite.models.term_text import print_term

    terms = mechanism_terms(problem, model)
    return {name: print_term(term) for name, term in terms.items()}


def mechanism_terms(problem: FiniteProblem, model: TableModel) -> dict[str, Term]:
    """The least expression of every mechanism; a table where its class has none."""
    from symcause.families.finite.catalogue.class_catalogue import catalogue_of

    catalogue, functions = catalogue_of(problem), model.functions
    return {v: catalogue.printed(v, functions[v]) for v in problem.variables if v in functions}


def total_size(problem: FiniteProblem, model: TableModel) -> int | None:
    """The least sizes of all mechanisms together; None if one is not in its class, or nobody knows."""
    from symcause.families.finite.catalogue.class_catalogue import catalogue_of

    catalogue = catalogue_of(problem)
    try:
        sizes = [catalogue.size(name, function) for name, function in model.functions.items()]
    except LimitError:
        return None
    known = [size for size in sizes if size is not None]
    return sum(known) if len(known) == len(sizes) else None
