"""Run the benchmarks: ``python -m benchmarks [--full] [--write] [NAME …]``.

Each module has a TITLE and ``run(quick) -> list[str]``; modules are found by looking. Times are CPU
seconds of this machine; the ratios are what travels. With ``--write`` what is printed takes its place in
``docs/benchmarks.md``, and pictures theirs: ``python -m benchmarks goals growth peers --full --write``.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import resource
import sys

import benchmarks
from benchmarks._writing import PAGE, write

IMAGES = PAGE.parent / "images"


def main() -> None:
    names = sorted(m.name for m in pkgutil.iter_modules(benchmarks.__path__) if m.name[0] != "_")
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", help=f"benchmarks to run (all): {', '.join(names)}")
    parser.add_argument("--full", action="store_true", help="larger samples; takes much longer")
    parser.add_argument("--write", action="store_true", help="into docs/benchmarks.md as well")
    chosen = parser.parse_args()
    for name in chosen.names or names:
        module = importlib.import_module(f"benchmarks.{name}")
        if not hasattr(module, "TITLE"):
            continue
        print(f"\n## {module.TITLE}", flush=True)
        lines = []
        for line in module.run(quick=not chosen.full):
            print(line, flush=True)
            lines.append(line)
        if chosen.write:
            write(module.TITLE, lines)
            if hasattr(module, "pictures"):
                module.write(IMAGES, quick=not chosen.full)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (
        1 if sys.platform == "darwin" else 1024
    )
    print(f"\npeak memory of the driver: {peak / (1024 if sys.platform == 'darwin' else 1):.0f} MB")


if __name__ == "__main__":
    main()
