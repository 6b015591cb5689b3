"""The writer of datasets: a pool as a folder with public and evaluator files.

A dataset is a folder::

    public/problems.jsonl      problems without gold, held-out worlds and metadata
    public/prompts.jsonl       the prompt of each problem
    evaluator/problems.jsonl   the complete problems, for scoring
    evaluator/certificates.jsonl  certificates about them, if there are any
    evaluator/ids.jsonl        the public ids of the problems, where these are opaque
    manifest.json              every file with its size, number of records and SHA-256
    croissant.json             the same for machines, as Croissant metadata (JSON-LD)
    DATASHEET.md               what is in it, where it comes from, what it is for

With *parquet* the two public tables are written as Parquet as well (needs the extra ``parquet``).
Nothing depends on the clock, so the same pool gives the same bytes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from hashlib import sha256
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

from symcause.errors import SymcauseError, UsageError
from symcause.formats.datasets.croissant import croissant
from symcause.formats.datasets.dataset_manifest import (
    CERTIFICATES,
    CERTIFIED,
    COMPLETE,
    IDS,
    PROBLEMS,
    PROMPTS,
    UNIQUE,
    About,
    Dataset,
    FileEntry,
    Proof,
)
from symcause.formats.datasets.datasheet import datasheet
from symcause.formats.datasets.opaque_ids import derived_key, renamed
from symcause.formats.pools.problem_writer import layout, one_line, write_problem
from symcause.formats.problems import Problem
from symcause.formats.storage.atomic_folders import built
from symcause.registry import families, family_of, load
from symcause.version import installing

Prompter = Callable[[Problem, Problem], Mapping[str, object] | None]
Prover = Callable[[Problem], Sequence[Proof]]
Doubter = Callable[[Problem], str | None]
Remover = Callable[[SymcauseError], None]


@dataclass(frozen=True)
class Naming:
    """Which pools get opaque ids, by their first problem, and the key of these; None: of the problems."""

    opaque: Callable[[Problem], bool]
    key: bytes | None = None


OWN_IDS = Naming(lambda _: False)


def _refuse(error: SymcauseError) -> None:
    raise error


NOTHING = "no problem to write"


def write_dataset(
    problems: Iterable[Problem],
    folder: str | Path,
    *,
    prompt: Prompter,
    proofs: Prover = lambda _: (),
    doubt: Doubter = lambda _: None,
    about: About | None = None,
    parquet: bool = False,
    removed: Remover = _refuse,
    naming: Naming = OWN_IDS,
) -> Dataset:
    """Write the dataset of a pool into a folder that is new or empty.

    *prompt* gives the prompt of a problem from its public part and the whole, None where there is none for
    its family; *proofs* the certificates about it that were accepted; *doubt* says how its gold contradicts
    its evidence. *removed* hears of each problem that has no public part, and so is left out; without it
    the first one is an error. *naming* says whether public ids are opaque; then files are in their order.
    """
    doubts: dict[str, str] = {}

    def noted(problem: Problem) -> Problem:
        if (wrong := doubt(problem)) is not None:
            doubts[problem.id] = wrong
        return problem

    if parquet and find_spec("pyarrow") is None:
        raise UsageError("Parquet needs the package pyarrow", remedy=installing("parquet"))
    about = about or About()
    about = replace(about, name=about.name or Path(folder).resolve().name)
    try:
        with built(folder) as place:
            empty = Dataset(str(folder), about, (), {}, doubts)
            pool = _Pool(map(noted, problems), prompt, proofs, removed, naming)
            return _written(pool, place, empty, parquet)
    except FileExistsError:
        text = "the folder is not empty"
        raise UsageError(text, file=str(folder), remedy="name a new one") from None
    except OSError as error:
        raise UsageError(
            f"cannot be written: {error.strerror or error}", file=str(folder)
        ) from None


@dataclass(frozen=True)
class _Pool:
    """The problems, and who makes what belongs to them."""

    problems: Iterable[Problem]
    prompt: Prompter
    proofs: Prover
    removed: Remover
    naming: Naming

    def parts(self) -> Iterator[tuple[Problem, Problem]]:
        """The problems that have a public part, whole and as everybody may see them, in their order."""
        parts = self._parts()
        first = next(parts, None)
        if first is None:
            return
        pairs = chain([first], parts)
        if not self.naming.opaque(first[0]):
            yield from pairs
            return
        kept = list(pairs)
        key = self.naming.key or derived_key(whole for whole, _ in kept)
        named = [renamed(whole, shown, key) for whole, shown in kept]
        yield from sorted(named, key=lambda pair: str(pair[1].id))

    def _parts(self) -> Iterator[tuple[Problem, Problem]]:
        for problem in self.problems:
            try:
                shown = public(problem)
            except SymcauseError as error:
                self.removed(error)
            else:
                yield problem, shown


def _written(pool: _Pool, place: Path, empty: Dataset, parquet: bool) -> Dataset:
    for part in ("public", "evaluator"):
        (place / part).mkdir()
    tallies = _write_tables(pool, place)
    if not tallies:
        raise UsageError(NOTHING, file=empty.folder)
    paths = [PROBLEMS, PROMPTS, COMPLETE]
    for path in (CERTIFICATES, IDS):
        if (place / path).stat().st_size:
            paths.append(path)
        else:
            (place / path).unlink()
    if parquet:
        paths += [_parquet(place, path) for path in (PROBLEMS, PROMPTS)]
    written = replace(empty, files=tuple(_entry(place, path) for path in paths), tallies=tallies)
    _write_papers(written, place)
    return written


def public(problem: Problem) -> Problem:
    """The problem as everybody may see it: evidence and what its setting discloses, no gold."""
    family = family_of(problem)
    if family.public is None:
        able = ", ".join(f.title for f in families() if f.public is not None)
        remedy = f"{able} have one"
        raise UsageError(f"{family.title} have no public part", value=problem.id, remedy=remedy)
    shown: Problem = load(family.public)(problem)
    return shown


@dataclass
class _Tallies:
    """What the problems of a pool are like, counted as they pass."""

    counts: dict[str, Counter[str]] = field(default_factory=dict)

    def take(self, problem: Problem, proofs: Sequence[Proof]) -> None:
        if proofs:
            proven = any(proof.unique for proof in proofs)
            self._count(CERTIFIED, UNIQUE if proven else proofs[0].claim)
        family = family_of(problem)
        self._count("family", family.name)
        metadata: Mapping[str, object] = getattr(problem, "metadata", None) or {}
        for key in ("level", "verdict"):
            if isinstance(metadata.get(key), str):
                self._count(key, str(metadata[key]))
        record = metadata.get("generation")
        if isinstance(record, Mapping) and isinstance(record.get("preset"), str):
            self._count("preset", str(record["preset"]))
        if family.tally is not None:
            for key, value in load(family.tally)(problem).items():
                self._count(key, value)

    def _count(self, key: str, value: str) -> None:
        self.counts.setdefault(key, Counter())[value] += 1

    def sorted(self) -> dict[str, dict[str, int]]:
        def order(item: tuple[str, int]) -> tuple[int, str]:
            counted = item[0].isdecimal() and len(item[0]) < 10
            return (int(item[0]) if counted else 0, item[0])

        return {k: dict(sorted(c.items(), key=order)) for k, c in sorted(self.counts.items())}


def _write_tables(pool: _Pool, place: Path) -> dict[str, dict[str, int]]:
    tallies, seen = _Tallies(), set[str]()
    with ExitStack() as stack:
        tables = {
            path: stack.enter_context((place / path).open("w", encoding="utf-8", newline="\n"))
            for path in (PROBLEMS, PROMPTS, COMPLETE, CERTIFICATES, IDS)
        }
        for problem, shown in pool.parts():
            if problem.id in seen:
                raise UsageError("two problems have one id", value=problem.id)
            seen.add(problem.id)
            tables[PROBLEMS].write(one_line(write_problem(shown)) + "\n")
            tables[COMPLETE].write(one_line(write_problem(problem)) + "\n")
            # The prompt is made from the public part, so it cannot tell what that does not hold.
            text = pool.prompt(shown, problem)
            if text is not None:
                tables[PROMPTS].write(one_line({"id": shown.id, **text}) + "\n")
            if shown.id != problem.id:
                tables[IDS].write(one_line({"id": shown.id, "problem": problem.id}) + "\n")
            held = pool.proofs(problem)
            for proof in held:
                tables[CERTIFICATES].write(one_line(dict(proof.certificate)) + "\n")
            tallies.take(problem, held)
    return tallies.sorted()


def _entry(place: Path, path: str) -> FileEntry:
    data = (place / path).read_bytes()
    source = path if path.endswith(".jsonl") else path.replace(".parquet", ".jsonl")
    records = (place / source).read_bytes().count(b"\n")
    return FileEntry(path, len(data), sha256(data).hexdigest(), records)


def _parquet(place: Path, path: str) -> str:
    """The table as Parquet: every value that is no text or number becomes JSON text."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = [json.loads(line) for line in (place / path).read_text(encoding="utf-8").splitlines()]
    plain = [
        {key: v if isinstance(v, str | bool | int) else one_line(v) for key, v in row.items()}
        for row in rows
    ]
    names = sorted({key for row in plain for key in row})
    columns = {key: [row.get(key) for row in plain] for key in names}
    target = path.replace(".jsonl", ".parquet")
    pq.write_table(pa.table(columns), place / target)
    return target


def _write_papers(written: Dataset, place: Path) -> None:
    papers = {
        "manifest.json": layout(written.manifest()) + "\n",
        "croissant.json": json.dumps(croissant(written), indent=1, ensure_ascii=False) + "\n",
        "DATASHEET.md": datasheet(written),
    }
    for name, text in papers.items():
        (place / name).write_text(text, encoding="utf-8", newline="\n")
