"""Dataset export by the convert command: a pool with manifest and datasheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, fields
from functools import partial
from typing import Any

from symcause.audits.question import ask
from symcause.cli.certificates.certificate_lookup import Held
from symcause.cli.output.terminal_output import complain, show
from symcause.errors import SymcauseError, UsageError, did_you_mean
from symcause.formats.datasets.dataset_manifest import CERTIFIED, About, Dataset, Proof
from symcause.formats.datasets.dataset_writer import write_dataset
from symcause.formats.pools.problem_files import Item
from symcause.formats.problems import Problem
from symcause.registry import family_of, load


@dataclass(frozen=True)
class Publishing:
    """How a pool is published, as the options say."""

    source: str
    folder: str
    certificates: str | None = None
    parquet: bool = False
    about: tuple[str, ...] = ()
    quiet: bool = False

    def export(self, items: Iterable[Item], note: Callable[[SymcauseError], None]) -> None:
        """Write the problems that could be read; *note* hears of what could not be used."""
        about = _about(self.about)
        with ExitStack() as stack:
            held = None
            if self.certificates is not None:
                held = stack.enter_context(Held(self.certificates))
            written = write_dataset(
                _readable(items, note),
                self.folder,
                prompt=partial(_prompt, themes=f"{self.source}.themes"),
                proofs=lambda problem: list(_proofs(problem, held, note)),
                about=about,
                parquet=self.parquet,
            )
        for remark in self._remarks(written):
            complain(remark)
        if not self.quiet:
            show(f"{_told(written)} in {self.folder}; see {self.folder}/manifest.json")

    def _remarks(self, written: Dataset) -> Iterator[str]:
        """What a publisher will want to mend, with the command that does it."""
        if not written.tallies.get(CERTIFIED) and self.certificates is None:
            yield (
                f"published without certificates: symcause audit {self.source} --certificate FOLDER "
                "makes them, --certificates FOLDER takes them along"
            )
        if written.without_heldout:
            yield (
                f"{written.without_heldout} of {written.problems} problems have no held-out worlds: "
                f"symcause convert {self.source} --heldout 4 --seed 0 --out FILE draws some from gold"
            )


def _told(written: Dataset) -> str:
    number = f"{written.problems} problem{'' if written.problems == 1 else 's'}"
    held = sum(written.tallies.get(CERTIFIED, {}).values())
    return f"{number} ({written.certified_unique} certified unique)" if held else number


def _proofs(
    problem: Problem, held: Held | None, note: Callable[[SymcauseError], None]
) -> Iterator[Proof]:
    """The certificates about a problem, its own and those that were given, after the verifier's word."""
    family = family_of(problem)
    if family.verifier is None or family.digest is None:
        return
    found = [] if held is None else held.about(problem)
    # Equal problems under several ids share their certificates; each takes its own along.
    found = [c for c in found if _named(c) == problem.id] or found
    own = getattr(problem, "metadata", {}).get("certificate")
    if isinstance(own, dict) and "claim" in own and own not in found:
        found.append(own)
    for certificate in found:
        checked = load(family.verifier)(problem, certificate)
        if checked.accepted:
            claim = checked.claim or "unknown"
            named = claim if checked.as_stated else f"{claim} in another class"
            yield Proof(named, certificate, unique=named in _SETTLING)
        else:
            told = f"certificate left out: {checked.reason}"
            note(UsageError(told, value=problem.id))


def _named(certificate: Mapping[str, object]) -> object:
    about = certificate.get("problem")
    return about.get("id") if isinstance(about, Mapping) else None


def _readable(items: Iterable[Item], note: Callable[[SymcauseError], None]) -> Iterator[Problem]:
    for item in items:
        if item.error is not None:
            note(item.error)
        elif item.problem is not None:
            yield item.problem


_SETTLING = ("unique", "settled")
"""Claims that the evidence leaves one explanation, or one answer."""

_ENVELOPE = ("family", "problem", "stopped")


def _prompt(problem: Problem, themes: str) -> Mapping[str, object] | None:
    """The prompt of a problem, None where its family has none; *themes*: where those of renderings are."""
    if "prompt" not in family_of(problem).questions:
        return None
    rendered = "rendering" in getattr(problem, "metadata", {})
    known: dict[str, Any] = {"theme_folders": (themes,)} if rendered else {}
    document = ask("prompt", problem, **known).to_dict()
    return {key: value for key, value in document.items() if key not in _ENVELOPE}


def _about(stated: tuple[str, ...]) -> About:
    """``KEY=VALUE`` texts as facts about the dataset."""
    known = [field.name for field in fields(About)]
    facts: dict[str, str] = {}
    for text in stated:
        key, equals, value = text.partition("=")
        if not equals or key not in known:
            raise UsageError(
                "--about takes KEY=VALUE",
                value=text,
                remedy=did_you_mean(key, known) if equals else f"keys: {', '.join(known)}",
            )
        facts[key] = value
    return About(**facts)
