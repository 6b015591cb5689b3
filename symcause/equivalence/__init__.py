"""Equivalence classes of DAGs: the version space of what conditional independence can tell.

>>> from symcause.models.dags import DAG
>>> dag = DAG.of([("A", "B"), ("B", "C"), ("A", "C")])
>>> class_size(dag), class_size(dag, [("B",)]), len(list(members(dag, [("B",)])))
(6, 1, 1)

Every function takes our :class:`~symcause.models.dags.DAG`, a ``networkx.DiGraph`` or an
:class:`EssentialGraph`, and a family of target sets. Members are labelled DAGs; two are the same iff
they have the same edges.
"""

from __future__ import annotations

from symcause.equivalence.class_sizes import ENGINES, class_size, members_by_sat
from symcause.equivalence.dag_comparison import same_class
from symcause.equivalence.essential_graphs import EssentialGraph, essential_graph
from symcause.equivalence.member_list import members
from symcause.equivalence.member_sampler import sample, samples
from symcause.equivalence.target_choice import NextTarget, TargetValue, next_target

__all__ = [
    "ENGINES",
    "EssentialGraph",
    "NextTarget",
    "TargetValue",
    "class_size",
    "essential_graph",
    "members",
    "members_by_sat",
    "next_target",
    "same_class",
    "sample",
    "samples",
]
