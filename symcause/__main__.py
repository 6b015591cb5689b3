"""``python -m symcause``."""

from symcause.cli.main import main

main()
