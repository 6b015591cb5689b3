"""The demonstration behind ``make demo``: audit a unique problem and an ambiguous one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
EXPECTED = {"unique.json": 0, "ambiguous.json": 1}  # exit codes: unique / anything else


def main() -> int:
    for name, expected in EXPECTED.items():
        print(f"$ symcause audit examples/{name}", flush=True)
        command = [sys.executable, "-m", "symcause", "audit", f"examples/{name}"]
        code = subprocess.run(command, check=False, cwd=HERE.parent).returncode
        print(f"(exit code {code})\n", flush=True)
        if code != expected:
            print(f"expected exit code {expected}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
