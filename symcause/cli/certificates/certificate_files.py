"""Certificate files in the CLI: one of them, or a folder with one a problem.

A file in a folder is named after its problem. An id that is no plain file name, or one that Windows keeps
for devices, keeps its readable part and gets a few digits of its hash; of different problems with the same
id, or with ids that differ in case only, all but the first get digits of the certificate's own digest of
the problem. So a name depends on the problem and on those before it, not on how often a run was stopped,
and is one file on every disk.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from symcause.audits.certificate_acceptance import named_digest
from symcause.errors import UsageError
from symcause.formats.storage.atomic_files import write_whole

_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,99}")
_DEVICE = re.compile(r"(con|prn|aux|nul|(com|lpt)[0-9])(\..*)?", re.IGNORECASE)
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")


class Certificates:
    """The place that ``--certificate`` names."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._owners: dict[str, str] = {}
        self._current: set[Path] = set()

    def save(
        self,
        certificate: dict[str, object],
        problem: str,
        *more: dict[str, object],
        folder: bool = False,
    ) -> str:
        """Write a certificate, and *more* a line each, to the file or under the problem's id."""
        target = self._file(self._name(certificate, problem), folder)
        lines = (json.dumps(each, ensure_ascii=False) + "\n" for each in (certificate, *more))
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            write_whole(target, "".join(lines).encode())
        except OSError as error:
            raise UsageError(
                f"cannot write the certificate: {error.strerror}", file=self._path
            ) from error
        self._current.add(target.absolute())
        return str(target)

    def earlier(self, problem: str, *, folder: bool = False) -> str | None:
        """The file under the problem's id that nobody has written in this run, if there is one."""
        target = self._file(file_name(problem), folder)
        with suppress(OSError):  # a place that nobody can look at
            if target.is_file() and target.absolute() not in self._current:
                return str(target)
        return None

    def holds(self, file: str, certificate: dict[str, object], problem: str) -> bool:
        """Remember the name of an earlier run's certificate; is it there, in the place asked for now?"""
        path, name = Path(file), self._name(certificate, problem)
        here = (self._path, str(Path(self._path) / f"{name}.certificate.json"))
        if not path.exists() or path.absolute() not in {Path(place).absolute() for place in here}:
            return False
        self._current.add(path.absolute())
        return True

    def _file(self, name: str, folder: bool) -> Path:
        target = Path(self._path)
        inside = folder or target.is_dir() or self._path.endswith("/")
        return target / f"{name}.certificate.json" if inside else target

    def _name(self, certificate: dict[str, object], problem: str) -> str:
        name, digest = file_name(problem), _digest(certificate)
        if self._owners.setdefault(name.lower(), digest) == digest:
            return name
        longer = f"{name}-{digest[:12]}"
        while self._owners.setdefault(longer.lower(), digest) != digest:
            longer += "_"  # somebody's id is such a name
        return longer


def _digest(certificate: dict[str, object]) -> str:
    """What the certificate knows its problem by, else the digest of the certificate itself."""
    digest = named_digest(certificate)
    if isinstance(digest, str) and _PLAIN.fullmatch(digest):
        return digest
    return sha256(json.dumps(certificate, sort_keys=True).encode()).hexdigest()


def file_name(problem: str) -> str:
    """The id of a problem as the name of a file, different for different ids."""
    if _PLAIN.fullmatch(problem) and not _DEVICE.fullmatch(problem):
        return problem
    readable = _UNSAFE.sub("_", problem).strip("._")[:60]
    return f"{readable or 'problem'}-{sha256(problem.encode()).hexdigest()[:8]}"
