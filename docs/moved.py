"""Old addresses of the site lead to where the text is now: ``python docs/moved.py site``."""

from __future__ import annotations

import sys
import tomllib
from html import escape
from os.path import relpath
from pathlib import Path, PurePosixPath

MOVED = Path(__file__).with_name("moved.toml")

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Moved</title>
<meta http-equiv="refresh" content="0; url={target}">
<link rel="canonical" href="{target}">
<meta name="robots" content="noindex">
</head>
<body><p>This page is now <a href="{target}">here</a>.</p></body>
</html>
"""


def moved() -> dict[str, str]:
    """Old page to new page, with the place in it."""
    return {old: str(new) for old, new in tomllib.loads(MOVED.read_text(encoding="utf-8")).items()}


def folder(page: str) -> PurePosixPath:
    """Where the site has a page: ``guides/a.md`` is ``guides/a/index.html``."""
    return PurePosixPath(page.removesuffix(".md").removesuffix("index"))


def lead(site: Path) -> list[Path]:
    """Write a page at every old address; nothing that the site has is replaced."""
    written = []
    for old, new in moved().items():
        page, _, place = new.partition("#")
        target = relpath(folder(page), folder(old)) + "/" + (f"#{place}" if place else "")
        path = site / folder(old) / "index.html"
        if path.exists() and "http-equiv" not in path.read_text(encoding="utf-8"):
            raise SystemExit(f"{path}: there is a page at this address")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(PAGE.format(target=escape(target)), encoding="utf-8")
        written.append(path)
    return written


def main() -> None:
    print(f"{len(lead(Path(sys.argv[1])))} old addresses lead on")


if __name__ == "__main__":
    main()
