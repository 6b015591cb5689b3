"""Makes the example problems, answers and predictions in this folder, from fixed seeds.

Run ``python examples/make_examples.py`` (or give another folder). Every problem is simulated from a
model chosen here; that ``unique`` has one explaining model and ``ambiguous`` has more is confirmed by
listing all models one by one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from random import Random

from make_answers import bad_answers, good_answers, predictions

from symcause.families.boolean.models.experiments import best_experiment
from symcause.families.boolean.models.functions import Function, full_mask, reduce
from symcause.families.boolean.models.scm import BooleanSCM, find_cycle
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.mechanism_answers import AlternativeAnswer, Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.formats.pools.problem_writer import layout, one_line, write_problem
from symcause.grammar import parse
from symcause.models.disclosure import Disclosure, Setting

State = dict[str, int]


def answer(mechanisms: Mapping[str, str], roots: tuple[str, ...] | None = None) -> Answer:
    return Answer({name: parse(text) for name, text in mechanisms.items()}, roots)


def complete(scm: BooleanSCM, given: State, targets: tuple[str, ...]) -> State:
    """The state that a model computes from the values of its roots and of the targets."""
    return scm.run(given, targets, 1)


def world(
    name: str,
    scm: BooleanSCM,
    variables: tuple[str, ...],
    states: Iterator[State],
    rows: int,
    mode: Mode = Mode.NONE,
    targets: tuple[str, ...] = (),
    keep: Callable[[State], bool] = lambda state: True,
) -> World:
    """A world whose free values come from *states*; rows that are not kept are drawn again."""
    found: list[str] = []
    fixed: State | None = None
    for given in states:
        fixed = fixed or given
        held = {v: fixed[v] if mode is Mode.CONSTANT else given[v] for v in targets}
        state = complete(scm, {**given, **held}, targets)
        if keep(state):
            found.append("".join(str(state[v]) for v in variables))
        if len(found) == rows:
            break
    split = Split.HELDOUT if name.startswith("heldout") else Split.TRAIN
    return World(name, split, mode, targets, tuple(found))


def at_random(variables: tuple[str, ...], seed: int) -> Iterator[State]:
    random = Random(seed)
    while True:
        yield {v: random.randrange(2) for v in variables}


def matched() -> list[BooleanProblem]:
    """One latent model in the four settings, as the published pools have it."""
    variables = ("X1", "X2", "X3", "X4", "X5", "X6")
    roots = ("X2", "X5")
    gold = answer(
        {
            "X1": "(or X4 (not X5))",
            "X3": "(and X4 (or X1 X6))",
            "X4": "(xor X2 X5)",
            "X6": "(iff X1 X2)",
        }
    )
    scm = gold.compiled(roots)
    plan = [
        ("train_00", Mode.NONE, ()),
        ("train_01", Mode.CONSTANT, ("X4",)),
        ("train_02", Mode.ASSIGNED, ("X1", "X4")),
        ("train_03", Mode.ASSIGNED, ("X2", "X6")),
        ("train_04", Mode.ASSIGNED, ("X1", "X3", "X6")),
        ("train_05", Mode.CONSTANT, ("X1", "X5")),
        ("heldout_00", Mode.ASSIGNED, ("X4", "X6")),
        ("heldout_01", Mode.CONSTANT, ("X3",)),
        ("heldout_02", Mode.ASSIGNED, ("X1", "X2", "X4")),
    ]
    worlds = tuple(
        world(name, scm, variables, at_random(variables, 100 + i), 8, mode, targets)
        for i, (name, mode, targets) in enumerate(plan)
    )
    order = ("X2", "X5", "X4", "X1", "X6", "X3")
    blocks = (("X2", "X5"), ("X4", "X1"), ("X6", "X3"))
    disclosures = {
        "ordered": Disclosure(Setting.ORDERED, variables, roots, order=order),
        "block-order": Disclosure(Setting.BLOCK_ORDER, variables, roots, blocks=blocks),
        "hidden-order": Disclosure(Setting.HIDDEN_ORDER, variables, roots),
        "hidden-roots": Disclosure(Setting.HIDDEN_ROOTS, variables, root_count=2),
    }
    return [
        BooleanProblem(name, disclosure, worlds, max_parents=3, gold=replace(gold, roots=roots))
        for name, disclosure in disclosures.items()
    ]


def replay_example() -> BooleanProblem:
    """One root R and Y = not R: an observational row and one under do(R=1)."""
    worlds = (
        World("train_00", Split.TRAIN, Mode.NONE, (), ("01",)),
        World("train_01", Split.TRAIN, Mode.CONSTANT, ("R",), ("10",)),
    )
    disclosure = Disclosure(Setting.ORDERED, ("R", "Y"), ("R",), order=("R", "Y"))
    return BooleanProblem("replay", disclosure, worlds, gold=answer({"Y": "(not R)"}))


def unique_and_ambiguous() -> tuple[BooleanProblem, BooleanProblem]:
    """A problem with one explaining model, and the same without its interventions."""
    variables, roots = ("X1", "X2", "X3", "X4", "X5"), ("X1", "X2")
    gold = answer({"X3": "(xor X1 X2)", "X4": "(or X1 (not X3))", "X5": "(and X3 X4)"})
    scm = gold.compiled(roots)
    every = [dict(zip(variables, bits, strict=True)) for bits in product((0, 1), repeat=5)]
    observed = world("train_00", scm, variables, iter(every[::8]), 4)
    worlds = (
        observed,
        world("train_01", scm, variables, iter(every[::2]), 16, Mode.ASSIGNED, ("X1", "X2", "X4")),
        world("train_02", scm, variables, iter(every[::2]), 16, Mode.ASSIGNED, ("X2", "X3")),
        world("train_03", scm, variables, iter(every[::2]), 16, Mode.ASSIGNED, ("X3", "X4")),
    )
    held = (
        world("heldout_00", scm, variables, at_random(variables, 33), 6, Mode.CONSTANT, ("X3",)),
        world(
            "heldout_01", scm, variables, at_random(variables, 8), 6, Mode.ASSIGNED, ("X1", "X4")
        ),
    )
    unique = BooleanProblem(
        "unique",
        Disclosure(Setting.HIDDEN_ORDER, variables, roots),
        tuple(replace(w, rows=tuple(dict.fromkeys(w.rows))) for w in worlds) + held,
        max_parents=2,
        gold=gold,
    )
    return unique, replace(unique, id="ambiguous", worlds=(observed, *held))


def corner() -> BooleanProblem:
    """Rows that never query the corners on which a wrong X5 differs from gold."""
    variables = ("X1", "X2", "X3", "X4", "X5", "X6", "X7")
    roots = ("X1", "X4", "X7")
    gold = answer(
        {
            "X2": "(xor X1 X4)",
            "X3": "(or X1 X7)",
            "X5": "(iff (and X3 X6) (or X4 X7))",
            "X6": "(and X2 (not X4))",
        }
    )
    scm = gold.compiled(roots)
    right, wrong = gold.compiled(roots), CORNER_SUBMISSION.compiled(roots)

    def quiet(state: State) -> bool:
        return right.functions["X5"](state) == wrong.functions["X5"](state)

    def others(child: str) -> Iterator[State]:
        """Values of all variables but one that show every pattern of any five of them."""
        names = [v for v in variables if v != child]
        for bits in product((0, 1), repeat=6):
            if child == "X5" or sum(bits) % 2 == 0:
                yield dict(zip(names, bits, strict=True))

    worlds = [world("train_00", scm, variables, at_random(variables, 11), 8, keep=quiet)]
    for i, child in enumerate(("X2", "X3", "X5", "X6"), start=1):
        targets = tuple(v for v in variables if v != child)
        kept = quiet if child == "X5" else lambda state: True
        states = others(child)
        worlds.append(
            world(f"train_0{i}", scm, variables, states, 64, Mode.ASSIGNED, targets, kept)
        )
    worlds += [
        world(
            "heldout_00",
            scm,
            variables,
            at_random(variables, 12),
            12,
            Mode.ASSIGNED,
            ("X2", "X3", "X6"),
        ),
        world("heldout_01", scm, variables, at_random(variables, 13), 8, Mode.CONSTANT, ("X6",)),
    ]
    disclosure = Disclosure(Setting.HIDDEN_ORDER, variables, roots)
    return BooleanProblem("corner", disclosure, tuple(worlds), max_parents=4, gold=gold)


CORNER_SUBMISSION = answer(
    {
        "X2": "(xor X1 X4)",
        "X3": "(or X1 X7)",
        "X5": "(or (and X3 (or X4 (iff X6 X7))) (and X6 (not (or X3 X4 X7))))",
        "X6": "(and X2 (not X4))",
    }
)


def alternative(source: BooleanProblem) -> tuple[BooleanProblem, AlternativeAnswer]:
    """An Alternative-SCM task: a reference that fits the training rows and is not gold.

    The reference answers otherwise than gold on one pattern that no training row shows.
    """
    worlds = tuple(w for w in source.worlds if w.id not in ("train_02", "train_04"))
    assert source.gold is not None
    gold = replace(source.gold, roots=None)
    patched = "(xor (and X4 (or X1 X6)) (and X4 (not X1) (not X6)))"
    reference = Answer({**gold.mechanisms, "X3": parse(patched)})
    problem = replace(source, id="alternative", worlds=worlds, gold=gold, reference=reference)
    assert problem.reference_scm is not None and problem.gold_scm is not None
    found = best_experiment(problem.reference_scm, problem.gold_scm)
    assert found is not None and found.witness is not None
    return problem, AlternativeAnswer(gold, found.experiment, found.witness)  # type: ignore[arg-type]


def explaining(problem: BooleanProblem) -> Iterator[BooleanSCM]:
    """Every model within the problem's parent bound that replays its training rows: brute force."""
    roots = problem.disclosure.roots
    assert roots is not None and problem.max_parents is not None
    endogenous = problem.disclosure.endogenous(roots)
    fitting = [list(_functions(problem, v, problem.max_parents)) for v in endogenous]
    for chosen in product(*fitting):
        functions = dict(zip(endogenous, chosen, strict=True))
        if not find_cycle({v: f.parents for v, f in functions.items()}):
            yield BooleanSCM(roots, functions)


def _functions(problem: BooleanProblem, child: str, bound: int) -> Iterator[Function]:
    rows = [
        dict(zip(problem.variables, map(int, row), strict=True))
        for w in problem.training
        if child not in w.targets
        for row in w.rows
    ]
    for size in range(bound + 1):
        for parents in combinations(problem.disclosure.admissible(child), size):
            for table in range(full_mask(size) + 1):
                function = Function(parents, table)
                if reduce(parents, table) == function and all(
                    function(row) == row[child] for row in rows
                ):
                    yield function


def main(folder: Path) -> None:
    unique, ambiguous = unique_and_ambiguous()
    assert list(explaining(unique)) == [unique.gold_scm]
    assert len(list(explaining(ambiguous))) > 1
    ladder = matched()
    task, solution = alternative(ladder[0])
    problems = [*ladder, task, unique, ambiguous, replay_example(), corner()]
    (folder / "answers").mkdir(parents=True, exist_ok=True)
    for problem in problems:
        (folder / f"{problem.id}.json").write_text(layout(write_problem(problem)) + "\n", "utf-8")
    pool = "".join(one_line(write_problem(problem)) + "\n" for problem in problems)
    (folder / "pool.jsonl").write_text(pool, "utf-8")
    answers = dict(good_answers(problems, solution)) | bad_answers(task, CORNER_SUBMISSION)
    for name, text in answers.items():
        (folder / "answers" / name).write_text(text, "utf-8")
    rows = predictions(answers)
    (folder / "predictions.jsonl").write_text("".join(one_line(r) + "\n" for r in rows), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
