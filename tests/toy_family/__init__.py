"""A toy family: coins, each heads or tails; the evidence shows some of them.

One folder, registered by one line (see ``tests/test_toy_family.py``). It has a version space, an audit, a
count, checks, scores and a generator, and leaves everything else out: what it does not answer must be
refused by naming families that do.
"""

from symcause.registry import Family

_HERE = "tests.toy_family"

FAMILY = Family(
    name="coins",
    title="coin problems",
    problem=f"{_HERE}.problem:CoinProblem",
    formats={"toy.coins/1": f"{_HERE}.problem:read_coins"},
    writer=f"{_HERE}.problem:write_coins",
    schemas={"coins": f"{_HERE}.problem:CoinDocument"},
    questions={
        name: f"{_HERE}.questions:{name.capitalize()}"
        for name in ("audit", "count", "check", "play", "judge")
    },
    space=f"{_HERE}.space:CoinSpace",
    verifier=f"{_HERE}.verifier:verify",
    digest=f"{_HERE}.verifier:digest",
    answer=f"{_HERE}.questions:answer_text",
    scoring=f"{_HERE}.scoring:CoinScoring",
    rules=f"{_HERE}.rules:CoinRules",
    generators={"coins": f"{_HERE}.generator:CoinGenerator"},
)
