"""The ShapeWorld generator of ``symcause generate shapeworld``.

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

from symcause.audits.instance_generator import Generator, ProblemDocument
from symcause.audits.question import option
from symcause.errors import LimitError, UsageError
from symcause.families.shapeworld.bounds import WORLD_ATTEMPTS
from symcause.families.shapeworld.generator.case_recipe import Recipe

if TYPE_CHECKING:
    from symcause.families.shapeworld.generator.random_cases import Drawn
    from symcause.families.shapeworld.problem.problem import ShapeWorldProblem

_ANSWERS = ("yes", "no")


@dataclass(frozen=True)
class ShapeWorldGenerator(Generator):
    """Random worlds of shapes, with questions of prescribed difficulty."""

    name: ClassVar[str] = "shapeworld"
    help: ClassVar[str] = "Worlds of shapes that set each other in motion, with yes-no questions."

    seed: int = option(0, "Seed (0).", "integer", metavar="N", least=0)
    shapes: int = option(4, "Shapes per world (4).", "integer", metavar="N", least=2, most=16)
    questions: int = option(6, "Questions per world, at most (6).", "integer", metavar="N", least=1)
    answer: str | None = option(
        None, "Only questions with this answer.", "choice", choices=_ANSWERS
    )
    shortest_proof: int | None = option(
        None,
        "Only questions whose shortest proof has this length.",
        "integer",
        metavar="P",
        least=0,
    )
    worst_case: int | None = option(
        None, "Only questions with this worst case.", "integer", metavar="W", least=0
    )
    moving: int | None = option(
        None,
        "How many sources are set moving at the start (all shapes move).",
        "integer",
        metavar="K",
        least=0,
    )
    unconnected: bool = option(
        False, "Include worlds without a shape that causes all others.", "flag"
    )
    hidden: bool = option(
        False,
        "In half of the worlds something that is never shown keeps some shapes moving.",
        "flag",
    )
    as_released: bool = option(False, "Draw as the published generator does.", "flag")
    certified: bool = option(
        False, "Recompute answer, worst case and shortest proof by search.", "flag"
    )

    level: str = option(
        "original",
        "What a case shows (original: the start; certified: also actions that settle its "
        "question, as many as the worst case takes, with the certificate of the answer).",
        "choice",
        choices=("original", "certified"),
    )

    siblings: bool = option(
        False,
        "Make pairs that look alike: the transcript settles the question in only one of the two.",
        "flag",
    )

    pad: int = option(
        0, "Add this many actions that change nothing (0).", "integer", least=0, most=1_000
    )

    def __post_init__(self) -> None:
        if self.siblings and self.pad:
            raise UsageError("--siblings and --pad do not go together")
        if self.hidden and (self.siblings or self.as_released):
            other = "--siblings" if self.siblings else "--as-released"
            raise UsageError(f"--hidden and {other} do not go together")
        if self.as_released and (self.moving is not None or self.shapes < 2):
            raise UsageError("--as-released sets all shapes moving", remedy="leave out --moving")
        if self.moving is not None and self.moving > self.shapes:
            raise UsageError(
                "more shapes cannot move than there are",
                value=self.moving,
                remedy=f"give --moving 0 to {self.shapes}",
            )
        hardest = self.shapes - (not self.hidden)
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

    def prepare(self) -> None:
        from symcause.families.shapeworld.generator.random_cases import refuse_size

        if not self.siblings and (self.level == "certified" or self.certified):
            refuse_size(self.shapes, int(self.hidden))

    def uncertified(self) -> str | None:
        if self.siblings or self.pad or self.level == "certified":
            return None
        return "a case that shows its start alone settles nothing; --level certified does"

    @property
    def per_item(self) -> int:
        return 2 if self.siblings else 0 if self._picky else self.questions

    @property
    def _has_one_source(self) -> bool:
        narrow = self.unconnected or self.as_released or self.hidden
        return self.moving is None and not narrow

    @property
    def _picky(self) -> bool:
        return (self.shortest_proof, self.worst_case) != (None, None)

    def items(self, index: int) -> list[ProblemDocument]:
        from symcause.families.shapeworld.generator.random_cases import draw

        if self.siblings:
            return self._siblings(index)
        rng = Random(f"shapeworld {self.seed} {index} {self.recipe.to_dict()}")
        for _ in range(WORLD_ATTEMPTS):
            found = draw(self.recipe, rng, f"shapeworld-{self.seed}-{index}")
            if found:
                return [self._written(index, one) for one in found]
        raise LimitError(
            f"no such case among {WORLD_ATTEMPTS} worlds",
            remedy="prescribe another worst case, shortest proof or number of shapes",
        )

    def _siblings(self, index: int) -> list[ProblemDocument]:
        from symcause.families.shapeworld.files.document import write_shapeworld
        from symcause.families.shapeworld.generator.transcript_siblings import siblings

        rng = Random(f"shapeworld siblings {self.seed} {index} {self.recipe.to_dict()}")
        made = siblings(self.recipe, rng, f"shapeworld-siblings-{self.seed}-{index}")
        stamp = {"origin": self._stamp(index)}
        return [write_shapeworld(replace(one, metadata={**stamp, **one.metadata})) for one in made]

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
            hidden=self.hidden,
        )

    def _written(self, index: int, drawn: Drawn) -> ProblemDocument:
        """A case with where it comes from and what is known about it."""
        from symcause.families.shapeworld.files.document import write_shapeworld

        world = {"latent": f"shapeworld-{self.seed}-{index}", "origin": self._stamp(index)}
        metadata = {**world, "case": drawn.facts, **drawn.certified}
        case = replace(drawn.case, metadata=metadata)
        return write_shapeworld(self._padded(case) if self.pad else case)

    def _padded(self, case: ShapeWorldProblem) -> ShapeWorldProblem:
        from symcause.answers import Unknown
        from symcause.families.shapeworld.certify.verdict_certificate import certify
        from symcause.families.shapeworld.generator.extra_actions import padded
        from symcause.families.shapeworld.space.space_choice import open_space

        made = padded(case, self.pad, Random(f"padding {case.id} {self.pad}"))
        made = replace(made, id=f"{case.id}-pad{self.pad}")
        proof = certify(open_space(made))
        if isinstance(proof, Unknown):
            raise LimitError(proof.reason)
        return replace(made, metadata={**made.metadata, **proof.entries()})

    def _stamp(self, index: int) -> dict[str, object]:
        """Where a case comes from."""
        options = self.recipe.to_dict()
        stamp: dict[str, object] = {"generator": self.name, "seed": self.seed}
        stamp |= {"item": index, "options": options}
        if self.pad:
            stamp["pad"] = self.pad
        level = "siblings" if self.siblings else self.level
        return stamp if level == "original" else {**stamp, "level": level}

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
        if self.siblings and isinstance(metadata, dict):
            pair = metadata["sibling"]
            text = "settled" if pair["settled"] else "open"
            return {"problem": document.get("id"), "answer": text, "sibling": pair}
        facts = metadata.get("case") if isinstance(metadata, dict) else None
        assert isinstance(facts, dict)
        return {"problem": document.get("id"), **facts}
