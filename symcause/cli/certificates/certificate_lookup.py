"""Lookup of certificates in a file or folder, by the problem that they are about."""

from __future__ import annotations

import pickle
from array import array
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryFile
from types import TracebackType
from typing import Self

from symcause.audits.certificate_acceptance import named_digest
from symcause.bounds.cli_bounds import CERTIFICATE_DEPTH
from symcause.errors import ProblemError, SymcauseError
from symcause.formats.json_text import deeper_than
from symcause.formats.pools.json_documents import Document, json_documents
from symcause.formats.problems import Problem, mistaken_for
from symcause.formats.storage.byte_streams import Source, opened
from symcause.registry import families, family_of, load

Certificate = dict[str, object]


class Held:
    """All certificates at a path; used in a ``with`` block. Raises if one cannot be read."""

    def __init__(self, path: str) -> None:
        self._file = TemporaryFile()  # noqa: SIM115 - closed in __exit__
        self._starts = array("q", [0])
        self._by_digest: defaultdict[object, list[int]] = defaultdict(list)
        self._by_id: defaultdict[object, list[int]] = defaultdict(list)
        self._by_second: defaultdict[str, list[int]] = defaultdict(list)
        folder = Path(path)
        files, mixed = [path], path != "-" and folder.is_dir()
        if mixed:
            files = sorted(str(p) for p in folder.iterdir() if p.suffix in (".json", ".jsonl"))
        for file in files:
            self._read(file, mixed=mixed)
        if not len(self):
            raise ProblemError("it contains no certificate", file=path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def __len__(self) -> int:
        return len(self._starts) - 1

    def all(self) -> list[Certificate]:
        """Every certificate."""
        return [self._at(number) for number in range(len(self))]

    def about(self, problem: Problem) -> list[Certificate]:
        """The certificates that name the problem's digest, new or old, or, if none does, its id."""
        family = family_of(problem)
        digests = [load(d)(problem) for d in (family.digest, family.former_digest) if d is not None]
        numbers = [number for digest in digests for number in self._by_digest.get(digest, ())]
        return [self._at(number) for number in sorted(numbers) or self._by_id.get(problem.id, [])]

    @property
    def about_two(self) -> bool:
        """Is any of them about a second problem, too?"""
        return bool(self._by_second)

    def about_either(self, problem: Problem, digest: str) -> list[Certificate]:
        """The certificates about a problem, those that name it as the second of two included."""
        second = [self._at(number) for number in self._by_second.get(digest, ())]
        return [*self.about(problem), *second]

    def _at(self, number: int) -> Certificate:
        self._file.seek(self._starts[number])
        size = self._starts[number + 1] - self._starts[number]
        # What this very object wrote into a file without a name: nobody else can have changed it.
        certificate: Certificate = pickle.loads(self._file.read(size))
        return certificate

    def _read(self, path: str, *, mixed: bool) -> None:
        """Take the certificates of a file, and of problems in it; *mixed*: with others beside them."""
        with opened(path) as source:
            for document in _documents(source):
                if not isinstance(document.value, dict):
                    raise ProblemError(
                        "a certificate is a JSON object", file=document.file, value=document.value
                    )
                if (own := _carried(document.value)) is not None:
                    self._add(own)
                    continue
                if mixed and _is_problem(document.value):
                    continue
                _refuse_other(document.value, document.file)
                if deeper_than(document.value, CERTIFICATE_DEPTH):
                    raise ProblemError(
                        f"nested more than {CERTIFICATE_DEPTH} deep: no certificate is",
                        file=document.file,
                    )
                self._add(document.value)

    def _add(self, certificate: Certificate) -> None:
        number = len(self)
        writer = pickle.Pickler(self._file)
        writer.fast = True  # nothing in JSON stands twice: no need to remember millions of texts
        writer.dump(certificate)
        self._starts.append(self._file.tell())
        about, digest = certificate.get("problem"), named_digest(certificate)
        if isinstance(digest, str | None):
            self._by_digest[digest].append(number)
        if isinstance(about, dict) and isinstance(about.get("id"), str | None):
            self._by_id[about.get("id")].append(number)
        second = second_digest(certificate)
        if second is not None:
            self._by_second[second].append(number)


def second_digest(certificate: Certificate) -> str | None:
    """The digest of the second problem that a certificate is about, if there is one."""
    claim = certificate.get("claim")
    other = claim.get("other") if isinstance(claim, dict) else None
    digest = other.get("sha256") if isinstance(other, dict) else None
    return digest if isinstance(digest, str) else None


_MAKE = "make one with symcause audit PROBLEM --certificate FILE"


def _documents(source: Source) -> Iterator[Document]:
    """The JSON of a file; of one that is none it is said what a certificate is, and where it comes from."""
    try:
        for document in json_documents(source):
            if document.error is not None:
                raise document.error
            yield document
    except SymcauseError as error:
        wrong = error.complaint
        remedy = wrong.remedy or f"a certificate is a JSON file; {_MAKE}"
        file = wrong.file or source.file
        raise ProblemError(wrong.message, file=file, place=wrong.place, remedy=remedy) from None


def _is_problem(document: Certificate) -> bool:
    return any(str(document.get("format")) in family.formats for family in families())


def _carried(document: Certificate) -> Certificate | None:
    """The certificate in the metadata of a problem."""
    metadata = document.get("metadata") if _is_problem(document) else None
    found = metadata.get("certificate") if isinstance(metadata, dict) else None
    deep = isinstance(found, dict) and deeper_than(found, CERTIFICATE_DEPTH)
    return found if isinstance(found, dict) and not deep else None


def _refuse_other(document: Certificate, file: str) -> None:
    """Somebody may give the problem twice, an answer or a result; forgeries are left to the kernel."""
    kind = "this is a problem" if _is_problem(document) else None
    if kind is None and "format" not in document and "claim" not in document:
        kind = mistaken_for(document)
    if kind is not None:
        raise ProblemError(
            f"{kind}, not a certificate",
            file=file,
            remedy=_MAKE,
        )
