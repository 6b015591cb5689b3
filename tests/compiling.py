"""Compiles the package and its tests, on every core and without running a line of them.

``python -m tests.compiling``: the workers of a run would all do it at the same time. What pytest rewrites
is kept where it looks for it; a pytest that keeps it in another way does so by itself when tests are run.
"""

from __future__ import annotations

import re
from compileall import compile_dir
from contextlib import suppress
from multiprocessing import Pool
from pathlib import Path
from types import SimpleNamespace

ROOT = Path(__file__).resolve().parent.parent


def rewritten(path: Path) -> None:
    """The module as pytest runs it, with asserts that tell what they compared."""
    with suppress(ImportError, AttributeError, TypeError):
        from _pytest.assertion import rewrite

        kept = rewrite.get_cache_dir(path) / (path.stem + rewrite.PYC_TAIL)
        if rewrite._read_pyc(path, kept) is None and rewrite.try_makedirs(kept.parent):
            made, code = rewrite._rewrite_test(path, None)  # type: ignore[arg-type]
            rewrite._write_pyc(SimpleNamespace(trace=print), code, made, kept)  # type: ignore[arg-type]


def main() -> None:
    """What is imported as it stands, then what is rewritten."""
    asserting = re.compile(r"/(test_\w*|conftest)\.py$")
    for folder in ("symcause", "benchmarks", "attack", "tools", "tests"):
        compile_dir(ROOT / folder, quiet=2, workers=0, rx=asserting)
    tests = [path for path in (ROOT / "tests").rglob("*.py") if asserting.search(path.as_posix())]
    with Pool() as pool:
        pool.map(rewritten, tests, chunksize=8)


if __name__ == "__main__":
    main()
