"""Tables of published results against plain loops over random files: ties, missing cells, printed means."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from symcause.cli.main import cli
from symcause.families.scenario.release import game_reader as released
from symcause.families.scenario.release import paper_tables as paper
from symcause.families.scenario.release import result_tables as results

SCENARIOS = (
    *("antenna_trap", "antenna_trap_no_selection_bias", "antenna_trap_high_def"),
    *("deployment_zone_trap_categorical", "deployment_zone_trap_categorical_no_selection_bias"),
    *("deployment_zone_trap_env_shift", "weather_noise"),
)
THRESHOLDS = {"deployment_zone_trap_env_shift": Fraction(70), "weather_noise": Fraction(55)}
CONTROL = "_no_selection_bias"
TIES = ("75.0", "74.9", "70.0", "69.9", "55.0", "54.9", "75", "0.0", "100.0")
NONE = ("", "-", "–", "—")
MODES = ("agent", "prompting")

Results = dict[tuple[str, str], Fraction]
"""Survival in per cent, by model and scenario."""

read_once = cache(released.published)


@pytest.fixture(autouse=True)
def scenarios_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (results, paper):
        monkeypatch.setattr(module, "published", read_once)


def mean(values: Iterable[Fraction]) -> Fraction | None:
    known = list(values)
    return sum(known, Fraction(0)) / len(known) if known else None


def won(scenario: str, survival: Fraction) -> bool:
    return survival >= THRESHOLDS.get(scenario, Fraction(75))


def share(value: Fraction | None) -> Any:
    """Per cent in the file, a share in the table."""
    return None if value is None else pytest.approx(float(value / 100), abs=1e-12)


class File:
    """A random table of results, as text and as cells, with the means that it prints."""

    def __init__(self, rng: random.Random, name: str) -> None:
        self.name, self.results = name, Results()
        scenarios = rng.sample(SCENARIOS, rng.choice((3, 7, 7)))
        models = rng.sample("vwxyz", rng.choice((1, 4, 5)))
        empty = rng.choice((*models, *scenarios, None))  # a row or a column without any number
        body: dict[tuple[str, str], str] = {}
        for key in ((model, scenario) for model in models for scenario in scenarios):
            text = rng.choice(TIES) if rng.random() < 0.4 else f"{rng.randrange(1001) / 10}"
            if empty in key or rng.random() < 0.2:
                body[key] = rng.choice(NONE)
                continue
            self.results[key] = Fraction(text)
            body[key] = text + rng.choice(("", "", "%"))
        self.by_row = self._printed(rng, dict.fromkeys(models), 0)
        self.by_column = self._printed(rng, dict.fromkeys(scenarios), 1)
        lines = [["model", *scenarios, *(["Mean"] if self.by_row else [])]]
        for model in models:
            lines.append([model, *(body[model, scenario] for scenario in scenarios)])
            lines[-1] += [self._text(self.by_row[model])] if self.by_row else []
        if self.by_column:
            lines.append(["average", *(self._text(self.by_column[s]) for s in scenarios)])
            lines[-1] += ["12.3"] if self.by_row else []
        self.text = "".join(",".join(line) + "\n" for line in lines)

    def of(self, label: str, side: int) -> Results:
        return {key: value for key, value in self.results.items() if key[side] == label}

    def _printed(
        self, rng: random.Random, labels: Iterable[str], side: int
    ) -> dict[str, tuple[Fraction, bool] | None]:
        """Means to one decimal, some of them false; in some files none."""
        found: dict[str, tuple[Fraction, bool] | None] = {}
        for label in labels:
            exact = mean(self.of(label, side).values())
            found[label] = None
            if exact is not None and rng.random() < 0.8:
                right = rng.random() < 0.6
                off = Fraction(0) if right else Fraction(2, 10) * (-1 if exact > 50 else 1)
                found[label] = Fraction(round((exact + off) * 10), 10), right
        return found if rng.random() < 0.6 and any(found.values()) else {}

    @staticmethod
    def _text(printed: tuple[Fraction, bool] | None) -> str:
        return "–" if printed is None else f"{float(printed[0]):.1f}"


def filled(rng: random.Random, name: str) -> File:
    """A file with some number in it: of one without, there is no table."""
    return next(file for file in iter(lambda: File(rng, name), None) if file.results)


def scored(*arguments: object) -> dict[str, dict[str, Any]]:
    done = CliRunner().invoke(cli, ["score", *map(str, arguments), "--json"])
    assert done.exit_code == 0, done.output
    tables = json.loads(done.stdout.splitlines()[-1])["summary"]["tables"]
    keys = [table["key"] for table in tables]
    assert len(keys) == len(set(keys))
    return {table["key"]: table for table in tables}


def rows(table: dict[str, Any], labels: int = 1) -> dict[Any, list[Any]]:
    """By label, or by the first labels."""
    found = {tuple(r[:labels]) if labels > 1 else r[0]: r[labels:] for r in table["rows"]}
    assert len(found) == len(table["rows"])
    return found


def check_recounts(file: File, tables: dict[str, Any], label: str, wins: Any) -> None:
    """Wins and means of models and of scenarios, beside those that are printed."""
    published = next((wins[mode] for mode in wins if mode in file.name.split("-")), None)
    for side, key, printed in (
        (0, "scenario_recount", file.by_row),
        (1, "scenario_means", file.by_column),
    ):
        found = rows(tables[key + label])
        assert set(found) == {key[side] for key in file.results}
        for name, row in found.items():
            own = file.of(name, side)
            wanted = [len(own), share(mean(own.values()))]
            wanted.append(sum(won(scenario, value) for (_, scenario), value in own.items()))
            if side == 0 and published is not None:
                wanted.append(published.get(name))
            if printed:
                told = printed[name]
                wanted += [None, None] if told is None else [share(told[0]), NO_YES[told[1]]]
            assert row == wanted, (key, name)


NO_YES = ("no", "yes")


def check_survival(file: File, table: dict[str, Any]) -> None:
    scenarios = table["columns"][1:-1]
    assert set(scenarios) == {scenario for _, scenario in file.results}
    found = rows(table)
    means = [mean(file.of(scenario, 1).values()) for scenario in scenarios]
    every = [*means, mean(m for m in means if m is not None)]
    assert found.pop("mean") == [share(m) for m in every]
    assert set(found) == {model for model, _ in file.results}
    for model, row in found.items():
        own = [file.results.get((model, scenario)) for scenario in scenarios]
        assert row == [share(value) for value in (*own, mean(file.of(model, 0).values()))]


def check_selection(file: File, table: dict[str, Any] | None) -> None:
    """A scenario against its control: by model, their mean, and the mean of the scenarios' means."""
    wanted: dict[tuple[str, str], tuple[int, Fraction, Fraction]] = {}
    means: list[tuple[Fraction, Fraction]] = []
    for plain in SCENARIOS:
        both = []
        for model in "vwxyz":
            hidden = file.results.get((model, plain))
            shown = file.results.get((model, plain + CONTROL))
            if hidden is not None and shown is not None:
                wanted[plain, model] = 1, hidden, shown
                both.append((hidden, shown))
        if both:
            means.append(averaged(both))
            wanted[plain, "mean"] = len(both), *means[-1]
    if len(means) > 1:
        wanted["mean of scenarios", "mean"] = len(means), *averaged(means)
    found = {} if table is None else rows(table, 2)
    assert found == {
        key: [n, share(hidden), share(shown), share(shown - hidden)]
        for key, (n, hidden, shown) in wanted.items()
    }


def averaged(pairs: list[tuple[Fraction, Fraction]]) -> tuple[Fraction, Fraction]:
    first, second = mean(a for a, _ in pairs), mean(b for _, b in pairs)
    assert first is not None and second is not None
    return first, second


def check_beside(files: list[File], tables: dict[str, Any]) -> None:
    """Over the cells that all files have: the second less the first, and all with their wins."""
    first, *others = (file.results for file in files)
    common = {key for key in first if all(key in other for other in others)}
    if not common:
        assert not {"scenario_delta", "scenario_comparison"} & set(tables)
        return
    delta = tables["scenario_delta"]
    scenarios = delta["columns"][1:-1]
    assert set(scenarios) == {scenario for _, scenario in common}
    found, beside = rows(delta), rows(tables["scenario_comparison"])
    assert set(found) == set(beside) == {model for model, _ in common}
    for model, row in found.items():
        less = {s: others[0][m, s] - first[m, s] for m, s in common if m == model}
        assert row == [share(x) for x in (*(less.get(s) for s in scenarios), mean(less.values()))]
        own = {
            file.name: {s: file.results[m, s] for m, s in common if m == model} for file in files
        }
        means = [mean(cells.values()) or Fraction(0) for cells in own.values()]
        wins = [sum(won(s, value) for s, value in cells.items()) for cells in own.values()]
        gains = [other - means[0] for other in means[1:]]
        assert beside[model] == [len(less), *map(share, means), *map(share, gains), *wins], model


@pytest.mark.few(12)
@pytest.mark.parametrize("seed", range(24))
def test_all_of_them(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    names = ["run-agent", "prompting-run", "neither"][: 1 + seed % 3]
    files = [filled(rng, name) for name in names]
    paths = [tmp_path / f"{file.name}.csv" for file in files]
    for file, path in zip(files, paths, strict=True):
        path.write_text(file.text, encoding="utf-8")
    wins = {mode: {m: rng.randrange(9) for m in "vwxyz" if rng.random() < 0.7} for mode in MODES}
    lines = [",".join(["model", *MODES])]
    lines += [",".join([m, *(str(wins[mode].get(m, "")) for mode in MODES)]) for m in "vwxyz"]
    (tmp_path / "wins.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    asked = ["--published", tmp_path / "wins.csv"] if seed % 2 else []
    tables = scored(*paths, *asked)
    for file in files:
        label = f"_{file.name.replace('-', '_')}" if len(files) > 1 else ""
        check_recounts(file, tables, label, wins if asked else {})
        check_survival(file, tables[f"scenario_survival{label}"])
        check_selection(file, tables.get(f"scenario_selection{label}"))
    if len(files) > 1:
        check_beside(files, tables)
    else:
        assert not {"scenario_delta", "scenario_comparison"} & set(tables)
