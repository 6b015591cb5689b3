"""Where certificates are written: one file, or a folder with one file a problem.

A file in a folder is named after the problem. An id that is no plain file name keeps its readable part
and gets a few digits of its hash, so that two ids never share a file; problems with the same id are
numbered.
"""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path

from symcause.errors import UsageError

_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,99}")
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")


class Certificates:
    """The place that ``--certificate`` names."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._used: dict[str, int] = {}

    def save(self, certificate: object, problem: str, *, folder: bool = False) -> str:
        """Write a certificate to the file, or into the folder under the problem's id."""
        name = file_name(problem)
        self._used[name] = number = self._used.get(name, 0) + 1
        if number > 1:
            name = f"{name}.{number}"
        target = Path(self._path)
        if folder or target.is_dir() or self._path.endswith("/"):
            target = target / f"{name}.certificate.json"
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(json.dumps(certificate, ensure_ascii=False) + "\n", encoding="utf-8")
        except OSError as error:
            raise UsageError(
                f"cannot write the certificate: {error.strerror}", file=self._path
            ) from error
        return str(target)


def save(certificate: object, path: str, problem: str, *, folder: bool = False) -> str:
    """Write one certificate, see :class:`Certificates`."""
    return Certificates(path).save(certificate, problem, folder=folder)


def file_name(problem: str) -> str:
    """The id of a problem as the name of a file, different for different ids."""
    if _PLAIN.fullmatch(problem):
        return problem
    readable = _UNSAFE.sub("_", problem).strip("._")[:60]
    return f"{readable or 'problem'}-{sha256(problem.encode()).hexdigest()[:8]}"
