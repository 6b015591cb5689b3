"""Makes the pictures in docs/images from the bundled examples, with a headless Chromium.

    python docs/screenshots.py

Needs a Chromium (``SYMCAUSE_CHROMIUM`` names one that is not on the path). The reports are made by the same
commands that docs/reports.md shows.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from symcause.cli.main import cli  # noqa: E402
from tests.reports.chromium import Chromium, Page  # noqa: E402

EXAMPLES, IMAGES = ROOT / "examples", ROOT / "docs" / "images"
MOST_BYTES = 300_000


def report(html: Path, *arguments: str) -> Path:
    """Run the audit command and return the page it wrote."""
    cli.main(["audit", *arguments, "--html", str(html), "--json"], standalone_mode=False)
    return html


def scores(html: Path) -> Path:
    """The page of the bundled answers."""
    files = [str(EXAMPLES / name) for name in ("pool.jsonl", "predictions.jsonl")]
    asked = ["score", *files, "--html", str(html), "--format", "json"]
    cli.main(asked, standalone_mode=False)
    return html


def checked(html: Path) -> Path:
    """The page of one answer."""
    files = [str(EXAMPLES / name) for name in ("ambiguous.json", "answers/ambiguous.other.json")]
    cli.main(["check", *files, "--html", str(html), "--json"], standalone_mode=False)
    return html


def shoot(page: Page, name: str, section: str | None = None) -> None:
    """Save what is seen, scrolled to a section."""
    if section is not None:
        page.run(f"document.getElementById('{section}').scrollIntoView({{behavior: 'instant'}})")
    target = IMAGES / f"{name}.png"
    page.screenshot(target)
    assert target.stat().st_size < MOST_BYTES, f"{name} is too large"
    print(f"{target.relative_to(ROOT)}: {target.stat().st_size // 1000} kB", file=sys.stderr)


def benches(page: Page, place: Path) -> None:
    """The workbench: its table of runs, and a study as a participant sees it."""
    from tests.workbench.editing import click, shown
    from tests.workbench.running import workbench

    with workbench(EXAMPLES / "ambiguous.json") as bench:
        page.resize(1180, 900)
        bench.open(page)
        shown(page, "ambiguous")
        click(page, '[data-group="0"] [data-act="switch-row"]')
        page.wait("document.documentElement.dataset.drawn === String(bench.asked)")
        page.wait("document.querySelector('#space [data-mark]')")
        shoot(page, "workbench")
    for name in ("world.json", "unique.json", "boats.json", "episode.json"):
        shutil.copy(EXAMPLES / name, place)
    shutil.copy(EXAMPLES / "episode.log.jsonl", place)
    for name, agent in product(("world", "unique", "boats"), ("random", "passive", "greedy")):
        if (name, agent) != ("boats", "greedy"):
            asked = ["play", str(place / f"{name}.json"), "--agent", agent, "--seed", "3"]
            out = str(place / f"{name}.{agent}.jsonl")
            cli.main([*asked, "--out", out, "--json"], standalone_mode=False)
    page.resize(1180, 700)
    with workbench(place) as bench:
        bench.open(page)
        page.run("document.querySelector('[data-act=runs]').click()")
        page.wait("document.documentElement.dataset.judged === 'all'")
        shoot(page, "runs")
    study = place / "study"
    study.mkdir()
    lines = [(EXAMPLES / f"{name}.json").read_text().strip() for name in ("world", "shapes")]
    pool = [json.dumps(json.loads(line)) for line in lines]
    (study / "pool.jsonl").write_text("\n".join(pool) + "\n")
    stated = {"format": "symcause.study/1", "id": "pilot", "pool": "pool.jsonl", "seed": 7}
    told = {
        "title": "Which shape moves which?",
        "instructions": "Take your time. Paper is allowed.",
    }
    (study / "study.json").write_text(json.dumps(stated | told))
    page.resize(1180, 900)
    with workbench("--study", study / "study.json") as bench:
        page.call("Page.navigate", url="about:blank")
        page.call("Page.navigate", url=bench.address)
        page.wait("document.documentElement?.dataset.ready === 'welcome'")
        page.run("document.getElementById('participant').value = 'p1'")
        page.run("document.querySelector('[data-act=begin]').click()")
        page.wait("document.documentElement.dataset.ready === 'study'")
        page.wait("document.documentElement.dataset.sat")
        shoot(page, "study")


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, Chromium() as browser:
        place = Path(folder)
        page = browser.page(1180, 1180)
        page.open(report(place / "report.html", str(EXAMPLES / "hidden-order.json")))
        shoot(page, "report")
        page.open(report(place / "player.html", str(EXAMPLES / "ambiguous.json")))
        page.run("document.querySelectorAll('.world')[1].querySelectorAll('tbody tr')[1].focus()")
        shoot(page, "player", "alternatives")
        page.resize(1180, 1040)
        page.media(scheme="dark")
        page.open(report(place / "pool.html", str(EXAMPLES / "pool.jsonl")))
        shoot(page, "pool")
        page.media()
        page.resize(1180, 1180)
        log = ("--log", str(EXAMPLES / "episode.log.jsonl"))
        page.open(report(place / "episode.html", str(EXAMPLES / "episode.json"), *log))
        page.click("[data-mark='2']")
        page.click("[data-act='next']")
        page.run("window.scrollTo({top: 0, behavior: 'instant'})")
        shoot(page, "trajectory")
        page.open(report(place / "shapes.html", str(EXAMPLES / "shapes.json")))
        shoot(page, "shapes", "replay")
        page.open(scores(place / "scores.html"))
        shoot(page, "scores")
        page.resize(1180, 1020)
        page.open(checked(place / "check.html"))
        shoot(page, "check")
        benches(page, place)


if __name__ == "__main__":
    main()
