"""Options of Boolean questions that name the class of models: bounds and what is disclosed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, TypeVar

from symcause.audits.documents import Document
from symcause.audits.knowledge_options import KnowledgeOptions
from symcause.audits.of_space.space_question import GOLD, REFERENCE, OfSpace
from symcause.audits.question import option
from symcause.errors import UsageError
from symcause.families.boolean.documents.scope_part import FAMILY, ClassPart
from symcause.families.boolean.models.scm import BEHAVIOUR, IDENTITY
from symcause.families.boolean.problem.class_rules import Admits, Rule
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.models.background_knowledge import Knowledge, source
from symcause.models.disclosure import Disclosure, Setting

if TYPE_CHECKING:
    from symcause.families.boolean.models.scm import BooleanSCM
    from symcause.families.boolean.problem.problem import BooleanProblem
    from symcause.families.boolean.space.boolean_space import BooleanSpace

D = TypeVar("D", bound=Document)


ERRORS, HOLES = "errors", "?"
"""What a question may not be able to take: disturbed cells, and cells that were not observed."""


class Partial:
    """What a question takes of problems in version 2; the rest it refuses."""

    takes: ClassVar[frozenset[str]] = frozenset()

    def refuse(self, problem: BooleanProblem, errors: int = 0) -> None:
        """Raise UsageError for disturbed or unobserved cells that the question cannot take."""
        if not problem.informed and not errors:
            return
        from symcause.families.boolean.problem.version_two import refuse_errors, refuse_holes

        name = getattr(self, "name", "this question")
        if HOLES not in self.takes:
            refuse_holes(problem, name)
        if ERRORS not in self.takes:
            refuse_errors(errors, name)


@dataclass(frozen=True)
class ClassOptions(KnowledgeOptions, Partial):
    """The class as the user states it; what is not stated is the problem's own."""

    max_parents: int | str | None = option(
        None,
        "Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.",
        "bound",
        metavar="K|none",
        least=0,
    )
    max_ast: int | None = option(
        None,
        "Bound the AST size of mechanisms (operators and variables).",
        "integer",
        metavar="C",
        least=1,
    )
    max_depth: int | None = option(
        None, "Bound the depth of mechanisms.", "integer", metavar="D", least=1
    )
    setting: str | None = option(
        None,
        "Disclose less than the problem does.",
        "choice",
        choices=tuple(str(setting) for setting in Setting),
    )
    errors: int | None = option(
        None,
        "How many training cells may be wrong; replaces the problem's own number.",
        "integer",
        metavar="E",
        least=0,
        most=10**9,
    )

    def applied(self, problem: BooleanProblem) -> BooleanProblem:
        """The problem in the setting asked for; refuses what the question cannot take."""
        self.refuse(problem, self.allowed_errors(problem))
        return problem if self.setting is None else problem.in_setting(Setting(self.setting))

    def allowed_errors(self, problem: BooleanProblem) -> int:
        """How many training cells may be wrong: as asked, else as the problem says."""
        return problem.errors if self.errors is None else self.errors

    def hypotheses(self, problem: BooleanProblem) -> HypothesisClass:
        """The class of the verdict: options first, else the problem's own bound, else unbounded."""
        given = (self.max_parents, self.max_ast, self.max_depth, self.errors)
        if given == (None, None, None, None) and not self.stated_knowledge:
            return problem.default_class()
        own = self.max_parents is None and problem.max_parents is not None
        asked = [self.max_parents, self.max_ast, self.max_depth] != [None, None, None]
        sources = ["problem"] * own + ["option"] * asked
        bound = problem.max_parents if self.max_parents is None else self.max_parents
        known, text = self.known(
            problem.knowledge, problem.variables, lambda k: check_known(k, problem.disclosure)
        )
        return HypothesisClass(
            bound if isinstance(bound, int) else None,
            self.max_ast,
            self.max_depth,
            "+".join(sources) or "unbounded",
            errors=self.allowed_errors(problem),
            knowledge=known,
            sources=(source(problem.errors and self.errors is None, self.errors), text),
        )


def check_known(known: Knowledge, disclosure: Disclosure) -> None:
    """Raise where required edges can never be."""
    from symcause.families.boolean.problem.version_two import check_disclosed

    check_disclosed(known, disclosure)


@dataclass(frozen=True)
class Comparing:
    """What makes two models the same."""

    identity: str | None = option(
        None,
        "When two models count as one: functions+roots (their mechanisms), or behaviour (the default if "
        "there are latent variables).",
        "choice",
        choices=(IDENTITY, BEHAVIOUR),
    )

    def sameness(self, problem: BooleanProblem) -> str:
        """When two models count as one: as asked, else as the problem has it."""
        from symcause.families.boolean.space.space_choice import identity_of

        return self.identity or identity_of(problem)


class AsItIs(OfSpace[D, "BooleanProblem", "BooleanSpace", "BooleanSCM"]):
    """A question to the space of a problem in its own class."""

    def stated(self, problem: BooleanProblem) -> dict[str, object]:
        return {
            "family": FAMILY,
            "problem": problem.id,
            "setting": str(problem.setting),
            "identity": self.sameness(problem),
        }

    def sameness(self, problem: BooleanProblem) -> str:
        """What makes two models the same."""
        from symcause.families.boolean.space.space_choice import identity_of

        return identity_of(problem)

    def opened(self, problem: BooleanProblem) -> BooleanSpace:
        from symcause.families.boolean.space.space_choice import open_space

        return open_space(problem)

    def model(self, space: BooleanSpace, text: str, place: str) -> BooleanSCM:
        """The model of an answer; of an Alternative-SCM answer its alternative."""
        from symcause.families.boolean.scoring.check.checker import executable

        if text in (GOLD, REFERENCE):
            brought = space.problem.gold_scm if text == GOLD else space.problem.reference_scm
            if brought is None:
                raise UsageError(f"the problem has no {text}", value=space.problem.id)
            model: BooleanSCM = brought
            return model
        judged = executable(space.problem, text, infix=True)
        if judged.scm is None:
            raise UsageError(f"not a valid answer: {judged.stage}: {judged.reason}", place=place)
        return judged.scm


class InClass(ClassOptions, AsItIs[D]):
    """A question to the space in the class and the setting that the options name."""

    def stated(self, problem: BooleanProblem) -> dict[str, object]:
        asked = self.applied(problem)
        return super().stated(asked) | {"scope": ClassPart.of(self.hypotheses(asked))}

    def opened(self, problem: BooleanProblem) -> BooleanSpace:
        from symcause.families.boolean.space.space_choice import open_space

        asked = self.applied(problem)
        return open_space(asked, self.hypotheses(asked), self.sameness(asked))


@dataclass(frozen=True)
class InOwnClass(InClass[D]):
    """The same in a class that a rule in Python may restrict further; no command line has it."""

    admits: Admits | None = option(
        None,
        "A rule of every model: symcause.boolean.Rule, or a function of variable, parents and table.",
        "python",
        hidden=True,
    )

    def __post_init__(self) -> None:
        if self.admits is not None:
            object.__setattr__(self, "admits", Rule.of(self.admits))

    @property
    def rule(self) -> Rule | None:
        return None if self.admits is None else Rule.of(self.admits)

    def hypotheses(self, problem: BooleanProblem) -> HypothesisClass:
        hypotheses = super().hypotheses(problem)
        if self.rule is None:
            return hypotheses
        sources = [source for source in (hypotheses.source, "rule") if source != "unbounded"]
        return replace(hypotheses, admits=self.rule, source="+".join(sources))

    def opened(self, problem: BooleanProblem) -> BooleanSpace:
        if self.rule is None or self.rule.models is None:
            return super().opened(problem)
        from symcause.families.boolean.space.rule_space import SiftedSpace

        asked = self.applied(problem)
        return SiftedSpace(asked, self.hypotheses(asked))
