"""A system without fork, fcntl, resource and /proc, made of this one: what Windows lacks is taken away.

:func:`bare` gives the environment of a Python that has none of them, nor have its children.
"""

from __future__ import annotations

import os
from pathlib import Path

CUSTOM = """
import os
import sys

for name in ("fork", "forkpty", "wait4", "killpg", "setsid"):
    if hasattr(os, name):
        delattr(os, name)
sys.modules["fcntl"] = sys.modules["resource"] = None


def refuse(event, arguments):
    if event in ("open", "os.listdir", "os.scandir") and arguments:
        path = arguments[0]
        if isinstance(path, (str, bytes)) and os.fsdecode(path).startswith("/proc"):
            raise FileNotFoundError(path)


sys.addaudithook(refuse)
"""


def bare(folder: Path) -> dict[str, str]:
    """The environment; *folder* takes what Python loads when it starts."""
    (folder / "sitecustomize.py").write_text(CUSTOM, encoding="utf-8")
    root = str(Path(__file__).resolve().parents[2])
    found = {k: v for k, v in os.environ.items() if k != "SYMCAUSE_START_METHOD"}
    return {**found, "PYTHONPATH": os.pathsep.join((str(folder), root))}
