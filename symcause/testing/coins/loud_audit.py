"""A loud audit: the coins with one question of their own, which can be answered in capitals."""

from __future__ import annotations

from dataclasses import dataclass

from symcause.audits.of_space.audit import AuditOfSpace
from symcause.audits.of_space.space_documents import SpaceAudit
from symcause.audits.question import option
from symcause.models.number_phrases import plural
from symcause.testing.coins import FAMILY as PLAIN


@dataclass(frozen=True)
class Audit(AuditOfSpace[SpaceAudit]):
    loudly: bool = option(False, "Say it in capitals.", "flag")

    def sentence(self, document: SpaceAudit) -> str:
        assert document.count is not None
        said = f"{plural(document.count.bit_length() - 1, 'coin')} not seen."
        return said.upper() if self.loudly else said


FAMILY = PLAIN._replace(questions={**PLAIN.questions, "audit": f"{__name__}:Audit"})
