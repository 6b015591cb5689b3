"""A headless Chromium for tests and screenshots, driven through a pipe: no package beyond the browser.

The browser speaks its DevTools protocol on two file descriptors (``--remote-debugging-pipe``), one JSON
message at a time, each ended by a zero byte. :class:`Page` keeps what a test wants to know: messages on the
console, exceptions, and every request.

A browser is looked for in ``SYMCAUSE_CHROMIUM``, then under the usual names.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)
PATIENCE = 600.0  # seconds until a step counts as stuck
SOON = 20.0  # and where the page has complained: a script that ended early draws nothing more

# Puts the two ends of the pipes where the browser expects them, then becomes the browser.
_EXEC = (
    "import os, sys; a, b = int(sys.argv[1]), int(sys.argv[2]);"
    "a, b = os.dup(a), os.dup(b); os.dup2(a, 3); os.dup2(b, 4);"
    "os.set_inheritable(3, True); os.set_inheritable(4, True);"
    "os.execvp(sys.argv[3], sys.argv[3:])"
)


def find_chromium() -> str | None:
    """The browser to use, if there is one."""
    named = os.environ.get("SYMCAUSE_CHROMIUM")
    if named:
        return named
    return next((found for name in NAMES if (found := shutil.which(name))), None)


needs_chromium = pytest.mark.skipif(
    find_chromium() is None, reason="no Chromium found; install one or set SYMCAUSE_CHROMIUM"
)
"""For tests that look at pages."""


class BrowserError(Exception):
    """The browser did not do what it was told."""


class Chromium:
    """A running browser; used in a ``with`` block."""

    def __init__(self, binary: str | None = None) -> None:
        binary = binary or find_chromium()
        if binary is None:
            raise BrowserError("no Chromium found; set SYMCAUSE_CHROMIUM")
        self._profile = tempfile.mkdtemp(prefix="symcause-chromium-")
        down_read, self._out = os.pipe()
        self._in, up_write = os.pipe()
        flags = (*FLAGS, f"--user-data-dir={self._profile}", "about:blank")
        self._process = subprocess.Popen(
            [sys.executable, "-c", _EXEC, str(down_read), str(up_write), binary, *flags],
            pass_fds=(down_read, up_write),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(down_read)
        os.close(up_write)
        self._buffer = b""
        self._next = 0
        self._answers: dict[int, dict[str, Any]] = {}
        self.pages: dict[str, Page] = {}
        self._shared: Page | None = None

    def __enter__(self) -> Chromium:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(BrowserError, OSError):
            self.call("Browser.close")
        try:
            self._process.wait(60)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for end in (self._in, self._out):
            os.close(end)
        shutil.rmtree(self._profile, ignore_errors=True)

    def call(self, method: str, session: str | None = None, **params: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        self._next += 1
        message: dict[str, Any] = {"id": self._next, "method": method, "params": params}
        if session is not None:
            message["sessionId"] = session
        number = self._next
        os.write(self._out, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + PATIENCE
        while number not in self._answers:
            self.listen(end - time.monotonic())
        answer = self._answers.pop(number)
        if "error" in answer:
            raise BrowserError(f"{method}: {answer['error'].get('message')}")
        result: dict[str, Any] = answer["result"]
        return result

    def listen(self, seconds: float) -> None:
        """Take in what the browser says, for at most so long."""
        ready, _, _ = select.select([self._in], [], [], max(0.0, seconds))
        if not ready:
            raise BrowserError("the browser does not answer")
        data = os.read(self._in, 1 << 20)
        if not data:
            raise BrowserError("the browser is gone")
        *whole, self._buffer = (self._buffer + data).split(b"\0")
        for text in whole:
            message = json.loads(text)
            if "id" in message:
                self._answers[message["id"]] = message
            elif (page := self.pages.get(message.get("sessionId", ""))) is not None:
                page.hear(message["method"], message["params"])

    def page(self, width: int = 1280, height: int = 900) -> Page:
        """A new page of this size."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, session)
        self.pages[session] = page
        for domain in ("Page", "Runtime", "Log", "Network"):
            page.call(f"{domain}.enable")
        page.resize(width, height)
        return page

    def empty(self) -> Page:
        """The page that tests share, as if it were new: a new one takes a process of its own."""
        if self._shared is not None:
            with contextlib.suppress(BrowserError):  # it has crashed
                self._shared.clear()
                return self._shared
        self._shared = self.page()
        return self._shared


_AT_REST = """async (element) => {
  const frame = () => Promise.race([
    new Promise(requestAnimationFrame), new Promise((done) => setTimeout(done, 200))]);
  const at = () => {
    const r = element.getBoundingClientRect();
    return [r.x + r.width / 2, r.y + r.height / 2];
  };
  let before = at();
  for (let still = 0, tries = 0; still < 2 && tries < 50; tries++) {
    await frame();
    const now = at();
    still = now[0] === before[0] && now[1] === before[1] ? still + 1 : 0;
    before = now;
  }
  return before;
}"""
"""Where the middle of an element is, once two pictures have shown it there: a click that comes before the
picture of a scrolled page hits what was there before."""


class Page:
    """One page of the browser."""

    def __init__(self, browser: Chromium, session: str) -> None:
        self._browser, self._session = browser, session
        self.complaints: list[str] = []
        self.requests: list[str] = []

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        return self._browser.call(method, self._session, **params)

    def hear(self, method: str, params: dict[str, Any]) -> None:
        """Remember what a test asks about."""
        if method == "Runtime.consoleAPICalled" and params["type"] in (
            "error",
            "warning",
            "assert",
        ):
            self.complaints.append(str([a.get("value") for a in params["args"]]))
        elif method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.complaints.append(
                details.get("exception", {}).get("description") or details["text"]
            )
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.complaints.append(params["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])

    def clear(self) -> None:
        """Nothing is left of what was looked at, nor of how."""
        self.call("Page.navigate", url="about:blank")
        for domain in ("Accessibility", "Performance"):
            self.call(f"{domain}.disable")
        self.call("Emulation.setEmulatedMedia", media="", features=[])
        self.resize(1280, 900)
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=0, y=0)
        self.complaints.clear()
        self.requests.clear()

    def resize(self, width: int, height: int, *, scale: float = 1, mobile: bool = False) -> None:
        size = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": mobile}
        self.call("Emulation.setDeviceMetricsOverride", **size)

    def media(self, *, scheme: str = "light", media: str = "") -> None:
        """Look at the page in another theme, or as on paper (``media="print"``)."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", media=media, features=features)

    def open(self, path: Path, fragment: str = "") -> float:
        """Open a file and wait until it has drawn itself; returns the milliseconds that it took."""
        self.complaints.clear()
        self.requests.clear()
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=path.resolve().as_uri() + fragment)
        self.wait("document.documentElement?.dataset.ready")
        return float(self.run("performance.now()"))

    def wait(self, condition: str) -> None:
        """Wait until the condition holds in the page."""
        begun = time.monotonic()
        while not self.run(f"Boolean({condition})"):
            if time.monotonic() > begun + (SOON if self.complaints else PATIENCE):
                raise BrowserError(f"this never came true: {condition}; {self.complaints}")
            time.sleep(0.02)

    def becomes(self, script: str, wanted: object, patience: float = 60.0) -> object:
        """The value of an expression once it is the wanted one, else its last: pages lay themselves out
        again after they were resized, and a busy machine takes its time."""
        end = time.monotonic() + patience
        while (found := self.run(script)) != wanted and time.monotonic() < end:
            time.sleep(0.05)
        return found

    def run(self, script: str) -> Any:
        """The value of an expression (or of a promise) in the page."""
        answer = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description") or details["text"])
        return answer["result"].get("value")

    def go(self, fragment: str) -> None:
        """Follow a link within the page."""
        self.run(f"location.hash = {json.dumps(fragment)}")
        self.wait(
            f"document.documentElement.dataset.ready === {json.dumps('#' + fragment.lstrip('#'))}"
        )

    def click(self, selector: str) -> None:
        """Click an element as a user does."""
        found = f"document.querySelector({json.dumps(selector)})"
        self.run(f"{found}.scrollIntoView({{block: 'center', behavior: 'instant'}})")
        box = self.run(f"({_AT_REST})({found})")
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.call(
                "Input.dispatchMouseEvent",
                type=kind,
                x=box[0],
                y=box[1],
                button="left",
                clickCount=1,
            )

    def press(self, key: str) -> None:
        """Press a key."""
        codes = {
            "Tab": 9,
            "Enter": 13,
            "Escape": 27,
            " ": 32,
            "ArrowLeft": 37,
            "ArrowUp": 38,
            "ArrowRight": 39,
            "ArrowDown": 40,
        }
        text = {"Enter": "\r", " ": " "}.get(key)
        for kind in ("keyDown", "keyUp"):
            extra = {"text": text} if text and kind == "keyDown" else {}
            self.call(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key,
                code="Space" if key == " " else key,
                windowsVirtualKeyCode=codes.get(key, 0),
                **extra,
            )

    def screenshot(self, path: Path, *, whole: bool = False) -> None:
        """Save what is seen, or the whole page."""
        taken = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(taken["data"]))


@contextlib.contextmanager
def opened(path: Path, **size: int) -> Iterator[Page]:
    """One page in a browser of its own."""
    with Chromium() as browser:
        page = browser.page(**size)
        page.open(path)
        yield page
