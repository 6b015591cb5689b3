"""Alternative tables of Boolean scoring: who found the alternative, and how deep its changes go.

*Leave-model-out*: an item whose known alternative was found by the evaluated model itself may be easier
for it. So rates are also given over the items whose alternative only others found; open-ended items, for
which no alternative was known, stand apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from symcause.families.boolean.documents.check_document import Edits
from symcause.families.boolean.scoring.tables.answer_summary import Answers
from symcause.families.boolean.scoring.tables.setting_grids import where_answered
from symcause.families.boolean.scoring.tables.table_captions import SHOWS
from symcause.families.boolean.scoring.tables.table_columns import (
    BY_SOURCE,
    CLAIMS,
    RELATIONS,
    table_of,
)
from symcause.families.boolean.scoring.tasks.edit_depths import DEEPEST
from symcause.scoring.bootstrap import NOTHING, Total, Unit
from symcause.scoring.group_columns import noted, pooled
from symcause.scoring.group_columns import table_of as of_groups
from symcause.scoring.score_table import Cell, Table, conditional, integer


def claims(groups: Sequence[Answers], plain: Sequence[Answers]) -> Table:
    """The claims, beside the same model's answers to the same latent problems without a reference."""

    sources: dict[tuple[str, str], list[Answers]] = {}
    for source in plain:
        sources.setdefault((source.setting, source.model), []).append(source)

    def source_of(a: Answers) -> dict[Unit, Total]:
        """Right or not, by latent problem that was answered both with and without a reference."""
        answered, totals = a.where("answered"), dict[Unit, Total]()
        for source in sources.get((a.setting, a.model), ()):
            for latent, total in _CORRECT(source).items():
                if latent in answered:
                    totals[latent] = totals.get(latent, NOTHING) + total
        return totals

    def rescued(a: Answers) -> Cell:
        failed = {latent for latent, total in source_of(a).items() if not total.sum}
        joint = a.by_unit("joint_success")
        return pooled(total for latent, total in joint.items() if latent in failed)

    columns = (
        *CLAIMS,
        ("Paired TrainCorrect", lambda a: pooled(source_of(a).values())),
        ("Joint | paired failure", rescued),
    )
    return table_of("alternative", "Alternative-SCM", columns, groups, SHOWS["alternative"])


_CORRECT = where_answered("correct")


def sources(groups: Sequence[Answers]) -> Table:
    """Alternative-SCM problems by who found the known alternative."""
    rows = [
        ({"Setting": a.group, "Model": a.model, "Known alternative": said}, a.given(relation))
        for a in groups
        if a.count("known_pair")
        for relation, said in RELATIONS.items()
        if a.count(relation)
    ]
    heads = ("Setting", "Model", "Known alternative")
    title = "Alternative-SCM: by the source of the known alternative"
    return noted(of_groups("sources", title, heads, BY_SOURCE, rows, SHOWS["sources"]))


@dataclass(frozen=True)
class _Depth:
    """What becomes of the variables at a depth, and how many change at all depths."""

    edits: Edits
    changed: int

    def share(self, part: int) -> Cell:
        return _share(part, self.edits.variables)


_DEPTHS: tuple[tuple[str, Callable[[_Depth], Cell]], ...] = (
    ("n variables", lambda at: integer(at.edits.variables)),
    ("Changed", lambda at: at.share(at.edits.changed)),
    ("Structure", lambda at: at.share(at.edits.structure)),
    ("Mechanism only", lambda at: at.share(at.edits.mechanism)),
    ("Share of changes", lambda at: _share(at.edits.changed, at.changed)),
)


def depths(groups: Sequence[Answers]) -> Table:
    """Where successful alternatives change the reference; all models of a group together."""
    rows = []
    for group in dict.fromkeys(a.group for a in groups):
        edits = _by_depth([a for a in groups if a.group == group])
        changed = sum(edit.changed for edit in edits)
        for edit in edits:
            depth = f"{edit.depth}+" if edit.depth == DEEPEST else str(edit.depth)
            rows.append(({"Setting": group, "Depth": depth}, _Depth(edit, changed)))
    title, heads = "Alternative-SCM: edits by depth in the reference", ("Setting", "Depth")
    return noted(of_groups("depths", title, heads, _DEPTHS, rows, SHOWS["depths"]))


def _by_depth(groups: Sequence[Answers]) -> list[Edits]:
    edits: dict[int, Edits] = {}
    for edit in (edit for a in groups for edit in a.edits.values()):
        edits[edit.depth] = edits.get(edit.depth, Edits(depth=edit.depth)) + edit
    return [edits[depth] for depth in sorted(edits)]


def _share(part: int, whole: int) -> Cell:
    return conditional(part / whole if whole else None, whole)
