"""The page of an audit: written as results come, one problem or a whole pool.

Every problem is a data block that the page unpacks when its view is opened, so a pool of any size is
written with little memory and opens quickly. One problem alone is plain JSON; in a pool the blocks are
compressed. Certificates are embedded while they stay within bounds.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from types import TracebackType
from typing import Self

from symcause.audits.documents import AuditDocument, Result
from symcause.errors import UsageError
from symcause.reports.page.assets import compressed, embedded, environment, shared
from symcause.reports.views.pool import Index
from symcause.reports.views.problem import View, view_of

MOST_CERTIFICATE, MOST_CERTIFICATES = 2_000_000, 6_000_000
"""Characters of one embedded certificate, and of all together."""


class AuditPage:
    """Collects audits; used in a ``with`` block, whose end completes the file."""

    def __init__(self, path: str | Path, source: str) -> None:
        self._path = Path(path)
        self._part = self._path.with_name(self._path.name + ".part")
        self._index = Index(Path(source).name if source != "-" else "standard input")
        self._waiting: tuple[View, object] | None = None
        self._written = 0
        self._certificates = 0
        try:
            self._file = self._part.open("w", encoding="utf-8", errors="replace")
        except OSError as error:
            raise UsageError(f"cannot write: {error.strerror}", file=str(path)) from error
        title = f"symcause audit: {Path(source).name}"
        self._file.write(
            environment().get_template("audit_start.html").render(title=title, **shared())
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        done = self._waiting is not None or self._written
        if done:
            self._finish()
        self._file.close()
        with contextlib.suppress(OSError):
            if done:
                self._part.replace(self._path)
            else:
                self._part.unlink()

    def take(self, result: Result, problem: object) -> None:
        """Add one problem; *problem* is None where it could not be read."""
        view = view_of(result, problem)
        self._index.add(result, view)
        certificate = result.certificate if isinstance(result, AuditDocument) else None
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
            self._file.write(proof)
        self._written += 1

    def _proof(self, view: View, certificate: object, packed: bool) -> str | None:
        if certificate is None:
            return None
        block = _block(f"c-{self._written}", certificate, packed)
        if len(block) > MOST_CERTIFICATE or self._certificates + len(block) > MOST_CERTIFICATES:
            view["uncertified"] = (
                "The certificate is too large for this page; write it to a file: "
                "symcause audit PROBLEM --certificate FILE."
            )
            return None
        self._certificates += len(block)
        return block

    def _block(self, name: str, value: object, packed: bool) -> None:
        self._file.write(_block(name, value, packed))

    def _finish(self) -> None:
        from markupsafe import Markup

        if self._waiting is not None:
            self._write(*self._waiting, packed=False)
        index = Markup(embedded(self._index.to_dict()))
        self._file.write(environment().get_template("end.html").render(index=index, **shared()))


def _block(name: str, value: object, packed: bool) -> str:
    if packed:
        return f'<script type="application/x-deflate" id="{name}">{compressed(value)}</script>\n'
    return f'<script type="application/json" id="{name}">{embedded(value)}</script>\n'
