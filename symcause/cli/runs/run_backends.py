"""The backends of a run: child processes by --jobs, or a cluster by --cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from symcause.cli.output.terminal_output import complain
from symcause.errors import UsageError
from symcause.processes.pools import Backend, Local

F = TypeVar("F", bound=Callable[..., Any])


def where_options(help: str) -> Callable[[F], F]:
    """``--jobs`` (with this help) and ``--cluster``."""

    def decorate(command: F) -> F:
        for option in (
            click.option(
                "--cluster",
                metavar="ADDRESS",
                help="Run on a Dask cluster: tcp://HOST:PORT, a scheduler file, or local:N.",
            ),
            click.option(
                "--jobs", type=click.IntRange(min=1, max=512), default=1, metavar="N", help=help
            ),
        ):
            command = option(command)
        return command

    return decorate


@contextmanager
def backend(jobs: int, cluster: str | None) -> Iterator[Backend]:
    """Who does the work, for as long as the block lasts."""
    if cluster is None:
        yield Local(jobs)
        return
    if jobs != 1:
        raise UsageError(
            "--jobs and --cluster exclude each other",
            remedy="--jobs is for this machine; on a cluster all workers are used",
        )
    from symcause.processes.cluster import Cluster

    with Cluster(cluster, complain) as found:
        yield found
