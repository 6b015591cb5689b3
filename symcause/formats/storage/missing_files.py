"""Missing files: what to say of a path that cannot be read, and which name may have been meant."""

from __future__ import annotations

from pathlib import Path

from symcause.errors import ProblemError, closest


def unreadable(path: Path, error: OSError | ValueError) -> ProblemError:
    """The complaint about a path that the system does not open."""
    name = str(path)
    if isinstance(error, FileNotFoundError) and path.is_symlink():
        text = f"it points to {str(path.readlink())!r}, which is not there"
        return ProblemError("a link that leads nowhere", file=name, remedy=text)
    if isinstance(error, FileNotFoundError):
        near = _nearest(path)
        remedy = None if near is None else f"did you mean {str(path.parent / near)!r}?"
        if not path.parent.exists():
            beside = _nearest(path.parent)
            remedy = f"there is no folder {str(path.parent)!r}"
            if beside is not None:
                remedy += f"; did you mean {str(path.parent.parent / beside / path.name)!r}?"
        return ProblemError("no such file", file=name, remedy=remedy)
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return ProblemError(f"cannot be read: {reason}", file=name.replace("\0", "?"))


def _nearest(path: Path) -> str | None:
    """The name beside a missing one that is nearest to it: one with another ending first."""
    try:
        names = sorted(entry.name for entry in path.parent.iterdir() if entry.exists())
    except OSError:
        return None
    alike = [name for name in names if Path(name).stem == path.stem]
    if alike:
        return closest(path.name, alike) or alike[0]
    stems: dict[str, list[str]] = {}
    for name in names:
        stems.setdefault(Path(name).stem, []).append(name)
    near = closest(path.stem, stems)
    return None if near is None else closest(path.name, stems[near]) or stems[near][0]
