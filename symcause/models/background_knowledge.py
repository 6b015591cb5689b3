"""Background knowledge: edges required or forbidden, tiers and signs, for any family.

An edge A->B is an effect of A on B in the sense of the family: a functional parent, a non-zero
coefficient, an arrow. Knowledge is part of the class that a verdict is about; it never judges an answer.

>>> known = Knowledge(require=(("A", "B"),), signs=((("A", "C"), "+"), (("B", "C"), "-")))
>>> str(known), known.admits("C", "A"), known.sign("A", "C"), known.to_dict()["signs"]
('1 required, 2 signed edges', True, '+', {'A->C': '+', 'B->C': '-'})
>>> Knowledge(tiers=(("A",), ("B", "C"))).why_not("C", "A")
'C is in a later tier than A'
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

Edge = tuple[str, str]
SIGNS = ("+", "-")


def arrow(edge: Edge) -> str:
    """An edge as texts have it."""
    return "->".join(edge)


@dataclass(frozen=True)
class Knowledge:
    """Statements about edges (cause, effect); what is left out says nothing. Empty knowledge is false."""

    require: tuple[Edge, ...] = ()
    forbid: tuple[Edge, ...] = ()
    tiers: tuple[tuple[str, ...], ...] | None = None  # earliest first
    signs: tuple[tuple[Edge, str], ...] = ()
    unate: bool = False
    candidates: tuple[Edge, ...] | None = None  # no other edge; cycles are no fault

    def __bool__(self) -> bool:
        return self != NOTHING

    @cached_property
    def _tier(self) -> dict[str, int]:
        return {name: i for i, tier in enumerate(self.tiers or ()) for name in tier}

    @cached_property
    def _signs(self) -> dict[Edge, str]:
        return dict(self.signs)

    @cached_property
    def _forbidden(self) -> frozenset[Edge]:
        return frozenset(self.forbid)

    @cached_property
    def _candidates(self) -> frozenset[Edge]:
        return frozenset(self.candidates or ())

    def why_not(self, cause: str, effect: str) -> str | None:
        """Which statement rules the edge out, None if none does."""
        if (cause, effect) in self._forbidden:
            return "forbidden"
        if self._tier.get(cause, 0) > self._tier.get(effect, len(self._tier)):
            return f"{cause} is in a later tier than {effect}"
        if self.candidates is not None and (cause, effect) not in self._candidates:
            return "no candidate"
        return None

    def admits(self, cause: str, effect: str) -> bool:
        """May this edge be there?"""
        return self.why_not(cause, effect) is None

    def required(self, effect: str) -> tuple[str, ...]:
        """The causes that a variable must have."""
        return tuple(a for a, b in self.require if b == effect)

    def sign(self, cause: str, effect: str) -> str | None:
        """``+`` or ``-`` where the edge, if it is there, has that sign."""
        return self._signs.get((cause, effect))

    @property
    def signed(self) -> bool:
        """True if something is said about signs."""
        return self.unate or bool(self.signs)

    def broken(self, edges: Iterable[Edge]) -> tuple[str, ...]:
        """What a graph with exactly these edges breaks, each text beginning with the edge."""
        present = set(edges)
        refused = [(edge, self.why_not(*edge)) for edge in sorted(present)]
        missing = [f"{arrow(edge)}: required" for edge in self.require if edge not in present]
        return (*(f"{arrow(edge)}: {why}" for edge, why in refused if why), *missing)

    def to_dict(self) -> dict[str, object]:
        """As files and documents have it; what says nothing is left out."""
        document: dict[str, object] = {}
        for key, edges in (("require", self.require), ("forbid", self.forbid)):
            if edges:
                document[key] = [arrow(edge) for edge in edges]
        if self.tiers is not None:
            document["tiers"] = [list(tier) for tier in self.tiers]
        if self.signs:
            document["signs"] = {arrow(edge): sign for edge, sign in self.signs}
        if self.unate:
            document["unate"] = True
        if self.candidates is not None:
            document["candidates"] = [arrow(edge) for edge in self.candidates]
        return document

    def __str__(self) -> str:
        counted = [(len(self.require), "required"), (len(self.forbid), "forbidden")]
        counted.append((len(self.signs), "signed"))
        said = [f"{number} {word}" for number, word in counted if number]
        if self.candidates is not None:
            said.append(f"{len(self.candidates)} candidate")
        if said:
            said[-1] += " edge" if said[-1].startswith("1 ") else " edges"
        if self.tiers is not None:
            said.append(f"{len(self.tiers)} tier{'s' * (len(self.tiers) != 1)}")
        return ", ".join([*said, *["unate mechanisms"] * self.unate])


NOTHING = Knowledge()


def source(problem: object, option: object) -> str | None:
    """Who states a part of a class: ``problem``, ``option``, ``both`` or None."""
    if problem and option:
        return "both"
    return "problem" if problem else "option" if option else None


def reread(told: dict[str, object]) -> Knowledge:
    """What :meth:`Knowledge.to_dict` wrote about names without an arrow in them."""

    def edges(key: str) -> tuple[Edge, ...]:
        listed = told.get(key, [])
        assert isinstance(listed, list | dict)
        pairs = (text.partition("->") for text in listed)
        return tuple((cause, effect) for cause, _, effect in pairs)

    tiers, signs = told.get("tiers"), told.get("signs", {})
    assert isinstance(signs, dict)
    return Knowledge(
        edges("require"),
        edges("forbid"),
        tuple(map(tuple, tiers)) if isinstance(tiers, list | tuple) else None,
        tuple(zip(edges("signs"), signs.values(), strict=True)),
        bool(told.get("unate")),
        edges("candidates") if "candidates" in told else None,
    )
