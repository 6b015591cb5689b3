"""Reports of the bundled examples for the gallery: ``python docs/gallery.py site/shown``.

One page a kind; ``docs/gallery.md`` links to each by its name.
"""

from __future__ import annotations

import sys
from contextlib import redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from tempfile import mkdtemp

from symcause.cli.main import cli

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"

REPORTS: dict[str, tuple[str, ...]] = {
    "boolean-audit": ("audit", "hidden-order.json"),
    "pool": ("audit", "pool.jsonl"),
    "check": ("check", "ambiguous.json", "answers/ambiguous.other.json"),
    "hypothesis": ("check", "crystal.json", "answers/crystal.wrong.json"),
    "design": ("check", "boats.json", "answers/boats.open.json"),
    "scores": ("score", "pool.jsonl", "predictions.jsonl"),
    "crystal": ("audit", "crystal.json"),
    "episode": ("audit", "episode.json", "--log", "episode.log.jsonl"),
    "played": ("play", "world.json", "--agent", "random", "--seed", "1"),
    "shapes": ("audit", "shapes.json"),
    "scenario": ("audit", "boats.json"),
    "text-graph-audit": ("audit", "flood.txt"),
    "text-graph": ("align", "flood.txt", "flood.answer.txt", "--pairs", "all"),
    "text-graph-check": ("check", "flood.txt", "flood.answer.txt"),
    "runs": ("audit", "boats.json", "--log", "RUNS"),
    "class": ("audit", "CLASS"),
}
"""Page and command; what no example is, is made first: a folder of runs, an equivalence class."""

AGENTS = ("passive", "random", "random", "random")


def runs(place: Path) -> Path:
    """A folder of runs of one scenario."""
    for seed, agent in enumerate(AGENTS):
        log = place / f"{agent}-{seed}.jsonl"
        asked = ["play", str(EXAMPLES / "boats.json"), "--agent", agent, "--seed", str(seed)]
        with suppress(SystemExit), redirect_stdout(StringIO()):
            cli.main([*asked, "--out", str(log)])
    return place


def equivalence_class(place: Path) -> Path:
    """A file with what is known of a graph: which edges there are."""
    path = place / "class.txt"
    path.write_text(
        "rain -- wet\nrain -- clouds\nwet -- slippery\nclouds -- wet\n", encoding="utf-8"
    )
    return path


MADE = {"RUNS": runs, "CLASS": equivalence_class}


def command(name: str, page: Path) -> list[str]:
    """The command that makes a page; words that name an example are its file."""
    first, *words = REPORTS[name]
    paths = [str(EXAMPLES / word) if (EXAMPLES / word).is_file() else word for word in words]
    paths = [str(MADE[word](Path(mkdtemp()))) if word in MADE else word for word in paths]
    return [first, *paths, "--html", str(page)]


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name in REPORTS:
        try:
            cli.main(command(name, folder / f"{name}.html"), standalone_mode=True)
        except SystemExit as ended:  # verdicts are exit codes: 0, 1 and 3 all wrote their page
            if ended.code not in (0, 1, 3):
                raise


if __name__ == "__main__":
    main()
