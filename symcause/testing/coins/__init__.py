"""A toy family: coins, each heads or tails; the evidence shows some of them.

One folder, registered by one line (``symcause/registry.py``). It says what its problems, models
and version spaces are, and writes no question: those that a space answers by itself are answered, the
others are refused by naming families that answer them.
"""

from symcause.registry import BY_LISTING, BY_SIMPLEST, Family, of_space, shared

_HERE = "symcause.testing.coins"

FAMILY = Family(
    name="coins",
    title="coin problems",
    problem=f"{_HERE}.problem:CoinProblem",
    formats={"toy.coins/1": f"{_HERE}.problem:read_coins"},
    writer=f"{_HERE}.problem:write_coins",
    schemas={"coins": f"{_HERE}.problem:CoinDocument"},
    questions=of_space() | shared("prompt"),
    space=f"{_HERE}.space:CoinSpace",
    model=f"{_HERE}.models:read_model",
    answer=f"{_HERE}.models:print_model",
    prompt=f"{_HERE}.models:told",
    rules=BY_LISTING,
    certify=f"{_HERE}.verifier:certify",
    verifier=f"{_HERE}.verifier:verify",
    digest=f"{_HERE}.verifier:digest",
    scoring=f"{_HERE}.coin_score:CoinScoring",
    baselines=BY_SIMPLEST,
    generators={"coins": f"{_HERE}.generator:CoinGenerator"},
)
