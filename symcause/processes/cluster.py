"""The Dask cluster as a backend of process pools.

    with Cluster("tcp://head:8786", print) as cluster:
        for index, outcome in pool(function, items, on=cluster):
            ...

The function and the items travel: they can be pickled, and workers can import what they name.
"""

from __future__ import annotations

from typing import ClassVar

from symcause.processes.cluster_crew import Remote
from symcause.processes.cluster_scheduler import Scheduler
from symcause.processes.pools import Crew, Job


class Cluster(Scheduler):
    """A backend of pools, used in a ``with`` block; several pools may follow each other."""

    inherits: ClassVar[bool] = False

    def crew(self, job: Job) -> Crew:
        return Remote(self, job)
