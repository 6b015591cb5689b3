"""Audit options of Boolean problems apart from the class, such as how many alternatives to find."""

from __future__ import annotations

from dataclasses import dataclass

from symcause.audits.of_space.query_parts import HELDOUT
from symcause.audits.question import option

PROBE_SIZE = 3
"""Inputs of one support probe."""

SHORTCUT_CAP = 5
"""AST size of a shortcut at most."""

CLAIMS = ("verdict", "count", "inseparable", "entailed")
"""What a certificate can be about."""


@dataclass(frozen=True)
class AuditOptions:
    """The options of an audit, apart from the class."""

    limit: int = option(5, "Alternatives to find (5).", "integer", metavar="N", least=0)
    targets: int = option(
        1, "How many variables one experiment may set (1).", "integer", metavar="N", least=1, most=3
    )
    probe_size: int = option(
        PROBE_SIZE, "Inputs of a coverage probe (3).", "integer", metavar="N", least=1, most=6
    )
    shortcut_cap: int = option(
        SHORTCUT_CAP, "Largest AST of a shortcut (5).", "integer", metavar="C", least=1, most=10
    )
    heldout: bool = option(False, HELDOUT, "flag")
    claim: str = option(
        "verdict",
        "The claim of the certificate: the verdict, the count, that nothing separates the members, or what "
        "unobserved cells were.",
        "choice",
        choices=CLAIMS,
    )
    certificate: bool = option(False, "Make a certificate.", "flag", hidden=True)
