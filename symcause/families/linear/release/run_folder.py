"""The folder of a run of the linear release: logs, and companion files that say whose they are.

A *log* is called ``…tracking.jsonl`` or ``…tracking_simple.jsonl``, or holds step records under another
name. Never logs of their own: ``…raw_io.jsonl`` (what went to the model and back), ``…_data.json`` (the
task, with the prior observations, and the score card), ``graph_config.json`` (the problem) and
``source_config.json`` (the model). A ``seed_…`` folder is one run; elsewhere the logs with one name before
``tracking`` are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from symcause.errors import ProblemError, SymcauseError
from symcause.families.linear.bounds import FIRST_RECORD_BYTES, FOLDER_LOGS
from symcause.formats.answer_files.predictions import ONLY, Logged
from symcause.formats.json_text import decode_text, read_json
from symcause.formats.pools.foreign_values import Placed
from symcause.formats.storage.byte_streams import read_bytes

CONFIGURATION, SOURCE, RAW = "graph_config.json", "source_config.json", "raw_io.jsonl"
_TRACKING = re.compile(r"(?P<run>.*?)_?tracking(?P<simple>_simple)?\.jsonl")
_CALLS = re.compile(r"(?P<id>.+)_[0-9]+calls")
_STEP = {"past_data", "hypothesis", "experiment"}


@dataclass(frozen=True)
class RunFiles:
    """The texts of a run by the names of their files; *log* names the one that is followed."""

    log: str
    texts: Mapping[str, str]

    @property
    def text(self) -> str:
        return self.texts[self.log]

    def whole_text(self) -> str:
        """Everything as one text: what travels to a worker."""
        return json.dumps({"log": self.log, "files": dict(self.texts)}, ensure_ascii=False)

    @staticmethod
    def of(told: str) -> RunFiles:
        """The reverse; a text that is a log and nothing else is one, too."""
        try:
            value = json.loads(told)
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, dict) and value.keys() == {"log", "files"}:
            return RunFiles(value["log"], value["files"])
        return RunFiles("log", {"log": told})

    @property
    def hypotheses(self) -> list[tuple[str, str]]:
        """The files that hold hypotheses, in the order of the release: the last one counts."""
        ranked = [name for name in self.texts if name == self.log or _rank(name)]
        return [(name, self.texts[name]) for name in sorted(ranked, key=lambda n: (_rank(n), n))]

    @property
    def data(self) -> Placed:
        """The task and its score card."""
        for name in sorted(self.texts):
            if name.endswith("_data.json"):
                placed = _json(self.texts[name])
                if placed:
                    return placed
        return Placed(None)

    @property
    def configuration(self) -> Placed:
        return _json(self.texts.get(CONFIGURATION, ""))

    @property
    def completed(self) -> bool | None:
        """Whether the environment itself counts the run as a success, if it says so."""
        try:
            card = self.data["metadata"]["final_scorecard"].value
            card = card[0] if isinstance(card, list) and card else card
            value = Placed(card)["completedSuccessfully"].value
        except SymcauseError:
            return None
        return value if isinstance(value, bool) else None


def _rank(name: str) -> int:
    matched = _TRACKING.fullmatch(name)
    if matched is None:
        return 3 if name == RAW else 0
    return 2 if matched["simple"] else 1


def _json(text: str) -> Placed:
    """An object, as far as it can be read."""
    try:
        document = read_json(text)
    except SymcauseError:
        document = None
    return Placed(document if isinstance(document, dict) else None)


def run_files(log: Path) -> RunFiles:
    """A log with its companions."""
    names = {CONFIGURATION, SOURCE}
    run, folder = _TRACKING.fullmatch(log.name), log.parent
    runs = {m["run"] for m in map(_TRACKING.fullmatch, _names(folder)) if m is not None}
    alone = _is_seed(folder) or len(runs) <= 1
    if run is not None:
        for name in _names(folder):
            other = _TRACKING.fullmatch(name)
            own = other["run"] if other is not None else name.removesuffix("_data.json")
            if alone or own == run["run"]:
                names |= {name} if other is not None or name.endswith("_data.json") else set()
        names |= {RAW} if alone else set()
    texts = {log.name: decode_text(read_bytes(log), file=str(log))}
    for name in sorted(names - {log.name}):
        path = folder / name
        if path.is_file():
            try:
                texts[name] = decode_text(read_bytes(path), file=str(path))
            except SymcauseError:  # a companion that nobody can read tells nothing
                continue
    return RunFiles(log.name, texts)


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


def _is_seed(folder: Path) -> bool:
    return folder.name.startswith("seed_")


def logs_below(folder: Path) -> Iterator[Path]:
    """The logs below a folder, one per run, by their paths."""
    found = 0
    for inner in sorted({path.parent for path in folder.rglob("*.jsonl")}):
        runs: dict[str, Path] = {}
        for path in sorted(inner.glob("*.jsonl"), key=lambda p: (_rank(p.name), p.name)):
            tracking = _TRACKING.fullmatch(path.name)
            if tracking is not None:  # the simple one of two, the last of several of one seed
                runs["" if _is_seed(inner) else tracking["run"]] = path
            elif not path.name.endswith(RAW) and _is_log(path):
                runs[f"/{path.name}"] = path
        for path in sorted(runs.values()):
            found += 1
            if found > FOLDER_LOGS:
                raise ProblemError(
                    f"more than {FOLDER_LOGS:,} logs", file=str(folder), remedy="name a part of it"
                )
            yield path


def _is_log(path: Path) -> bool:
    """Does a file begin with a step record?"""
    with path.open("rb") as source:
        text = source.read(FIRST_RECORD_BYTES).decode(errors="replace").lstrip()
    try:
        value, _ = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return False
    if not isinstance(value, dict):
        return False
    record = value.get("action")
    return bool((record if isinstance(record, dict) else value).keys() & _STEP)


def logged(path: Path) -> Logged:
    """A log as what it answers at its end."""
    name = path.name.partition(".")[0]
    return Logged(problem_of(path) or ONLY, model_of(path), run_files(path).whole_text(), name)


def problem_of(log: Path) -> str | None:
    """The id of the problem that a log is about: as the configuration tells it, else the run's folder."""
    stated = _beside(log, CONFIGURATION)["graph_id"].value
    if isinstance(stated, str):
        return stated
    named = _CALLS.fullmatch(log.parent.parent.name) if _is_seed(log.parent) else None
    return None if named is None else named["id"]


def model_of(log: Path, folder: Path | None = None) -> str:
    """Who played; *folder* is the one that all logs lie in, and no name of a model."""
    try:
        stated = _beside(log, SOURCE)["models"]["action"]["generator_params"]["model"]
    except SymcauseError:
        stated = Placed(None)
    if isinstance(stated.value, str):
        return stated.value
    return log.stem if folder is None or log.parent == folder else log.parent.name


def _beside(log: Path, name: str) -> Placed:
    """A file of the log's folder, as far as it can be read."""
    path = log.parent / name
    try:
        return _json(decode_text(read_bytes(path))) if path.is_file() else Placed(None)
    except SymcauseError:
        return Placed(None)
