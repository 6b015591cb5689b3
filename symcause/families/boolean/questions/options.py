"""The options that name a class of Boolean models: bounds on mechanisms, and what is disclosed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from symcause.audits.question import option
from symcause.families.boolean.problem.classes import HypothesisClass
from symcause.families.boolean.problem.disclosure import Setting

if TYPE_CHECKING:
    from symcause.families.boolean.problem.problem import BooleanProblem


@dataclass(frozen=True)
class ClassOptions:
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
        "Ask the problem with less disclosed.",
        "choice",
        choices=tuple(str(setting) for setting in Setting),
    )

    def applied(self, problem: BooleanProblem) -> BooleanProblem:
        """The problem in the setting asked for."""
        return problem if self.setting is None else problem.in_setting(Setting(self.setting))

    def hypotheses(self, problem: BooleanProblem) -> HypothesisClass:
        """The class of the verdict: options first, else the problem's own bound, else unbounded."""
        own = self.max_parents is None and problem.max_parents is not None
        asked = [self.max_parents, self.max_ast, self.max_depth] != [None, None, None]
        sources = ["problem"] * own + ["option"] * asked
        bound = problem.max_parents if self.max_parents is None else self.max_parents
        return HypothesisClass(
            bound if isinstance(bound, int) else None,
            self.max_ast,
            self.max_depth,
            "+".join(sources) or "unbounded",
        )
