"""The Boolean question ``count``: how many SCMs of the class explain the training worlds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.audits.of_space.count import CountOfSpace
from symcause.audits.question import option
from symcause.audits.story import Story
from symcause.errors import UsageError
from symcause.families.boolean.bounds import LIGHT_VARIABLES, LIGHT_WORLDS
from symcause.families.boolean.documents.cell_disturbance import levels
from symcause.families.boolean.documents.question_results import BooleanCount
from symcause.families.boolean.documents.scope_part import counted_identity, up_to
from symcause.families.boolean.models.scm import IDENTITY
from symcause.families.boolean.problem.class_rules import refuse_rule
from symcause.families.boolean.questions.options import ERRORS, HOLES, Comparing, InOwnClass

if TYPE_CHECKING:
    from symcause.audits.certificate_acceptance import Accepted
    from symcause.families.boolean.models.scm import BooleanSCM
    from symcause.families.boolean.problem.problem import BooleanProblem
    from symcause.families.boolean.space.boolean_space import BooleanSpace

RECURSION = "recursion"
ENGINES = (RECURSION, "sat", "smt", "counter")


@dataclass(frozen=True)
class Count(
    CountOfSpace[BooleanCount, "BooleanProblem", "BooleanSpace", "BooleanSCM"],
    Comparing,
    InOwnClass[BooleanCount],
):
    """The exact number of members."""

    document: ClassVar[type[BooleanCount]] = BooleanCount
    takes: ClassVar[frozenset[str]] = frozenset((ERRORS, HOLES))

    engine: str = option(
        RECURSION,
        "The engine that counts: the direct recursion, or a solver as a second opinion (small problems).",
        "choice",
        choices=ENGINES,
    )

    def light(self, problem: BooleanProblem) -> bool:
        """Few variables, complete rows and nothing asked for but the number: a few milliseconds."""
        small = len(problem.variables) <= LIGHT_VARIABLES and len(problem.worlds) <= LIGHT_WORLDS
        return small and not problem.informed and self == type(self)()

    def stated(self, problem: BooleanProblem) -> dict[str, object]:
        if self.certificate:
            refuse_rule(self.rule, "a certificate")
        return super().stated(problem) | {"engine": self.engine}

    def counted(self, space: BooleanSpace) -> int | Unknown:
        if self.engine == RECURSION:
            count: int | Unknown = space.count()
            return count
        if not _exact(space):
            raise UsageError(
                f"--engine {self.engine} counts exact models of complete rows by their mechanisms",
                value=space.problem.id,
                remedy=f"--engine {RECURSION}",
            )
        from symcause.families.boolean.opinions.opinion_engines import count_members

        return count_members(space.problem, space.hypotheses, self.engine)

    def bounds(self, space: BooleanSpace) -> tuple[int, int] | None:
        exact = self.engine == RECURSION and _exact(space)
        proven: tuple[int, int] | None = space.bounds() if exact else None
        return proven

    def detailed(self, document: BooleanCount, space: BooleanSpace) -> BooleanCount:
        if document.count is None:
            proven = isinstance(document.at_least, int)
            return document if proven else replace(document, at_least=space.at_least)
        plain = not space.noisy and space.identity == IDENTITY
        found = (document.count,) if plain else space.spectrum()
        if isinstance(found, Unknown):
            return document
        unit = counted_identity(space.identity)
        return replace(document, spectrum=levels(found), spectrum_identity=unit)

    def certified(
        self, document: BooleanCount, problem: BooleanProblem, space: BooleanSpace
    ) -> Accepted | Unknown:
        from symcause.families.boolean.certify.audit_certificates import certified

        return certified(space, problem, None).count(document.count)

    def story(self, document: BooleanCount) -> Story:
        number = f"{self.number(document)} {up_to(document.identity)}".rstrip()
        return Story(
            document.problem or "",
            f"{number} · {document.scope}",
            facts=(("setting", document.setting), ("counted by", document.engine)),
        )


def _exact(space: BooleanSpace) -> bool:
    """Are there exact models of complete rows to count, told apart by their mechanisms?"""
    from symcause.families.boolean.space.reach import Reach

    return bool(space.reach is Reach.MECHANISMS)
