"""Messages of the released linear environment: readings, menus, and what was sent and set.

::

    We are talking.  You said: {'value': 80.0}

    property manipulator said: …
    Crystal Analysis:                          Crystal properties (directly shown):
      Density: 80.0                            - moisture: 34
      Resonance Frequency (Hz): 155.0          - density: 97
      ───────────────────                      …
      Uses: 2/12 (Remaining: 10)               Frequency set to 99.5 Hz.

Names are those that the environment displays; lines about anything else are passed over. A property that
it does not show (``[unobservable]``) has no reading.
"""

from __future__ import annotations

import re
from fractions import Fraction

from symcause.errors import SymcauseError
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.problem.step_records import MANIPULATOR, REACTOR, Reply
from symcause.models.equations import State
from symcause.models.exact_numbers import read_number
from symcause.models.hypotheses import is_target

DISPLAY_NAMES = "display_names"
"""Under this key of the metadata stand the displayed names that are not the variables' own."""

"""Who speaks."""

_NUMBER = r"-?[0-9.]+(?:[eE][+-]?[0-9]+)?"
MANIPULATED = "Crystal Analysis:"
"""The heading of a reading of the manipulator's crystal."""

_REACTOR = "Crystal properties (directly shown):"
_LINE = re.compile(rf"[\s-]*(?P<name>[^:]+?)\s*:\s*(?P<value>{_NUMBER}|\[[a-z ]+\])\s*")
_USES = re.compile(r"^\s*Uses:\s*([0-9]{1,9})/([0-9]{1,9})?", re.MULTILINE)
_MENU = re.compile(r"^Enter new value for (.+):\s*$", re.MULTILINE)
_CHOSEN = re.compile(r"You said: Adjust (.+?)\s*$", re.MULTILINE)
_SENT = re.compile(
    rf"You said: (?:\{{'value': (?P<told>{_NUMBER})\}}|(?P<bare>{_NUMBER}))\s*$", re.MULTILINE
)
_SETTING = re.compile(rf"Frequency set to ({_NUMBER}) Hz")
_SPEAKER = re.compile(rf"^({MANIPULATOR}|{REACTOR})[^\n]* said:", re.MULTILINE)
_CLOSED = "REACTOR ALREADY OPENED"


def read_reply(message: str, problem: LinearProblem) -> Reply:
    """What a message says about the crystals of *problem*."""
    if not message:
        return Reply()
    sent, speaker = _SENT.search(message), _SPEAKER.search(message)
    menu, chosen = _MENU.search(message), _CHOSEN.search(message)
    uses, settings = _USES.search(message), _SETTING.findall(message)
    others = tuple(v for v in problem.variables if v != problem.target)
    return Reply(
        reading=_shown(message, MANIPULATED, problem, problem.variables),
        uses=None if uses is None else int(uses[1]),
        allowed=None if uses is None or uses[2] is None else int(uses[2]),
        menu=None if menu is None else variable_of(menu[1], problem),
        chosen=None if chosen is None else variable_of(chosen[1], problem),
        sent=None if sent is None else _number(sent["told"] or sent["bare"]),
        locked="LOCKED" in message,
        closed=_CLOSED in message,
        reactor=_shown(message, _REACTOR, problem, others),
        setting=_number(settings[-1]) if settings else None,
        speaker=None if speaker is None else speaker[1],
        heard="You said:" in message,
    )


def _number(text: str) -> Fraction | None:
    try:
        return read_number(text)
    except SymcauseError:
        return None


def _shown(
    message: str, heading: str, problem: LinearProblem, wanted: tuple[str, ...]
) -> State | None:
    """The complete reading below a heading, if there is one."""
    _, text, rest = message.partition(heading)
    if not text:
        return None
    values: dict[str, Fraction] = {}
    for line in rest.strip("\n").splitlines():
        matched = _LINE.fullmatch(line)
        if matched is None:
            break
        name, value = variable_of(matched["name"], problem), _number(matched["value"])
        if name is not None and value is not None:
            values[name] = value
    read = set(wanted) - set(problem.unobserved)
    return {name: values[name] for name in wanted if name in read} if read <= set(values) else None


def variable_of(shown: str, problem: LinearProblem) -> str | None:
    """The variable that a displayed name means: as the configuration has it, else as it sounds."""
    stated = problem.metadata.get(DISPLAY_NAMES)
    if isinstance(stated, dict):
        name = next((name for name, display in stated.items() if display == shown), None)
        if name in problem.variables:
            return str(name)
    return sounding(shown, problem.variables, problem.target)


def sounding(shown: str, variables: tuple[str, ...], target: str) -> str | None:
    """The variable whose name a displayed one sounds like, a unit in brackets or not.

    >>> sounding("Temperature (°C)", ("temperatureC", "freq"), "freq")
    'temperatureC'
    """
    plain = re.sub(r"\s*\([^)]*\)$", "", shown)
    if is_target(plain, target) or is_target(shown, target):
        return target
    for text in (shown, plain):
        squeezed = _squeezed(text)
        for name in variables:
            if _squeezed(name) == squeezed:
                return name
    return None


def _squeezed(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())
