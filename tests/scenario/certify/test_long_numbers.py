"""Numbers of many digits: digests tell them apart, and certificates say what the kernel reads."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from random import Random

import pytest

from symcause.audits.certificate_acceptance import Accepted
from symcause.cli.main import main
from symcause.families.scenario.certify.bound_certificate import _outward
from symcause.families.scenario.certify.scenario_certificate import certificate
from symcause.families.scenario.documents.question_documents import Bounds
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.models.rational_intervals import rounded
from symcause.families.scenario.problem.fingerprint import document_digest, fingerprint
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.questions.audit import Audit
from symcause.families.scenario.report.scenario_stories import brief
from symcause.families.scenario.verifier.kernel import verify
from symcause.formats.json_text import read_json
from symcause.kernel.work import Work
from symcause.models.exact_numbers import read_number
from tests.scenario.certify.test_certificates_hostile import long_fractions, scenario


def _drawn(chance: str) -> ScenarioProblem:
    """The scenario of a file in which this number stands."""
    made = scenario({"name": "survived", "draw": {"bernoulli": "0.5"}}).source
    text = json.dumps(made).replace('"1/4"', chance)
    return read_scenario(read_json(text))


def test_a_digit_far_behind_is_another_digest() -> None:
    written = ["0.1", "0.1000000000000000055", "0.1000000000000000056", "1e-290", "1e-300"]
    written += ["0.30000000000000004", "0.300000000000000040", "0.3000000000000000400001"]
    found = [fingerprint(_drawn(text)) for text in written]
    assert len(set(found)) == len(written) - 1 and found[5] == found[6]
    assert fingerprint(_drawn("0.50")) == fingerprint(_drawn("0.5"))


def test_digests_tell_numbers_apart_and_forms_not() -> None:
    rng, seen = Random(3), dict[str, Decimal]()
    for _ in range(3000):
        digits = "".join(rng.choice("01259") for _ in range(rng.choice((1, 3, 17, 18, 40))))
        value = Decimal(f"{rng.choice(('', '-'))}{digits}E{rng.randint(-320, 320)}")
        again = Decimal((value.is_signed(), (*value.as_tuple().digits, 0), _power(value) - 1))
        digest = document_digest({"x": value})
        assert digest == document_digest({"x": again})
        assert seen.setdefault(digest, value) == value


def _power(value: Decimal) -> int:
    exponent = value.as_tuple().exponent
    assert isinstance(exponent, int)
    return exponent


CHANCES = {
    "a short fraction": ["1/7"] * 60,
    "two long factors": [f"1/{10**30 + 7}"] * 2,
    "decimals": [f"0.{300 + 7 * i}" for i in range(25)],
    "longer than a number may be": [f"0.{300 + 7 * i}" for i in range(60)],
    "a power of ten": ["1e-290"] * 17,
    "the least power that is read": ["1e-150"] * 2,
    "one less": ["1e-150", "1e-151"],
}


@pytest.mark.parametrize("name", CHANCES)
def test_no_certificate_is_written_that_is_rejected(name: str) -> None:
    parts = [{"name": f"p{i}", "is": text} for i, text in enumerate(CHANCES[name])]
    product = "*".join(str(part["name"]) for part in parts)
    problem = scenario(*parts, {"name": "survived", "draw": {"bernoulli": product}})
    *_, document = Audit(effort=5_000_000).answers(problem)
    made = certificate(problem, document)
    assert isinstance(made, Accepted)
    assert verify(problem, made.document, Work()).accepted is True


def test_an_optimum_near_zero_from_the_shell(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    problem, proof = tmp_path / "tiny.json", tmp_path / "proof.json"
    problem.write_text(json.dumps(long_fractions().source))
    codes = []
    for asked in (["audit", problem, "--certificate", proof], ["verify", problem, proof]):
        with pytest.raises(SystemExit) as done:
            main([str(word) for word in asked])
        codes.append(done.value.code)
    told = capsys.readouterr().out
    assert codes == [1, 0] and "less than 1 in 10^9" in told and "e-" not in told


def test_bounds_are_read_and_outward() -> None:
    for text in ("1e-300", "-1e-300", "1/3", "0"):
        number = read_number(text)
        for own in (number, number / 10**40, number / 7):
            low, high = _outward(own, up=False), _outward(own, up=True)
            assert read_number(low) <= own <= read_number(high)
    assert _outward(read_number("1/3"), up=True) == rounded(read_number("1/3"), up=True)


def test_what_is_next_to_nothing_has_a_sign() -> None:
    assert brief(Bounds(low="9.99999e-31", high="9.99999e-31")) == "less than 1 in 10^9"
    ends = brief(Bounds(low="-9.96e-31", high="9.94e-31"))
    assert ends == "minus less than 1 in 10^9 to less than 1 in 10^9"
