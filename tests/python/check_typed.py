"""The installed package as type checkers see it: run by ``make typed`` with the Python of that environment.

mypy and pyright, both strict, on programs of users in another folder: nothing to say about what is right,
every mistake flagged, nothing else.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

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


def main() -> int:
    failed = 0
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        for name in ("programs.py", "mistakes.py"):
            shutil.copy(HERE / "typed" / name, folder)
        settings = {
            "typeCheckingMode": "strict",
            "venvPath": str(BIN.parent.parent),
            "venv": BIN.parent.name,
        }
        (folder / "pyrightconfig.json").write_text(json.dumps(settings))
        commands = {"mypy": ["--strict", "--no-pretty"], "pyright": ["--outputjson"]}
        for checker, options in commands.items():
            done = subprocess.run(
                [BIN / checker, *options, "programs.py", "mistakes.py"],
                cwd=folder,
                capture_output=True,
                text=True,
                check=False,
            )
            for name in ("programs.py", "mistakes.py"):
                lines = (folder / name).read_text().splitlines()
                wrong = {n for n, line in enumerate(lines, 1) if "# wrong" in line}
                found = _lines(checker, done.stdout, name)
                if found != wrong:
                    failed += 1
                    print(f"{checker}, {name}: flagged {sorted(found)}, not {sorted(wrong)}")
    print(f"{4 - failed} passed, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
