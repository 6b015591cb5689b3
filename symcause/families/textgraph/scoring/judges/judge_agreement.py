"""Agreement of judges in pairs: on all responses that both judged, and by model.

Differences are first judge minus second, in the order of their names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import NamedTuple

from symcause.families.textgraph.scoring.judges.evaluation_files import Evaluations, Key
from symcause.families.textgraph.scoring.judges.label_scores import Judgement
from symcause.families.textgraph.scoring.statistics.correlation import Correlation, pearson
from symcause.scoring.bootstrap import Total
from symcause.scoring.group_columns import keyed_table, of_total, table_of
from symcause.scoring.score_table import Cell, Table, integer, number, word

Scores = Mapping[str, Mapping[Key, float]]


def agreement_tables(evaluations: Evaluations, matched: bool = False) -> list[Table]:
    """Tables of pairs of judges that give labels; *matched*: on the responses that all of them judged."""
    scores = {
        name: {
            key: float(Judgement(sides).f1) for key, sides in evaluations.judges[name].sides.items()
        }
        for name in evaluations.labelling
    }
    if len(scores) < 2:
        return []
    if matched:
        shared = set.intersection(*(set(score) for score in scores.values()))
        scores = {
            name: {k: f for k, f in own.items() if k in shared} for name, own in scores.items()
        }
    text = "; only responses that all judges judged" if matched else ""
    tables = [_pairs(scores, text), _gaps(evaluations, scores, text)]
    return [table for table in tables if table.rows]


class _Agreed(NamedTuple):
    """Two judges: the responses that both judged, differences of their scores, and their correlation."""

    first: str
    second: str
    responses: int
    apart: Total
    together: Correlation | None


_PAIRS: tuple[tuple[str, Callable[[_Agreed], Cell]], ...] = (
    ("judge 1", lambda row: word(row.first)),
    ("judge 2", lambda row: word(row.second)),
    ("n", lambda row: integer(row.responses)),
    ("r", lambda row: number(None if row.together is None else row.together.value)),
    ("p", lambda row: number(None if row.together is None else row.together.p, 4)),
    ("mean Δ", lambda row: number(row.apart.mean)),
    ("std Δ", lambda row: number(row.apart.deviation)),
)


def _pairs(scores: Scores, told: str) -> Table:
    rows = []
    for first, second in combinations(sorted(scores), 2):
        keys = [key for key in scores[first] if key in scores[second]]
        if keys:
            x, y = ([scores[name][key] for key in keys] for name in (first, second))
            apart = Total.of(a - b for a, b in zip(x, y, strict=True))
            rows.append(_Agreed(first, second, len(keys), apart, pearson(x, y)))
    note = (
        "How two judges agree, over the n responses that both judged; r: Pearson, of overall F1; Δ: first "
        f"minus second, with its population deviation{told}"
    )
    return keyed_table("judges", "Agreement of judges", _PAIRS, rows, note)


def _gaps(evaluations: Evaluations, scores: Scores, told: str) -> Table:
    rows = []
    for first, second in combinations(sorted(scores), 2):
        models = evaluations.judges[first].models
        apart: dict[str, list[float]] = {}
        for key, own in scores[first].items():
            if key in scores[second]:
                apart.setdefault(models[key], []).append(own - scores[second][key])
        for model in sorted(apart):
            labels = {"judge 1": first, "judge 2": second, "model": model}
            rows.append((labels, Total.of(apart[model])))
    heads, note = ("judge 1", "judge 2", "model"), f"{_GAP}{told}"
    title = "Differences of judges by model"
    return table_of("judge gap", title, heads, of_total("mean Δ")[:2], rows, note)


_GAP = (
    "How far two judges are apart, by who answered: overall F1, first minus second, mean over the n "
    "responses of a model that both judged"
)
