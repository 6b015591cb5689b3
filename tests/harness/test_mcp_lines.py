"""``symcause mcp`` over raw streams: every line that asks for something is answered, whatever it holds."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import IO, Any

import pytest

from tests.patience import PATIENCE

pytest.importorskip("mcp")

WORLD = Path(__file__).resolve().parents[2] / "examples" / "world.json"
PARSE_ERROR, INVALID_REQUEST, NOT_FOUND, INVALID_PARAMS = -32700, -32600, -32601, -32602


class Client:
    """Speaks to a server line by line, and does not wait for ever."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self._lines: Queue[bytes] = Queue()
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in self.process.stdout or ():
            self._lines.put(line)

    @property
    def _in(self) -> IO[bytes]:
        assert self.process.stdin is not None
        return self.process.stdin

    def tell(self, line: bytes) -> None:
        self._in.write(line + b"\n")
        self._in.flush()

    def heard(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self._lines.get(timeout=PATIENCE))
        return found

    def ask(self, line: bytes) -> dict[str, Any]:
        self.tell(line)
        return self.heard()


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    command = [sys.executable, "-m", "symcause", "mcp", str(WORLD), "--tool", "only_one"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        found = Client(process)
        me = {"protocolVersion": "2025-06-18", "capabilities": {}}
        hello = request("hello", "initialize", **me, clientInfo={"name": "raw", "version": "1"})
        assert "serverInfo" in found.ask(hello)["result"]
        found.tell(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}')
        yield found
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(PATIENCE) == 0


def request(identity: object, method: str, **params: object) -> bytes:
    message = {"jsonrpc": "2.0", "id": identity, "method": method, "params": params}
    return json.dumps(message).encode()


def act(identity: object, action: str) -> bytes:
    """A call with this JSON for an action."""
    call = request(identity, "tools/call", name="act", arguments={"action": 0}).decode()
    return call.replace('"action": 0', f'"action": {action}').encode()


def nested(depth: int) -> str:
    return '{"a": ' * depth + "1" + "}" * depth


ODD: list[tuple[bytes, object, int]] = [
    (b"{oops", None, PARSE_ERROR),
    (b"\x00", None, PARSE_ERROR),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "pi\x00ng"}', None, PARSE_ERROR),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "\xff"}', None, PARSE_ERROR),
    (act(1, "NaN"), None, PARSE_ERROR),
    (act(1, "1e999"), None, PARSE_ERROR),
    (act(1, "9" * 5000), None, PARSE_ERROR),
    (act(1, nested(100_000)), None, PARSE_ERROR),
    (act(2, nested(400)), 2, INVALID_REQUEST),
    (act("three", '"\\ud800"'), "three", INVALID_REQUEST),
    (act(4, '{"\\udc00": 1}'), 4, INVALID_REQUEST),
    (request("\ud800", "ping"), "\ud800", INVALID_REQUEST),
    (act(5, json.dumps("x" * 10_000_000)), None, INVALID_REQUEST),
    (b'{"jsonrpc": "1.0", "id": 6, "method": "ping"}', 6, INVALID_REQUEST),
    (b'{"id": 7, "method": "ping"}', 7, INVALID_REQUEST),
    (b'{"jsonrpc": "2.0", "id": 8}', 8, INVALID_REQUEST),
    (b'{"jsonrpc": "2.0", "id": 9, "method": 9}', 9, INVALID_REQUEST),
    (b'{"jsonrpc": "2.0", "id": 10, "method": "ping", "params": [1]}', 10, INVALID_REQUEST),
    (b'{"jsonrpc": "2.0", "id": null, "method": "ping"}', None, INVALID_REQUEST),
    (b'{"jsonrpc": "2.0", "id": true, "method": "ping"}', None, INVALID_REQUEST),
    (b'{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}', None, INVALID_REQUEST),
    (b'{"jsonrpc": "2.0", "id": {}, "method": "ping"}', None, INVALID_REQUEST),
    (b"{}", None, INVALID_REQUEST),
    (b"[]", None, INVALID_REQUEST),
    (b"[" + request(11, "ping") + b"]", None, INVALID_REQUEST),
    (b'"ping"', None, INVALID_REQUEST),
    (b"null", None, INVALID_REQUEST),
    (request(12, "no/such"), 12, NOT_FOUND),
    (request(13, "tools/call"), 13, INVALID_PARAMS),
    (request(14, "tools/call", name=7), 14, INVALID_PARAMS),
    (request(15, "tools/call", name="act", arguments=[1]), 15, INVALID_PARAMS),
]


def test_every_odd_line_is_answered_and_so_is_what_follows(client: Client) -> None:
    for number, (line, identity, code) in enumerate(ODD):
        reply = client.ask(line)
        assert (reply["id"], reply["error"]["code"]) == (identity, code), line[:80]
        assert reply["jsonrpc"] == "2.0" and reply["error"]["message"]
        good = client.ask(request(1000 + number, "ping"))
        assert good == {"jsonrpc": "2.0", "id": 1000 + number, "result": {}}


def test_odd_but_sound_requests_are_served(client: Client) -> None:
    for number, action in enumerate(
        (nested(150), '"a\\u0000b"', json.dumps("x" * 3_000_000), "[]")
    ):
        reply = client.ask(act(number, action))
        assert reply["id"] == number and reply["result"]["isError"]
    ping = {"jsonrpc": "2.0", "method": "ping"}
    for message in (
        {**ping, "id": 10**30},
        {**ping, "id": "é"},
        {**ping, "id": 1, "params": None},
        {**ping, "id": 2, "result": {}},  # a request all the same
        {**ping, "id": 3, "more": [nested(3)]},
    ):
        assert client.ask(json.dumps(message).encode()) == {
            **{"jsonrpc": "2.0", "id": message["id"], "result": {}}
        }
    assert client.ask(request(4, "ping") + b"\r")["id"] == 4


def test_what_asks_for_nothing_is_not_answered(client: Client) -> None:
    client.tell(b"")
    client.tell(b"  \t")
    client.tell(b'{"jsonrpc": "2.0", "id": 5, "result": {}}')
    client.tell(b'{"jsonrpc": "2.0", "method": "notifications/nothing"}')
    assert client.ask(request("next", "ping"))["id"] == "next"


def test_the_episode_goes_on(client: Client) -> None:
    seen = client.ask(request(1, "tools/call", name="observe", arguments={}))
    assert "question" in json.loads(seen["result"]["content"][0]["text"])["task"]
    done = client.ask(act(2, '{"action": "hold", "shape": "circle"}'))
    assert "observation" in json.loads(done["result"]["content"][0]["text"])


def test_a_last_line_without_an_end_is_answered() -> None:
    command = [sys.executable, "-m", "symcause", "mcp", str(WORLD)]
    given = b"{oops\n" + b'{"jsonrpc": "2.0"'
    done = subprocess.run(command, input=given, capture_output=True, timeout=PATIENCE)
    codes = [json.loads(line)["error"]["code"] for line in done.stdout.splitlines()]
    assert (done.returncode, codes, done.stderr) == (0, [PARSE_ERROR] * 2, b"")


def test_a_client_that_listens_no_more_ends_the_session() -> None:
    command = [sys.executable, "-m", "symcause", "mcp", str(WORLD)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as process:  # type: ignore[call-overload]
        process.stdout.close()
        process.stdin.write(request(1, "ping") + b"\n{oops\n" + request(2, "ping") + b"\n")
        process.stdin.close()
        assert process.wait(PATIENCE) == 0
        assert process.stderr.read() == b""
