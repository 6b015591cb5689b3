"""The statements ``prompt`` question: premise and hypothesis in the published sentences."""

from __future__ import annotations

from dataclasses import dataclass

from symcause.audits.prompt import OpenPrompt


@dataclass(frozen=True)
class Prompt(OpenPrompt):
    """What a system reads."""
