"""Capabilities for questions: the classes that ask them, version spaces, errata, totals of a pool."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from symcause.audits.documents import AuditDocument, Document
    from symcause.audits.errata import Erratum
    from symcause.audits.instance_generator import Generator
    from symcause.audits.members import Members
    from symcause.audits.question import Question
    from symcause.formats.problems import Problem
    from symcause.reports.pool_summary import Totals


QuestionClass: TypeAlias = "type[Question[Problem, Document]]"
"""``questions``: a frozen dataclass whose fields are options."""

TotalsClass: TypeAlias = "type[Totals]"
"""``totals``: what results of a pool come to."""

GeneratorClass: TypeAlias = "type[Generator]"
"""``generators``: a frozen dataclass whose fields are options."""


class Opener(Protocol):
    """``space``: the version space of a problem in its own class. Cheap: it works when it is asked."""

    def __call__(self, problem: Problem, /) -> Members[object]: ...


class ErratumFinder(Protocol):
    """``errata``: what is wrong with what is stored with a problem, by its audit; None: nothing."""

    def __call__(
        self, problem: Problem, document: AuditDocument, /
    ) -> Erratum | tuple[Erratum, ...] | None: ...
