"""``generate shapeworld``: cases of prescribed difficulty, each with what is known about it.

An item is a world with up to six questions, all shapes moving at the start. Corrected: connected worlds
(one shape causes all others; ``--unconnected``: any), a shuffled listing, as many yes as no answers in
every world, whatever else is prescribed.
``--as-released`` draws as the published generator does: unchecked complements, causes listed first,
mostly yes. Worst case, shortest proof and answer may be prescribed; worlds without such a case are
drawn again. Item *i* depends on the options and *i* alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.generating import Generator, ProblemDocument
from symcause.audits.question import option
from symcause.errors import LimitError, UsageError
from symcause.families.shapeworld.generator.recipe import Recipe

if TYPE_CHECKING:
    from symcause.families.shapeworld.generator.drawing import Drawn

ATTEMPTS = 5_000
"""Worlds drawn for one item before the search is given up."""

_ANSWERS = ("yes", "no")


@dataclass(frozen=True)
class ShapeWorldGenerator(Generator):
    """Random worlds of shapes, with questions of prescribed difficulty."""

    name: ClassVar[str] = "shapeworld"
    help: ClassVar[str] = "worlds of shapes that set each other moving, with yes-no questions"

    seed: int = option(0, "Seed of the run (0).", "integer", metavar="N", least=0)
    shapes: int = option(4, "Shapes of a world (4).", "integer", metavar="N", least=2, most=16)
    questions: int = option(
        6, "Questions a world, if it has so many (6).", "integer", metavar="N", least=1
    )
    answer: str | None = option(
        None, "Only questions with this answer.", "choice", choices=_ANSWERS
    )
    shortest_proof: int | None = option(
        None, "Only questions with so short a proof.", "integer", metavar="P", least=0
    )
    worst_case: int | None = option(
        None, "Only questions with this worst case.", "integer", metavar="W", least=0
    )
    moving: int | None = option(
        None, "Sources set moving at the start (all shapes move).", "integer", metavar="K", least=0
    )
    unconnected: bool = option(False, "Also worlds without a shape that causes all others.", "flag")
    as_released: bool = option(False, "Draw as the published generator does.", "flag")
    certified: bool = option(
        False, "Recompute answer, worst case and shortest proof by search.", "flag"
    )

    level: str = option(
        "original",
        "What a case shows (original: the start; certified: also the fewest actions that settle "
        "its question, with the certificate of the answer).",
        "choice",
        choices=("original", "certified"),
    )

    def __post_init__(self) -> None:
        if self.as_released and (self.moving is not None or self.shapes < 2):
            raise UsageError("--as-released sets all shapes moving", remedy="leave out --moving")
        if self.moving is not None and self.moving > self.shapes:
            raise UsageError(
                "more shapes cannot move than there are",
                value=self.moving,
                remedy=f"give --moving 0 to {self.shapes}",
            )
        hardest = self.shapes - 1
        if self.moving is None and self.worst_case not in (None, hardest):
            raise UsageError(
                f"where all {self.shapes} shapes move, the worst case is always {hardest}",
                value=self.worst_case,
                remedy="add --moving K, or another number of --shapes",
            )
        if self.shortest_proof is not None and self.shortest_proof > 2 and self._has_one_source:
            raise UsageError(
                "where one shape causes all others and all move, two interventions prove everything",
                value=self.shortest_proof,
                remedy="add --unconnected",
            )
        if self.answer is not None and self.answer not in _ANSWERS:
            raise UsageError("an answer is yes or no", value=self.answer)

    @property
    def per_item(self) -> int:
        return 0 if self._picky else self.questions

    @property
    def _has_one_source(self) -> bool:
        return self.moving is None and not self.unconnected and not self.as_released

    @property
    def _picky(self) -> bool:
        return (self.shortest_proof, self.worst_case) != (None, None)

    def items(self, index: int) -> list[ProblemDocument]:
        from symcause.families.shapeworld.generator.drawing import draw

        rng = Random(f"shapeworld {self.seed} {index} {self.recipe.to_dict()}")
        for _ in range(ATTEMPTS):
            found = draw(self.recipe, rng, f"shapeworld-{self.seed}-{index}")
            if found:
                return [self._written(index, one) for one in found]
        raise LimitError(
            f"no such case among {ATTEMPTS} worlds",
            remedy="prescribe another worst case, shortest proof or number of shapes",
        )

    @property
    def recipe(self) -> Recipe:
        """What a case depends on beside the seed."""
        return Recipe(
            shapes=self.shapes,
            questions=self.questions,
            answer=self.answer,
            shortest_proof=self.shortest_proof,
            worst_case=self.worst_case,
            moving=self.moving,
            unconnected=self.unconnected,
            as_released=self.as_released,
            certified=self.certified,
            played=self.level == "certified",
        )

    def _written(self, index: int, drawn: Drawn) -> ProblemDocument:
        """A case with where it comes from and what is known about it."""
        from symcause.families.shapeworld.files.document import write_shapeworld

        metadata = {"origin": self._stamp(index), "case": drawn.facts, **drawn.certified}
        return write_shapeworld(replace(drawn.case, metadata=metadata))

    def _stamp(self, index: int) -> dict[str, object]:
        """Where a case comes from."""
        options = self.recipe.to_dict()
        stamp = {"generator": self.name, "seed": self.seed, "item": index, "options": options}
        return stamp if self.level == "original" else {**stamp, "level": self.level}

    def is_ours(self, document: Mapping[str, object]) -> bool:
        metadata = document.get("metadata")
        origin = metadata.get("origin") if isinstance(metadata, dict) else None
        if not isinstance(origin, dict):
            return False
        return origin == self._stamp(origin.get("item", -1))

    def verdict(self, document: Mapping[str, object]) -> str:
        return str(self.report(document)["answer"])

    def report(self, document: Mapping[str, object]) -> dict[str, object]:
        metadata = document.get("metadata")
        facts = metadata.get("case") if isinstance(metadata, dict) else None
        assert isinstance(facts, dict)
        return {"problem": document.get("id"), **facts}
