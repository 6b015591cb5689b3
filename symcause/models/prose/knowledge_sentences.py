"""Knowledge sentences: background knowledge in prose, for prompts and pages.

>>> from symcause.models.background_knowledge import Knowledge
>>> known = Knowledge((("A", "B"),), tiers=(("A",), ("B", "C")), signs=((("A", "C"), "-"),))
>>> for line in said_of(known):
...     print(line)
A affects B.
If A affects C, then more of A never means more of C.
No variable affects one of an earlier tier: {A} < {B, C}.
"""

from __future__ import annotations

from collections.abc import Iterator

from symcause.models.background_knowledge import Knowledge, arrow

_SIGNED = {
    "+": "If {0} affects {1}, then more of {0} never means less of {1}.",
    "-": "If {0} affects {1}, then more of {0} never means more of {1}.",
}


def said_of(known: Knowledge, what: str = "equation") -> Iterator[str]:
    """One sentence a statement; *what* defines a variable in this family."""
    yield from (f"{a} affects {b}." for a, b in known.require)
    yield from (f"{a} does not affect {b}." for a, b in known.forbid)
    yield from (_SIGNED[sign].format(*edge) for edge, sign in known.signs)
    if known.unate:
        yield f"Every {what} only rises or only falls in each of its variables."
    if known.tiers is not None:
        tiers = " < ".join("{" + ", ".join(tier) + "}" for tier in known.tiers)
        yield f"No variable affects one of an earlier tier: {tiers}."
    if known.candidates is not None:
        edges = ", ".join(arrow(edge) for edge in known.candidates) or "none"
        yield f"Only these effects are possible: {edges}."
