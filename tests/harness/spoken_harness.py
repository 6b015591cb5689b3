"""A harness of verifiers for tests: every turn is one request to the model, made in this process."""

from __future__ import annotations

from typing import Any

import httpx
import verifiers.v1 as vf
from verifiers.v1.dialects.chat import message_to_wire

__all__ = ["SpokenHarness"]


class SpokenConfig(vf.HarnessConfig):
    """As any other."""


class SpokenHarness(vf.Harness[SpokenConfig]):
    """No program and no tools: verifiers' own ones install theirs from the network."""

    APPENDS_SYSTEM_PROMPT = True
    SUPPORTS_RESUME = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self,
        ctx: Any,
        trace: Any,
        runtime: Any,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: Any,
    ) -> Any:
        _, prompt = self.resolve_prompt(data)
        whole = isinstance(prompt, str)
        said = [{"role": "user", "content": prompt}] if whole else map(message_to_wire, prompt)
        async with httpx.AsyncClient(timeout=600) as client:
            found = await client.post(
                f"{endpoint}/chat/completions",
                json={"model": ctx.model, "messages": list(said)},
                headers={"Authorization": f"Bearer {secret}"},
            )
            found.raise_for_status()
        return vf.ProgramResult(exit_code=0, stdout="", stderr="")
