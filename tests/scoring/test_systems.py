"""Systems compared on the same problems: A − B with interval, exact p and Holm, against scipy, by hand."""

from __future__ import annotations

import json
import pickle
import random
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symcause
from symcause.errors import KindError, UsageError
from symcause.registry import families, load
from symcause.scoring.bootstrap import APART, SHARE, Bootstrap, Total
from symcause.scoring.comparison.pair_difference import difference
from symcause.scoring.comparison.system_scores import SystemScores, flags, numbers, shares
from symcause.scoring.comparison.system_tables import interval_table, systems_table, with_systems
from symcause.scoring.exact_tests import clopper_pearson, holm, mcnemar, sign_flips, unseen
from symcause.scoring.score_table import Table, word
from tests.cli.cases import Shell, write

METRICS = (*flags(right="Right"), *shares(f1="F1"), *numbers(shd="SHD"))


def table_of(rng: random.Random, problems: int, *, latents: int | None = None) -> SystemScores:
    """Two systems on some problems, some of which only one of them answers."""
    scores = SystemScores(METRICS)
    for place in range(problems):
        latent = None if latents is None else f"l{rng.randrange(latents)}"
        for system, chance in (("a", 0.7), ("b", 0.5)):
            if rng.random() < 0.9:
                row = {"right": rng.random() < chance, "f1": rng.random(), "shd": rng.randrange(9)}
                scores.take(system, f"p{place}", row, latent=latent)
    return scores


def values(scores: SystemScores, name: str) -> list[tuple[int, float, float]]:
    """(latent, of a, of b) on the problems that both answered."""
    (metric,) = (m for m in scores.metrics if m.name == name)
    found = []
    for place in scores.places():
        both = [scores.known(system, metric).total(place) for system in "ab"]  # type: ignore[union-attr]
        if all(total.count for total in both):
            found.append((scores.latent(place), both[0].sum, both[1].sum))
    return found


@pytest.mark.few(24)
@pytest.mark.parametrize("seed", range(200))
def test_the_exact_p_is_that_of_scipy(seed: int) -> None:
    from scipy.stats import binomtest

    rng = random.Random(seed)
    scores = table_of(rng, rng.randrange(6, 120))
    found = difference(scores, METRICS[0], ("a", "b"), Bootstrap(20, seed))
    assert found is not None and found.p is not None
    pairs = values(scores, "right")
    first = sum(a > b for _, a, b in pairs)
    second = sum(b > a for _, a, b in pairs)
    expected = binomtest(first, first + second).pvalue if first + second else 1.0
    assert float(found.p) == pytest.approx(expected, rel=1e-9)
    assert mcnemar(first, second) == float(found.p)
    answered = sum(any(scores.answered(s, place) for s in "ab") for place in scores.places())
    assert (found.pairs, found.left_out) == (len(pairs), answered - len(pairs))
    assert found.apart.value == pytest.approx(np.mean([a - b for _, a, b in pairs]))
    assert found.first - found.second == pytest.approx(found.apart.value)


def test_statsmodels_agrees_where_it_is_installed() -> None:
    tests = pytest.importorskip("statsmodels.stats.contingency_tables")
    several = pytest.importorskip("statsmodels.stats.multitest")
    rng = random.Random(1)
    for _ in range(200):
        first, second, both = (rng.randrange(60) for _ in range(3))
        expected = tests.mcnemar([[both, first], [second, 3]], exact=True).pvalue
        assert mcnemar(first, second) == pytest.approx(float(expected), rel=1e-9)
        ps = [Fraction(rng.randrange(1, 1000), 1000) for _ in range(rng.randrange(1, 9))]
        adjusted = several.multipletests([float(p) for p in ps], method="holm")[1]
        assert [float(p) for p in holm(ps) if p is not None] == pytest.approx(list(adjusted))


@pytest.mark.few(10)
@pytest.mark.parametrize("seed", range(40))
def test_the_signs_of_one_latent_problem_are_tossed_together(seed: int) -> None:
    """Against every toss, one by one."""
    rng = random.Random(seed)
    scores = table_of(rng, 24, latents=8)
    found = difference(scores, METRICS[0], ("a", "b"), Bootstrap(20))
    assert found is not None
    apart: dict[int, float] = {}
    for latent, a, b in values(scores, "right"):
        apart[latent] = apart.get(latent, 0) + a - b
    sums = list(apart.values())
    tosses = [
        sum(s * d for s, d in zip(t, sums, strict=True)) for t in product((1, -1), repeat=len(sums))
    ]
    extreme = sum(abs(toss) >= abs(sum(sums)) for toss in tosses)
    assert found.p == Fraction(extreme, len(tosses))


def test_answers_given_twice_count_by_their_mean() -> None:
    scores = SystemScores(flags(right="Right"))
    for place in range(6):
        scores.take("a", str(place), {"right": True})
        scores.take("a", str(place), {"right": place > 2})
        scores.take("b", str(place), {"right": False})
    found = difference(scores, scores.metrics[0], ("a", "b"), Bootstrap(10))
    assert found is not None and found.apart.value == 0.75
    tosses = product((1, -1), repeat=6)
    sums = [Fraction(1, 2)] * 3 + [Fraction(1)] * 3
    reached = [abs(sum(s * d for s, d in zip(t, sums, strict=True))) >= sum(sums) for t in tosses]
    assert found.p == Fraction(sum(reached), 64) == Fraction(1, 32)
    assert sign_flips([]) == 1


def test_an_exact_p_out_of_reach_is_not_told() -> None:
    assert sign_flips([1, 2, -1, -2] * 1500) is None
    assert sign_flips([1] * 20_000) == Fraction(2, 2**20_000)


def test_holm_by_hand() -> None:
    ps = [Fraction(1, 100), Fraction(4, 100), Fraction(3, 100), None, Fraction(1, 2)]
    # 4 · 0.01, 3 · 0.03, 2 · 0.04 raised to 0.09, 0.5
    assert holm(ps) == [Fraction(4, 100), Fraction(9, 100), Fraction(9, 100), None, Fraction(1, 2)]
    assert holm([Fraction(1, 2), Fraction(3, 4)]) == [Fraction(1), Fraction(1)]


@pytest.mark.parametrize("seed", range(10))
def test_the_interval_is_that_of_resampled_latent_problems(seed: int) -> None:
    """One resample after the other, as somebody would write it down."""
    scores = table_of(random.Random(seed), 40, latents=15)
    for name, metric in zip(("right", "f1", "shd"), METRICS, strict=True):
        found = difference(scores, metric, ("a", "b"), Bootstrap(200, seed))
        assert found is not None
        by_latent: dict[int, list[float]] = {}
        for latent, a, b in values(scores, name):
            by_latent.setdefault(latent, []).append(a - b)
        groups = [by_latent[latent] for latent in sorted(by_latent)]
        draw = np.random.default_rng([seed, len(groups)])
        means = []
        for _ in range(200):
            chosen = [d for i in draw.integers(len(groups), size=len(groups)) for d in groups[i]]
            means.append(np.mean(chosen))
        assert found.apart.low == pytest.approx(np.quantile(means, 0.025))
        assert found.apart.high == pytest.approx(np.quantile(means, 0.975))


@pytest.mark.parametrize("cases", [1, 6, 10, 57, 400])
def test_what_no_case_shows_has_the_exact_interval(cases: int) -> None:
    from scipy.stats import binomtest

    ends = binomtest(0, cases).proportion_ci(method="exact")
    assert unseen(cases) == pytest.approx(ends.high, abs=1e-12)
    assert clopper_pearson(0, cases) == (0.0, unseen(cases))
    assert clopper_pearson(cases, cases)[0] == pytest.approx(1 - ends.high, abs=1e-12)
    totals: dict[int | str, Total] = {i: Total(1.0, 1) for i in range(cases)}
    found = Bootstrap().mean(totals, bounds=SHARE)
    assert found is not None
    expected = (1 - unseen(cases), 1.0) if cases >= 6 else (None, None)
    assert (found.low, found.high) == expected
    other = Bootstrap().mean({i: Total(2.0, 1) for i in range(9)}, bounds=None)
    assert other is not None and other.low is None


def test_no_difference_at_all_has_an_interval_on_both_sides() -> None:
    same: dict[int | str, Total] = {i: Total(float(i % 2), 1) for i in range(20)}
    found = Bootstrap().difference(same, same, APART)
    assert found is not None
    assert (found.low, found.high) == (-unseen(20), unseen(20))


def of_three(problems: int = 12) -> SystemScores:
    scores = SystemScores(METRICS, "Setting")
    for place in range(problems):
        for system, right in (("a", True), ("b", place % 2), ("c", place == 0)):
            where = {"stratum": ("easy", "hard")[place % 2]}
            scores.take(
                system, str(place), {"right": bool(right), "f1": 0.5, "shd": place}, **where
            )
    return scores


def test_holm_is_over_the_pairs_of_the_table() -> None:
    table = systems_table(of_three(), Bootstrap(50))
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    right = [row for row in rows if row["Metric"].value == "Right"]
    assert [(r["A"].value, r["B"].value) for r in right] == [("a", "b"), ("a", "c"), ("b", "c")]
    ps = [Fraction(str(r["p"].value)) for r in right]
    assert [r["p (Holm)"].value for r in right] == [float(p) for p in holm(ps) if p is not None]
    assert {r["Setting"].value for r in rows} == {"all"}
    assert {r["p"].shown for r in rows if r["Metric"].value != "Right"} == {"–"}
    assert right[1]["n"].value == 12 and right[1]["A − B"].value == pytest.approx(11 / 12)


def test_pairs_that_are_asked_for_come_by_setting_too() -> None:
    scores = of_three()
    scores.asked = (("c", "a"),)
    table = systems_table(scores, Bootstrap(50))
    assert [row[0].value for row in table.rows[::3]] == ["all", "easy", "hard"]
    assert {(row[1].value, row[2].value) for row in table.rows} == {("c", "a")}
    (hard,) = (r for r in table.rows if r[0].value == "hard" and r[3].value == "Right")
    assert hard[8].value == -1.0 and hard[4].value == 6


def test_of_many_systems_pairs_are_named() -> None:
    scores = SystemScores(METRICS)
    for system in range(7):
        scores.take(f"s{system}", "p", {"right": True})
    main = Table("main", "Main", ("x",), ((word("y"),),), "Shows")
    (noted,) = with_systems([main], scores, Bootstrap(10))
    assert "7 systems are too many to compare every pair" in noted.note
    scores.asked = (("s0", "s1"),)
    assert [table.key for table in with_systems([main], scores, Bootstrap(10))] == [
        "main",
        "systems",
    ]
    scores.asked = ()
    assert with_systems([main], scores, Bootstrap(0)) == [main]


def test_intervals_of_every_metric_by_group() -> None:
    table = interval_table(of_three(), Bootstrap(50), "what it shows")
    assert table.columns == ("Setting", "Model", "n problems", "Right", "F1", "SHD")
    first = table.rows[0]
    assert (first[3].low, first[3].high) == (1 - unseen(6), 1.0)
    assert first[4].value == 0.5 and first[4].low is not None and first[4].low < 0.5
    assert len(table.rows) == 6


@pytest.mark.parametrize("family", [f.name for f in families() if f.scoring])
def test_every_family_has_metrics_to_compare(family: str, tmp_path: Path, shell: Shell) -> None:
    """Two systems that answer alike: no difference in anything, and nobody is left out."""
    assert load(next(f.scoring for f in families() if f.name == family) or "").metrics
    if family not in ("statements", "cpt"):
        return  # their own tests compare them
    made = list(symcause.generate(family, count=8))  # type: ignore[call-overload]
    rows = [
        {"instanceId": one.id, "model": model, "response": "yes"} for one in made for model in "ab"
    ]
    table = symcause.score(made, rows).compare("a", "b")
    columns = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    right = next(row for row in columns if row["Metric"].value == "Right")
    assert right["A − B"].value == 0.0 and right["p"].value == 1.0 and right["Left out"].value == 0


# --- the command and the function


def two_models(folder: Path) -> tuple[Path, Path, list[Any], list[dict[str, object]]]:
    """Twelve small problems, no two of them the same, in two files of answers."""
    base = json.loads((Path(__file__).parents[2] / "examples" / "unique.json").read_text())
    first, *others = base["worlds"]
    problems = [
        {
            **base,
            "id": f"p{i}",
            "worlds": [{**first, "rows": first["rows"] + first["rows"][:1] * i}, *others],
        }
        for i in range(12)
    ]
    pool = write(folder / "pool.jsonl", *problems)
    gold = json.dumps({"mechanisms": base["gold"]["mechanisms"]})
    wrong = json.dumps({"mechanisms": {**base["gold"]["mechanisms"], "X3": "(or X1 X2)"}})
    rows = [
        {"instanceId": f"p{i}", "model": model, "response": gold if i >= bad else wrong}
        for model, bad in (("mine", 2), ("other", 9))
        for i in range(12 - (model == "other"))
    ]
    return (
        pool,
        write(folder / "answers.jsonl", *rows),
        [symcause.problem(p) for p in problems],
        rows,
    )


def test_the_command_and_the_function_compare_alike(tmp_path: Path, shell: Shell) -> None:
    from scipy.stats import binomtest

    pool, answers, problems, rows = two_models(tmp_path)
    code, out, _ = shell(
        *("score", pool, answers, "--compare", "mine", "other", "--table", "systems"),
        *("--format", "json"),
    )
    assert code == 0
    (told,) = json.loads(out)["tables"]
    scores = symcause.score(problems, rows)
    table = scores.compare("mine", "other")
    assert told["rows"] == table.to_dict()["rows"] == scores.table("systems").to_dict()["rows"]
    exact = next(row for row in told["rows"] if row[2] == "HeldoutExact")
    assert exact[:5] == ["mine", "other", "HeldoutExact", 11, 1]
    assert exact[8] == binomtest(0, 7).pvalue == exact[9]
    assert r"A $-$ B" in table.to_latex()
    frame = scores.table("main").to_pandas() if _has_pandas() else None
    assert frame is None or list(frame["Model"]) == ["mine", "other"]
    assert "systems" in {figure.key for figure in scores.figures}
    again = pickle.loads(pickle.dumps(scores))
    assert again.compare("mine", "other").rows == table.rows


def _has_pandas() -> bool:
    try:
        import pandas  # noqa: F401
    except ImportError:
        return False
    return True


@pytest.mark.parametrize(
    ("pair", "said"),
    [
        (("mine", "othr"), "no system is called 'othr'; did you mean 'other'?"),
        (("mine", "mine"), "'mine' is named twice"),
    ],
)
def test_a_pair_that_cannot_be_compared_is_one_line(
    tmp_path: Path, shell: Shell, pair: tuple[str, str], said: str
) -> None:
    pool, answers, problems, rows = two_models(tmp_path)
    code, _, err = shell("score", pool, answers, "--compare", *pair, "--table", "main")
    assert code == 2 and said in err
    with pytest.raises(UsageError):
        symcause.score(problems, rows).compare(*pair)


def test_systems_without_a_problem_in_common(tmp_path: Path, shell: Shell) -> None:
    pool, answers, problems, rows = two_models(tmp_path)
    apart = [r for r in rows if (r["model"] == "mine") == (r["instanceId"] in ("p0", "p1"))]
    write(answers, *apart)
    code, _, err = shell("score", pool, answers, "--compare", "mine", "other", "--table", "main")
    assert code == 2 and "answered no problem in common" in err
    with pytest.raises(UsageError, match="no problem in common"):
        symcause.score(problems, apart).compare("mine", "other")


def test_a_table_that_is_not_there_is_named_with_those_that_are(tmp_path: Path) -> None:
    _, _, problems, rows = two_models(tmp_path)
    scores = symcause.score(problems, rows)
    with pytest.raises(UsageError, match="did you mean 'main'\\? There are: main, "):
        scores.table("mian")


def test_responses_are_texts_mappings_or_models(tmp_path: Path) -> None:
    _, _, problems, _ = two_models(tmp_path)
    gold = problems[0].gold
    for response in (gold, {"mechanisms": {"X3": "(xor X1 X2)"}}, {"answer": 3}, "no idea", {}):
        (line,) = symcause.score(problems[:1], [_row(response)]).lines
        assert "error" not in line
        assert line["right"] is (response is gold)
    for missing in (None, float("nan")):  # an empty answer, as in a file
        (line,) = symcause.score(problems[:1], [_row(missing)]).lines
        assert line["right"] is False and line["valid"] is False
    for response in (3, b"text", [gold], Path("answer.json")):
        with pytest.raises(KindError, match="m on p0"):
            symcause.score(problems[:1], [_row(response)])
    with pytest.raises(KindError, match="the key 'response' of the answer is missing"):
        symcause.score(problems[:1], [{"instanceId": "p0", "model": "m"}])
    (line,) = symcause.score(problems[:1], [{**_row(gold), "instanceId": "nobody"}]).lines
    assert line["error"] == "no problem has this id"


def _row(response: object) -> dict[str, object]:
    return {"instanceId": "p0", "model": "m", "response": response}
