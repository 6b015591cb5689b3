"""The folder that commands run in: examples, samples of the released files, pools made with fixed seeds.

Names are the same wherever the folder is, so what commands say does not depend on that.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

SHARED = ("examples", "data", "made")
"""The folders that every command finds where it runs."""

DATA = "SYMCAUSE_DATA"
"""Names the folder with the released files."""

SAMPLED = {
    "causalab/3nodes.jsonl": 2,
    "causalab/4nodes_golden.jsonl": 3,
    "causalab/4nodes_hidden_n1.jsonl": 2,
    "causalab/4nodes_quad_hard.jsonl": 2,
    "causalab/released/pool.jsonl": 6,
    "baselines/problems.jsonl": 8,
    "baselines/graphs_problems.jsonl": 4,
    "shapeworld/released/head/failure_cases/fake-one_direct_basic.jsonl": None,
    "shapeworld/transcripts/human_direct.txt": None,
    "shapeworld/transcripts/gemini-2.0-flash_mediation.txt": None,
    "causalgame/toys/toy-altitude.scenario.json": None,
    "causalgame/toys/toy-gauss.scenario.json": None,
    "causalgame/antenna_trap.game.json": None,
    "causalgame/antenna_trap.action_space.json": None,
    "causalgame/weather_noise.game.json": None,
    "causalgame/weather_noise.action_space.json": None,
    "causalgame/deployment_zone_trap_categorical.game.json": None,
    "causalgame/deployment_zone_trap_categorical.action_space.json": None,
    "causalgame/generated/demo-survivors.scenario.json": None,
    "causalgame/generated/demo-survivors-twin.scenario.json": None,
    "recite/released/samples.jsonl": None,
    "recite/released/responses.jsonl": None,
    "replayscm/sample.runtime.yaml": None,
    "replayscm/released/items.runtime.yaml": None,
    "replayscm/released/predictions.jsonl": None,
}
"""Released files, and how many lines of each; None: all of it."""

GRAPHS = {
    "chain.txt": "A -> B\nB -> C\nC -> D\nD -> E\n",
    "forks.txt": "A -> B\nA -> C\nB -> D\nC -> D\nD -> E\nB -> E\nF\n",
    "dense.txt": "".join(f"V{a} -> V{b}\n" for b in range(9) for a in range(b) if (a * b + a) % 3),
    "other.txt": "A -> C\nC -> B\nC -> D\nE -> D\n",
}

MADE: dict[str, tuple[str, ...]] = {
    "boolean.jsonl": ("boolean", "--count", "3", "--seed", "11", "--setting", "all"),
    "certified.jsonl": ("boolean", "--count", "2", "--seed", "12", "--level", "certified"),
    "noisy.jsonl": ("boolean", "--count", "2", "--seed", "13", "--noise", "1", "--hide", "0.05"),
    "alternative.jsonl": ("boolean", "--alternative", "--count", "2", "--seed", "14"),
    "pairs.jsonl": ("boolean", "--siblings", "--count", "2", "--seed", "15"),
    "linear.jsonl": ("linear", "--count", "4", "--seed", "21"),
    "linear5.jsonl": ("linear", "--variables", "5", "--count", "2", "--seed", "22"),
    "quadratic.jsonl": ("linear", "--quadratic", "--count", "2", "--seed", "23"),
    "hidden.jsonl": ("linear", "--hidden", "1", "--count", "2", "--seed", "24"),
    "integer.jsonl": ("linear", "--integer-class", "--count", "2", "--seed", "25"),
    "shapes.jsonl": ("shapeworld", "--count", "3", "--seed", "31"),
    "shapes6.jsonl": ("shapeworld", "--shapes", "6", "--count", "1", "--seed", "32"),
    "settled.jsonl": ("shapeworld", "--level", "certified", "--count", "2", "--seed", "33"),
    "altitude": ("scenario", "--template", "altitude", "--count", "1", "--seed", "41"),
    "assigned": ("scenario", "--template", "assigned", "--count", "1", "--seed", "42", "--twin"),
    "survivors": ("scenario", "--template", "survivors", "--count", "1", "--seed", "43"),
}
"""Pools by name, and what of ``symcause generate`` makes each."""

PROVEN = {
    "unique.proof.json": ("audit", "examples/unique.json"),
    "ambiguous.proof.json": ("audit", "examples/ambiguous.json"),
    "crystal.proof.json": ("audit", "examples/crystal.json"),
    "shapes.proof.json": ("audit", "examples/shapes.json"),
    "boats.proof.json": ("audit", "examples/boats.json"),
    "flood.proof.json": ("align", "examples/flood.txt", "examples/flood.answer.txt"),
}
"""Certificates by name, and what of ``symcause`` writes each."""

EPISODES = {
    "ordered.episode.jsonl": ("examples/ordered.json", "greedy"),
    "episode.episode.jsonl": ("examples/episode.json", "random"),
    "world.episode.jsonl": ("examples/world.json", "greedy"),
    "boats.episode.jsonl": ("examples/boats.json", "random"),
}
"""Transcripts by name, and who played what."""


def prepared(folder: Path) -> Path:
    """The folder with all files in it; what is there is not made again."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copytree(ROOT / "examples", folder / "examples", dirs_exist_ok=True)
    _released(folder / "data")
    made = folder / "made"
    made.mkdir(exist_ok=True)
    for name, text in GRAPHS.items():
        (made / name).write_text(text, encoding="utf-8")
    for name, given in MADE.items():
        _make(folder, name, ("generate", *given, "--out"))
    for name, given in PROVEN.items():
        _make(folder, name, (*given, "--json", "--certificate"))
    for name, (problem, agent) in EPISODES.items():
        _make(folder, name, ("play", problem, "--agent", agent, "--seed", "3", "--json", "--out"))
    return folder


def _released(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    home = os.environ.get(DATA)
    for name, lines in SAMPLED.items() if home else ():
        source, target = Path(str(home), name), folder / Path(name).name
        if source.exists() and not target.exists():
            text = source.read_text(encoding="utf-8").splitlines(keepends=True)
            target.write_text("".join(text[:lines]), encoding="utf-8")


def _make(folder: Path, name: str, command: Iterable[str]) -> None:
    if not (folder / "made" / name).exists():
        done = subprocess.run(
            [sys.executable, "-m", "symcause", *command, f"made/{name}"],
            cwd=folder,
            capture_output=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            text=True,
        )
        if done.returncode not in (0, 1):
            raise SystemExit(f"{name} could not be made: {done.stderr}")


def reversed_pools(folder: Path, target: Path) -> Path:
    """The same files, the problems of every pool of ours in the opposite order."""
    for name in SHARED:
        shutil.copytree(folder / name, target / name, dirs_exist_ok=True)
    for path in (*(target / "made" / name for name in MADE), target / "examples" / "pool.jsonl"):
        if path.is_file():
            lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
            path.write_text("".join(reversed(lines)), encoding="utf-8")
    return target
