"""``prompt``: what a system gets for a problem, and how much it discloses."""

from __future__ import annotations

from symcause.audits.prompting import PromptDocument


class BooleanPrompt(PromptDocument, frozen=True, kw_only=True):
    """The system instruction, the message with the task, and both in one text."""

    setting: str
