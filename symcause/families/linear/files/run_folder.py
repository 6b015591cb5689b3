"""The folder of a released run: a log, and beside it configurations that tell whose it is.

``source_config.json`` tells the model, ``graph_config.json`` the problem. Without the first the model is
called by the log's folder, or by the log itself.
"""

from __future__ import annotations

from pathlib import Path

from symcause.errors import SymcauseError
from symcause.formats.foreign import Placed
from symcause.formats.json_text import decode_text, read_json
from symcause.formats.predictions import ONLY, Logged
from symcause.formats.streams import read_bytes


def logged(path: Path) -> Logged:
    """A log as what it answers at its end."""
    text = decode_text(read_bytes(path), file=str(path))
    name = path.name.partition(".")[0]
    return Logged(problem_of(path) or ONLY, model_of(path), text, name)


def problem_of(log: Path) -> str | None:
    """The id of the problem that a log is about, where a configuration tells it."""
    stated = _beside(log, "graph_config.json")["graph_id"].value
    return stated if isinstance(stated, str) else None


def model_of(log: Path, folder: Path | None = None) -> str:
    """Who played; *folder* is the one that all logs lie in, and no name of a model."""
    try:
        stated = _beside(log, "source_config.json")["models"]["action"]["generator_params"]["model"]
    except SymcauseError:
        stated = Placed(None)
    if isinstance(stated.value, str):
        return stated.value
    return log.stem if folder is None or log.parent == folder else log.parent.name


def _beside(log: Path, name: str) -> Placed:
    """A file of the log's folder, as far as it can be read."""
    path = log.parent / name
    try:
        found = read_json(decode_text(read_bytes(path))) if path.is_file() else None
    except SymcauseError:
        found = None
    return Placed(found if isinstance(found, dict) else None)
