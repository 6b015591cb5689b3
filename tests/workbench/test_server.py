"""The server of the workbench: what it answers, whom it refuses, and that it outlives all of it."""

from __future__ import annotations

import json
import os
import signal
import socket
from collections.abc import AsyncGenerator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE, until
from tests.workbench.running import EXAMPLES, Bench, needs_serve, workbench

pytestmark = needs_serve

STATE = {"document": json.loads((EXAMPLES / "ambiguous.json").read_text())}


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    secret = tmp_path_factory.mktemp("machine-path")
    (secret / "broken.json").write_text('{"format": "symcause.boolean/1"}')
    (secret / "fine.json").write_text(json.dumps(STATE["document"]))
    with workbench(
        EXAMPLES / "pool.jsonl", secret, "--children", 2, "--timeout", PATIENCE
    ) as found:
        yield found


def _alive(bench: Bench) -> None:
    *lines, end = bench.lines("ask/count", {"state": STATE})
    assert lines[-1]["document"]["count"] == 23 and end == {"end": None}


def test_documents_are_those_of_the_command(
    bench: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    from symcause.cli.main import main

    for question in ("count", "next", "alternatives"):
        with pytest.raises(SystemExit):
            main([question, str(EXAMPLES / "ambiguous.json"), "--json"])
        told = json.loads(capsys.readouterr().out)
        assert (
            told.pop("asked")["question"] == question
        )  # by its file, which the page does not know
        *_, last, end = bench.lines(f"ask/{question}", {"state": STATE})
        assert last["document"] == told and end == {"end": None}


def test_the_first_line_has_figures(bench: Bench) -> None:
    state = {"document": json.loads((EXAMPLES / "corner.json").read_text())}
    assert len(state["document"]["variables"]) == 7
    first, *_ = bench.lines("ask/count", {"state": state})
    assert first["document"]["count"] is not None


def test_problems_are_known_by_numbers_and_no_path_is_told(bench: Bench) -> None:
    status, content = bench.request("/api/shelf")
    assert status == 200 and b"machine-path" in content  # the name of the folder that was given
    assert b"/tmp" not in content and str(EXAMPLES).encode() not in content
    entries = [line["entry"] for line in map(json.loads, content.splitlines()) if "entry" in line]
    assert [item["id"] for item in entries[0]["items"]][:2] == ["ordered", "block-order"]
    assert "error" in entries[1]["items"][0]
    (opened, _) = bench.lines("open", {"file": 0, "at": 0})
    assert opened["opened"]["family"] == "boolean" and opened["opened"]["sheet"]["groups"]
    for place in ({"file": 99, "at": 0}, {"file": -1, "at": 0}, {"file": "../../etc/passwd"}, {}):
        (said, _) = bench.lines("open", place)
        assert "no such file" in said["error"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1:1"}, 421),
        ({"Host": None}, 400),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec_Fetch_Site": "cross-site"}, 403),
        ({"X_Symcause_Token": None}, 403),
        ({"X_Symcause_Token": "guess"}, 403),
        ({"Content_Type": "text/plain"}, 415),
        ({"Content_Length": "100000000"}, 413),
        ({"Content_Length": "-1"}, 400),
    ],
)
def test_strangers_are_refused(bench: Bench, headers: dict[str, str | None], status: int) -> None:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    unread = "Content_Length" in headers or None in headers.values()
    body = b"" if unread else {}  # what nobody reads may reset the connection
    assert bench.request("/api/shelf", body, **named)[0] == status


def test_a_page_is_given_with_a_strict_policy(bench: Bench) -> None:
    import http.client

    line = http.client.HTTPConnection("127.0.0.1", bench.port, timeout=PATIENCE)
    line.request("GET", "/")
    answer = line.getresponse()
    policy = answer.getheader("content-security-policy") or ""
    assert "default-src 'none'" in policy and "script-src 'self'" in policy
    assert "unsafe" not in policy and answer.getheader("x-content-type-options") == "nosniff"
    text = answer.read().decode()
    assert "<script>" not in text and "style=" not in text and "http://" not in text
    line.close()


@pytest.mark.parametrize(
    "path", ["/../../etc/passwd", "/..%2f..%2fetc/passwd", "/server.py", "/.", "/api", "/page/"]
)
def test_no_other_file_is_given(bench: Bench, path: str) -> None:
    status, content = bench.request(path, method="GET")
    assert status in (403, 404) and b"root:" not in content


def test_bodies_are_bounded(bench: Bench) -> None:
    """100 MB, announced or not: refused long before they are read."""
    assert bench.request("/api/shelf", b" " * 100, Content_Length="100000000")[0] == 413
    with socket.create_connection(("127.0.0.1", bench.port), timeout=PATIENCE) as line:
        head = (
            f"POST /api/shelf HTTP/1.1\r\nHost: 127.0.0.1:{bench.port}\r\n"
            f"X-Symcause-Token: {bench.token}\r\nContent-Type: application/json\r\n"
            "Transfer-Encoding: chunked\r\n\r\n"
        )
        line.sendall(head.encode())
        chunk, sent = b"10000\r\n" + b" " * 0x10000 + b"\r\n", 0
        try:
            while sent < 100_000_000:
                line.sendall(chunk)
                sent += 0x10000
        except OSError:
            pass
        assert sent < 50_000_000
    _alive(bench)


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000,
        b"\xff\xfe",
        b"null",
        b'{"state": 7}',
        b'{"state": {"document": {"format": "symcause.boolean/1", "variables": "x"}}}',
        json.dumps({"state": {**STATE, "sheet": {"groups": [{}]}}}).encode(),
        json.dumps({"state": {**STATE, "options": {"knowledge": "/etc/passwd"}}}).encode(),
        json.dumps({"state": {**STATE, "options": {"max_parents": {"a": 1}}}}).encode(),
        json.dumps({"state": STATE, "more": {"log": "/etc/passwd"}}).encode(),
        json.dumps({"state": STATE, "more": {"transcripts": "/etc/passwd"}}).encode(),
    ],
)
def test_hostile_requests_are_told_what_is_wrong(bench: Bench, body: bytes) -> None:
    status, content = bench.request("/api/ask/audit", body)
    assert status in (200, 400) and b"error" in content and b"root:" not in content
    assert b"Traceback" not in content and b"fault of the program" not in content


def test_hostile_ids_are_texts(bench: Bench) -> None:
    name = "</script><img src=x onerror=alert(1)>"
    state = {"document": {**STATE["document"], "id": name}}
    *_, last, _ = bench.lines("ask/count", {"state": state})
    assert last["document"]["problem"] == name and last["document"]["count"] == 23
    assert bench.request("/api/ask/..%2f..%2fcount", {"state": STATE})[0] in (404, 405)
    assert bench.request("/api/ask/play", {"state": STATE})[0] == 404
    assert bench.request("/api/export/passwd", {"state": STATE})[0] == 404


def test_two_hundred_at_once(bench: Bench) -> None:
    """Each is answered or turned away, and the server is there afterwards."""

    def ask(_: int) -> int:
        try:
            return bench.request("/api/ask/count", {"state": STATE})[0]
        except OSError:
            return 0

    with ThreadPoolExecutor(100) as many:
        found = list(many.map(ask, range(200)))
    assert found.count(200) >= 10 and set(found) <= {200, 503, 0}
    _alive(bench)


def test_slow_clients_cost_nothing(bench: Bench) -> None:
    """Half a request, and a body that never comes: the server goes on, and hangs up by itself."""
    head = f"POST /api/shelf HTTP/1.1\r\nHost: 127.0.0.1:{bench.port}\r\n"
    rest = f"X-Symcause-Token: {bench.token}\r\nContent-Type: application/json\r\n"
    slow = [
        socket.create_connection(("127.0.0.1", bench.port), timeout=PATIENCE) for _ in range(20)
    ]
    for line in slow[:10]:
        line.sendall(head.encode())
    for line in slow[10:]:
        line.sendall((head + rest + "Content-Length: 1000\r\n\r\n{").encode())
    _alive(bench)
    assert b" 408 " in slow[10].recv(100)  # after the time that a request has
    for line in slow:
        line.close()


def test_a_client_that_does_not_read_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its child ends, and another may have its place."""
    import asyncio

    from symcause.workbench import server

    monkeypatch.setattr(server, "STALLED", 0.05)
    ended: list[bool] = []

    async def lines() -> AsyncGenerator[str]:
        try:
            while True:
                yield "{}"
        finally:
            ended.append(True)

    async def send(message: Any) -> None:
        if message["type"] == "http.response.body":
            await asyncio.sleep(PATIENCE)

    async def receive() -> Any:
        await asyncio.sleep(PATIENCE)

    async def served() -> None:
        await asyncio.wait_for(server.Lines(lines())({"type": "http"}, receive, send), PATIENCE / 2)

    asyncio.run(served())
    assert ended == [True]


def test_no_temporary_file_is_written(bench: Bench, tmp_path: Path) -> None:
    """Without --save nothing is: not even a page leaves a trace, whatever temporary files are."""
    with workbench(EXAMPLES / "ambiguous.json", environment={"TMPDIR": str(tmp_path)}) as found:
        for what in ("problem", "answer", "certificate", "page"):
            said = found.lines(f"export/{what}", {"state": STATE})[0]["file"]
            assert said["text"] and said["saved"] is None
        kinds = {path.suffix for path in tmp_path.rglob("*") if path.is_file()}
        assert kinds == set()


def test_a_child_ends_with_its_listener(tmp_path: Path) -> None:
    """Nobody works for a page that has asked something else; what takes too long is stopped and said."""
    names = [f"X{i}" for i in range(14)]
    row = "".join("01"[i % 2] for i in range(14))
    heavy = {
        "document": {
            "format": "symcause.boolean/1",
            "id": "heavy",
            "variables": names,
            "setting": "hidden-roots",
            "root_count": 3,
            "worlds": [{"id": "w", "split": "train", "rows": [row]}],
        }
    }
    with workbench("--children", 1, "--timeout", 10 * PATIENCE) as bench:
        body = json.dumps({"state": heavy}).encode()
        with socket.create_connection(("127.0.0.1", bench.port), timeout=PATIENCE) as line:
            line.sendall(
                (
                    f"POST /api/ask/audit HTTP/1.1\r\nHost: 127.0.0.1:{bench.port}\r\n"
                    f"X-Symcause-Token: {bench.token}\r\nContent-Type: application/json\r\n"
                    f"Content-Length: {len(body)}\r\n\r\n"
                ).encode()
                + body
            )
            until(lambda: bench.children())
        until(lambda: not bench.children())
        _alive(bench)
    with workbench("--children", 1, "--timeout", 1) as bench:
        *_, last = bench.lines("ask/audit", {"state": heavy})
        assert last["end"] is None or "time limit" in last["end"]


def test_a_killed_child_is_told(bench: Bench) -> None:
    """The connection of whoever waits for it ends properly, and the next question is answered."""
    with ThreadPoolExecutor(1) as one:
        pool = (EXAMPLES / "corner.json").read_text()
        asked = one.submit(
            bench.request, "/api/ask/audit", {"state": {"document": json.loads(pool)}}
        )
        killed = False
        while not killed and not asked.done():
            for child in bench.children():
                os.kill(child, 9)
                killed = True
        status, content = asked.result()
    last = json.loads(content.splitlines()[-1])
    assert status == 200 and (not killed or "SIGKILL" in last["end"])
    _alive(bench)


def test_the_toy_family_is_at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """A family by its registry line: laid out as text, counted, looked at, an experiment run."""
    from symcause import registry
    from symcause.workbench.file_shelf import Shelf
    from symcause.workbench.page_tasks import TASKS, Room

    monkeypatch.setitem(registry.FAMILIES, "coins", "symcause.testing.coins")
    coins = {
        "format": "toy.coins/1",
        "id": "c",
        "coins": ["a", "b"],
        "gold": {"a": True, "b": True},
    }
    said: list[dict[str, object]] = []

    def ask(kind: str, **given: object) -> dict[str, object]:
        said.clear()
        TASKS[kind](
            Room(Shelf()),
            {"state": {"document": coins}, **given},
            lambda line: said.append(dict(line)),
        )
        return said[-1]

    opened = ask("open")["opened"]
    assert isinstance(opened, dict) and opened["sheet"] is None and opened["family"] == "coins"
    assert ask("ask", question="count")["document"]["count"] == 4  # type: ignore[index]
    look = ask("ask", question="look")["document"]
    assert look["is_gold"] and look["separated"]  # type: ignore[index]
    run = ask("run", experiment={"look": "a"}, by="gold")["opened"]
    assert run["document"]["seen"] == {"a": True}  # type: ignore[index]


def test_an_interrupt_is_how_it_ends() -> None:
    with workbench(EXAMPLES / "ambiguous.json") as bench:
        bench.process.send_signal(signal.SIGINT)
        assert bench.process.wait(PATIENCE) == 0
