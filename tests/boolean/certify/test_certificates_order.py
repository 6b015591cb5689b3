"""Certificates survive the order of steps: they are about evidence, class and gold, and nothing beside."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.cli.certificates.certificate_verdict import Terms, judgement
from symcause.cli.main import main
from symcause.families.boolean import FAMILY
from symcause.families.boolean.files.document_v2 import read_informed
from symcause.families.boolean.generator.transforms.held_out_worlds import with_heldout
from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.fingerprint import evidence_digest, fingerprint
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.noise.cell_disturbance import disturbed_by
from symcause.families.boolean.verifier.kernel import verify
from symcause.formats.pools.problem_files import Item
from symcause.formats.pools.problem_writer import write_problem
from tests.boolean.brute import random_scm

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
UNIQUE = symcause.load(EXAMPLES / "unique.json", kind=BooleanProblem)


def certificate(problem: BooleanProblem, folder: Path) -> dict[str, Any]:
    """As ``audit`` writes it."""
    file, proof = folder / "problem.json", folder / "proof.json"
    symcause.save(problem, file)
    with pytest.raises(SystemExit):
        main(["audit", str(file), "--certificate", str(proof), "--quiet"])
    found: dict[str, Any] = json.loads(proof.read_text("utf-8"))
    return found


def renamed(problem: BooleanProblem) -> BooleanProblem:
    worlds = (replace(world, id=f"w{i}") for i, world in enumerate(problem.worlds))
    return replace(problem, id="other", metadata={"by": "me"}, worlds=tuple(worlds))


def labelled(problem: BooleanProblem) -> BooleanProblem:
    def told(world: World) -> World:
        return replace(world, units=tuple(f"u{i}" for i in range(len(world.rows))))

    return replace(problem, worlds=tuple(map(told, problem.worlds)))


KEPT: dict[str, Callable[[BooleanProblem], BooleanProblem]] = {
    "held out": lambda problem: with_heldout(problem, 3, 1),
    "nothing held out": lambda problem: replace(problem, worlds=problem.training),
    "names": renamed,
    "labels": labelled,
    "all of it": lambda problem: labelled(renamed(with_heldout(problem, 2, 5))),
}


@pytest.mark.parametrize("step", KEPT)
def test_what_a_certificate_does_not_speak_of_may_change(step: str, tmp_path: Path) -> None:
    proof = certificate(UNIQUE, tmp_path)
    assert proof["problem"]["covers"] == "variables, disclosure, class, training rows, gold"
    changed = KEPT[step](UNIQUE)
    assert write_problem(changed) != write_problem(UNIQUE)
    found = verify(changed, proof)
    assert found.accepted and found.claim == "unique" and found.as_stated


def _training(change: Callable[[World], World]) -> Callable[[BooleanProblem], BooleanProblem]:
    def made(problem: BooleanProblem) -> BooleanProblem:
        first = change(problem.training[0])
        return replace(
            problem, worlds=tuple(first if w == problem.training[0] else w for w in problem.worlds)
        )

    return made


def _document(**keys: Any) -> Callable[[BooleanProblem], BooleanProblem]:
    def made(problem: BooleanProblem) -> BooleanProblem:
        stated = {**write_problem(problem), "format": "symcause.boolean/2", **keys}
        return read_informed({key: value for key, value in stated.items() if value is not None})

    return made


def _gold(problem: BooleanProblem) -> BooleanProblem:
    document: Any = write_problem(problem)
    name = next(iter(document["gold"]["mechanisms"]))
    mechanisms = document["gold"]["mechanisms"]
    changed = {**mechanisms, name: f"(not {mechanisms[name]})"}
    return read_informed(
        {
            **document,
            "format": "symcause.boolean/2",
            "gold": {**document["gold"], "mechanisms": changed},
        }
    )


def _unread(world: World) -> World:
    return replace(world, rows=("?" + world.rows[0][1:], *world.rows[1:]))


FORGED: dict[str, Callable[[BooleanProblem], BooleanProblem]] = {
    "a row twice": _training(lambda w: replace(w, rows=(*w.rows, w.rows[0]))),
    "rows turned": _training(lambda w: replace(w, rows=w.rows[::-1])),
    "a cell unread": _training(_unread),
    "a held-out world for training": lambda problem: replace(
        problem,
        worlds=(
            *problem.training,
            replace(with_heldout(problem, 1, 3).heldout[-1], split=problem.training[0].split),
        ),
    ),
    "a world less": lambda problem: replace(problem, worlds=problem.training[1:]),
    "max_parents": _document(max_parents=3),
    "errors": _document(errors=1),
    "knowledge": _document(knowledge={"forbid": ["X4->X1"]}),
    "constants": _document(constants=True),
    "operators": _document(operators=["not", "and", "or", "xor"]),
    "gold": _gold,
    "no gold": lambda problem: replace(problem, gold=None),
}


@pytest.mark.parametrize("forgery", FORGED)
def test_what_it_speaks_of_may_not(forgery: str, tmp_path: Path) -> None:
    """Even where the claim would still be true: it is about other evidence, class or gold."""
    changed = FORGED[forgery](UNIQUE)
    assert evidence_digest(changed) != evidence_digest(UNIQUE)
    found = verify(changed, certificate(UNIQUE, tmp_path))
    assert found.accepted is False and "about another problem" in found.reason


def test_older_certificates_hold_for_the_very_problem(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Their digest is of the whole problem: they are accepted there, and refused with the remedy else."""
    proof = certificate(UNIQUE, tmp_path)
    older = {**proof, "problem": {"id": UNIQUE.id, "sha256": fingerprint(UNIQUE)}}
    assert verify(UNIQUE, older).accepted
    assert verify(replace(UNIQUE, id="other", metadata={}), older).accepted
    found = verify(with_heldout(UNIQUE, 1, 1), older)
    assert found.accepted is False and "about another problem" in found.reason
    file, stored = tmp_path / "more.json", tmp_path / "older.json"
    symcause.save(with_heldout(UNIQUE, 1, 1), file)
    stored.write_text(json.dumps(older), "utf-8")
    with pytest.raises(SystemExit) as stop:
        main(["verify", str(file), str(stored)])
    assert stop.value.code == 1
    assert "make it again with symcause audit" in capsys.readouterr().out
    for word in ("everything", 7, None):
        lie = {**proof, "problem": {**proof["problem"], "covers": word}}
        assert verify(UNIQUE, lie).accepted is False


@pytest.mark.parametrize(
    ("about", "given", "advised"),
    [
        ("same", ("false older",), False),  # its digest is that of the problem
        ("same", ("false",), False),
        ("more", ("older",), True),
        ("more", ("false",), False),
        ("other", ("new",), False),
        ("other", ("older",), True),
        ("other", ("new", "older"), False),  # the reason is that of the first
        ("other", ("older", "new"), True),
        ("other", ("no problem",), False),
    ],
)
def test_whoever_is_told_to_make_it_again_is_helped_by_that(
    about: str, given: tuple[str, ...], advised: bool, tmp_path: Path
) -> None:
    proof = certificate(UNIQUE, tmp_path)
    older = {**proof, "problem": {"id": UNIQUE.id, "sha256": fingerprint(UNIQUE)}}
    false = {"claim": {"name": "ambiguous"}}
    known = {"new": proof, "older": older, "false": proof | false, "false older": older | false}
    known["no problem"] = {**proof, "problem": UNIQUE.id}
    problem = {
        "same": UNIQUE,
        "more": with_heldout(UNIQUE, 1, 1),
        "other": replace(UNIQUE, gold=None),
    }
    item = Item(0, UNIQUE.id, problem[about])
    found = judgement(FAMILY, item, [known[name] for name in given], Terms())
    assert found.accepted is False
    assert ("make it again with symcause audit" in (found.reason or "")) is advised


def test_the_digest_is_pinned() -> None:
    """It stands in certificates: a change would orphan them."""
    assert evidence_digest(UNIQUE) == PINNED


PINNED = "a98c60092c5dcd8e6530a588f3bba0c3ecf264e47ccd9a3d316bd19e78ce783a"


def noisy(seed: int, errors: int) -> BooleanProblem:
    """A problem whose gold disturbs just so many cells, some unobserved."""
    rng = random.Random(seed)
    names = ["X1", "X2", "X3", "X4"]
    model = random_scm(rng, names, 2, 2)
    seen = model.simulate({name: [rng.randint(0, 1) for _ in range(10)] for name in model.roots})
    rows = [[str(seen[name][i]) for name in names] for i in range(10)]
    last = names.index(model.order[-1])
    for i in range(errors):
        rows[i][last] = str(1 - int(rows[i][last]))
    for row in rows[errors:]:
        if rng.random() < 0.3:
            row[rng.randrange(4)] = "?"
    world = {"id": "w", "split": "train", "mode": "none", "targets": []}
    return read_informed(
        {
            "format": "symcause.boolean/2",
            "id": f"noisy-{seed}",
            "variables": names,
            "setting": "hidden-order",
            "roots": list(model.roots),
            "errors": errors,
            "worlds": [{**world, "rows": ["".join(row) for row in rows]}],
            "gold": model.to_answer(),
        }
    )


@pytest.mark.parametrize("seed", range(12))
def test_worlds_are_held_out_of_noisy_problems_with_holes(seed: int) -> None:
    problem = noisy(seed, seed % 4)
    gold = problem.gold_scm
    assert gold is not None and disturbed_by(problem, gold) <= problem.errors
    made = with_heldout(problem, 3, seed)
    assert made.training == problem.training and len(made.heldout) == 3
    for world in made.heldout:  # gold, run anew, gives every cell
        for row in world.rows:
            cells = {name: int(bit) for name, bit in zip(problem.variables, row, strict=True)}
            do = {name: cells[name] for name in world.targets}
            given = {name: cells[name] for name in gold.roots}
            assert gold.simulate(given, do) == cells
    assert evidence_digest(made) == evidence_digest(problem)
    if (needed := disturbed_by(problem, gold)) > 0:
        strict = replace(problem, errors=needed - 1)
        with pytest.raises(symcause.SymcauseError, match=f"state errors {needed}"):
            with_heldout(strict, 1, 0)


def test_what_is_latent_stays_hidden_in_held_out_worlds() -> None:
    model = symcause.boolean.model({"H": "(xor X1 X2)", "X3": "(and H X1)"}, roots=["X1", "X2"])
    world = {"id": "w", "split": "train", "mode": "none", "targets": [], "rows": ["00?0", "10?1"]}
    problem = read_informed(
        {
            "format": "symcause.boolean/2",
            "id": "latent",
            "variables": ["X1", "X2", "H", "X3"],
            "latent": ["H"],
            "setting": "hidden-order",
            "roots": ["X1", "X2"],
            "worlds": [world],
            "gold": model.to_answer(),
        }
    )
    for made in with_heldout(problem, 4, 2).heldout:
        assert "X3" not in made.targets and "H" not in made.targets
        assert all(row[2] == "?" for row in made.rows)
