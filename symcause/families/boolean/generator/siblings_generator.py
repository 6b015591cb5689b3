"""Siblings generator of ``symcause generate siblings``, for Boolean problems that one has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from symcause.audits.instance_generator import ProblemDocument
from symcause.audits.question import option
from symcause.errors import UsageError
from symcause.families.boolean.generator.pool_generator import PooledGenerator
from symcause.families.boolean.problem.version_two import refuse_errors


@dataclass(frozen=True)
class SiblingsGenerator(PooledGenerator):
    """Pairs of siblings from existing problems: they look alike, but only one settles its question.

    An ambiguous problem plus the fewest further worlds that leave one model is the settled sibling. The
    open sibling gets worlds of the same shapes that change nothing. A problem whose evidence leaves one
    model is itself the settled sibling. Both have certificates in their metadata; ids and order are random.

    \b
    Examples:
      symcause generate siblings pool.jsonl --out pairs.jsonl
      symcause generate siblings pool.jsonl --seed 3 --pool-size 5000 --jobs 2 --out pairs.jsonl

    For Boolean problems with gold. To make new pairs, also in other families, use generate boolean, linear
    or shapeworld with --siblings. Exit code 0 when done, 2 if a problem has no siblings.
    """

    name: ClassVar[str] = "siblings"
    help: ClassVar[str] = "Pairs of a settled and an open problem, from a pool of Boolean problems."

    seed: int = option(0, "Seed (0).", "integer")
    pool_size: int = option(
        1_000, "Candidate worlds that may settle it (1000).", "integer", least=1, most=100_000
    )

    errors: int | None = option(
        None,
        "0: take the rows of problems that allow disturbed cells as exact.",
        "integer",
        metavar="0",
        least=0,
        most=0,
    )

    @property
    def title(self) -> str:
        return "siblings"

    @property
    def per_item(self) -> int:
        return 2

    def items(self, index: int) -> list[ProblemDocument]:
        from symcause.families.boolean.audits.pool.world_pool import PoolOptions
        from symcause.families.boolean.files.document_writer import write_boolean
        from symcause.families.boolean.generator.random_streams import stream
        from symcause.families.boolean.generator.transforms.sibling_pairs import siblings

        problem = self.problem(index)
        if self.errors is not None:
            problem = replace(problem, errors=self.errors)
        refuse_errors(problem.errors, "generate siblings")
        if problem.is_alternative_task or problem.identify:
            raise UsageError("this problem asks something else", value=problem.id)
        record = {"source": problem.id, "seed": self.seed, "pool_size": self.pool_size}
        kept = {"level": "siblings", "generation": record}
        rng = stream(self.seed, problem.id, "siblings")
        pool = PoolOptions(size=self.pool_size, seed=self.seed)
        pair = siblings(replace(problem, metadata=kept), rng, pool)
        return [write_boolean(side) for side in pair.written(problem.id, rng)]

    def is_ours(self, document: Mapping[str, object]) -> bool:
        record = _part(_part(document, "metadata"), "generation")
        return "source" in record and (record.get("seed"), record.get("pool_size")) == (
            self.seed,
            self.pool_size,
        )

    def verdict(self, document: Mapping[str, object]) -> str:
        return str(_part(document, "metadata")["verdict"])

    def report(self, document: Mapping[str, object]) -> dict[str, object]:
        metadata = _part(document, "metadata")
        return {
            "family": "boolean",
            "problem": document["id"],
            "setting": document["setting"],
            **{key: metadata[key] for key in ("latent", "sibling", "verdict", "count")},
            "certificate": metadata.get("certificate"),
        }


def _part(document: Mapping[str, object], key: str) -> Mapping[str, object]:
    part = document.get(key)
    return part if isinstance(part, Mapping) else {}
