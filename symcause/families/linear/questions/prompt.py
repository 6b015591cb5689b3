"""``prompt``: what does a system get to read?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from symcause.audits.prompting import Prompt as Prompting
from symcause.families.linear.documents.prompt import LinearPrompt


@dataclass(frozen=True)
class Prompt(Prompting):
    """Made from the evidence, the reactor's readings and the class of models alone."""

    document: ClassVar[type[LinearPrompt]] = LinearPrompt
