"""The cpt ``prompt`` question: world, numbers and question in the published sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from symcause.audits.prompt import OpenPrompt
from symcause.audits.question import option
from symcause.families.cpt.questions.table_question import MODELS, PRINTED

if TYPE_CHECKING:
    from symcause.families.cpt.problem.problem import CptProblem


@dataclass(frozen=True)
class Prompt(OpenPrompt["CptProblem"]):
    """What a language model reads."""

    models: str | None = option(None, MODELS, "file", metavar="FILE")
    printed: bool = option(False, PRINTED, "flag")
