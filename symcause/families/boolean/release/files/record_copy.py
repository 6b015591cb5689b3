"""Copy of the released record that a Boolean problem was read from, merged when it is written.

A problem keeps its record in ``metadata.replayscm``, without the answers of systems that were stored beside
it. Writing it as a release starts from that record and changes only what was changed since: what we would
write of the problem is compared with what we would write of the record.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symcause.formats.metadata import plain_value

RESULTS = ("modelResults", "llmResults")
"""Where answers are stored; they are no part of a problem."""

PAIRED = ("pairedSourceInstanceId", "sourceOrderedInstanceId", "sourceNtopoInstanceId")
TAILS = ("__ALT_EXP", "__ROOT_UNKNOWN", "__PARTIAL_ORDER_2BLOCK", "__PARTIAL_ORDER_3BLOCK")

Record = dict[str, Any]


def kept_record(document: Mapping[str, object]) -> Record:
    """What a problem keeps of its record."""
    whole = document if isinstance(document.get("problem"), Mapping) else {"problem": document}
    plain = {key: {} if key in RESULTS else plain_value(value, key) for key, value in whole.items()}
    inner = plain["problem"]
    assert isinstance(inner, dict)
    return {**plain, "problem": {k: v for k, v in inner.items() if k not in RESULTS}}


def paired_source(record: Mapping[str, Any]) -> str:
    """The id that problems of one latent model share, as the published tables pair them."""
    extra: Any = record
    for key in ("problemDescription", "extra"):
        extra = extra.get(key) if isinstance(extra, Mapping) else None
    told = [extra.get(key) for key in PAIRED] if isinstance(extra, Mapping) else []
    names = (*told, record["problem"]["instanceId"])
    name = next(name for name in names if isinstance(name, str) and name)
    tail = next((tail for tail in TAILS if name.endswith(tail)), "")
    return name.removesuffix(tail)


def merged(stored: Any, before: Any, now: Any) -> Any:
    """The stored value with the changes that lead from *before* to *now*."""
    if before == now:
        return stored
    if not (isinstance(stored, dict) and isinstance(before, dict) and isinstance(now, dict)):
        return now
    values = {key: value for key, value in stored.items() if key in now or key not in before}
    for key, value in now.items():
        if key in stored:
            values[key] = merged(stored[key], before.get(key), value)
        elif before.get(key) != value:
            values[key] = value
    return values
