"""``python -m tools.corpus``: run the commands, or compare two runs."""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import tempfile
from pathlib import Path
from time import monotonic

from tools.corpus.command import Command
from tools.corpus.commands import commands
from tools.corpus.comparing import Line, read, report
from tools.corpus.places import mark, prepared
from tools.corpus.running import MODES, TOO_LONG, Way, kept, said

FILES = Path(tempfile.gettempdir()) / f"symcause-corpus-{os.getuid()}"


def _parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.corpus", description=__doc__)
    parser.add_argument("lines", type=Path, nargs="?", help="file with one line per command")
    parser.add_argument("--compare", type=Path, nargs=2, metavar="FILE", help="name what differs")
    parser.add_argument("--keep", type=Path, nargs="+", metavar="FOLDER", help="what commands said")
    parser.add_argument(
        "--files", type=Path, default=FILES, help="folder for the files (%(default)s)"
    )
    parser.add_argument("--sample", action="store_true", help="a part that takes a minute or two")
    parser.add_argument("--only", metavar="WORDS", help="commands that contain this")
    parser.add_argument("--jobs", type=int, default=2, help="commands at a time (%(default)s)")
    parser.add_argument("--mode", choices=MODES, default="fresh", help="a process each, or one")
    parser.add_argument(
        "--clock", type=float, default=1.0, help="speed of the clocks (%(default)s)"
    )
    parser.add_argument("--two", action="store_true", help="hand --jobs 2 to commands that take it")
    parser.add_argument("--backwards", action="store_true", help="commands and pools reversed")
    parser.add_argument("--patience", type=float, default=300.0, help="seconds a command has")
    parser.add_argument("--list", action="store_true", help="list the commands and stop")
    return parser.parse_args()


def main() -> int:
    given = _parsed()
    if given.compare:
        folders = tuple(given.keep) if given.keep and len(given.keep) == 2 else None
        told = list(report(tuple(given.compare), folders))
        print("\n".join(told))
        return int(len(told) > 1)
    files = prepared(given.files, given.jobs)
    asked = [c for c in commands(files, given.sample) if not given.only or given.only in c.line]
    if given.list or given.lines is None:
        print("\n".join(f"symcause {command.line}" for command in asked))
        return 0
    way = Way(given.mode, given.clock, 1 + given.two, given.backwards, given.patience)
    _run(asked, files.resolve(), way, given)
    return 0


def _run(asked: list[Command], files: Path, way: Way, given: argparse.Namespace) -> None:
    """Run what the file does not have yet; at the end its lines are in the order of the commands."""
    known, began = read(given.lines), monotonic()
    marks = {command.line: mark(given.files, command.words) for command in asked}
    left = [c for c in asked if not _told(known.get(c.line, {}), marks[c.line])]
    keep = given.keep[0] if given.keep else None
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
    with given.lines.open("a", encoding="utf-8") as file:
        for number, each in enumerate(said(left, files, way, given.jobs), 1):
            file.write(each.line(marks[each.command]) + "\n")
            file.flush()
            if keep is not None:
                kept(keep, each.command).write_text(each.text, encoding="utf-8")
            if each.code == TOO_LONG:
                print(f"took too long: symcause {each.command}", file=sys.stderr)
            print(f"\r{number} of {len(left)}", end="", file=sys.stderr, flush=True)
    _sorted(given.lines, asked)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(
        f"\n{len(left)} commands in {monotonic() - began:.0f} s, "
        f"{used.ru_utime + used.ru_stime:.0f} s of one core",
        file=sys.stderr,
    )


def _told(line: Line, files: str) -> bool:
    return line.get("files") == files and line.get("code") != TOO_LONG


def _sorted(path: Path, asked: list[Command]) -> None:
    place = {command.line: i for i, command in enumerate(asked)}
    order = sorted(read(path).items(), key=lambda pair: place.get(pair[0], len(place)))
    path.write_text("".join(json.dumps(line) + "\n" for _, line in order), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
