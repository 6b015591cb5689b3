"""Options of finite questions that name the class of models: bounds, functions, knowledge, setting."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from symcause.audits.documents import Document
from symcause.audits.knowledge_options import KnowledgeOptions
from symcause.audits.of_space.space_question import GOLD, OfSpace
from symcause.audits.question import option
from symcause.errors import ProblemError, UsageError
from symcause.families.finite.documents.scope_part import FAMILY, IDENTITY, ClassPart
from symcause.families.finite.models.mechanism_class import NAMED, MechanismClass
from symcause.models.disclosure import Disclosure, Setting

if TYPE_CHECKING:
    from symcause.families.finite.problem.problem import FiniteProblem
    from symcause.families.finite.space.space_choice import AnySpace
    from symcause.mechanisms.tables.table_models import TableModel
    from symcause.models.background_knowledge import Knowledge

D = TypeVar("D", bound=Document)


@dataclass(frozen=True)
class ClassOptions(KnowledgeOptions):
    """The class as the user states it; what is not stated is the problem's own."""

    max_parents: int | str | None = option(
        None,
        "Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.",
        "bound",
        metavar="K|none",
        least=0,
    )
    max_size: int | None = option(
        None,
        "Bound the size of expressions, for variables with a grammar.",
        "integer",
        metavar="C",
        least=1,
        most=15,
    )
    functions: str | None = option(
        None,
        "Take the functions of a named class in place of the declared ones.",
        "choice",
        choices=NAMED,
    )
    setting: str | None = option(
        None,
        "Disclose less than the problem does.",
        "choice",
        choices=tuple(str(setting) for setting in Setting),
    )

    def applied(self, problem: FiniteProblem) -> FiniteProblem:
        """The problem in the class and the setting asked for."""
        if self.sign or self.unate:
            raise UsageError(
                f"{'--sign' if self.sign else '--unate'} does not apply to finite problems",
                remedy="values have no signs; --functions monotone is near to it",
            )
        changed = self._disclosed(problem)
        if (self.max_parents, self.max_size, self.functions) != (None, None, None):
            self._refuse(changed)
            changed = replace(changed, model_class=problem.model_class.changed(self._bounded))
        self._refuse_values(changed)
        if self.stated_knowledge:
            own, names = changed.knowledge, changed.variables
            known, _ = self.known(own, names, lambda one: check_known(one, changed.disclosure))
            named = replace(changed.model_class, source="option")
            changed = replace(changed, knowledge=known, model_class=named)
        return changed

    def _disclosed(self, problem: FiniteProblem) -> FiniteProblem:
        if self.setting is None or self.setting == str(problem.setting):
            return problem
        setting = Setting(self.setting)
        if setting.rank < problem.setting.rank:
            raise UsageError(
                f"the problem is {problem.setting}: it cannot be asked as {setting}",
                remedy="a setting can only be changed towards less disclosure",
            )
        named = replace(problem.model_class, source="option")
        disclosure = problem.disclosure.weakened(setting)
        return replace(problem, disclosure=disclosure, model_class=named)

    def _refuse(self, problem: FiniteProblem) -> None:
        """Complain about bounds that say nothing of this problem."""
        free = [v for v in problem.variables if v not in (problem.disclosure.roots or ())]
        if self.functions is not None and self.max_size is not None:
            raise UsageError("--max-size is about a grammar, and --functions drops it")
        if self.max_size is not None and not any(problem.model_class.of(v).grammar for v in free):
            raise UsageError(
                "--max-size is about grammars, and the class of this problem has names",
                value=problem.id,
                remedy="--max-parents bounds any class",
            )

    def _refuse_values(self, problem: FiniteProblem) -> None:
        """Complain about classes that variables cannot have, former roots among them, as a file's are."""
        if self.functions is None and self.setting is None:
            return
        for variable in problem.domains:
            name, values = variable.name, len(variable.values)
            narrow = [one for one in problem.model_class.of(name).functions if one != "any"]
            if narrow and values != 2 and name not in (problem.disclosure.roots or ()):
                raise UsageError(
                    f"{narrow[0]!r} is for variables of two values, {name} has {values}",
                    place="--setting" if self.functions is None else "--functions",
                    remedy="--functions any",
                )

    def _bounded(self, declared: MechanismClass) -> MechanismClass:
        """The class of a variable with what the options say."""
        if isinstance(self.max_parents, int):
            declared = replace(declared, max_parents=self.max_parents)
        elif self.max_parents is not None:
            declared = replace(declared, max_parents=None)
        if self.functions is not None:
            spoken = tuple(declared.operators.values())  # gold and answers are written with them
            named = (self.functions,)
            declared = replace(declared, functions=named, grammar=None, spoken=spoken)
        if self.max_size is not None and declared.grammar is not None:
            grammar = replace(declared.grammar, max_size=self.max_size)
            declared = replace(declared, grammar=grammar)
        return declared


def check_known(known: Knowledge, disclosure: Disclosure) -> None:
    """Raise where required edges can never be."""
    for cause, effect in known.require:
        if effect in (disclosure.roots or ()):
            raise ProblemError(f"{effect} is a root: no edge leads to it", place="require")
        if cause not in disclosure.admissible(effect):
            raise ProblemError(f"{effect} may not depend on {cause}", place="require")


class AsItIs(OfSpace[D, "FiniteProblem", "AnySpace", "TableModel"]):
    """A question to the space of a problem in its own class."""

    def stated(self, problem: FiniteProblem) -> dict[str, object]:
        return {
            "family": FAMILY,
            "problem": problem.id,
            "setting": str(problem.setting),
            "identity": IDENTITY,
            "scope": ClassPart.of(problem),
        }

    def opened(self, problem: FiniteProblem) -> AnySpace:
        from symcause.families.finite.space.space_choice import open_space

        return open_space(problem)

    def model(self, space: AnySpace, text: str, place: str) -> TableModel:
        from symcause.families.finite.scoring.answer_check import answer_model, gold_model

        if text != GOLD:
            return answer_model(space.problem, text, place)
        gold = gold_model(space.problem)
        if gold is None:
            raise UsageError("the problem has no gold", value=space.problem.id)
        if gold.model is None:
            raise UsageError(
                f"gold is no model: {gold.stage}: {gold.reason}", value=space.problem.id
            )
        return gold.model


class InClass(ClassOptions, AsItIs[D]):
    """A question to the space in the class and the setting that the options name."""

    def stated(self, problem: FiniteProblem) -> dict[str, object]:
        return super().stated(self.applied(problem))

    def opened(self, problem: FiniteProblem) -> AnySpace:
        return super().opened(self.applied(problem))
