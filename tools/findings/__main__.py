"""``python -m tools.findings``: run the claims, record them, write the page."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime

from symcause import __version__
from tools.findings import __doc__ as about
from tools.findings.claims import DIFFERS, FILE, NOT_RUN, PAGE, read, record
from tools.findings.page import page
from tools.findings.running import run, table, workplace


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.findings",
        description=about,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--only", metavar="WORDS", default="", help="claims whose id has this in it"
    )
    parser.add_argument("--write", action="store_true", help="record what was run, write the page")
    parser.add_argument("--page", action="store_true", help="write the page and run nothing")
    given = parser.parse_args()
    if given.page:
        PAGE.write_text(page(read(), __version__), encoding="utf-8")
        return 0
    claims = [claim for claim in read().claims if given.only in claim.id]
    outcomes = []
    with workplace() as folder:
        for outcome in run(claims, folder):
            outcomes.append(outcome)
            print("\n".join(table([outcome])), flush=True)
    wrong = [one for one in outcomes if one.status == DIFFERS]
    ran = [one for one in outcomes if one.status != NOT_RUN]
    print(f"{len(ran)} of {len(outcomes)} claims were run, {len(wrong)} differ")
    if given.write:
        text, today = FILE.read_text(encoding="utf-8"), datetime.now(UTC).date().isoformat()
        for one in ran:
            text = record(text, one.claim.id, one.status, __version__, today)
        FILE.write_text(text, encoding="utf-8")
        PAGE.write_text(page(read(), __version__), encoding="utf-8")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
