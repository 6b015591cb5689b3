"""The statements generator of ``symcause generate statements``.

Class, relation, reading and names are drawn at random, such that (from four variables on) each verdict is
that of some pair; items are balanced over the three verdicts, in an order that the seed shuffles, and carry
their certificate. Siblings share the premise: one hypothesis is settled (half of them entailed), the other
open. Item *i* depends on the options and *i* alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from symcause.audits.instance_generator import Generator, ProblemDocument, dealt
from symcause.audits.question import option
from symcause.errors import UsageError
from symcause.families.statements.bounds import FEWEST_GENERATED, MOST_GENERATED
from symcause.families.statements.problem.problem import CLASSES, ENTAILED, IMPOSSIBLE

_SETTLED = (ENTAILED, IMPOSSIBLE)


@dataclass(frozen=True)
class StatementsGenerator(Generator):
    """Statements of independence and a hypothesis, balanced over three verdicts."""

    name: ClassVar[str] = "statements"
    help: ClassVar[str] = "Statements of independence with a causal hypothesis."

    seed: int = option(0, "Seed (0).", "integer", metavar="N", least=0)
    variables: int = option(
        4,
        "Variables per problem (4).",
        "integer",
        metavar="N",
        least=FEWEST_GENERATED,
        most=MOST_GENERATED,
    )
    siblings: bool = option(
        False, "Make pairs with the same premise: only one of the two is settled.", "flag"
    )

    unmatched: bool = option(
        False,
        "Any class and relation: more different problems, but both say something about the verdict.",
        "flag",
    )

    def __post_init__(self) -> None:
        if self.siblings and self.unmatched:
            raise UsageError("--siblings and --unmatched do not go together")

    @property
    def per_item(self) -> int:
        return 2 if self.siblings else 1

    def items(self, index: int) -> list[ProblemDocument]:
        from symcause.families.statements.files.document import write_statements
        from symcause.families.statements.generator.statement_draws import drawn, siblings

        rng = Random(f"statements {self.seed} {index} {self.variables} {self.siblings}")
        stamp: dict[str, object] = {"origin": self._stamp(index)}
        run = f"statements {self.seed} {self.variables}"
        if self.siblings:
            latent = f"statements-siblings-{self.seed}-{index}"
            made = siblings(self.variables, dealt(_SETTLED, index, f"settled {run}"), rng, latent)
        else:
            wanted = dealt(CLASSES, index, run)
            stamp = {"latent": f"statements-{self.seed}-{index}", **stamp}
            id, matched = f"statements-{self.seed}-{index}", not self.unmatched
            made = [drawn(self.variables, wanted, rng, id, matched=matched)]
        return [write_statements(replace(one, metadata={**stamp, **one.metadata})) for one in made]

    def _stamp(self, index: int) -> dict[str, object]:
        stamp: dict[str, object] = {"generator": self.name, "seed": self.seed, "item": index}
        stamp["variables"] = self.variables
        flags = {"siblings": self.siblings, "unmatched": self.unmatched}
        return stamp | {name: True for name, given in flags.items() if given}

    def is_ours(self, document: Mapping[str, object]) -> bool:
        metadata = document.get("metadata")
        origin = metadata.get("origin") if isinstance(metadata, dict) else None
        return isinstance(origin, dict) and origin == self._stamp(origin.get("item", -1))

    def verdict(self, document: Mapping[str, object]) -> str:
        return str(document.get("gold"))

    def report(self, document: Mapping[str, object]) -> dict[str, object]:
        metadata = document.get("metadata")
        report = {"problem": document.get("id"), "verdict": document.get("gold")}
        if self.siblings and isinstance(metadata, dict):
            report["sibling"] = metadata["sibling"]
        return report
