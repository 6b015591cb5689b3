"""The report page of results, written as they come, for one problem or a pool.

Every problem is a data block that the page unpacks when its view is opened, so a pool of any size is
written with little memory and opens quickly. One problem alone is plain JSON; in a pool the blocks are
compressed. Certificates are embedded while they stay within bounds.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from io import StringIO, TextIOWrapper
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from symcause.audits.documents import Result
from symcause.bounds.reports_bounds import CERTIFICATE_LENGTH, CERTIFICATES_LENGTH
from symcause.errors import UsageError
from symcause.formats.storage.atomic_files import Part, begun
from symcause.reports.page.page_assets import compressed, embedded, environment, shared
from symcause.reports.space_drawing.result_picture import Compared, Opened, with_drawing
from symcause.reports.views.pool_index import Index
from symcause.reports.views.result_view import View, view_of


@dataclass(frozen=True)
class Head:
    """What stands above a page that is sent on: what it is about, and who sends it."""

    title: str | None = None
    author: str | None = None
    asked: str = ""  # the options of the question, as the command line has them


class ResultPage:
    """Collects the answers to a question; used in a ``with`` block, whose end completes the file.

    A page that is not to be a file grows in a text in memory. *opened* gives the space of a problem in the
    class that was asked for; without it, in the problem's own. *compared* gives the models of a question
    that compares two.
    """

    def __init__(
        self,
        path: str | Path | StringIO,
        source: str,
        question: str = "audit",
        head: Head | None = None,
        opened: Opened | None = None,
        compared: Compared | None = None,
    ) -> None:
        self._opened, self._compared, self._drawn = opened, compared, 0
        self._part: Part | None = None
        self._path = path
        head = head or Head()
        self._index = Index(source, head.asked)
        self._question = question
        self._waiting: tuple[View, object] | None = None
        self._written = 0
        self._certificates = 0
        try:
            self._file: IO[str] = path if isinstance(path, StringIO) else self._begun(path)
        except OSError as error:
            raise self._unwritable(error) from error
        asked = " ".join(filter(None, (source, head.asked)))
        title = head.title or f"symcause {question}: {asked}"
        start = environment().get_template("result_start.html")
        text = start.render(title=title, head=head, **shared())
        try:
            self._put(text)
        except UsageError:
            self._drop()
            raise

    def _begun(self, path: str | Path) -> IO[str]:
        self._part = begun(path)
        return TextIOWrapper(self._part.file, encoding="utf-8", errors="replace")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if self._waiting is not None or self._written:
                self._finish()
                if self._part is not None:
                    self._file.close()
                    self._part.settle()
        except OSError as error:
            raise self._unwritable(error) from error
        finally:
            self._drop()

    def _drop(self) -> None:
        """What is not settled by now never will be."""
        if self._part is not None:
            with suppress(OSError):  # closing writes again; what went wrong was told already
                self._file.close()
            self._part.discard()

    def _put(self, text: str) -> None:
        try:
            self._file.write(text)
        except OSError as error:
            raise self._unwritable(error) from error

    def _unwritable(self, error: OSError) -> UsageError:
        return UsageError(f"cannot write: {error.strerror}", file=str(self._path))

    def take(self, result: Result, problem: object) -> None:
        """Add one problem; *problem* is None where it could not be read.

        A result about several things (the runs of a folder) is as many entries.
        """
        plain = view_of(result, problem)
        asked = self._opened, self._drawn, self._compared
        view = with_drawing(plain, result, problem, *asked)
        self._drawn += "space" in view
        parts = view.get("views")
        for one in parts if isinstance(parts, list) and parts else (view,):
            self._enter(result, one)

    def _enter(self, result: Result, view: View) -> None:
        self._index.add(result, view)
        certificate = getattr(result, "certificate", None)  # not every question proves something
        if self._waiting is not None or self._written:
            self._flush()
            self._write(view, certificate, packed=True)
        else:
            self._waiting = view, certificate

    def _flush(self) -> None:
        """The first problem waits until it is known whether there is a second one."""
        if self._waiting is not None:
            self._write(*self._waiting, packed=True)
            self._waiting = None

    def _write(self, view: View, certificate: object, *, packed: bool) -> None:
        proof = self._proof(view, certificate, packed)
        self._block(f"p-{self._written}", view, packed)
        if proof is not None:
            self._put(proof)
        self._written += 1

    def _proof(self, view: View, certificate: object, packed: bool) -> str | None:
        if certificate is None:
            return None
        block = _block(f"c-{self._written}", certificate, packed)
        if len(block) > CERTIFICATE_LENGTH or self._certificates + len(block) > CERTIFICATES_LENGTH:
            view["uncertified"] = (
                "The certificate is too large for this page; write it to a file: "
                f"symcause {self._question} … --certificate FILE."
            )
            return None
        self._certificates += len(block)
        return block

    def _block(self, name: str, value: object, packed: bool) -> None:
        self._put(_block(name, value, packed))

    def _finish(self) -> None:
        from markupsafe import Markup

        if self._waiting is not None:
            self._write(*self._waiting, packed=False)
        index = Markup(embedded(self._index.to_dict()))
        self._put(environment().get_template("end.html").render(index=index, **shared()))


def _block(name: str, value: object, packed: bool) -> str:
    if packed:
        return f'<script type="application/x-deflate" id="{name}">{compressed(value)}</script>\n'
    return f'<script type="application/json" id="{name}">{embedded(value)}</script>\n'
