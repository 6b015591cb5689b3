"""Certificates where the class bounds how functions are written, and much else is known in part only.

Small random problems with incomplete operators, bounds on AST size or depth, background knowledge,
disturbed and unobserved cells, latent variables, hidden roots or blocks. Every claim is asked for: what is
written must be accepted from the text of the problem, and what is not must say why. ``check`` and ``count``
are asked in the same class: they may not know, and may not fail.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from symcause.audits.question import ask
from symcause.errors import SymcauseError
from symcause.families.boolean.audits.audit_options import CLAIMS
from symcause.families.boolean.files.document_writer import write_boolean
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.member_answers import spelled, written
from symcause.formats.json_text import read_json
from symcause.formats.problems import read_document
from symcause.kernel.verification import Verification
from symcause.models.disclosure import Setting
from symcause.models.knowledge_reader import read_knowledge
from symcause.registry import family, load
from tests.boolean.brute import random_problem
from tests.evidence.listing import drawn_knowledge

OPERATORS = (
    ("and", "or"),
    ("and", "or", "not"),
    ("xor",),
    ("not", "xor"),
    ("and", "or", "xor"),
    ("if",),
)
"""Of which only the second expresses every function, with or without constants."""

Options = dict[str, Any]


def drawn(rng: Random) -> tuple[dict[str, object], Options, str]:
    """The document of a problem, the options of a class, and the text of an answer."""
    while True:
        size = rng.choice((2, 3, 3, 4))
        problem, model = random_problem(rng, size, rng.choice(list(Setting)))
        try:
            made = _informed(rng, problem, model)
        except SymcauseError:  # no scored cell, knowledge against itself, no words for gold
            continue
        document = json.loads(json.dumps(write_boolean(made)))
        return document, _class(rng), json.dumps({"mechanisms": _answer(made, model)})


def _informed(rng: Random, problem: BooleanProblem, model: BooleanSCM) -> BooleanProblem:
    """The problem with other operators, and with what is known or not."""
    free = [v for v in problem.variables if not any(v in w.targets for w in problem.worlds)]
    latent = tuple(rng.sample(free, 1)) if free and rng.random() < 0.2 else ()
    share, wrong = rng.choice((0.0, 0.0, 0.15)), rng.choice((0.0, 0.1))
    worlds = []
    for world in problem.worlds:
        rows = (_seen(rng, problem, world.targets, row, latent, share, wrong) for row in world.rows)
        worlds.append(replace(world, rows=tuple(rows)))
    made = replace(
        problem,
        worlds=tuple(worlds),
        operators=rng.choice(OPERATORS),
        constants=rng.random() < 0.4,
        latent=latent,
        errors=rng.choice((0, 0, 1)),
        max_parents=rng.choice((None, 1, 2)),
    )
    if rng.random() < 0.6:
        names = list(made.variables)
        told = drawn_knowledge(names, rng) if len(names) > 2 else {"forbid": ["->".join(names)]}
        made = replace(made, knowledge=read_knowledge(told, made.variables) or None)
    if rng.random() < 0.3:
        made = replace(made, gold=Answer(written(made, model).mechanisms, _roots(made, model)))
    return made


def _roots(problem: BooleanProblem, model: BooleanSCM) -> tuple[str, ...] | None:
    return model.roots if problem.disclosure.roots is None else None


def _seen(
    rng: Random,
    problem: BooleanProblem,
    targets: tuple[str, ...],
    row: str,
    latent: tuple[str, ...],
    share: float,
    wrong: float,
) -> str:
    """A row as it was read."""
    cells = []
    for name, bit in zip(problem.variables, row, strict=True):
        if name in latent or (name not in targets and rng.random() < share):
            bit = "?"
        elif name not in targets and rng.random() < wrong:
            bit = str(1 - int(bit))
        cells.append(bit)
    return "".join(cells)


def _class(rng: Random) -> Options:
    """Bounds on the writing; sometimes behaviours instead of models, sometimes a poorer setting."""
    options: Options = {}
    kind = rng.choice(("max_ast", "max_depth", "both", "neither"))
    if kind in ("max_ast", "both"):
        options["max_ast"] = rng.choice((1, 2, 3, 4, 5))
    if kind in ("max_depth", "both"):
        options["max_depth"] = rng.choice((1, 2))
    if rng.random() < 0.25:
        options["identity"] = "behaviour"
    if rng.random() < 0.2:
        options["setting"] = "hidden-roots"
    return options


def _answer(problem: BooleanProblem, model: BooleanSCM) -> dict[str, str]:
    return spelled(replace(problem, operators=("and", "or", "not"), gold=None), model)


def certificates(
    document: dict[str, object], options: Options
) -> Iterator[tuple[str, dict[str, object] | None, str]]:
    """Every claim with its certificate, or with the reason why there is none."""
    for claim in CLAIMS:
        problem = read_document(read_json(json.dumps(document)))
        found: Any = ask("audit", problem, claim=claim, certificate=True, **options)
        reason = found.certificate_reason or found.stopped or ""
        yield claim, found.certificate, reason


def verified(document: dict[str, object], certificate: dict[str, object]) -> Verification:
    """The word of the kernel about both as texts."""
    known = family("boolean")
    reader = load(known.formats[str(document["format"])])
    assert known.verifier is not None
    told = read_json(json.dumps(document)), read_json(json.dumps(certificate))
    found: Verification = load(known.verifier)(reader(told[0], None), told[1])
    return found


def writing(rng: Random) -> tuple[int, str | None]:
    """Certificates and checks in classes bounded by writing, with knowledge, errors and ``?``."""
    document, options, answer = drawn(rng)
    told, compared = f"{json.dumps(document)}, {options}", 0
    for claim, certificate, reason in certificates(document, options):
        compared += 1
        if certificate is None:
            if not reason:
                return compared, f"no certificate of the {claim}, and no reason: {told}"
            if "the kernel does not accept" in reason:
                return compared, f"a certificate of the {claim} is made in vain ({reason}): {told}"
            continue
        found = verified(document, certificate)
        if not found.accepted:
            return (
                compared,
                f"a certificate of the {claim} is not accepted ({found.reason}): {told}",
            )
    try:
        ask("check", read_document(document), answer=answer, **options)
        ask("count", read_document(document), **options)
    except Exception as error:  # whatever it is
        return compared + 1, f"{type(error).__name__}: {error}: {told}, {answer}"
    return compared + 2, None
