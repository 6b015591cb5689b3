"""The schema command: the JSON Schema of a file format or of a command's document."""

from __future__ import annotations

import json

import click

from symcause.audits.schemas import names, schema_of
from symcause.cli.command_options import json_option
from symcause.cli.output.terminal_output import emit, show


@click.command("schema")
@click.argument("name", required=False, metavar="[NAME]")
@json_option
def command(name: str | None, as_json: bool) -> None:
    """The JSON Schema of a file format or of a command's document; without NAME, the list of them.

    Documents are named after their family and command, as boolean.audit; formats by their own name.

    \b
    Examples:
      symcause schema
      symcause schema boolean
      symcause schema boolean.audit > audit.schema.json

    Exit code 0 when done.
    """
    if name is None:
        for known, what in names().items():
            show(f"{known}: {what}")
    elif as_json:
        emit(json.dumps(schema_of(name), ensure_ascii=False))
    else:
        show(json.dumps(schema_of(name), indent=2, ensure_ascii=False))
