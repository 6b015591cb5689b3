"""The browser that ``symcause serve`` opens: what others can see of it, and the one visit it is led to."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.patience import PATIENCE, until
from tests.workbench.running import EXAMPLES, needs_serve

pytestmark = needs_serve

PAGE = Path(__file__).resolve().parents[2] / "symcause" / "workbench" / "page"
FROM_A_FILE = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}


@dataclass(frozen=True)
class Opened:
    """A workbench with the browser that it opened: what that was started with."""

    process: subprocess.Popen[str]
    port: int
    token: str
    argument: str
    temporary: Path

    @property
    def file(self) -> Path:
        return Path(self.argument.removeprefix("file://"))

    def get(self, path: str, **headers: str) -> tuple[int, bytes]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            line.request("GET", path, headers=headers)
            answer = line.getresponse()
            return answer.status, answer.read()
        finally:
            line.close()

    def serves(self) -> bool:
        """Does it answer by now?"""
        with contextlib.suppress(OSError):
            return self.get("/")[0] == 200
        return False

    @property
    def visit(self) -> str:
        """The path that the file leads to."""
        found = re.search(r'url=http://127\.0\.0\.1:\d+(/[^"]+)"', self.file.read_text())
        assert found is not None
        return found[1]


@contextlib.contextmanager
def opened(folder: Path) -> Iterator[Opened]:
    """``symcause serve`` with a browser that writes down its command line, and what that names."""
    told, temporary = folder / "told.json", folder / "temporary"
    temporary.mkdir()
    browser = folder / "browser"
    browser.write_text(
        f"#!{sys.executable}\nimport json, os, sys\n"
        f"json.dump(sys.argv[1:], open({str(told)!r} + '~', 'w'))\n"
        f"os.rename({str(told)!r} + '~', {str(told)!r})\n"
    )
    browser.chmod(0o700)
    old = os.umask(0)  # whatever a user's is
    try:
        process = subprocess.Popen(
            [sys.executable, "-m", "symcause", "serve", str(EXAMPLES / "ambiguous.json")],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "BROWSER": str(browser), "TMPDIR": str(temporary)},
        )
    finally:
        os.umask(old)
    try:
        assert process.stdout is not None
        found = re.search(r"127\.0\.0\.1:(\d+)/#token=([\w-]+)", process.stdout.readline())
        assert found is not None
        until(told.exists)
        (argument,) = json.loads(told.read_text())
        yield Opened(process, int(found[1]), found[2], argument, temporary)
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def test_no_command_line_tells_the_token(tmp_path: Path) -> None:
    with opened(tmp_path) as bench:
        assert bench.token not in bench.argument and "token" not in bench.argument
        assert bench.argument.startswith("file://")
        assert bench.token not in bench.file.read_text()
        assert stat.S_IMODE(bench.file.stat().st_mode) == 0o600
        assert stat.S_IMODE(bench.file.parent.stat().st_mode) == 0o700
        shown = Path(f"/proc/{bench.process.pid}/cmdline")
        assert not shown.exists() or bench.token.encode() not in shown.read_bytes()


def test_one_visit_brings_the_token_and_no_other(tmp_path: Path) -> None:
    with opened(tmp_path) as bench:
        path = bench.visit
        assert bench.token not in path
        guess = path[:-1] + ("a" if path[-1] != "a" else "b")
        assert bench.get(guess, **FROM_A_FILE)[0] == 403
        assert bench.get(path, Host="evil.example", **FROM_A_FILE)[0] == 421
        assert bench.get(path, Origin="null")[0] == 403
        assert bench.file.exists()  # nobody has come in
        status, page = bench.get(path, **FROM_A_FILE)
        assert status == 200 and f'data-token="{bench.token}"'.encode() in page
        assert not bench.file.exists() and list(bench.temporary.iterdir()) == []
        for headers in (FROM_A_FILE, {}):
            status, page = bench.get(path, **headers)
            assert status in (403, 404) and bench.token.encode() not in page


def test_other_sites_still_lead_nowhere(tmp_path: Path) -> None:
    with opened(tmp_path) as bench:
        for path in ("/", "/bench.js", "/open/", "/open/x"):
            assert bench.get(path, **FROM_A_FILE)[0] == 403
        status, page = bench.get("/")
        assert status == 200 and b"data-token" not in page


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_nothing_is_left_behind(tmp_path: Path, sent: signal.Signals) -> None:
    """The file goes with the server, whether the browser came or not."""
    with opened(tmp_path) as bench:
        until(bench.serves)
        assert bench.file.exists()
        bench.process.send_signal(sent)
        code = bench.process.wait(PATIENCE)
        assert code == (0 if sent is signal.SIGINT else code)
        assert list(bench.temporary.iterdir()) == []


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
@pytest.mark.parametrize(
    ("brought", "fragment", "kept"),
    [("abc", "", "abc"), (None, "#token=x-y_z", "x-y_z"), (None, "#s=state", None)],
)
def test_the_page_keeps_the_token_out_of_the_address(
    brought: str | None, fragment: str, kept: str | None, tmp_path: Path
) -> None:
    module = tmp_path / "talk.mjs"
    shutil.copy(PAGE / "talk.js", module)
    given = json.dumps({} if brought is None else {"token": brought})
    script = f"""
    globalThis.document = {{documentElement: {{dataset: {given}}}}};
    globalThis.location = {{pathname: "/open/ticket", hash: {json.dumps(fragment)}}};
    const kept = {{}}, addresses = [];
    globalThis.localStorage = {{setItem: (key, value) => {{ kept[key] = value; }}}};
    globalThis.history = {{replaceState: (state, title, address) => addresses.push(address)}};
    const {{takeToken}} = await import({json.dumps(module.as_uri())});
    takeToken();
    takeToken();
    console.log(JSON.stringify([kept["symcause-token"] ?? null, addresses[0] ?? null,
                                document.documentElement.dataset]));
    """
    command = ["node", "--input-type=module", "-e", script]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [kept, None if kept is None else "/", {}]
