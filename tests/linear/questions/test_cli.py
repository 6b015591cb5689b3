"""Linear problems and episode logs on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from symcause.cli.main import main

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main([*arguments])
    captured = capsys.readouterr()
    return int(left.value.code or 0), captured.out, captured.err


def test_an_episode_is_audited_step_by_step(capsys: pytest.CaptureFixture[str]) -> None:
    problem, log = str(EXAMPLES / "episode.json"), str(EXAMPLES / "episode.log.jsonl")
    code, out, err = run(capsys, "audit", problem, "--log", log, "--json")
    document = json.loads(out)
    assert (code, err) == (1, "")
    assert document["verdict"] == "ambiguous"
    graphs = [step["graphs"] for step in document["steps"]]
    assert graphs == sorted(graphs, reverse=True)
    assert graphs[-1] == document["graphs"] == document["count"]
    assert document["commitment"]["premature"] is True
    code, out, _ = run(capsys, "audit", problem, "--log", log)
    assert code == 1
    assert "although the evidence was enough from step 3 on" in out
    assert "settled nothing new" in out


def test_a_log_needs_a_linear_problem(capsys: pytest.CaptureFixture[str]) -> None:
    problem, log = str(EXAMPLES / "unique.json"), str(EXAMPLES / "episode.log.jsonl")
    code, out, err = run(capsys, "audit", problem, "--log", log)
    assert (code, out) == (2, "")
    assert "no episode; a transcript begins with its header" in err


def test_certificates_are_about_the_filed_problem(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Asked with less disclosed, the certificate still names the problem as it is in its file."""
    problem, file = str(EXAMPLES / "ordered.json"), str(tmp_path / "c.json")
    run(capsys, "audit", problem, "--setting", "hidden-order", "--certificate", file)
    code, out, _ = run(capsys, "verify", problem, file)
    assert code == 0
    assert out.startswith("accepted")


def test_configurations_are_simulated(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Bare configurations say that they have no evidence; --simulate makes some, seeded."""
    bare = tmp_path / "bare.jsonl"
    nodes = {
        name: {
            "is_controllable": name != "resonanceFreq",
            "base_value": {"type": "uniform", "min": 15, "max": 45},
        }
        for name in ("resonanceFreq", "density")
    }
    nodes["resonanceFreq"]["computation"] = "base_freq + coeff_density_freq * density"
    config = {
        "graph_id": "tiny",
        "nodes": nodes,
        "edges": [{"from": "density", "to": "resonanceFreq"}],
        "params": {"base_freq": 24.0, "coeff_density_freq": 3, "base_density": 20.0},
        "budget": 4,
    }
    bare.write_text(json.dumps(config) + "\n", encoding="utf-8")
    code, _, err = run(capsys, "count", str(bare))
    assert code == 2
    assert "--simulate" in err
    made = [str(tmp_path / f"{name}.json") for name in "abc"]
    for seed, file in zip("112", made, strict=True):
        code, _, _ = run(
            capsys,
            "convert",
            str(bare),
            "--simulate",
            "--seed",
            seed,
            "--to",
            "linear",
            "--out",
            file,
        )
        assert code == 0
    texts = [Path(file).read_text(encoding="utf-8") for file in made]
    assert texts[0] == texts[1] != texts[2]
    code, out, _ = run(capsys, "count", made[0], "--json")
    assert (code, json.loads(out)["graphs"]) == (0, 1)
    code, _, err = run(capsys, "convert", str(bare), "--simulate", "--targets", "densty")
    assert code == 2
    assert "tiny" in err
    assert "density" in err


def test_linear_pools_are_scored(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    problem, rows = str(EXAMPLES / "episode.json"), tmp_path / "rows.jsonl"
    hypothesis = {
        "edges": [{"from": "density", "to": "freq"}],
        "freq_equation": "freq = base + c_density*density",
        "coefficients": {"base": 25, "c_density": 2},
    }
    answers = [
        ("episode", "one", json.dumps({"hypothesis": hypothesis, "prediction": 288})),
        ("episode", "two", "no idea"),
        ("nowhere", "two", "no idea"),
    ]
    rows.write_text(
        "".join(
            json.dumps({"instanceId": i, "model": m, "response": r}) + "\n" for i, m, r in answers
        ),
        encoding="utf-8",
    )
    code, out, _ = run(capsys, "score", problem, str(rows), "--json")
    assert code == 2
    first, second, third, last = map(json.loads, out.splitlines())
    assert (first["target_exact"], first["valid"], first["final_graphs"]) == (True, True, 6)
    assert first["target_edge_f1"] == 0.5
    assert (second["valid"], second["edge_f1"]) == (False, 0.0)
    assert "no problem has this id" in third["error"]
    table = last["summary"]["tables"][0]
    assert [row[0] for row in table["rows"]] == ["one", "one", "two", "two"]  # a size, and all
    code, out, _ = run(capsys, "score", problem, str(rows), "--format", "markdown")
    assert "| one" in out
    code, _, err = run(capsys, "score", problem, str(rows), "--version-space")
    assert code == 2
    assert "--version-space does not apply to linear problems" in err
