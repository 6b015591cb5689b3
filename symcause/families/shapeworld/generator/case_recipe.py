"""The recipe of the ShapeWorld generator: what a generated case shall be like."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import permutations


@dataclass(frozen=True)
class Recipe:
    """What cases shall be like; None: whatever comes."""

    shapes: int
    questions: int
    answer: str | None
    shortest_proof: int | None
    worst_case: int | None
    moving: int | None
    unconnected: bool
    as_released: bool
    certified: bool
    played: bool = False  # with the actions that settle the question
    hidden: bool = False  # something that is never shown may keep shapes moving

    @property
    def balanced(self) -> bool:
        """Shall a world have as many questions with one answer as with the other?"""
        return not self.as_released and self.answer is None

    def pairs(self) -> list[tuple[int, int]]:
        """The ordered pairs of shapes that a question may be about, by place in the drawing."""
        pairs = list(permutations(range(self.shapes), 2))
        return [(x, y) for x, y in pairs if x < y] if self.as_released else pairs

    def to_dict(self) -> dict[str, object]:
        """What a case depends on, as its metadata keeps it; what is told of it is no part of that."""
        told = ("certified", "played", *(() if self.hidden else ("hidden",)))
        return {key: value for key, value in asdict(self).items() if key not in told}
