"""The MCP server: the tools of an episode over the Model Context Protocol."""

from __future__ import annotations

from typing import Any

import anyio
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from symcause.harnesses.agent_tools import AgentTools
from symcause.harnesses.mcp_lines import wire
from symcause.version import __version__


def server_of(tools: AgentTools) -> Server[Any]:
    """A server that offers these tools, and nothing else."""

    async def listed(context: Any, params: Any) -> types.ListToolsResult:
        found = [
            types.Tool(name=tool.name, description=tool.description, input_schema=tool.schema)
            for tool in tools.listed()
        ]
        return types.ListToolsResult(tools=found)

    async def called(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        told = tools.call(params.name, params.arguments)
        content = [types.TextContent(type="text", text=told.text)]
        return types.CallToolResult(content=content, is_error=told.failed)

    return Server("symcause", version=__version__, on_list_tools=listed, on_call_tool=called)


def serve(tools: AgentTools) -> None:
    """Serve until the other side closes the stream."""

    async def main(client: Any) -> None:
        server = server_of(tools)
        async with stdio_server(client, client) as (read, write):
            await server.run(read, write, server.create_initialization_options())

    with wire() as client:
        anyio.run(main, client)
