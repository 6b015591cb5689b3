"""Every command on the same files, again and again: one line per command, with a hash of what it said.

    python -m tools.corpus lines.jsonl                     all of it
    python -m tools.corpus lines.jsonl --sample            one to two minutes of it
    python -m tools.corpus slow.jsonl --clock 0.05         clocks run at a twentieth of their speed
    python -m tools.corpus one.jsonl --mode one            all commands in one process
    python -m tools.corpus two.jsonl --two                 commands that take --jobs get --jobs 2
    python -m tools.corpus last.jsonl --backwards          the last command first, pools turned around
    python -m tools.corpus --compare lines.jsonl slow.jsonl

What may differ between two runs is left out: how long something took, and nothing else. ``--compare``
ends with 0 if both files have the same commands and every command said the same in both.

**Does a change of the code change an answer?** Run it at the commit before and at the commit after, each
with a file of its own, on the same files::

    git switch --detach BEFORE && python -m tools.corpus a.jsonl --files files --keep said-before
    git switch --detach AFTER && python -m tools.corpus b.jsonl --files files --keep said-after
    python -m tools.corpus --compare a.jsonl b.jsonl --keep said-before said-after

The second run finds the pools, certificates and transcripts of the first and makes none anew
(``generate`` is among the commands, so a generator that draws something else is seen); the examples are
those of the commit. Each line tells what the command read (``files``, a hash of content): a difference in
what was read is named as one. ``cpu`` is for people. With ``--keep`` the comparison shows which values
differ. A run that was ended goes on where it was; so a file belongs to one commit. ``SYMCAUSE_DATA`` adds
samples of released files and has to be the same both times.

Where the checkout is, which folder holds the files, how many commands run at a time and in which order
makes no difference: every command runs in a folder of its own and finds the files under the same relative
names.
"""
