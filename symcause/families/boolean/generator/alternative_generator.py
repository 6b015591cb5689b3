"""Alternative generator of ``symcause generate alternative``, from Boolean problems with gold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.instance_generator import ProblemDocument
from symcause.audits.question import option
from symcause.families.boolean.generator.pool_generator import PooledGenerator

if TYPE_CHECKING:
    from symcause.families.boolean.generator.transforms.alternative_items import StoredAnswer
    from symcause.families.boolean.problem.problem import BooleanProblem


@dataclass(frozen=True)
class AlternativeGenerator(PooledGenerator):
    """Alternative-SCM items: gold and another explaining SCM that one experiment separates.

    One item per problem from the exact version space (problems without a separable alternative give none),
    or one for each different model among stored answers, with the systems that gave it, so that an
    evaluation can leave them out.

    \b
    Examples:
      symcause generate alternative pool.jsonl --out items.jsonl
      symcause generate alternative pool.jsonl --answers predictions.jsonl --out items.jsonl

    Exit code 0 when done, 2 if a problem could not be used.
    """

    name: ClassVar[str] = "alternative"
    help: ClassVar[str] = "Alternative-SCM items from a pool and stored answers."

    answers: tuple[str, ...] = option(
        (),
        "Take alternatives from stored answers (prediction files) instead of the exact space.",
        "files",
        metavar="FILE",
    )
    seed: int = option(0, "Seed (0).", "integer")

    @property
    def title(self) -> str:
        return "Alternative-SCM items"

    @property
    def per_item(self) -> int:
        return 0  # as many as a problem gives

    def prepare(self) -> None:
        super().prepare()
        _ = self._stored

    @cached_property
    def _stored(self) -> dict[str, list[tuple[str, str]]]:
        """(system, raw answer) by problem."""
        from symcause.formats.answer_files.predictions import BadPrediction, read_predictions

        found: dict[str, list[tuple[str, str]]] = {}
        for file in self.answers:
            for row in read_predictions(file):
                if isinstance(row, BadPrediction):
                    raise row.error
                found.setdefault(row.instance_id, []).append((row.model, row.response))
        return found

    def items(self, index: int) -> list[ProblemDocument]:
        from symcause.families.boolean.files.document_writer import write_boolean
        from symcause.families.boolean.generator.instance_pipeline import certified
        from symcause.families.boolean.generator.random_streams import stream
        from symcause.families.boolean.generator.transforms.alternative_items import (
            alternative_item,
            items_from_answers,
        )

        problem = self.problem(index)
        rng = stream(self.seed, problem.id, "alternative")
        made: Iterable[BooleanProblem | None]
        if self.answers:
            made = items_from_answers(problem, self._executable(problem), rng)
        else:
            made = [alternative_item(problem, rng, f"{problem.id}-alternative")]
        return [write_boolean(certified(item)) for item in made if item is not None]

    def _executable(self, problem: BooleanProblem) -> list[StoredAnswer]:
        """The answers that denote a model, with their systems."""
        from symcause.families.boolean.generator.transforms.alternative_items import StoredAnswer
        from symcause.families.boolean.scoring.check.checker import executable

        given = self._stored.get(problem.id, [])
        judged = [(system, executable(problem, text).answer) for system, text in given]
        return [StoredAnswer(system, answer) for system, answer in judged if answer is not None]

    def is_ours(self, document: Mapping[str, object]) -> bool:
        metadata = document.get("metadata")
        return isinstance(metadata, Mapping) and "alternative" in metadata

    def verdict(self, document: Mapping[str, object]) -> str:
        metadata = document["metadata"]
        assert isinstance(metadata, Mapping)
        return str(metadata.get("verdict", "made"))

    def report(self, document: Mapping[str, object]) -> dict[str, object]:
        metadata = document["metadata"]
        assert isinstance(metadata, Mapping)
        return {
            "family": "boolean",
            "problem": document["id"],
            "verdict": metadata.get("verdict"),
            "count": metadata.get("count"),
            "alternative": metadata.get("alternative"),
        }
