"""The server of the workbench: the page, and one route per kind of request.

``POST /api/ask/count`` and its like answer with lines of JSON as they are known (see :mod:`.page_tasks`); a
client that hangs up ends the child that worked for it.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from symcause.bounds.workbench_bounds import CONNECTIONS
from symcause.errors import UsageError
from symcause.workbench.browser_entrance import Entrance
from symcause.workbench.edit_state import QUESTIONS
from symcause.workbench.page_tasks import EXPORTS, Room, Task, TaskJob
from symcause.workbench.request_guard import Guard, Refused, given
from symcause.workbench.task_children import Busy, Children
from symcause.workbench.workbench_assets import assets, with_token

SILENCE = 15.0
"""Seconds that a connection may be open without a whole request."""

STALLED = 20.0
"""Seconds that a client may take to read a line."""

Endpoint = Callable[[Request], Coroutine[Any, Any, Response]]


@dataclass(frozen=True)
class Bounds:
    """What the children may use."""

    most: int = 3
    seconds: float | None = None
    megabytes: int | None = 2048


class Lines(Response):
    """Lines of JSON as they come; nobody works for a client that has hung up."""

    media_type = "application/x-ndjson"

    def __init__(self, lines: AsyncGenerator[str]) -> None:
        super().__init__()
        del self.headers["content-length"]
        self._lines = lines

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        talking = asyncio.ensure_future(self._talk(send))
        leaving = asyncio.ensure_future(_left(receive))
        try:
            await asyncio.wait((talking, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in (talking, leaving):
                one.cancel()
            await asyncio.gather(talking, leaving, return_exceptions=True)

    async def _talk(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        async with aclosing(self._lines) as lines:
            async for line in lines:
                async with asyncio.timeout(STALLED):  # nobody works for a client that does not read
                    await _chunk(send, line)
        await send({"type": "http.response.body", "body": b""})


async def _chunk(send: Send, line: str) -> None:
    body = line.encode("utf-8", "replace") + b"\n"
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class _Watched(H11Protocol):
    """A connection on which no whole request arrives for a while is closed: slow clients cost nothing."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self._idle = 0
        self._watch = self.loop.call_later(SILENCE, self._look)

    def _look(self) -> None:
        at_work = self.cycle is not None and not self.cycle.response_complete
        if not at_work and self._idle:
            self.transport.close()
            return
        self._idle = 0 if at_work else self._idle + 1
        self._watch = self.loop.call_later(SILENCE, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        self._watch.cancel()
        super().connection_lost(exc)


def application(
    room: Room, port: int, token: str, bounds: Bounds, entrance: Entrance | None = None
) -> Guard:
    """The workbench as an ASGI application; *entrance*: where a page with the token is given, once."""
    children = Children(TaskJob(room), bounds.most, bounds.seconds, bounds.megabytes)
    files = assets(study=room.study.stated.id if room.study else None, saves=room.desk is not None)

    async def served(request: Request) -> Response:
        path = request.url.path
        if entrance is not None and request.method == "GET" and entrance.leads_to(path):
            entrance.close()
            kind, body = files["/"]
            return Response(with_token(body, token), media_type=kind)
        if path not in files:
            return Response("no such page", 404)
        kind, body = files[path]
        return Response(body, media_type=kind)

    async def answer(kind: str, request: Request, more: dict[str, object]) -> Response:
        try:
            task = Task(kind, {**await given(request), **more})
            return Lines(children.lines(task))
        except Refused as refusal:
            return refusal.response
        except Busy:
            return Refused(503, "too many requests at once").response

    def route(kind: str) -> Endpoint:
        async def endpoint(request: Request) -> Response:
            name = request.path_params.get("name")
            known = {"ask": QUESTIONS, "export": tuple(EXPORTS)}.get(kind)
            if known is not None and name not in known:
                return Refused(404, "no such question").response
            word = {"ask": "question", "export": "what"}.get(kind)
            return await answer(kind, request, {} if word is None else {word: name})

        return endpoint

    named = {"ask": "/{name}", "export": "/{name}"}
    routes = [
        Route(f"/api/{kind}{named.get(kind, '')}", route(kind), methods=["POST"])
        for kind in room.tasks
    ]
    inside = Starlette(routes=[*routes, Route("/{path:path}", served)])
    return Guard(inside, port, token, entrance)


def listening(port: int | None) -> socket.socket:
    """A socket of this machine alone. Raises UsageError if the port is taken."""
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    # On Windows reusing an address would let another program take the port over.
    alone = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
    found.setsockopt(socket.SOL_SOCKET, alone, 1)
    try:
        found.bind(("127.0.0.1", port or 0))
    except (OSError, OverflowError) as error:
        found.close()
        remedy = "choose another, or leave out --port"
        raise UsageError("the port cannot be had", value=port, remedy=remedy) from error
    found.listen(128)  # a browser that comes early waits
    return found


class _Server(uvicorn.Server):
    """Leaves no entrance behind, whatever signal ends it."""

    entrance: Entrance | None = None

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self.entrance is not None:
            self.entrance.close()
        await super().shutdown(sockets)


def serve(
    door: socket.socket,
    room: Room,
    token: str,
    bounds: Bounds,
    entrance: Entrance | None = None,
) -> None:
    """Serve until interrupted."""
    config = uvicorn.Config(
        application(room, door.getsockname()[1], token, bounds, entrance),
        http=_Watched,
        ws="none",
        lifespan="off",
        log_level="critical",
        access_log=False,
        server_header=False,
        limit_concurrency=CONNECTIONS,
        timeout_graceful_shutdown=1,
    )
    server = _Server(config)
    server.entrance = entrance
    server.run(sockets=[door])
