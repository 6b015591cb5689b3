"""Draws 25 views of one version of the program into one sheet: what is seen at first, wide and narrow.

    python docs/view_sheet.py SHEET.png [TREE [FOLDER]]

TREE is the tree whose program makes the pages (this one); that of an older version shows how things were.
In FOLDER every picture is kept in its own size. Over every view stands the sentence that it should say
within five seconds, so that a person can hold the picture against it. Needs a Chromium, and for the
workbench what ``symcause[serve]`` installs.
"""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.reports.chromium import Chromium, Page  # noqa: E402

DESK, PHONE = (1280, 900), (390, 844)


@dataclass(frozen=True)
class View:
    """What is looked at: a command that writes a page, or files for the workbench and what to do there."""

    sentence: str
    command: str = ""
    served: str = ""
    act: str = ""


VIEWS = (
    View(
        "2 of 9 problems are settled; a dot each, by how many models are left", "audit pool.jsonl"
    ),
    View("One model explains the evidence: this one", "audit unique.json"),
    View("23 models explain the evidence; X3, X4 and X5 are open", "audit ambiguous.json"),
    View("8 models: three inputs of X5 were never seen", "audit corner.json"),
    View("One graph explains the readings: this one", "audit crystal.json"),
    View(
        "Wrong at step 5, although step 3 was enough",
        "audit episode.json --log episode.log.jsonl",
    ),
    View("The answer is no: circle does not make triangle move", "audit shapes.json"),
    View(
        "The best design is worth 0.75, above the threshold; the default is not", "audit boats.json"
    ),
    View("An empty answer scores 0.56 as released, a perfect one 0.82", "audit flood.txt"),
    View("8 graphs explain the evidence, and what causes each variable is open", "audit class.txt"),
    View("True in all 3 DAGs that fit; the stored label says otherwise", "audit statements.json"),
    View("No: the effect is negative, its whole range lies below 0", "audit draft.json"),
    View("1 of 6 stored labels follows from its statements", "audit labels.jsonl"),
    View("1 of 7 stored answers follows; 5 are settled by none", "audit percentages.jsonl"),
    View("Fix 3, decide 1, drop 1 of 6 items", "audit labels.jsonl --errata-page ERRATA"),
    View(
        "Wrong in 3 of 4 training worlds: in these rows",
        "check unique.json answers/unique.wrong.json",
    ),
    View(
        "Misses 9 of 9 readings: 0.9 where gold has 1",
        "check crystal.json answers/crystal.wrong.json",
    ),
    View("do(X3=1) is next: it leaves at most 5 of 23 models", "next ambiguous.json"),
    View(
        "22 others explain the evidence; the nearest differs in X4", "alternatives ambiguous.json"
    ),
    View(
        "careful leads in all settings; so few problems may be chance",
        "score pool.jsonl predictions.jsonl",
    ),
    View("1 of 6 stored labels follows (a slide)", "audit labels.jsonl --slide SLIDE"),
    View(
        "23 models explain the evidence; switches show what each row does", served="ambiguous.json"
    ),
    View(
        "No model fits: X3 in row 3 was changed, undo",
        served="unique.json",
        act='[data-group="1"] [data-cell="2,2"]',
    ),
    View("True in all 14 DAGs that fit, and the stored label is 0", served="labels.jsonl"),
    View("No: the effect is negative (a table problem)", served="draft.json"),
)
"""Each view, and what it should say."""


def main(sheet: Path, tree: Path = ROOT, kept: Path | None = None) -> None:
    """Make every view of the tree, look at it, and put all pictures into one."""
    with tempfile.TemporaryDirectory() as folder, Chromium() as browser:
        place = Path(folder)
        shutil.copytree(ROOT / "examples", place, dirs_exist_ok=True)
        (place / "class.txt").write_text("A -- B\nB -- C\nC -- D\nB -- D\n", encoding="utf-8")
        page = browser.page(*DESK)
        cells = []
        for number, view in enumerate(VIEWS, 1):
            print(
                f"{number} of {len(VIEWS)}: {view.command or 'serve ' + view.served}",
                file=sys.stderr,
            )
            pictures = [*_pictures(view, page, place, tree)]
            cells.append(_cell(number, view, pictures))
            for name, picture in zip(("desk", "phone"), pictures if kept else (), strict=False):
                (Path(str(kept)) / f"{number:02}-{name}.png").write_bytes(picture)
        (place / "sheet.html").write_text(_sheet(cells), encoding="utf-8")
        page.resize(5 * 420, 100)
        page.call("Page.navigate", url=(place / "sheet.html").as_uri())
        page.wait(
            "document.readyState === 'complete' && [...document.images].every((one) => one.complete)"
        )
        page.resize(5 * 420, int(page.run("document.documentElement.scrollHeight")))
        page.screenshot(sheet)


def _pictures(view: View, page: Page, place: Path, tree: Path) -> Iterator[bytes]:
    with _opened(view, page, place, tree) as shown:
        for width, height in (DESK, PHONE):
            page.resize(width, height)
            if shown:
                page.run("new Promise((done) => setTimeout(done, 400))")
                page.run("window.scrollTo(0, 0)")
                page.screenshot(place / "shot.png")
                yield (place / "shot.png").read_bytes()
    page.resize(*DESK)


@contextmanager
def _opened(view: View, page: Page, place: Path, tree: Path) -> Iterator[bool]:
    """Is there something to look at, while this lasts?"""
    environment = os.environ | {"PYTHONPATH": str(tree)}
    program = [sys.executable, "-m", "symcause"]
    if view.command:
        yield _written(view, page, place, [*program, *view.command.split()], environment)
        return
    served = [*program, "serve", view.served, "--no-browser"]
    process = subprocess.Popen(
        served,
        cwd=place,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        address = re.search(r"http://\S+token=[\w-]+", process.stdout.readline())
        yield address is not None and _played(view, page, address[0])
    finally:
        process.terminate()
        process.wait(60)


def _written(
    view: View, page: Page, place: Path, command: list[str], environment: dict[str, str]
) -> bool:
    """A page, errata or a slide is written and opened."""
    html = place / "page.html"
    made = (html, place / "slide.svg", place / "errata.html")
    for old in made:
        old.unlink(missing_ok=True)
    said = [word.replace("ERRATA", "errata.html").replace("SLIDE", "slide.svg") for word in command]
    extra = [] if said != command else ["--html", str(html)]
    subprocess.run([*said, *extra], cwd=place, env=environment, capture_output=True, check=False)
    path = next((one for one in made if one.exists()), None)
    if path is None:
        return False
    page.call("Page.navigate", url=path.as_uri())
    page.wait("document.readyState === 'complete'")
    if path == html:
        page.wait("document.documentElement.dataset.ready")
    return True


def _played(view: View, page: Page, address: str) -> bool:
    page.call("Page.navigate", url="about:blank")
    page.call("Page.navigate", url=address)
    page.wait("document.documentElement?.dataset.ready === 'home'")
    if not page.run("Boolean(document.querySelector('.shelf-item'))"):
        return True
    page.run("document.querySelector('.shelf-item').click()")
    _finished(page)
    if view.act:
        page.run(f"document.querySelector({json.dumps(view.act)})?.click()")
        _finished(page)
    return True


def _finished(page: Page) -> None:
    """Everything is known, and nothing has been drawn for a while: the space is drawn last."""
    page.wait("document.documentElement.dataset.settled")
    drawn = "document.getElementById('figures')?.innerHTML.length ?? 0"
    before = -1
    while (now := int(page.run(drawn))) != before or now == 0:
        before = now
        page.run("new Promise((done) => setTimeout(done, 2500))")


def _cell(number: int, view: View, pictures: list[bytes]) -> str:
    told = escape(view.sentence)
    what = escape(view.command or f"serve {view.served}")
    if not pictures:
        return (
            f"<div><p><b>{number}</b> {told}</p><code>{what}</code><i>nothing is written</i></div>"
        )
    shown = [f"data:image/png;base64,{base64.b64encode(one).decode()}" for one in pictures]
    images = "".join(f'<img src="{one}">' for one in shown)
    return (
        f"<div><p><b>{number}</b> {told}</p><code>{what}</code><div class=pair>{images}</div></div>"
    )


def _sheet(cells: list[str]) -> str:
    style = (
        "body{margin:12px;font:13px/1.35 system-ui;display:grid;"
        "grid-template-columns:repeat(5,1fr);gap:14px}"
        "p{margin:0;min-height:36px}code{font-size:11px;color:#555}i{display:block;padding:60px 0}"
        ".pair{display:flex;gap:6px;align-items:flex-start;margin-top:4px}img{border:1px solid #bbb}"
        "img:first-child{width:294px}img:last-child{width:92px}"
    )
    return f"<!doctype html><meta charset=utf-8><style>{style}</style>{''.join(cells)}"


if __name__ == "__main__":
    main(*(Path(word).resolve() for word in sys.argv[1:4]))
