"""The lines of an MCP client, checked before the SDK sees them; malformed ones get an error.

The SDK passes over lines that it cannot read, and takes a request whose id is malformed for a notification;
a client that waits for an answer waits for ever. So each line is looked at first. What is sound goes on,
written anew with nothing but the keys of a request; all else gets an error of JSON-RPC with the id that it
brought, or null.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from math import isinf
from os import O_RDONLY, close, devnull, dup, dup2, fdopen, open
from typing import Any, BinaryIO, TypeVar

import anyio
import mcp_types as types
from anyio import to_thread

from symcause.bounds.harnesses_bounds import MCP_LINE_BYTES

PARSE_ERROR, INVALID_REQUEST = -32700, -32600

T = TypeVar("T")

_KEYS = ("jsonrpc", "id", "method", "params")


class Refused(Exception):
    """A line that is no message: the code of the error, and the id that the line brought."""

    def __init__(self, code: int, why: str, identity: object = None) -> None:
        super().__init__(why)
        known = isinstance(identity, str | int) and not isinstance(identity, bool)
        self.code, self.id = code, identity if known else None

    @property
    def reply(self) -> str:
        error = {"code": self.code, "message": str(self)}
        return json.dumps({"jsonrpc": "2.0", "id": self.id, "error": error}) + "\n"


def message_in(line: bytes) -> str | None:
    """The message in a line as the SDK reads it; None in an empty one. Raises Refused."""
    if not line.strip():
        return None
    value = _decoded(line)
    if not isinstance(value, dict):
        batch = isinstance(value, list)
        why = (
            "batches are not accepted: one message per line" if batch else "a message is an object"
        )
        raise Refused(INVALID_REQUEST, why)
    message = _message(value)
    try:
        json.dumps(message, ensure_ascii=False).encode()
        text = json.dumps(message)
        types.jsonrpc_message_adapter.validate_json(text, by_name=False)
    except UnicodeEncodeError:
        raise Refused(INVALID_REQUEST, "a text is no Unicode", value.get("id")) from None
    except (ValueError, RecursionError):
        raise Refused(INVALID_REQUEST, "nested too deeply", value.get("id")) from None
    return text


def _decoded(line: bytes) -> object:
    if len(line) > MCP_LINE_BYTES:
        raise Refused(INVALID_REQUEST, f"a message has at most {MCP_LINE_BYTES:,} bytes")
    try:
        return json.loads(line.decode(), parse_constant=_no_number, parse_float=_number)
    except UnicodeDecodeError:
        raise Refused(PARSE_ERROR, "not UTF-8") from None
    except RecursionError:
        raise Refused(PARSE_ERROR, "nested too deeply") from None
    except ValueError:
        raise Refused(PARSE_ERROR, "not JSON") from None


def _number(text: str) -> float:
    value = float(text)
    return _no_number(text) if isinf(value) else value


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number")


def _message(value: dict[str, Any]) -> dict[str, Any]:
    """A request or notification with the keys that it may have; what answers us, as it stands."""
    identity = value.get("id")
    if value.get("jsonrpc") != "2.0":
        raise Refused(INVALID_REQUEST, 'jsonrpc must be "2.0"', identity)
    if "method" not in value and ("result" in value or "error" in value):
        return value
    if "id" in value and (not isinstance(identity, str | int) or isinstance(identity, bool)):
        raise Refused(INVALID_REQUEST, "an id is a text or an integer")
    if not isinstance(value.get("method"), str):
        raise Refused(INVALID_REQUEST, "a request names its method", identity)
    if not isinstance(value.get("params", {}), dict | type(None)):
        raise Refused(INVALID_REQUEST, "params must be an object", identity)
    return {key: value[key] for key in _KEYS if key in value}


class Wire:
    """Both streams of a client, for the SDK: sound lines in, whole lines out."""

    def __init__(self, incoming: BinaryIO, outgoing: BinaryIO) -> None:
        self._incoming, self._outgoing = incoming, outgoing
        self._turn, self._gone = anyio.Lock(), False

    async def __aiter__(self) -> AsyncIterator[str]:
        while not self._gone and (line := await _blocking(self._line)):
            try:
                message = message_in(line)
            except Refused as refusal:
                await self.write(refusal.reply)
                continue
            if message is not None:
                yield message

    def _line(self) -> bytes:
        """The next line; of one that is too long, enough to tell."""
        line = self._incoming.readline(MCP_LINE_BYTES + 1)
        rest = line
        while len(rest) > MCP_LINE_BYTES and not rest.endswith(b"\n"):
            rest = self._incoming.readline(MCP_LINE_BYTES + 1)
        return line

    async def write(self, text: str) -> None:
        async with self._turn:
            await _blocking(lambda: self._out(text.encode()))

    def _out(self, line: bytes) -> None:
        try:
            self._outgoing.write(line)
            self._outgoing.flush()
        except BrokenPipeError:  # nobody listens: that is how a session ends, too
            self._gone = True

    async def flush(self) -> None:
        """Whole lines are, at once."""


async def _blocking(work: Callable[[], T]) -> T:
    done: T = await to_thread.run_sync(work)
    return done


@contextmanager
def wire() -> Iterator[Wire]:
    """The standard streams for the client alone: what else reads or prints meanwhile never reaches it."""
    kept, nothing = (dup(0), dup(1)), open(devnull, O_RDONLY)
    try:
        dup2(nothing, 0)
        dup2(2, 1)
        yield Wire(fdopen(kept[0], "rb", closefd=False), fdopen(kept[1], "wb", closefd=False))
    finally:
        for number, own in enumerate(kept):
            dup2(own, number)
        for own in (*kept, nothing):
            close(own)
