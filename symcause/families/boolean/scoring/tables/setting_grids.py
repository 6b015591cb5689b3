"""Setting grids: Boolean tables of settings and evidence levels side by side.

A *level* is a group of problems of one setting, the first one is its *base*. Bases are held against each
other on the latent problems that a system answered in all of them; levels of a setting on the latent
problems that all of its levels have.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from symcause.families.boolean.scoring.tables.answer_summary import Answers
from symcause.scoring.bootstrap import Total, Unit
from symcause.scoring.group_columns import table_of
from symcause.scoring.score_table import Cell, Table, integer, number


def settings_of(groups: Sequence[Answers]) -> list[str]:
    """Groups of problems, in order."""
    return list(dict.fromkeys(a.group for a in groups))


def models_of(groups: Sequence[Answers]) -> list[str]:
    """Systems, in order."""
    return list(dict.fromkeys(a.model for a in groups))


def levels_of(groups: Sequence[Answers]) -> dict[str, list[str]]:
    """The groups of problems of every setting, its base first."""
    levels: dict[str, list[str]] = {}
    for group, setting in dict.fromkeys((a.group, a.setting) for a in groups):
        levels.setdefault(setting, []).append(group)
    return levels


def pairs_of(groups: Sequence[Answers]) -> Iterator[tuple[Answers, Answers]]:
    """One system in two groups of problems, the earlier first."""
    later = {model: deque(own) for model, own in _by_model(groups).items()}
    for group in groups:
        later[group.model].popleft()
        yield from ((group, other) for other in later[group.model])


def _by_model(groups: Sequence[Answers]) -> dict[str, list[Answers]]:
    """What each system answered; tables ask for every one, and there may be thousands."""
    answers: dict[str, list[Answers]] = {}
    for group in groups:
        answers.setdefault(group.model, []).append(group)
    return answers


def where_answered(name: str) -> Callable[[Answers], dict[Unit, Total]]:
    """A metric by latent problem, of those that the system answered."""

    def read(answers: Answers) -> dict[Unit, Total]:
        answered = answers.where("answered")
        return {unit: own for unit, own in answers.by_unit(name).items() if unit in answered}

    return read


@dataclass(frozen=True)
class _Across:
    """One system in several groups of problems, and the problems that are looked at."""

    own: dict[str, Answers]
    shared: set[Unit]


_Reading = Callable[[_Across], Cell]


def _shared(row: _Across) -> Cell:
    return integer(len(row.shared))


def _over(group: str, name: str, digits: int = 3) -> _Reading:
    """A mean in one of the groups over the shared problems."""

    def cell(row: _Across) -> Cell:
        totals = row.own[group].by_unit(name) if group in row.own else {}
        total = Total.joined(total for unit, total in totals.items() if unit in row.shared)
        return number(total.mean, digits)

    return cell


def _all(group: str, name: str) -> _Reading:
    """A mean in one of the groups over all its answers."""
    return lambda row: number(row.own[group].total(name).mean if group in row.own else None)


def _of(own: Sequence[Answers], levels: Sequence[str]) -> dict[str, Answers]:
    return {a.group: a for a in own if a.group in levels}


def grid(groups: Sequence[Answers]) -> Table:
    """TrainExact of a system everywhere: bases on the problems that it answered in all, levels on all."""
    levels = levels_of(groups).values()
    bases, later = [own[0] for own in levels], [group for own in levels for group in own[1:]]
    rows = []
    for model, everywhere in _by_model(groups).items():
        own, answered = _of(everywhere, [*bases, *later]), _of(everywhere, bases).values()
        if len(answered) == len(bases) and len(bases) + len(later) > 1:
            shared = set.intersection(*(a.where("answered") for a in answered))
            rows.append(({"Model": model}, _Across(own, shared)))
    columns = [("n", _shared), *((base, _over(base, "train_exact")) for base in bases)]
    columns += [(group, _all(group, "train_exact")) for group in later]
    note = f"Rates over the n latent problems that a system answered in all of {', '.join(bases)}"
    note += f"; of {', '.join(later)} over all answers" if later else ""
    return table_of("grid", "TrainExact by setting", ("Model",), columns, rows, note)


_REPLAY = (("TrainExact", "train_exact", 3), ("HeldoutWorld", "heldout_world_exact", 3))
_STRUCTURE = (
    ("Valid", "valid", 3),
    ("Parent F1", "parent_f1", 3),
    ("Parent SHD", "parent_shd", 2),
    ("Parent map exact", "exact_parent_map", 3),
    ("Mean local match", "local_match", 3),
)


def level_grids(groups: Sequence[Answers]) -> list[Table]:
    """What becomes of replay and of structure from level to level."""
    over = "over the n latent problems that all levels of a setting have"
    return [
        _by_level("replay-levels", "Replay by level", _REPLAY, groups, f"Replay by level, {over}"),
        _by_level(
            "structure-levels",
            "Structure by level",
            _STRUCTURE,
            groups,
            f"Nearness to gold by level, {over}: Valid over all answers, the rest over valid ones",
        ),
    ]


def _by_level(
    key: str,
    title: str,
    metrics: Sequence[tuple[str, str, int]],
    groups: Sequence[Answers],
    note: str,
) -> Table:
    """One row per setting and system, one column a metric and level."""
    several = {setting: own for setting, own in levels_of(groups).items() if len(own) > 1}
    rows = []
    for setting, levels in several.items():
        for model, everywhere in _by_model(groups).items():
            own = _of(everywhere, levels)
            if len(own) > 1:
                shared = set.intersection(*(set(a.units) for a in own.values()))
                places = {str(levels.index(level)): a for level, a in own.items()}
                rows.append(({"Setting": setting, "Model": model}, _Across(places, shared)))
    most = max(map(len, several.values()), default=0)
    columns: list[tuple[str, _Reading]] = [("n", _shared)]
    columns += [
        (f"{head} {k + 1}", _over(str(k), name, digits))
        for head, name, digits in metrics
        for k in range(most)
    ]
    named = "; ".join(
        f"{setting}: {', '.join(f'{k + 1} {level}' for k, level in enumerate(own))}"
        for setting, own in several.items()
    )
    return table_of(key, title, ("Setting", "Model"), columns, rows, f"{note}. {named}")
