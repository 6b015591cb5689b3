"""The option --certificate: writes the certificates of a run, or says why there is none."""

from __future__ import annotations

from typing import Protocol, cast

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from symcause.audits.documents import EXIT_MALFORMED, EXIT_UNKNOWN, Document
from symcause.cli.certificates.certificate_files import Certificates
from symcause.cli.output.result_file import Line
from symcause.cli.output.terminal_output import complain
from symcause.formats.pools.problem_files import Item
from symcause.registry import family_named


class Certified(Protocol):
    """A document that can carry a certificate."""

    @property
    def certificate(self) -> dict[str, object] | UnsetType | None: ...
    @property
    def certificate_reason(self) -> str | UnsetType: ...
    @property
    def certificate_note(self) -> str | UnsetType: ...


class Proofs:
    """What ``--certificate`` does with the documents of a run."""

    def __init__(self, path: str) -> None:
        self._place = Certificates(path)

    def complete(self, line: Line) -> bool:
        """Does an earlier result have its certificate in a file, or say why there is none?"""
        certificate, file = line.get("certificate"), line.get("certificate_file")
        if not isinstance(certificate, dict) or not isinstance(file, str):
            return "certificate_reason" in line
        return self._place.holds(file, certificate, str(line.get("problem")))

    def finish(self, document: Document, item: Item, single: bool) -> tuple[Document, int]:
        """The document with the file of its certificate, or with the reason why there is none."""
        made, name = cast("Certified", document), str(document.problem)
        if made.certificate:
            also = getattr(document, "certificate_also", UNSET)
            more = () if isinstance(also, UnsetType) else (also,)
            file = self._place.save(made.certificate, name, *more, folder=not single)
            if made.certificate_note:
                complain(f"{document.problem}: {made.certificate_note}")
            return replace(document, certificate_file=file), document.code
        why = made.certificate_reason or document.early or _nothing(document)
        complain(f"{document.problem}: no certificate: {why}")
        earlier = self._place.earlier(name, folder=not single)
        if earlier is not None:
            complain(f"{earlier} is from an earlier run and was left unchanged")
        open_yet = document.code == EXIT_UNKNOWN or document.stopped
        code = EXIT_UNKNOWN if open_yet else EXIT_MALFORMED
        return replace(document, certificate=None, certificate_reason=str(why)), code


def _nothing(document: Document) -> str:
    """Why a family says nothing of a certificate: it makes none to this question."""
    family = family_named(document.family)
    return "none was made" if family is None else f"{family.title} have none to this question"
