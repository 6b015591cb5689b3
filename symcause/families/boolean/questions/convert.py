"""The Boolean question ``convert``: a problem rewritten with less disclosed or more held out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from symcause.audits.convert import Convert as Converting
from symcause.audits.question import option
from symcause.models.disclosure import Setting

if TYPE_CHECKING:
    from symcause.families.boolean.problem.problem import BooleanProblem


@dataclass(frozen=True)
class Convert(Converting["BooleanProblem"]):
    """Less disclosed, more held out."""

    setting: str | None = option(
        None,
        "Write the problem so that it discloses less.",
        "choice",
        choices=tuple(str(setting) for setting in Setting),
    )

    heldout: int | None = option(
        None,
        "Add N held-out worlds, drawn from gold, new interventions first.",
        "integer",
        metavar="N",
        least=1,
        most=1_000,
    )
    seed: int = option(0, "With --heldout or --simulate: the seed (0).", "integer", metavar="N")

    def converted(self, problem: BooleanProblem) -> BooleanProblem:
        """The problem in the setting asked for, with more held-out worlds if so."""
        boolean_problem = problem if self.setting is None else problem.in_setting(self.setting)
        if self.heldout is None:
            return boolean_problem
        from symcause.families.boolean.generator.transforms.held_out_worlds import with_heldout

        return with_heldout(boolean_problem, self.heldout, self.seed)
