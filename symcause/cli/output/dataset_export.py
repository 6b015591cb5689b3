"""Dataset export, an output of the CLI: a pool with manifest and description."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, fields
from functools import partial

from symcause.audits.instance_generator import is_generated_problem
from symcause.audits.publication.published_problem import (
    accepted_proofs,
    facts_about,
    in_pair,
    prompt_part,
)
from symcause.cli.certificates.certificate_lookup import Held
from symcause.cli.output.dataset_options import OPAQUE
from symcause.cli.output.terminal_output import complain, show
from symcause.episodes.contradicted_gold import contradiction
from symcause.errors import SymcauseError, UsageError
from symcause.formats.datasets.dataset_manifest import CERTIFIED, About, Dataset, Proof
from symcause.formats.datasets.dataset_writer import NOTHING, Naming, write_dataset
from symcause.formats.datasets.opaque_ids import read_key
from symcause.formats.pools.problem_files import Item
from symcause.formats.problems import Problem
from symcause.formats.storage.byte_streams import read_bytes
from symcause.renderings.rendered_problem import base_of


@dataclass(frozen=True)
class Publishing:
    """How a pool is published, as the options say."""

    source: str
    folder: str
    certificates: str | None = None
    parquet: bool = False
    about: tuple[str, ...] = ()
    quiet: bool = False
    abstain: bool = False
    tell_class: bool = False
    ids: str | None = None
    key: str | None = None

    @property
    def naming(self) -> Naming:
        """How the problems are called in public files."""
        key = None if self.key is None else read_key(read_bytes(self.key), self.key)
        if self.ids is None:
            return Naming(is_generated_problem if key is None else lambda _: True, key)
        return Naming(lambda _: self.ids == OPAQUE, key)

    def export(self, items: Iterable[Item], note: Callable[[SymcauseError], None]) -> None:
        """Write the problems that could be read; *note* hears of what could not be used."""
        about, left = _about(self.about), dict[str, list[SymcauseError]]()
        with ExitStack() as stack:
            stack.push(partial(_tell, left, note))
            held = None
            if self.certificates is not None:
                held = stack.enter_context(Held(self.certificates))
            written = write_dataset(
                _readable(items, note),
                self.folder,
                prompt=lambda shown, whole: prompt_part(
                    shown,
                    f"{self.source}.themes",
                    abstain=self.abstain or in_pair(whole),
                    tell_class=self.tell_class,
                ),
                proofs=lambda problem: list(_proofs(base_of(problem), held, note)),
                doubt=contradiction,
                about=about,
                parquet=self.parquet,
                naming=self.naming,
                removed=lambda error: left.setdefault(error.complaint.message, []).append(error),
            )
        for remark in self._remarks(written):
            complain(remark)
        if not self.quiet:
            show(f"{_summary_line(written)} in {self.folder}; see {self.folder}/manifest.json")

    def _remarks(self, written: Dataset) -> Iterator[str]:
        """What a publisher will want to mend, with the command that does it."""
        for name, wrong in written.contradicted.items():
            yield (
                f"{name}: {wrong}; it is written all the same, and the datasheet names it "
                f"(symcause audit {self.source} --id {name} says more)"
            )
        if not written.tallies.get(CERTIFIED) and self.certificates is None:
            yield (
                f"published without certificates: symcause audit {self.source} --certificate FOLDER "
                "makes them, --certificates FOLDER takes them along"
            )
        if written.without_heldout:
            yield (
                f"{written.without_heldout} of {written.problems} problems have no held-out worlds: "
                f"symcause convert {self.source} --heldout 4 --seed 0 --out FILE draws some from gold; "
                "tables without gold get it by --gold, from what symcause audit --out FILE wrote"
            )


def _proofs(
    base: Problem, held: Held | None, note: Callable[[SymcauseError], None]
) -> Iterator[Proof]:
    return accepted_proofs(base, [] if held is None else held.about(base), note)


def _tell(
    left: dict[str, list[SymcauseError]],
    note: Callable[[SymcauseError], None],
    kind: object,
    error: BaseException | None,
    *_: object,
) -> None:
    """Say what was left out; a problem that is alone is the error itself."""
    everything = [one for errors in left.values() for one in errors]
    empty = isinstance(error, UsageError) and error.complaint.message == NOTHING
    if empty and len(everything) == 1:
        raise everything[0] from None
    for errors in left.values():
        note(_left_out(errors))


def _left_out(errors: list[SymcauseError]) -> UsageError:
    """What is wrong with some problems that are not in the dataset, in one line."""
    wrong, more = errors[0].complaint, len(errors) - 1
    number = f"left out, with {more} more" if more else "left out"
    return UsageError(str(wrong._replace(message=f"{number}: {wrong.message}")))


def _summary_line(written: Dataset) -> str:
    number = f"{written.problems} problem{'' if written.problems == 1 else 's'}"
    return f"{number} ({written.claims})" if written.claims else number


def _readable(items: Iterable[Item], note: Callable[[SymcauseError], None]) -> Iterator[Problem]:
    for item in items:
        if item.error is not None:
            note(item.error)
        elif item.problem is not None:
            yield item.problem


def _about(stated: tuple[str, ...]) -> About:
    """``KEY=VALUE`` texts as facts about the dataset."""
    facts: dict[str, str] = {}
    for text in stated:
        key, equals, value = text.partition("=")
        if not equals:
            keys = ", ".join(field.name for field in fields(About))
            raise UsageError("--about takes KEY=VALUE", value=text, remedy=f"keys: {keys}")
        facts[key] = value
    return facts_about(facts, "--about")
