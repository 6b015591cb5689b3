"""A workbench for tests: ``symcause serve`` as users start it, in a process of its own."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE, until
from tests.reports.chromium import Page

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

needs_serve = pytest.mark.skipif(
    find_spec("starlette") is None or find_spec("uvicorn") is None,
    reason="the workbench is not installed: pip install 'symcause[serve]', or make workbench",
)


def _line(process: str) -> str:
    """The command line of a process; nothing of one that has ended."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_text(encoding="utf-8")
    return ""


@dataclass(frozen=True)
class Bench:
    """A running workbench."""

    port: int
    token: str
    process: subprocess.Popen[str]

    def children(self) -> list[int]:
        """The processes that work for it; what Python keeps to tidy up after them does not count.

        Neither does one that is started anew and has not yet become a program of its own: until then
        it lives in the server's memory, and the server stands still as long as it does.
        """
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        if not listed.exists():
            pytest.skip("this system does not list the children of a process")
        lines = {int(word): _line(word) for word in listed.read_text().split()}
        if os.environ.get("SYMCAUSE_START_METHOD") == "spawn":
            own = _line(str(self.process.pid))
            lines = {child: line for child, line in lines.items() if line != own}
        return [child for child, line in lines.items() if "resource_tracker" not in line]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/#token={self.token}"

    def request(
        self, path: str, body: object = None, method: str = "POST", **headers: str | None
    ) -> tuple[int, bytes]:
        """Status and content of a request; headers of None are left out."""
        told: dict[str, str | None] = {
            "Host": f"127.0.0.1:{self.port}",
            "Content-Type": "application/json",
            "X-Symcause-Token": self.token,
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            line.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            data = body if isinstance(body, bytes) else json.dumps(body or {}).encode()
            told.setdefault("Content-Length", str(len(data)))
            for name, value in told.items():
                if value is not None:
                    line.putheader(name, value)
            line.endheaders(data)
            answer = line.getresponse()
            return answer.status, answer.read()
        finally:
            line.close()

    def serves(self) -> bool:
        """Does it answer by now?"""
        with contextlib.suppress(OSError):
            return self.request("/", method="GET")[0] == 200
        return False

    def lines(self, path: str, body: object = None) -> list[dict[str, Any]]:
        """The lines of an answer; the last says how it ended."""
        status, content = self.request(f"/api/{path}", body)
        assert status == 200, content
        return [json.loads(line) for line in content.splitlines()]

    def open(self, page: Page) -> None:
        """Open the workbench in a browser."""
        page.complaints.clear()
        page.call("Page.navigate", url="about:blank")
        page.call("Page.navigate", url=self.address)
        page.wait("document.documentElement?.dataset.ready === 'home'")


@contextlib.contextmanager
def workbench(*arguments: object, environment: Mapping[str, str] | None = None) -> Iterator[Bench]:
    """``symcause serve`` with these arguments."""
    command = [sys.executable, "-m", "symcause", "serve", "--no-browser", *map(str, arguments)]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **(environment or {})},
    )
    try:
        assert process.stdout is not None
        first = process.stdout.readline()
        found = re.search(r"127\.0\.0\.1:(\d+)/#token=([\w-]+)", first)
        assert found is not None, first + (process.stderr.read() if process.stderr else "")
        bench = Bench(int(found[1]), found[2], process)
        until(bench.serves)
        yield bench
    finally:
        process.terminate()
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for stream in (process.stdout, process.stderr):
            if stream is not None:
                stream.close()
