"""The Boolean generator: seeded Boolean problems with certificates, from a preset."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.instance_generator import Generator, ProblemDocument
from symcause.audits.question import option
from symcause.errors import UsageError
from symcause.models.disclosure import Setting

if TYPE_CHECKING:
    from symcause.families.boolean.generator.drafts.evidence_noise import Disturbance
    from symcause.families.boolean.generator.instance_pipeline import Request
    from symcause.families.boolean.problem.problem import BooleanProblem


@dataclass(frozen=True)
class BooleanGenerator(Generator):
    """Boolean instances: latent SCMs, worlds, and what the evidence settles.

    --count is the number of latent SCMs; each gives one problem per --setting. Problems go to --out FILE or
    standard output, one per line, with their generation record and certificate in the metadata. The same
    seed gives the same bytes whatever --jobs is.

    \b
    Examples:
      symcause generate boolean --count 10 --seed 1 --level certified --out pool.jsonl
      symcause generate boolean --preset vhs_n9_anchor --setting all --count 5 --jobs 2 --out p.jsonl
      symcause generate boolean --alternative --setting ordered --count 3
      symcause generate boolean --siblings --count 20 --out pairs.jsonl
      symcause generate boolean --level certified --pad 10 --out long.jsonl
      symcause generate boolean --noise 2 --margin 2 --hide 0.1 --count 5 --out noisy.jsonl
      symcause generate boolean --list

    Exit code 0 when done.
    """

    name: ClassVar[str] = "boolean"
    help: ClassVar[str] = "Boolean SCMs with intervention worlds, up to certified uniqueness."

    preset: str = option(
        "hs_n8_bridge",
        "Name of a preset, as --list shows it (hs_n8_bridge).",
        words="symcause.families.boolean.generator.presets:presets",
    )
    presets: str | None = option(None, "Take presets from a TOML file.", "file")
    seed: int = option(0, "Seed (0).", "integer")
    settings: tuple[str, ...] = option(
        (),
        "A variant of each latent SCM; may be repeated, 'all' for all four (hidden-order).",
        "choices",
        choices=(*(str(s) for s in Setting), "all"),
        flags=("--setting",),
    )
    level: str = option(
        "original",
        "How much evidence the instances carry (original).",
        "choice",
        choices=("original", "extra", "counterexample", "certified"),
    )
    alternative: bool = option(False, "Make Alternative-SCM items.", "flag")
    pool_size: int = option(
        1_000, "Candidate worlds for the levels (1000).", "integer", least=1, most=100_000
    )

    siblings: bool = option(
        False,
        "Make pairs that look alike: the evidence settles the question in only one of the two.",
        "flag",
    )
    pad: int = option(
        0, "Add this many worlds that change nothing (0).", "integer", least=0, most=1_000
    )

    noise: int = option(
        0,
        "Flip K training cells, and what follows from them; gold is still the only model.",
        "integer",
        metavar="K",
        least=0,
        most=1_000,
    )
    margin: int = option(
        1,
        "At least M cells would have to be wrong for another model to fit as well as gold (1).",
        "integer",
        metavar="M",
        least=1,
        most=1_000,
    )
    hide: str = option(
        "0", "Hide this share of the training cells that are not targets (0).", metavar="SHARE"
    )

    def __post_init__(self) -> None:
        if self.siblings and (self.alternative or self.pad):
            other = "--alternative" if self.alternative else "--pad"
            raise UsageError(f"--siblings and {other} do not go together")
        if not self.disturbance.asked:
            return
        for name in ("siblings", "alternative", "pad"):
            if getattr(self, name):
                raise UsageError(f"--{name} and --noise, --margin, --hide do not go together")
        if self.level not in ("original", "certified"):
            raise UsageError(
                "noisy or incomplete evidence is always certified",
                value=f"--level {self.level}",
                remedy="leave it out",
            )

    @cached_property
    def disturbance(self) -> Disturbance:
        """What is to be wrong with the evidence."""
        from symcause.families.boolean.generator.drafts.evidence_noise import Disturbance

        try:
            hide = Fraction(self.hide)
        except (ValueError, ZeroDivisionError):
            hide = Fraction(-1)
        if not 0 <= hide < 1:
            raise UsageError("--hide is a share: 0 or more, less than 1", value=self.hide)
        return Disturbance(self.noise, self.margin, hide)

    @property
    def _level(self) -> str:
        if self.siblings:
            return "siblings"
        return "certified" if self.disturbance.asked else self.level

    @cached_property
    def request(self) -> Request:
        """What is to be generated."""
        from symcause.families.boolean.audits.disambiguation.evidence_levels import Level
        from symcause.families.boolean.audits.pool.world_pool import PoolOptions
        from symcause.families.boolean.generator.instance_pipeline import Request
        from symcause.families.boolean.generator.presets import preset

        return Request(
            preset(self.preset, self.presets),
            self.seed,
            self._settings,
            Level.CERTIFIED if self.siblings else Level(self._level),
            self.alternative,
            PoolOptions(size=self.pool_size),
            self.disturbance,
        )

    def prepare(self) -> None:
        _ = self.request

    @property
    def _settings(self) -> tuple[Setting, ...]:
        asked = self.settings or (str(Setting.HIDDEN_ORDER),)
        return tuple(Setting) if "all" in asked else tuple(dict.fromkeys(map(Setting, asked)))

    @property
    def title(self) -> str:
        return self.request.preset.name

    @property
    def per_item(self) -> int:
        return len(self._settings) * (2 if self.siblings else 1)

    def items(self, index: int) -> list[ProblemDocument]:
        from symcause.families.boolean.files.document_writer import write_boolean
        from symcause.families.boolean.generator.instance_pipeline import instances

        made = instances(self.request, index)
        if self.siblings:
            return [write_boolean(side) for problem in made for side in self._siblings(problem)]
        if self.pad:
            made = [self._padded(problem) for problem in made]
        return [write_boolean(problem) for problem in made]

    def _siblings(self, problem: BooleanProblem) -> list[BooleanProblem]:
        from symcause.families.boolean.generator.random_streams import stream
        from symcause.families.boolean.generator.transforms.sibling_pairs import siblings

        latent = f"{problem.metadata['latent']}-{problem.setting}"
        rng = stream(problem.id, "siblings")
        record = {
            "preset": self.request.preset.name,
            "seed": self.seed,
            "pool_size": self.pool_size,
        }
        kept = {"level": "siblings", "generation": record}
        return siblings(replace(problem, metadata=kept), rng).written(latent, rng)

    def _padded(self, problem: BooleanProblem) -> BooleanProblem:
        from symcause.families.boolean.generator.instance_pipeline import certified
        from symcause.families.boolean.generator.random_streams import stream
        from symcause.families.boolean.generator.transforms.padding_worlds import padded

        made = padded(problem, self.pad, stream(problem.id, "padding", self.pad))
        return certified(replace(made, id=f"{problem.id}-pad{self.pad}"))

    def is_ours(self, document: Mapping[str, object]) -> bool:
        metadata = document.get("metadata")
        record = metadata.get("generation") if isinstance(metadata, Mapping) else None
        if not isinstance(metadata, Mapping) or not isinstance(record, Mapping):
            return False
        return (
            (record.get("preset"), record.get("seed")) == (self.request.preset.name, self.seed)
            and record.get("pool_size") == self.pool_size
            and metadata.get("level") == self._level
            and {key: record[key] for key in ("noise", "margin", "hide") if key in record}
            == self.disturbance.record()
            and _part(metadata, "pad").get("worlds") == (self.pad or None)
            and ("alternative" in metadata) == self.alternative
            and document.get("setting") in {str(s) for s in self._settings}
        )

    def verdict(self, document: Mapping[str, object]) -> str:
        return str(_part(document, "metadata")["verdict"])

    def report(self, document: Mapping[str, object]) -> dict[str, object]:
        metadata = _part(document, "metadata")
        record = _part(metadata, "generation")
        if self.siblings:
            return {
                "family": self.name,
                "problem": document["id"],
                "setting": document["setting"],
                **{key: metadata[key] for key in ("latent", "sibling", "verdict", "count")},
                "certificate": metadata.get("certificate"),
            }
        worlds, added = document["worlds"], record["added_worlds"]
        assert isinstance(worlds, list) and isinstance(added, list)
        return {
            "family": self.name,
            "problem": document["id"],
            "latent": metadata["latent"],
            "setting": document["setting"],
            "level": metadata["level"],
            "preset": record["preset"],
            "seed": record["seed"],
            "index": record["index"],
            "attempts": record["attempts"],
            "worlds": sum(world["split"] == "train" for world in worlds),
            "added": len(added),
            "coverage": record["coverage"],
            "verdict": metadata["verdict"],
            "count": metadata["count"],
            **({"rejected": record["rejected"]} if self.disturbance.asked else {}),
            "certificate": metadata.get("certificate"),
        }

    def listing(self) -> list[tuple[str, Mapping[str, object]]]:
        from symcause.families.boolean.generator.presets import presets

        return [
            (
                name,
                {
                    "variables": preset.variables,
                    "roots": preset.roots,
                    "rows": preset.rows,
                    "max_parents": preset.max_parents,
                },
            )
            for name, preset in presets(self.presets).items()
        ]


def _part(document: Mapping[str, object], key: str) -> Mapping[str, object]:
    part = document.get(key, {})
    assert isinstance(part, Mapping)
    return part
