"""The finite generator of ``symcause generate finite``: problems that a template describes, each settled.

A template is a problem file without worlds, queries and gold; without one there are three dials and a lamp.
Item *i* depends on the template, the options and *i* alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.instance_generator import Generator, ProblemDocument
from symcause.audits.question import option
from symcause.errors import UsageError

if TYPE_CHECKING:
    from symcause.families.finite.problem.problem import FiniteProblem

_BUNDLED = Path(__file__).parent / "dials.json"

_EMPTY = ("worlds", "queries", "gold", "task")


@dataclass(frozen=True)
class FiniteGenerator(Generator):
    """Finite worlds: gold of a declared class, and worlds that leave no other model.

    \b
    Examples:
      symcause generate finite --template dials.json --count 10 --seed 1 --out pool.jsonl
      symcause generate finite --queries 4 --count 10 --out queries.jsonl
      symcause generate finite --siblings --count 20 --out pairs.jsonl
    """

    name: ClassVar[str] = "finite"
    help: ClassVar[str] = "Models of a declared class over any values, certified unique."

    template: str | None = option(
        None,
        "A problem file without worlds, queries and gold (three dials and a lamp).",
        "file",
        metavar="FILE",
    )
    seed: int = option(0, "Seed (0).", "integer", metavar="N", least=0)
    rows: int = option(
        4, "Rows of the world without an intervention (4).", "integer", least=1, most=256
    )
    queries: int = option(
        0,
        "Ask N queries in place of the model (0: the model).",
        "integer",
        metavar="N",
        least=0,
        most=100,
    )
    siblings: bool = option(
        False,
        "Make pairs that look alike: the evidence settles the question in only one of the two.",
        "flag",
    )

    def __post_init__(self) -> None:
        if self.siblings and self.queries > 1:
            raise UsageError(
                "siblings differ in one question",
                value=f"--queries {self.queries}",
                remedy="--queries 1",
            )

    @cached_property
    def _template(self) -> FiniteProblem:
        from symcause.families.finite.files.document import read_finite
        from symcause.formats.json_text import read_json
        from symcause.formats.pools.problem_files import named_by_option, read_text

        if self.template is None:
            document = read_json(_BUNDLED.read_text("utf-8"), file=_BUNDLED.name)
        else:
            with named_by_option():
                document = read_json(read_text(self.template), file=self.template)
        if not isinstance(document, dict):
            raise UsageError("a template is a JSON object", file=self.template)
        for key in _EMPTY:
            if key in document:
                raise UsageError("a template has none", file=self.template, value=key)
        shown = [one["values"][0] for one in _variables(document)]
        first: dict[str, object] = {"id": "template", "rows": [shown]}
        whole = {"id": "template", **document, "worlds": [first]}
        return replace(read_finite(whole, self.template), worlds=())

    def prepare(self) -> None:
        _ = self._template

    @cached_property
    def _digest(self) -> str:
        from symcause.families.finite.problem.fingerprint import fingerprint

        return fingerprint(self._template)

    @property
    def per_item(self) -> int:
        return 2 if self.siblings else 1

    def items(self, index: int) -> list[ProblemDocument]:
        from symcause.families.finite.files.document_writer import write_finite
        from symcause.families.finite.generator.certified_items import Shape, certified

        called = f"finite-{self.seed}-{index}{'-queries' if self.queries else ''}"
        named = replace(
            self._template, id=called, metadata={"latent": called, **self._stamp(index)}
        )
        words = f"finite {self._digest} {self.seed} {index} {self.rows}"
        more = " siblings" * self.siblings + f" {self.queries} queries" * bool(self.queries)
        shape = Shape(self.rows, self.queries, self.siblings)
        return list(map(write_finite, certified(named, shape, Random(f"{words}{more}"))))

    def _stamp(self, index: int) -> dict[str, object]:
        stamp = {"generator": self.name, "seed": self.seed, "item": index, "rows": self.rows}
        asked = {"queries": self.queries, "siblings": self.siblings}
        chosen = {name: value for name, value in asked.items() if value}
        return {"origin": {**stamp, **chosen, "template": self._digest}}

    def is_ours(self, document: Mapping[str, object]) -> bool:
        metadata = document.get("metadata")
        origin = metadata.get("origin") if isinstance(metadata, Mapping) else None
        if not isinstance(origin, Mapping):
            return False
        return {"origin": dict(origin)} == self._stamp(int(origin.get("item", -1)))

    def verdict(self, document: Mapping[str, object]) -> str:
        metadata = document["metadata"]
        assert isinstance(metadata, Mapping)
        return str(metadata["verdict"])

    def report(self, document: Mapping[str, object]) -> dict[str, object]:
        worlds = document["worlds"]
        assert isinstance(worlds, list)
        split = [world.get("split", "train") for world in worlds]
        return {
            "problem": document["id"],
            "verdict": self.verdict(document),
            "worlds": split.count("train"),
            "heldout": split.count("heldout"),
        }


def _variables(document: Mapping[str, object]) -> list[Mapping[str, list[object]]]:
    """The variables of a template that have values; the reader says what is wrong with others."""
    stated = document.get("variables")
    listed = stated if isinstance(stated, list) else []
    return [
        one
        for one in listed
        if isinstance(one, dict) and isinstance(one.get("values"), list) and one["values"]
    ]
