"""The workbench: a page on this machine with the exact engine behind it (``symcause serve``).

The server is thin. A request names a task (:mod:`.page_tasks`), a child process works on it and sends lines
of JSON, and the page shows them as they come: documents of the questions, the same as ``--json`` prints.
"""
