"""Scripts of all families stand in one page: no two define the same name."""

from __future__ import annotations

import re
from collections import Counter

from symcause.reports.page.page_assets import shared


def test_no_name_is_defined_twice() -> None:
    names = Counter(re.findall(r"(?m)^(SC\.\w+) =", str(shared()["js"])))
    assert [name for name, number in names.items() if number > 1] == []
