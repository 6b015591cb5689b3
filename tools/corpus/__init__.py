"""Every command on the same files, again and again: one line a command, with a hash of what it said.

    python -m tools.corpus lines.jsonl                     all of it
    python -m tools.corpus lines.jsonl --sample            one to two minutes of it
    python -m tools.corpus slow.jsonl --clock 0.05         clocks run at a twentieth of their speed
    python -m tools.corpus one.jsonl --mode one            all commands in one process
    python -m tools.corpus --compare lines.jsonl slow.jsonl

What may differ between two runs is left out: how long something took, and nothing else.
"""
