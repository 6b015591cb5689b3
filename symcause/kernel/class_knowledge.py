"""Background knowledge in the class of a certificate, read strictly by the kernel."""

from __future__ import annotations

from symcause.kernel.nodes import Node, Rejected
from symcause.models.background_knowledge import SIGNS, Knowledge, reread


def read_known(node: Node) -> Knowledge:
    """The knowledge of a class, exactly as certificates write it."""
    try:
        known = reread(node.value)  # type: ignore[arg-type]
    except (AssertionError, AttributeError, TypeError, ValueError):
        raise node.fail("not knowledge as certificates write it") from None
    wrong = any(sign not in SIGNS for _, sign in known.signs)
    wrong = wrong or any(type(name) is not str for tier in known.tiers or () for name in tier)
    if wrong or not known or known.to_dict() != node.value:
        raise node.fail("not knowledge as certificates write it")
    return known


def check_names(known: Knowledge, variables: tuple[str, ...]) -> None:
    """Reject statements about other variables, and tiers that leave one out."""
    edges = (*known.require, *known.forbid, *dict(known.signs), *(known.candidates or ()))
    for name in (name for edge in edges for name in edge):
        if name not in variables:
            raise Rejected("unknown variable", place="class.knowledge", value=name)
    tiered = [name for tier in known.tiers or () for name in tier]
    if known.tiers is not None and sorted(tiered) != sorted(variables):
        raise Rejected("not every variable once", place="class.knowledge.tiers")
