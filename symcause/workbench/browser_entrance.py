"""The entrance to the workbench for a browser: a private file that leads to one visit.

Whatever stands in the command line of a browser can be read by every user of the machine, so the token
never does. The browser is given a file that only its owner may read; that leads to an address which is good
for one visit, and the page there brings the token. It stands in no address, so in no history either; and it
is no cookie, since those go to whoever listens on another port of this machine.
"""

from __future__ import annotations

import hmac
import os
import secrets
import shutil
from html import escape
from pathlib import Path
from tempfile import mkdtemp

_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url={address}">
<title>symcause workbench</title>
<p><a href="{address}">symcause workbench</a></p>
</html>
"""


class Entrance:
    """A file and the one visit that it leads to; the file is gone after that, or with the server."""

    def __init__(self, port: int) -> None:
        self._ticket: str | None = f"/open/{secrets.token_urlsafe(24)}"
        self._folder = Path(mkdtemp(prefix="symcause-"))  # for its owner alone
        self.file = self._folder / "workbench.html"
        page = _PAGE.format(address=escape(f"http://127.0.0.1:{port}{self._ticket}"))
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        with os.fdopen(
            os.open(self.file, flags, 0o600), "w", encoding="utf-8", newline="\n"
        ) as file:
            file.write(page)

    def leads_to(self, path: str) -> bool:
        """Is this the address of the visit that is still to come?"""
        ticket = self._ticket
        return ticket is not None and hmac.compare_digest(path.encode(), ticket.encode())

    def close(self) -> None:
        """Nobody else comes in here."""
        self._ticket = None
        shutil.rmtree(self._folder, ignore_errors=True)
