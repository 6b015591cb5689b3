"""The MCP server: the tools of an episode over the Model Context Protocol."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from symcause.audits.question import question
from symcause.episodes.play import Play
from symcause.episodes.transcripts.transcript import Transcript
from symcause.errors import UsageError
from symcause.harnesses.agent_tools import AgentTools
from symcause.version import __version__, installing

if TYPE_CHECKING:
    import mcp_types as types
    from mcp.server.lowlevel import Server

    from symcause.formats.problems import Problem


def mcp(problem: Problem, *, tools: Sequence[str] = (), **options: Any) -> Transcript:
    """Serve an episode to an agent over the standard streams (Model Context Protocol).

    It needs the packages of the extra ``mcp``.

    Parameters
    ----------
    problem : Problem
        The problem that the episode is about.
    tools : sequence of str, optional
        Instruments of the agent beside its actions.
    **options
        Options of :func:`symcause.play`, as ``budget`` and ``seed``.

    Returns
    -------
    Transcript
        The transcript, once the stream is closed.

    Raises
    ------
    UsageError
        No instrument has this name, an option is unknown, or the extra is not installed.

    See Also
    --------
    symcause.Episode : an episode in this process.

    Examples
    --------
    >>> symcause.mcp(symcause.example("unique"), tools=["nxt"])
    Traceback (most recent call last):
    symcause.errors.UsageError: no such tool (got 'nxt'); did you mean 'next'?
    """
    asked = question("play", problem, **options)
    assert isinstance(asked, Play)
    episode = asked.episode(problem, tools)
    serve(AgentTools(episode))
    return episode.transcript


def server_of(tools: AgentTools) -> Server[Any]:
    """A server that offers these tools, and nothing else."""
    import mcp_types as types
    from mcp.server.lowlevel import Server

    async def listed(context: Any, params: Any) -> types.ListToolsResult:
        found = [
            types.Tool(name=tool.name, description=tool.description, input_schema=tool.schema)
            for tool in tools.offered_tools()
        ]
        return types.ListToolsResult(tools=found)

    async def called(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        told = tools.call(params.name, params.arguments)
        content = [types.TextContent(type="text", text=told.text)]
        return types.CallToolResult(content=content, is_error=told.failed)

    return Server("symcause", version=__version__, on_list_tools=listed, on_call_tool=called)


def refuse_missing() -> None:
    """Raise UsageError if a package is missing that serving needs."""
    try:
        for name in ("anyio", "mcp.server.stdio", "mcp_types"):
            import_module(name)
    except ModuleNotFoundError as error:
        raise UsageError(f"the package {error.name} is missing", remedy=installing("mcp")) from None


def serve(tools: AgentTools) -> None:
    """Serve until the other side closes the stream."""
    refuse_missing()
    import anyio
    from mcp.server.stdio import stdio_server

    from symcause.harnesses.mcp_lines import wire

    async def main(client: Any) -> None:
        server = server_of(tools)
        async with stdio_server(client, client) as (read, write):
            await server.run(read, write, server.create_initialization_options())

    with wire() as client:
        anyio.run(main, client)
