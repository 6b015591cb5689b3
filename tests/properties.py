"""How hypothesis is asked: neither an example nor the making of examples has to be quick."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, settings


def patient(**given: Any) -> settings:
    """Settings without anything that depends on the speed of a machine."""
    return settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], **given)
