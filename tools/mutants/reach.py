"""Which tests reach a line: recorded with coverage.py, one module of tests after the other.

An entry is kept until its module of tests changes. Where a file of the *package* has changed since, line
numbers in it mean nothing any more: every test that reached the file counts as one that reaches its lines.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.mutants.mutant import Mutant
from tools.mutants.run_marks import MARK, Stopped, end, mark, stopping
from tools.mutants.tree_copy import TreeCopy

CONFIGURATION = """[run]
source = {folder}/symcause
data_file = {home}/data
parallel = true
patch = subprocess, fork, _exit
disable_warnings = no-data-collected, module-not-measured, module-not-imported, already-imported
"""
LONGEST = 1200.0
"""Seconds after which recording a module is given up: it hangs."""


@dataclass(frozen=True)
class Entry:
    """What one module of tests reaches: per file its digest then, and its tests by line.

    *passed* has the tests that passed, with their seconds.
    """

    digest: str
    passed: dict[str, float]
    files: dict[str, tuple[str, dict[int, list[str]]]]


class Reach:
    """Entries, kept in a folder."""

    def __init__(self, project: Path, home: Path) -> None:
        self._project, self._home = project, home
        self._entries: dict[str, Entry] = {}
        for path in sorted(home.glob("*.json")):
            module, entry = _read(path)
            test = project / module
            if test.is_file() and digest(test.read_bytes()) == entry.digest:
                self._entries[module] = entry

    def __contains__(self, module: str) -> bool:
        return module in self._entries

    def __len__(self) -> int:
        return len(self._entries)

    def seconds(self, test: str) -> float:
        entry = self._entries.get(test.partition("::")[0])
        return 0.0 if entry is None else entry.passed.get(test, 0.0)

    def of(self, mutant: Mutant, modules: Iterable[str] | None = None) -> list[str]:
        """Tests that reach the mutated place, of these modules (of all): those that passed."""
        found = list[str]()
        now = digest((self._project / mutant.file).read_bytes())
        for module in self._entries if modules is None else modules:
            entry = self._entries.get(module)
            if entry is None or mutant.file not in entry.files:
                continue
            then, lines = entry.files[mutant.file]
            exact = then == now and not mutant.loads
            wanted = range(mutant.lines[0], mutant.lines[1] + 1) if exact else lines.keys()
            reaching = {test for line in wanted for test in lines.get(line, ())}
            reaching = reaching or set(lines.get(mutant.statement, ()))
            found += sorted(test for test in reaching if test in entry.passed)
        return found

    def record(self, module: str, tree: TreeCopy) -> Entry:
        """Run a module of tests in an unchanged copy, and keep what it reaches."""
        entry = _recorded(module, tree)
        self._home.mkdir(parents=True, exist_ok=True)
        self._entries[module] = entry
        name = module.removesuffix(".py").replace("/", "+")
        written = {"module": module, "digest": entry.digest, "passed": entry.passed}
        files = {
            path: [then, {str(line): tests for line, tests in lines.items()}]
            for path, (then, lines) in entry.files.items()
        }
        tests = sorted(
            {t for _, lines in entry.files.values() for ts in lines.values() for t in ts}
        )
        places = {test: place for place, test in enumerate(tests)}
        short = {
            path: [then, {n: [places[t] for t in known] for n, known in lines.items()}]
            for path, (then, lines) in files.items()
        }
        text = json.dumps(written | {"tests": tests, "files": short})
        (self._home / f"{name}.json").write_text(text, encoding="utf-8")
        return entry


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _read(path: Path) -> tuple[str, Entry]:
    known = json.loads(path.read_text(encoding="utf-8"))
    tests = known["tests"]
    files = {
        name: (then, {int(line): [tests[i] for i in places] for line, places in lines.items()})
        for name, (then, lines) in known["files"].items()
    }
    return known["module"], Entry(known["digest"], known["passed"], files)


def _recorded(module: str, tree: TreeCopy) -> Entry:
    from coverage import CoverageData

    with TemporaryDirectory() as temporary:
        home = Path(temporary)
        settings, outcomes = home / "coveragerc", home / "outcomes.json"
        settings.write_text(CONFIGURATION.format(folder=tree.folder, home=home), encoding="utf-8")
        start = [sys.executable, "-m", "coverage", "run", f"--rcfile={settings}", "-m", "pytest"]
        ask = ["-p", "tools.mutants.recorder", "-p", "no:cacheprovider", "-p", "no:xdist", module]
        marked = mark()
        told = tree.environment(MUTANTS_OUTCOMES=str(outcomes), **{MARK: marked})
        try:
            subprocess.run(
                [*start, "-q", *ask],
                cwd=tree.folder,
                env=told,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                timeout=LONGEST,
                check=False,
            )
        except subprocess.TimeoutExpired:
            print(f"{module} hangs: nothing is recorded of it", file=sys.stderr)
        finally:
            end(marked)
        if stopping.is_set():
            raise Stopped
        known = json.loads(outcomes.read_text(encoding="utf-8")) if outcomes.is_file() else {}
        passed = {test: round(seconds, 3) for test, (well, seconds) in known.items() if well}
        reached: dict[str, dict[int, set[str]]] = {}
        for part in sorted(home.glob("data*")):
            data = CoverageData(str(part))
            try:
                data.read()
            except Exception:  # of a child that was killed while it wrote
                continue
            for file in data.measured_files():
                lines = reached.setdefault(file, {})
                for line, contexts in data.contexts_by_lineno(file).items():
                    lines.setdefault(line, set()).update(c for c in contexts if c in passed)
    files = {}
    for file, lines in reached.items():
        path = Path(file).resolve()
        if path.is_relative_to(tree.folder) and any(lines.values()):
            tests = {line: sorted(some) for line, some in sorted(lines.items()) if some}
            files[path.relative_to(tree.folder).as_posix()] = (digest(path.read_bytes()), tests)
    return Entry(digest((tree.folder / module).read_bytes()), passed, files)
