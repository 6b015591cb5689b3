"""Compiles the package and its tests, on every core and without running a line of them.

``python -m tests.compiling``: the workers of a run would all do it at the same time. What pytest rewrites
and the constants that Hypothesis looks for in our modules are kept where they are looked for; a version
that keeps them in another way does so by itself when tests are run.
"""

from __future__ import annotations

import re
from compileall import compile_dir
from contextlib import suppress
from importlib.util import find_spec
from multiprocessing import Pool
from pathlib import Path
from types import ModuleType, SimpleNamespace

ROOT = Path(__file__).resolve().parent.parent


def rewritten(path: Path) -> None:
    """The module as pytest runs it, with asserts that tell what they compared."""
    with suppress(ImportError, AttributeError, TypeError):
        from _pytest.assertion import rewrite

        kept = rewrite.get_cache_dir(path) / (path.stem + rewrite.PYC_TAIL)
        if rewrite._read_pyc(path, kept) is None and rewrite.try_makedirs(kept.parent):
            made, code = rewrite._rewrite_test(path, None)  # type: ignore[arg-type]
            rewrite._write_pyc(SimpleNamespace(trace=print), code, made, kept)  # type: ignore[arg-type]


def searched(path: Path) -> None:
    """The constants of a module, which Hypothesis tries as values."""
    with suppress(ImportError, AttributeError, TypeError):
        from hypothesis.internal.constants_ast import constants_from_module

        module = ModuleType(path.stem)
        module.__file__ = str(path)
        constants_from_module(module)


def main() -> None:
    """What is imported as it stands, then what is rewritten, and what is searched."""
    asserting = re.compile(r"/(test_\w*|conftest)\.py$")
    for folder in ("symcause", "benchmarks", "attack", "tools", "tests"):
        compile_dir(ROOT / folder, quiet=2, workers=0, rx=asserting)
    tests = [path for path in (ROOT / "tests").rglob("*.py") if asserting.search(path.as_posix())]
    plugin = find_spec("hypothesis")  # pytest rewrites what belongs to its plugins, too
    for folder in () if plugin is None else plugin.submodule_search_locations or ():
        tests += [path for path in Path(folder).rglob("*.py") if "extra" not in path.parts]
    with Pool() as pool:
        pool.map(rewritten, tests, chunksize=8)
        if not (ROOT / ".hypothesis" / "constants").exists():
            pool.map(searched, (ROOT / "symcause").rglob("*.py"), chunksize=32)


if __name__ == "__main__":
    main()
