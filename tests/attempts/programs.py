"""Programs that misbehave, each in its own way, and one that answers."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

GOOD = '{"mechanisms": {"X3": "(xor X1 X2)"}}'
BAD = {
    "silent": "",
    "trace": "raise ValueError('oops')",
    "three": f"import sys; print('{GOOD}'); sys.exit(3)",
    "hanging": "import time; time.sleep(600)",
    "words": "print('I have no idea')",
    "list": "print('[1, 2]')",
    "other": "print('{\"text\": 1}')",
    "latin": 'import sys; sys.stdout.buffer.write(b\'{"answer": "\\xff"}\\n\')',
    "null": "print('{\"answer\": null}')",
    "odd": 'print(\'{"answer": {"mechanisms": {}}, "work": "much"}\')',
    "says_none": 'print(\'{"answer": null, "status": "none"}\')',
    "says_spent": 'print(\'{"answer": null, "status": "spent", "work": 7, "unit": "tries"}\')',
    "says_refused": 'print(\'{"answer": null, "status": "refused", "note": "too odd"}\')',
    "boasts": 'print(\'{"answer": {"mechanisms": {"X3": "(or X1 X2)"}}, "optimal": true}\')',
    "many": f"for _ in range(100): print('x' * (1 << 20))\nprint('{GOOD}')",
    "shot": "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)",
    "shot_by_number": "import os; os.kill(os.getpid(), 36)",
    "nan": 'print(\'{"mechanisms": {"X3": NaN}}\')',
    "deep": "print('{\"mechanisms\": ' * 10**6)",
    "eats": "x = [0] * 10**9",
    "deaf": f"import sys; sys.stdin.close(); print('{GOOD}')",
    "twice": f"print('{{\"mechanisms\": {{}}}}'); print('{GOOD}'); print()",
}
FORKS = """
import os, sys, time
child = os.fork()
if child == 0:
    time.sleep(600)
open({file!r}, "w").write(str(child))
print({good!r}, flush=True)
{end}
"""
ECHO = """
import json, os, sys
text = sys.stdin.read()
open({file!r}, "a").write(text + "\\n")
told = json.loads(text)
assert os.listdir(".") == []
print(json.dumps({{"answer": None, "status": "spent", "note": ",".join(sorted(told))}}))
"""


def program(folder: Path, text: str, name: str = "program") -> str:
    """A command that runs this text."""
    file = folder / f"{name}.py"
    file.write_text(text)
    return f"{sys.executable} {file}"


def running(pid: int) -> bool:
    """Is the process at work? A dead one that nobody has waited for is not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc")
