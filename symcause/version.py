"""The version of the package, and how to install what its extras need."""

from __future__ import annotations

__version__ = "1.1.0"


def installing(extra: str) -> str:
    """The command that installs what an extra needs: by its libraries, wherever symcause came from."""
    from importlib.metadata import PackageNotFoundError, requires  # loaded when it is needed

    try:
        found = [line.partition(";") for line in requires("symcause") or ()]
    except PackageNotFoundError:
        found = []
    needed = [f"'{name.strip()}'" for name, _, when in found if f'extra == "{extra}"' in when]
    return "pip install " + (" ".join(needed) or f"'.[{extra}]'")
