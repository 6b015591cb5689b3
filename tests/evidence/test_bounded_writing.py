"""Random problems in classes that bound how functions are written, with knowledge, errors and ``?``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import symcause
from attack.bounded import certificates, drawn, verified, writing
from symcause.boolean import BooleanProblem
from symcause.formats.problems import read_document
from tests.amounts import amount
from tests.evidence.latent_cases import behaves


def test_certificates_and_checks_of_random_problems() -> None:
    for number in range(amount(8, 2_000)):
        compared, told = writing(Random(f"bounded {number}"))
        assert compared and told is None, f"{number}: {told}"


def forgeries(certificate: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The same evidence for what cannot be true if the claim is, and for another problem."""
    name, claim = certificate["claim"]["name"], certificate["claim"]
    opposites: list[dict[str, Any]] = [{"name": "inconsistent"}]
    if name == "inconsistent":
        opposites = [{"name": "count", "count": 1}, {"name": "ambiguous"}]
    elif name == "count":
        opposites += [{**claim, "count": claim["count"] + by} for by in (-1, 1)]
    elif name == "entailed":
        flipped = [[row, cell, 1 - value] for row, cell, value in claim["cells"]]
        opposites.append({**claim, "cells": flipped})
    for other in opposites:
        yield {**certificate, "claim": other}
    if name == "ambiguous":  # a model is no alternative to itself
        evidence = certificate["evidence"]
        yield {**certificate, "evidence": {**evidence, "alternative": evidence["reference"]}}
    digest = certificate["problem"]["sha256"]
    yield {**certificate, "problem": {**certificate["problem"], "sha256": digest[::-1]}}


def test_random_certificates_by_the_door(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The thin verifier reads both from their files."""
    from symcause.kernel.__main__ import main

    written, problem, proof = 0, tmp_path / "problem.json", tmp_path / "proof.json"
    for number in range(amount(15, 300)):
        document, options, _ = drawn(Random(f"door {number}"))
        problem.write_text(json.dumps(document))
        for claim, certificate, reason in certificates(document, options):
            if certificate is None:
                assert reason, claim
                continue
            written += 1
            proof.write_text(json.dumps(certificate))
            assert main([str(problem), str(proof)]) == 0, capsys.readouterr().out
            for forged in forgeries(certificate):
                assert verified(document, forged).accepted is False, forged
    assert written > 3


def test_behaviours_are_counted_in_classes_bounded_by_writing() -> None:
    compared = 0
    for number in range(amount(60, 600)):
        document, options, _ = drawn(Random(f"behaviours {number}"))
        problem = read_document(document)
        assert isinstance(problem, BooleanProblem)
        if problem.holed:
            continue
        given = {key: value for key, value in options.items() if key != "identity"}
        models = symcause.space(problem, **given, identity="functions+roots")
        listed = [m for m in models.members() if isinstance(m, symcause.BooleanSCM)]
        if len(listed) > 300:
            continue
        found = symcause.count(problem, **given, identity="behaviour")
        assert found.count == len({behaves(model, ()) for model in listed}), number
        compared += 1
    assert compared > 10
