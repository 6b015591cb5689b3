"""The version of results: which may stand beside those of this one.

What counts is not the version of the package but that of its results, which changes only when a key means
something else or an answer was mended.
"""

from __future__ import annotations

import re

from symcause.version import __version__

CORRECTING = ((1, 1),)
"""Versions that correct answers of earlier ones (docs/upgrading.md), though results stand side by side."""

RESULTS = {"0.1": 1, "0.2": 2, "0.3": 3, "1": 3}
"""The version of the results that each line of versions writes; a line that is missing has its own."""


def comparable(version: object) -> bool:
    """May results of that version stand beside those of this one? What names no version is taken as ours.

    >>> comparable(__version__), comparable("0.3.0"), comparable("0.2.0"), comparable(None)
    (True, True, False, True)
    """
    return not isinstance(version, str) or _results(version) == _results(__version__)


def corrected(version: object, by: str = __version__) -> bool:
    """Did that version give answers that have been corrected since, up to the version *by*?

    >>> corrected("1.0.0", by="1.1.0"), corrected("1.0.0", by="1.0.1"), corrected("1.1.0", by="1.2.0")
    (True, False, False)
    >>> corrected(None, by="1.1.0"), corrected("unreleased", by="1.1.0")
    (False, False)
    """
    then, now = _minor(version), _minor(by)
    return then is not None and now is not None and any(then < one <= now for one in CORRECTING)


def _minor(version: object) -> tuple[int, int] | None:
    """The first two numbers of a version, if it begins with two."""
    found = re.match(r"(\d{1,9})\.(\d{1,9})", version) if isinstance(version, str) else None
    return found and (int(found[1]), int(found[2]))


def _results(version: str) -> int | str:
    """The version of the results: by the numbers that versions with the same answers share.

    >>> _results("0.3.0") == _results("1.4.2") == 3, _results("2.0.0"), _results("0.4.1")
    (True, '2', '0.4')
    """
    line = ".".join(version.split(".")[: 2 if version.startswith("0.") else 1])
    return RESULTS.get(line, line)
