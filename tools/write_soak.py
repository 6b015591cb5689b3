"""What the soak has tried, from its ledger into docs/reliability.md: ``python -m tools.write_soak``."""

from __future__ import annotations

from pathlib import Path

from attack.ledger import Ledger

PAGE = Path(__file__).resolve().parents[1] / "docs" / "reliability.md"
BEGIN, END = "<!-- ledger -->\n", "<!-- end of ledger -->\n"


def main() -> None:
    head, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, tail = rest.partition(END)
    text = f"{head}{BEGIN}{Ledger().summary()}\n{END}{tail}"
    PAGE.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
