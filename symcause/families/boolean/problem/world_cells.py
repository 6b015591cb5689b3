"""World cells: what a cell of a row says, be it a bit, the split of the row, or an intervention.

A *do* cell is a text, a mapping or a sequence of names (:mod:`.worlds_from_rows`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from symcause.errors import ProblemError, did_you_mean
from symcause.families.boolean.models.worlds import Split
from symcause.formats.python_rows import is_missing, sets_nothing, settings_of, without_do

BITS: dict[object, str] = {
    **{0: "0", 1: "1", "0": "0", "1": "1", "?": "?", "0.0": "0", "1.0": "1"},  # also True, 1.0
    **dict.fromkeys(("false", "False", "FALSE"), "0"),
    **dict.fromkeys(("true", "True", "TRUE"), "1"),
}

WORDS = {"off": "0", "no": "0", "on": "1", "yes": "1"}
"""What spreadsheets have in the place of 0 and 1, in capitals or not."""


_MEANT = {
    **dict.fromkeys(("y", "n", "t", "f"), "write yes and no, true and false, or 1 and 0"),
    **dict.fromkeys(
        ("-", "–", "—", ".", "n/a", "none", "unknown", "missing"),
        "if it was not observed, leave the cell empty, or write NA or ?",
    ),
}
"""What to write in the place of words that could be meant otherwise."""


def split_of(cell: object, column: str, at: Callable[[str], str]) -> Split:
    """Training or held out; an empty cell is training."""
    if is_missing(cell):
        return Split.TRAIN
    if cell not in tuple(Split):
        words = [str(split) for split in Split]
        remedy = did_you_mean(str(cell), words)
        raise ProblemError("no such split", place=at(column), value=cell, remedy=remedy)
    return Split(str(cell))


def intervention_of(
    cell: object, where: str, names: Sequence[str]
) -> tuple[str, dict[str, str | None]]:
    """The mode, and what each target is held at (None: whatever the row says)."""
    settings: dict[str, str | None] = {}
    if sets_nothing(cell) and cell not in names:
        return "none", settings
    for name, value in _targets(cell, where, names):
        if name not in names:
            remedy = f"{did_you_mean(name, names)}; where nothing was set, leave the cell empty"
            raise ProblemError("no such variable", place=where, value=name, remedy=remedy)
        if name in settings:
            raise ProblemError("stands twice", place=where, value=name)
        settings[name] = value
    held = {value is not None for value in settings.values()}
    if len(held) > 1:
        raise ProblemError(
            "a world holds all its targets at a value, or none", place=where, value=cell
        )
    return ("none" if not held else "constant" if True in held else "assigned"), settings


def _targets(cell: object, where: str, names: Sequence[str]) -> Iterable[tuple[str, str | None]]:
    if isinstance(cell, Mapping):
        yield from ((str(name), bit_of(value, where)) for name, value in cell.items())
        return
    parts = _parts(cell, names) if isinstance(cell, str) else cell
    if not isinstance(parts, Iterable):
        raise ProblemError(
            "neither a text, a mapping nor names", place=where, value=cell, remedy='write "X3=1"'
        )
    for part in (without_do(str(part)) for part in parts):
        name, equals, value = str(part).partition("=")
        yield name.rstrip(": ").strip(), bit_of(value.strip(), where) if equals else None


def _parts(text: str, names: Sequence[str]) -> Iterable[str]:
    """The settings of a text, between commas or blanks; a name may hold blanks itself."""
    for part in settings_of(text):
        yield from (part,) if "=" in part or part in names else part.split()


def bit_of(value: object, where: str) -> str:
    """0 or 1, in one of the forms that a cell may have."""
    try:
        word = value.lower() if isinstance(value, str) else value
        return WORDS[word] if word in WORDS else BITS[value]
    except (KeyError, TypeError):
        remedy = _MEANT.get(value.strip().lower()) if isinstance(value, str) else None
        remedy = remedy or (
            "a cell is 0 or 1 (also true, yes and on, false, no and off) or, not observed, empty; is this "
            "column a variable?"
        )
        raise ProblemError("neither 0 nor 1", place=where, value=value, remedy=remedy) from None
