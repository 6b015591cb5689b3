"""Parts of the documents of identification tasks."""

from __future__ import annotations

from symcause.audits.documents import Part


class WitnessCounts(Part, frozen=True, kw_only=True):
    """The witnesses of ``AMBIGUOUS``: *distinct* counts models, null where that is out of reach."""

    given: int
    valid: int
    train_exact: int
    distinct_as_written: int
    distinct: int | None
