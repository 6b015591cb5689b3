"""The linear ``look`` question: edges, open variables, the nearest other graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from symcause.audits.of_space.look import LookDocument, LookOfSpace
from symcause.families.linear.questions.options import InClass


@dataclass(frozen=True)
class Look(LookOfSpace[LookDocument], InClass[LookDocument]):
    """The space of the class asked for."""

    noun: ClassVar[str] = "graph"
