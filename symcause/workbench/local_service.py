"""The local service of the workbench: its page for the browser of this machine, until interrupted."""

from __future__ import annotations

import os
import secrets
import webbrowser
from collections.abc import Callable
from pathlib import Path

from symcause.bounds.workbench_bounds import SHELF_FILES
from symcause.errors import UsageError
from symcause.version import installing


def serve(
    *paths: str | Path,
    port: int | None = None,
    save: str | Path | None = None,
    study: str | Path | None = None,
    browser: bool = True,
    children: int | None = None,
    timeout: float | None = None,
    memory: int = 2048,
    say: Callable[[str], object] = print,
) -> None:
    """Serve the workbench in the browser of this machine until interrupted.

    Parameters
    ----------
    *paths : path
        Files or folders with problems or results.
    port : int, optional
        The port of 127.0.0.1; without it a free one.
    save : path, optional
        The folder that changed problems are saved to.
    study : path, optional
        A study to run; it shows only its own problems.
    browser : bool, default True
        Open the browser.
    children : int, optional
        How many processes work at once.
    timeout : float, optional
        Seconds for each task.
    memory : int, default 2048
        MB for each task.
    say : callable, default print
        What is called with the address.

    Returns
    -------
    None
        Nothing.

    Raises
    ------
    UsageError
        A path cannot be served, or options exclude one another.

    See Also
    --------
    symcause.audit : the same questions in Python.

    Examples
    --------
    >>> symcause.serve("unique.json", study="s.json")
    Traceback (most recent call last):
    symcause.errors.UsageError: a study shows only its own problems (got 'unique.json'); leave out the paths
    """
    if study is not None and paths:
        why = "a study shows only its own problems"
        raise UsageError(why, value=str(paths[0]), remedy="leave out the paths")
    try:
        from symcause.workbench.browser_entrance import Entrance
        from symcause.workbench.page_tasks import Room
        from symcause.workbench.server import Bounds, listening
        from symcause.workbench.server import serve as served
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in ("starlette", "uvicorn", "anyio", "h11"):
            raise
        raise UsageError(
            "the workbench needs two packages that are not installed",
            remedy=installing("serve"),
        ) from None
    from symcause.workbench.file_shelf import Shelf
    from symcause.workbench.save_folder import Desk
    from symcause.workbench.study import Study

    room = Room(
        Shelf.of(tuple(map(str, paths))),
        None if save is None else Desk.at(str(save)),
        None if study is None else Study.of(str(study)),
    )
    if left := room.shelf.left_out:
        say(
            f"Files left out: {left:,}, since a workbench has at most {SHELF_FILES:,}. Name fewer folders."
        )
    bounds = Bounds(children or max(2, os.cpu_count() or 2), timeout, memory)
    door, token = listening(port), secrets.token_urlsafe(24)
    number = door.getsockname()[1]
    say(f"symcause workbench: http://127.0.0.1:{number}/#token={token}\nCtrl-C ends it.")
    entrance = Entrance(number) if browser else None
    try:
        if entrance is not None and not webbrowser.open(entrance.file.as_uri()):
            entrance.close()  # no browser was found
        served(door, room, token, bounds, entrance)
    except KeyboardInterrupt:
        pass  # that is how it ends
    finally:
        if entrance is not None:
            entrance.close()
