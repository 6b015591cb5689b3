"""The ``prompt`` question about tables: world, numbers and question in the published sentences."""

from __future__ import annotations

from dataclasses import dataclass

from symcause.audits.prompt import OpenPrompt
from symcause.audits.question import option
from symcause.families.cpt.questions.table_question import MODELS, PRINTED


@dataclass(frozen=True)
class Prompt(OpenPrompt):
    """What a language model reads."""

    models: str | None = option(None, MODELS, "file", metavar="FILE")
    printed: bool = option(False, PRINTED, "flag")
