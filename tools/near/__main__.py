"""``python -m tools.near [--since REV] [--list]``: run the nearest tests of what has changed."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from tools.near.nearest_tests import NearestTests

PROJECT = Path(__file__).resolve().parents[2]


def _parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.near", description=__doc__)
    parser.add_argument(
        "--since",
        metavar="REV",
        default=os.environ.get("PRE_COMMIT_FROM_REF", "HEAD"),
        help="what has changed since then, committed or not (%(default)s)",
    )
    parser.add_argument("--list", action="store_true", help="name the tests and stop")
    parser.add_argument("files", nargs="*", help="these files, whatever has changed")
    return parser.parse_args()


def _git(*words: str) -> list[str]:
    done = subprocess.run(("git", *words), cwd=PROJECT, capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"near: {done.stderr.partition(chr(10))[0]}", file=sys.stderr)
        sys.exit(2)
    return done.stdout.splitlines()


def _changed(since: str) -> list[str]:
    """Files that differ from a revision, and those that git does not know yet."""
    known = _git("diff", "--name-only", "--diff-filter=d", since)
    return known + _git("ls-files", "--others", "--exclude-standard")


def main() -> int:
    given = _parsed()
    changed = given.files or _changed(given.since)
    if not changed:
        print(f"near: nothing has changed since {given.since}")
        return 0
    tests = NearestTests(PROJECT).of(changed)
    for test in tests:
        print(f"{test.module}  ({test.because})")
    if not tests:
        print("near: no test depends on it or names it; pages: make guide-test")
    if given.list or not tests:
        return 0
    modules = [test.module for test in tests]
    command = [sys.executable, "-m", "pytest", "-n", "auto", "--dist", "worksteal"]
    kinds = "not page and not proof and not guide and not data"
    return subprocess.run([*command, "-m", kinds, *modules], cwd=PROJECT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
