"""The linear generator of ``symcause generate linear``: seeded episodes and what they settle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.instance_generator import Generator, ProblemDocument
from symcause.audits.question import option
from symcause.errors import LimitError, UsageError
from symcause.families.linear.bounds import PADDED_TRIES
from symcause.families.linear.models.laboratory import Semantics

if TYPE_CHECKING:
    from symcause.families.linear.generator.random_crystals import LinearOptions
    from symcause.families.linear.problem.problem import LinearProblem


@dataclass(frozen=True)
class LinearGenerator(Generator):
    """Linear and quadratic episodes with simulated evidence.

    The metadata of each instance says what its evidence settles before any intervention and at the end of
    the budget: graphs and models left, and whether the reactor's target is entailed. If certificates cover
    its class, it carries the certificate of the verdict.

    \b
    Examples:
      symcause generate linear --variables 5 --count 10 --seed 1 --out pool.jsonl
      symcause generate linear --level certified --count 10 --out unique.jsonl
      symcause generate linear --siblings --question target --count 20 --out pairs.jsonl
      symcause generate linear --quadratic --count 3
      symcause generate linear --hidden 1 --count 5 --jobs 2 --out hidden.jsonl

    Exit code 0 when done.
    """

    name: ClassVar[str] = "linear"
    help: ClassVar[str] = "Linear and quadratic episodes, with what their evidence settles."

    variables: int = option(4, "Number of variables: properties and the target (4).", "integer")
    density: float = option(0.5, "Share of edges present (0.5).", "number")
    low: int = option(1, "Smallest coefficient (1).", "integer")
    high: int = option(3, "Largest coefficient (3).", "integer")
    records: int = option(2, "Prior records (2).", "integer")
    budget: int | None = option(None, "Interventions (four for each property).", "integer")
    semantics: str = option(
        "set",
        "The meaning of an intervention (set).",
        "choice",
        choices=tuple(str(s) for s in Semantics),
    )
    target_may_cause: bool = option(False, "The target may be a cause.", "flag")
    quadratic: bool = option(False, "Quadratic effects, values rounded.", "flag")
    hidden: int = option(0, "Variables with a hidden disturbance (0).", "integer")
    hidden_on_target: bool = option(False, "The target is one of them.", "flag")
    integer_class: bool = option(False, "Only models with integer coefficients count.", "flag")
    level: str = option(
        "original",
        "How much the instances settle (original: left to chance; certified: one graph, with proof).",
        "choice",
        choices=("original", "certified"),
    )
    seed: int = option(0, "Seed (0).", "integer")
    siblings: bool = option(
        False,
        "Make pairs that look alike: the evidence settles the question in only one of the two.",
        "flag",
    )
    question: str = option(
        "graph",
        "The question of siblings: the graph, or the reactor's target (graph).",
        "choice",
        choices=("graph", "target"),
    )

    pad: int = option(
        0, "Add this many interventions that change nothing (0).", "integer", least=0, most=1_000
    )

    @property
    def title(self) -> str:
        return "linear episodes"

    @cached_property
    def request(self) -> LinearOptions:
        """What is to be generated; refuses what does not go together."""
        from symcause.families.linear.generator.random_crystals import LinearOptions

        return LinearOptions(
            self.variables,
            self.density,
            self.low,
            self.high,
            self.records,
            self.budget,
            Semantics(self.semantics),
            self.target_may_cause,
            self.quadratic,
            self.hidden,
            self.hidden_on_target,
            self.integer_class,
        )

    def __post_init__(self) -> None:
        if self.siblings and self.pad:
            raise UsageError("--siblings and --pad do not go together")

    def count(self, asked: int) -> int:
        _ = self.request  # refused before anything is made
        return asked

    def items(self, index: int) -> list[ProblemDocument]:
        from symcause.families.linear.files.document_writer import write_linear
        from symcause.families.linear.generator.episode_certificate import (
            certified,
            certified_unique,
        )
        from symcause.families.linear.generator.random_crystals import draw

        if self.siblings:
            return self._siblings(index)
        if self.level == "certified":
            made = certified_unique(self.request, self.seed, index)
        else:
            made = certified(draw(self.request, self.seed, index))
        latent = made.id
        if self.pad:
            made = self._padded(made, index)
        metadata = {"latent": latent, "level": self.level, **made.metadata}
        return [write_linear(replace(made, metadata=metadata))]

    def _padded(self, problem: LinearProblem, index: int) -> LinearProblem:
        """The first drawing of this number that interventions may be added to without a trace."""
        from symcause.families.linear.generator.episode_certificate import certified
        from symcause.families.linear.generator.extra_interventions import padded
        from symcause.families.linear.generator.random_crystals import draw

        rng = Random(f"padding {problem.id} {self.pad}")
        for attempt in range(1, PADDED_TRIES):
            try:
                made = padded(problem, self.pad, rng)
            except LimitError:
                if self.level == "certified":
                    raise
                problem = draw(self.request, self.seed, index, attempt)
            else:
                return certified(replace(made, id=f"{problem.id}-pad{self.pad}"))
        raise LimitError(f"every further intervention teaches something about {problem.id}")

    def _siblings(self, index: int) -> list[ProblemDocument]:
        from symcause.families.linear.files.document_writer import write_linear
        from symcause.families.linear.generator.crystal_siblings import siblings

        made = siblings(self.request, self.seed, index, self.question)
        stamp = {"level": f"siblings {self.question}"}
        return [write_linear(replace(one, metadata={**stamp, **one.metadata})) for one in made]

    @property
    def per_item(self) -> int:
        return 2 if self.siblings else 1

    def is_ours(self, document: Mapping[str, object]) -> bool:
        asked = f"{self.question}-" if self.siblings else ""
        start = f"linear-{asked}{self.variables}-{self.seed}-"
        level = f"siblings {self.question}" if self.siblings else self.level
        metadata = document.get("metadata")
        return (
            str(document.get("id", "")).startswith(start)
            and isinstance(metadata, Mapping)
            and metadata.get("level", "original") == level
            and str(document.get("id", "")).endswith(f"-pad{self.pad}") == bool(self.pad)
        )

    def verdict(self, document: Mapping[str, object]) -> str:
        if self.siblings:
            return "open" if _settles(document).get("open") else "settled"
        identified = _settles(document).get("identified")
        if identified is None:
            return "unknown"
        return "identified" if identified else "not identified"

    def report(self, document: Mapping[str, object]) -> dict[str, object]:
        metadata = document.get("metadata")
        certificate = metadata.get("certificate") if isinstance(metadata, Mapping) else None
        facts = {**_settles(document), "certificate": certificate}
        return {"family": self.name, "problem": document["id"], **facts}


def _settles(document: Mapping[str, object]) -> Mapping[str, object]:
    metadata = document.get("metadata")
    found = metadata.get("settles") if isinstance(metadata, Mapping) else None
    return found if isinstance(found, Mapping) else {}
