"""The rival budget in scenario questions: what options say of rivals, and what the units tell of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from msgspec.structs import replace

from symcause.errors import UsageError

if TYPE_CHECKING:
    from symcause.families.scenario.documents.budget_document import BudgetPart
    from symcause.families.scenario.problem.problem import ScenarioProblem

NEEDED = ("rival", "level", "prior", "units")
"""Options that say something of a budget."""

ASKED = {
    "no-hidden-cause": "the hidden cause",
    "reversed": "the direction of the shown effect",
}
"""What a rubric asks for if it asks to tell a scenario from the rival of a recipe."""


class AboutRivals(Protocol):
    """A question with the options of a budget."""

    @property
    def budget(self) -> bool: ...

    @property
    def rival(self) -> str | None: ...

    @property
    def level(self) -> str | None: ...

    @property
    def prior(self) -> str | None: ...

    @property
    def units(self) -> int | None: ...


def refuse_alone(question: AboutRivals) -> None:
    """Refuse options of a budget where none is asked about."""
    for name in NEEDED:
        if getattr(question, name) is not None and not question.budget:
            raise UsageError(f"--{name} speaks of a budget", remedy="add --budget")


def within_budget(
    question: AboutRivals, problem: ScenarioProblem, others: Sequence[ScenarioProblem]
) -> tuple[BudgetPart, tuple[ScenarioProblem, ...]]:
    """What the units tell of a scenario and its rivals, and the rivals; a recipe may make one more."""
    from symcause.families.scenario.audits.criterion_reach import criteria
    from symcause.families.scenario.budget.budget_findings import budget_part
    from symcause.families.scenario.budget.budget_sentences import rubric_note
    from symcause.families.scenario.budget.rival_set import rivals
    from symcause.families.scenario.files.document import read_scenario

    made: dict[str, object] | None = None
    every = (problem, *others)
    recipe = question.rival
    if recipe is not None:
        from symcause.families.scenario.generator.rival_recipes import rival_document

        made = rival_document(problem, recipe)
        every = (*every, read_scenario(made))
    level = "0.95" if question.level is None else question.level
    known = rivals(every, question.prior, question.units, level)
    part = budget_part(known, level)
    part = replace(part, criteria=criteria(known, part))
    if made is not None and recipe is not None:
        note = rubric_note(part, ASKED[recipe])
        notes = part.notes if note is None else (*part.notes, note)
        part = replace(part, notes=notes, scenario=made)
    return part, known.problems
