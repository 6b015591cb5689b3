"""The one step of the build that pyproject.toml cannot describe: a wheel takes the example files along.

The files are stored once, in ``examples``. A wheel has them in ``symcause/bundled``; a checkout, and an
editable install of it, read them where they are.
"""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

EXAMPLES = Path(__file__).resolve().parent / "examples"
DATA = {".csv", ".json", ".jsonl", ".toml", ".txt"}


class WithExamples(build_py):
    """Builds the package, then copies the example files into it."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        files = [file for file in sorted(EXAMPLES.rglob("*")) if file.suffix in DATA]
        if not files:
            raise SystemExit(f"{EXAMPLES} has no example files, which a wheel must have")
        for file in files:
            target = Path(self.build_lib, "symcause", "bundled", file.relative_to(EXAMPLES))
            self.mkpath(str(target.parent))
            self.copy_file(str(file), str(target))


setup(cmdclass={"build_py": WithExamples})
