"""Settings and levels side by side: a grid of all, and what answers make of every level of a setting.

A *level* is a group of problems of one setting, the first one is its *base*. Bases are held against each
other on the latent problems that a system answered in all of them; levels of a setting on the latent
problems that all of its levels have.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from symcause.families.boolean.scoring.summary import Answers
from symcause.scoring.statistics import NOTHING, Total, Unit
from symcause.scoring.table import Cell, Table, integer, number, word


def settings_of(groups: Sequence[Answers]) -> list[str]:
    """Groups of problems, in order."""
    return list(dict.fromkeys(a.group for a in groups))


def models_of(groups: Sequence[Answers]) -> list[str]:
    """Systems, in order."""
    return list(dict.fromkeys(a.model for a in groups))


def levels_of(groups: Sequence[Answers]) -> dict[str, list[str]]:
    """The groups of problems of every setting, its base first."""
    found: dict[str, list[str]] = {}
    for group, setting in dict.fromkeys((a.group, a.setting) for a in groups):
        found.setdefault(setting, []).append(group)
    return found


def grid(groups: Sequence[Answers]) -> Table:
    """TrainExact of a system everywhere: bases on the problems that it answered in all, levels on all."""
    at, levels = {(a.group, a.model): a for a in groups}, levels_of(groups)
    bases = [own[0] for own in levels.values()]
    later = [group for own in levels.values() for group in own[1:]]
    rows = []
    for model in models_of(groups):
        own = [at[base, model] for base in bases if (base, model) in at]
        if len(own) < len(bases) or len(bases) + len(later) < 2:
            continue
        shared = set.intersection(*(a.where("answered") for a in own))
        cells = [number(_over(a, "train_exact", shared).mean) for a in own]
        cells += [number(_all(at.get((group, model))).mean) for group in later]
        rows.append((word(model), integer(len(shared)), *cells))
    note = f"Rates over the n latent problems that a system answered in all of {', '.join(bases)}"
    note += f"; of {', '.join(later)} over all answers" if later else ""
    heads = ("Model", "n", *bases, *later)
    return Table("grid", "TrainExact by setting", heads, tuple(rows), note)


def _all(answers: Answers | None) -> Total:
    return NOTHING if answers is None else answers.total("train_exact")


def _over(answers: Answers, name: str, units: Collection[Unit]) -> Total:
    return Total.joined(total for unit, total in answers.by_unit(name).items() if unit in units)


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
    """One row a setting and system, one column a metric and level."""
    at = {(a.group, a.model): a for a in groups}
    several = {setting: own for setting, own in levels_of(groups).items() if len(own) > 1}
    most = max(map(len, several.values()), default=0)
    rows = []
    for setting, levels in several.items():
        for model in models_of(groups):
            own = [at.get((level, model)) for level in levels]
            known = [a for a in own if a is not None]
            if len(known) < 2:
                continue
            shared = set.intersection(*(set(a.units) for a in known))
            cells = [
                _cell(own[k] if k < len(own) else None, name, shared, digits)
                for _, name, digits in metrics
                for k in range(most)
            ]
            rows.append((word(setting), word(model), integer(len(shared)), *cells))
    heads = (f"{head} {k + 1}" for head, *_ in metrics for k in range(most))
    named = "; ".join(
        f"{setting}: {', '.join(f'{k + 1} {level}' for k, level in enumerate(own))}"
        for setting, own in several.items()
    )
    return Table(key, title, ("Setting", "Model", "n", *heads), tuple(rows), f"{note}. {named}")


def _cell(answers: Answers | None, name: str, units: Collection[Unit], digits: int) -> Cell:
    return number(None if answers is None else _over(answers, name, units).mean, digits)
