"""The textgraph document of ``prompt``: what a language model gets."""

from __future__ import annotations

from symcause.audits.prompt import PromptDocument


class TextGraphPrompt(PromptDocument, frozen=True, kw_only=True):
    """The prompt of one of the two tasks."""

    task: str
