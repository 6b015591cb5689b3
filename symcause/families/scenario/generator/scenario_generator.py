"""The scenario generator: scenarios whose threshold is sound and whose optimum is proven."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from symcause.audits.instance_generator import Generator, ProblemDocument
from symcause.audits.question import option
from symcause.errors import UsageError
from symcause.families.scenario.generator.draft_templates import TEMPLATES


@dataclass(frozen=True)
class ScenarioGenerator(Generator):
    """Finite scenarios with a proven optimum, a sound threshold and a trap that shows in the data.

    Each is written to --out FOLDER as ID.scenario.json, with ID.certificate.json, which symcause verify
    checks. Drafts are drawn until one is kept; rejected drafts are counted by the first reason: loss, gap,
    baseline, trap, win, twin. The same seed gives the same bytes whatever --jobs is. With --twin each has a
    twin (same history, no common winner) in ID-twin.scenario.json, and ID-twin.certificate.json is about
    the two.

    \b
    Examples:
      symcause generate scenario --template altitude --count 5 --seed 1 --out scenarios
      symcause generate scenario --template survivors --zones 3 --margin 0.05 --out scenarios --json
      symcause generate scenario --template assigned --twin --count 3 --out twins
      symcause verify scenarios/altitude-1-0.scenario.json scenarios/altitude-1-0.certificate.json

    Exit code 0 when done.
    """

    name: ClassVar[str] = "scenario"
    help: ClassVar[str] = "Scenarios whose optimum, threshold and trap are certified."

    template: str = option(
        "altitude", "The template, by the trap (altitude).", "choice", choices=TEMPLATES
    )
    seed: int = option(0, "Seed (0).", "integer")
    zones: int = option(4, "Latent zones, 2 to 6 (4).", "integer", least=2, most=6)
    margin: str = option(
        "0.02", "How far baselines stay below the threshold (0.02).", metavar="NUMBER"
    )

    twin: bool = option(False, "Make a twin of each that only an experiment separates.", "flag")

    def prepare(self) -> None:
        from symcause.models.exact_numbers import read_number

        if not 0 <= read_number(self.margin) <= 1:
            raise UsageError("a margin is between 0 and 1", value=self.margin)

    @property
    def title(self) -> str:
        return f"template {self.template}"

    @property
    def together(self) -> int:
        return 2 if self.twin else 1

    def items(self, index: int) -> list[ProblemDocument]:
        from symcause.families.scenario.generator.scenario_drafts import kept_draft
        from symcause.models.exact_numbers import print_number, read_number

        margin = read_number(self.margin)
        id = f"{self.template}-{self.seed}-{index}"
        seed = f"{self.template} {self.zones} {print_number(margin)} {self.seed} {index}"
        found = kept_draft(self.template, self.zones, margin, seed, id, self.twin)
        record = {
            "template": self.template,
            "seed": self.seed,
            "index": index,
            "zones": self.zones,
            "margin": print_number(margin),
            "drafts": found.drafts,
            "rejected": found.rejected,
        }
        metadata: dict[str, object] = {"generation": record, "certificate": found.certificate}
        if found.twin is not None:
            from symcause.families.scenario.generator.twin_scenarios import filed

            metadata["twin"] = {
                "scenario": {**found.twin.document, "metadata": {"generation": record}},
                "certificate": found.twin.part.certificate,
                "report": filed(found.twin.part, f"{id}-twin.certificate.json"),
            }
        return [{**found.document, "metadata": metadata}]

    def is_ours(self, document: Mapping[str, object]) -> bool:
        metadata = document.get("metadata")
        record = metadata.get("generation") if isinstance(metadata, Mapping) else None
        ours = (self.template, self.seed)
        return isinstance(record, Mapping) and (record.get("template"), record.get("seed")) == ours

    def verdict(self, document: Mapping[str, object]) -> str:
        return "sound"

    def files(self, document: Mapping[str, object]) -> dict[str, Mapping[str, object]]:
        metadata = _part(document, "metadata")
        own = {key: value for key, value in metadata.items() if key in ("generation", "distinct")}
        id = document["id"]
        files = {
            f"{id}.scenario.json": {**document, "metadata": own},
            f"{id}.certificate.json": _part(metadata, "certificate"),
        }
        if "twin" in metadata:
            twin = _part(metadata, "twin")
            files[f"{id}-twin.scenario.json"] = _part(twin, "scenario")
            files[f"{id}-twin.certificate.json"] = _part(twin, "certificate")
        return files

    def problems(self, document: ProblemDocument) -> list[ProblemDocument]:
        metadata = _part(document, "metadata")
        if "twin" not in metadata:
            return [document]
        twin = _part(metadata, "twin")
        scenario = dict(_part(twin, "scenario"))
        known = {
            **_part({"metadata": {}, **scenario}, "metadata"),
            "certificate": twin["certificate"],
        }
        return [document, {**scenario, "metadata": known}]

    def report(self, document: Mapping[str, object]) -> dict[str, object]:
        metadata = _part(document, "metadata")
        record, certificate = _part(metadata, "generation"), _part(metadata, "certificate")
        claim = _part(certificate, "claim")
        return {
            "family": "scenario",
            "problem": document["id"],
            "file": f"{document['id']}.scenario.json",
            "certificate": f"{document['id']}.certificate.json",
            "template": record["template"],
            "seed": record["seed"],
            "drafts": record["drafts"],
            "rejected": record["rejected"],
            "optimum": claim["optimum"],
            "threshold": _part(document, "evaluate")["threshold"],
            "traps": claim["traps"],
            "twin": _part(metadata, "twin")["report"] if "twin" in metadata else None,
        }


def _part(document: Mapping[str, object], key: str) -> Mapping[str, object]:
    value = document[key]
    assert isinstance(value, Mapping)
    return value
