"""The statements ``prompt`` question: premise and hypothesis in the published sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from symcause.audits.prompt import ClassPrompt

if TYPE_CHECKING:
    from symcause.families.statements.problem.problem import StatementsProblem


@dataclass(frozen=True)
class Prompt(ClassPrompt["StatementsProblem"]):
    """What a system reads."""
