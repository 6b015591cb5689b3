"""The version of the package, and how to install what its extras need."""

from __future__ import annotations

__version__ = "0.3.0"


def installing(extra: str) -> str:
    """The command that installs what an extra needs: by its libraries, wherever symcause came from."""
    from importlib.metadata import PackageNotFoundError, requires  # loaded when it is needed

    try:
        found = [line.partition(";") for line in requires("symcause") or ()]
    except PackageNotFoundError:
        found = []
    needed = [f"'{name.strip()}'" for name, _, when in found if f'extra == "{extra}"' in when]
    return "pip install " + (" ".join(needed) or f"'.[{extra}]'")


def comparable(version: object) -> bool:
    """May results of that version stand beside those of this one? What names no version is taken as ours.

    >>> comparable(__version__), comparable("0.2.0"), comparable(None)
    (True, False, True)
    """
    return not isinstance(version, str) or _line(version) == _line(__version__)


def _line(version: str) -> list[str]:
    """The numbers that versions with the same answers share: the first, before 1.0 the first two."""
    return version.split(".")[: 2 if version.startswith("0.") else 1]
