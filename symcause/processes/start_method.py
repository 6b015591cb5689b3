"""The start method of child processes: forked where that is safe, started anew elsewhere.

A forked child has all that its parent has loaded. Windows cannot fork, and on macOS libraries of the
system do not survive it; there a child is a new Python that loads what it is given.
``SYMCAUSE_START_METHOD=spawn`` chooses that on any system, as does
``multiprocessing.set_start_method("spawn")``.

A child that is started anew runs the main module of its parent once more, unless it has no need of it:
so a script that only calls symcause needs no ``if __name__ == "__main__"``.
"""

from __future__ import annotations

import os
import sys
from types import ModuleType
from typing import TYPE_CHECKING

from symcause.errors import UsageError

if TYPE_CHECKING:
    from multiprocessing.context import ForkContext, SpawnContext
    from multiprocessing.process import BaseProcess

VARIABLE = "SYMCAUSE_START_METHOD"
METHODS = ("fork", "spawn")


def forks() -> bool:
    """Are children forked? Then they know what this process knows."""
    from multiprocessing import get_all_start_methods, get_start_method

    wanted = os.environ.get(VARIABLE)
    if wanted is not None and wanted not in METHODS:
        raise UsageError("no such start method", place=VARIABLE, value=wanted, remedy="fork, spawn")
    if "fork" not in get_all_start_methods() or not hasattr(os, "fork"):
        return False
    if wanted is None and sys.platform != "darwin":
        wanted = get_start_method(allow_none=True)
        return wanted != "spawn"
    return wanted == "fork"


def context() -> ForkContext | SpawnContext:
    """What makes pipes and processes."""
    from multiprocessing import get_context

    return get_context("fork") if forks() else get_context("spawn")


def start(process: BaseProcess, work: object) -> None:
    """Start a child that is to do this *work*. Raises UsageError where the work cannot be handed to it."""
    if forks():
        process.start()
        return
    import pickle

    try:
        needs_main = b"__main__" in pickle.dumps(work)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise UsageError(
            f"this cannot be handed to another process: {error}",
            remedy="define functions and classes at the top of a module",
        ) from None
    main = sys.modules["__main__"]
    if needs_main and main.__spec__ is None and not hasattr(main, "__file__"):
        raise UsageError(
            "what was defined at a prompt cannot be handed to another process",
            remedy="define it in a file, and import it",
        )
    try:
        if not needs_main:
            sys.modules["__main__"] = ModuleType("__main__")
        process.start()
    finally:
        sys.modules["__main__"] = main
