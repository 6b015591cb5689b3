"""Reports of the bundled examples for the gallery: ``python docs/gallery.py site/shown``.

One page a kind; ``docs/gallery.md`` links to each by its name.
"""

from __future__ import annotations

import sys
from pathlib import Path

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
}
"""Page and command."""


def command(name: str, page: Path) -> list[str]:
    """The command that makes a page; words that name an example are its file."""
    first, *words = REPORTS[name]
    paths = [str(EXAMPLES / word) if (EXAMPLES / word).is_file() else word for word in words]
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
