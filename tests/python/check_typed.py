"""The installed package as type checkers see it: run by ``make typed`` with the Python of that environment.

mypy and pyright, both strict, on programs of users in another folder, those of the guides among them:
nothing to say about what is right, which runs; every mistake flagged, nothing else.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from guides import made_before, programs

HERE = Path(__file__).resolve().parent
BIN = Path(sys.executable).parent


def _lines(checker: str, said: str, name: str) -> set[int]:
    """The lines of a file that a checker flags."""
    if checker == "mypy":
        return {int(n) for n in re.findall(rf"^{name}:(\d+): error:", said, re.MULTILINE)}
    return {
        found["range"]["start"]["line"] + 1
        for found in json.loads(said)["generalDiagnostics"]
        if found["severity"] == "error" and Path(found["file"]).name == name
    }


def _flagged(checker: str, options: list[str], folder: Path, names: list[str]) -> int:
    """How many files a checker judges otherwise than they say of themselves."""
    done = subprocess.run(
        [BIN / checker, *options, *names],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    failed = 0
    for name in names:
        lines = (folder / name).read_text(encoding="utf-8").splitlines()
        wrong = {n for n, line in enumerate(lines, 1) if "# wrong" in line}
        found = _lines(checker, done.stdout, name)
        if found != wrong:
            failed += 1
            print(f"{checker}, {name}: flagged {sorted(found)}, not {sorted(wrong)}")
    return failed


def _ran(folder: Path, *words: str | Path, most: int = 0) -> int:
    """1 if a program fails: if it ends with a larger code than *most*."""
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode > most or done.returncode < 0:
        print(f"{' '.join(map(str, words[1:]))} fails:\n{done.stderr}")
    return int(done.returncode > most or done.returncode < 0)


def main() -> int:
    """Type-check everything with both checkers, and run what is right."""
    checks = {"mypy": ["--strict", "--no-pretty"], "pyright": ["--outputjson"]}
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        for name in ("programs.py", "mistakes.py"):
            shutil.copy(HERE / "typed" / name, folder)
        shutil.copytree(HERE.parents[1] / "examples", folder / "examples")
        guides = programs()
        for name, text in guides.items():
            (folder / name).write_text(text, encoding="utf-8")
        settings = {
            "typeCheckingMode": "strict",
            "venvPath": str(BIN.parent.parent),
            "venv": BIN.parent.name,
        }
        (folder / "pyrightconfig.json").write_text(json.dumps(settings))
        names = ["programs.py", "mistakes.py", *guides]
        failed = sum(_flagged(checker, how, folder, names) for checker, how in checks.items())
        failed += _ran(folder, sys.executable, "programs.py", "examples")
        for name in guides:
            own = folder / Path(name).stem  # pages call their files alike
            own.mkdir()
            (own / "examples").symlink_to(folder / "examples")
            before = sum(
                _ran(own, BIN / first, *more, most=1)  # an audit may settle nothing
                for first, *more in made_before(name)
            )
            failed += before or _ran(own, sys.executable, folder / name)
    tried = len(checks) * len(names) + 1 + len(guides)
    print(f"{tried - failed} passed, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
