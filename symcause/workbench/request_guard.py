"""The guard of the workbench: which requests of which browser are served.

The page itself and its scripts hold nothing secret and are given to whoever asks by the right name. All
else needs the token in a header, which no page of another origin can send. A name that merely resolves to
this machine (DNS rebinding) is refused by ``Host``, a page of somebody else's by ``Origin``. No other site
may lead to the page either, but for the file that we hand to the browser (:mod:`.browser_entrance`).
"""

from __future__ import annotations

import asyncio
import hmac

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from symcause.bounds.workbench_bounds import REQUEST_BYTES
from symcause.errors import SymcauseError
from symcause.formats.json_text import read_json
from symcause.workbench.browser_entrance import Entrance

TOKEN = "x-symcause-token"
"""The header that carries the token."""

PATIENCE = 5.0
"""Seconds that a request has to arrive."""

_HEADERS = (
    ("content-security-policy", "default-src 'none'; script-src 'self'; style-src 'self'; "
     "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
     "frame-ancestors 'none'"),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("x-frame-options", "DENY"),
    ("cache-control", "no-store"),
)  # fmt: skip
_RAW = [(name.encode(), value.encode()) for name, value in _HEADERS]


class Refused(Exception):
    """A request that is not served: the status, and why."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status

    @property
    def response(self) -> Response:
        # whatever else the client sends is not read
        return JSONResponse({"error": str(self)}, self.status, {"connection": "close"})


class Guard:
    """Stands before every route."""

    def __init__(
        self, app: ASGIApp, port: int, token: str, entrance: Entrance | None = None
    ) -> None:
        self._app, self._token, self._entrance = app, token, entrance
        self._hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost")}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *_RAW]}
            await send(message)

        try:
            self._check(Request(scope))
        except Refused as refusal:
            await refusal.response(scope, receive, guarded)
            return
        await self._app(scope, receive, guarded)

    def _check(self, request: Request) -> None:
        headers = request.headers
        if headers.getlist("host") not in [[host] for host in self._hosts]:
            raise Refused(421, "another host than this machine")
        origins = headers.getlist("origin")
        if any(origin not in {f"http://{host}" for host in self._hosts} for origin in origins):
            raise Refused(403, "a page of another origin")
        invited = self._entrance is not None and self._entrance.leads_to(request.url.path)
        if not invited and headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            raise Refused(403, "a page of another site")
        if not request.url.path.startswith("/api/"):
            return
        if not hmac.compare_digest(headers.get(TOKEN, "").encode(), self._token.encode()):
            raise Refused(403, "without the token: open the address that symcause serve printed")
        if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            raise Refused(415, "not JSON")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 20 or int(length) > REQUEST_BYTES:
            raise Refused(413, f"more than {REQUEST_BYTES:,} bytes")


async def given(request: Request) -> dict[str, object]:
    """The JSON object that a request brings. Raises Refused if it is too large, too slow or none."""
    found = bytearray()
    try:
        async with asyncio.timeout(PATIENCE):
            async for chunk in request.stream():
                found += chunk
                if len(found) > REQUEST_BYTES:
                    raise Refused(413, f"more than {REQUEST_BYTES:,} bytes")
    except TimeoutError:
        raise Refused(408, "too slow") from None
    except ClientDisconnect:
        raise Refused(400, "gone") from None
    try:
        value = read_json(
            bytes(found).decode() or "{}"
        )  # exactly: no number through a binary float
    except (SymcauseError, ValueError, RecursionError):
        raise Refused(400, "not JSON") from None
    if not isinstance(value, dict):
        raise Refused(400, "not a JSON object")
    return value
