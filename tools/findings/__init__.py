"""Findings: every claim of docs/findings.toml run anew, and the page that is made of those that hold.

    python -m tools.findings                 run every claim whose files are there, and print a table
    python -m tools.findings --only corr     claims whose id has this in it
    python -m tools.findings --write         record version and date of what was run, and write the page
    python -m tools.findings --page          write the page from what is recorded, and run nothing

``SYMCAUSE_DATA`` is the folder with published data, ``SYMCAUSE_RELEASES`` one with released repositories,
each in a folder ``NAME@COMMIT``; a claim whose files are not there is not run, and the table says so. It
ends with 1 if something came out otherwise than the file says. A claim that was not run in this version, or
did not hold, is not on the page.
"""
