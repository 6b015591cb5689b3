"""The document of a Boolean ``prompt``: what a system gets for a problem."""

from __future__ import annotations

from symcause.audits.prompt import PromptDocument


class BooleanPrompt(PromptDocument, frozen=True, kw_only=True):
    """The system instruction, the message with the task, and both in one text."""

    setting: str
