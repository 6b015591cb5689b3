"""``schema``, one of the CLI commands: the JSON Schema of a file format or of a document."""

from __future__ import annotations

import json

import click

from symcause.audits.document_json import dumps
from symcause.audits.schemas import names, schema_of
from symcause.cli.command_options import json_option
from symcause.cli.output.terminal_output import emit, show
from symcause.cli.repeated_options import OneValued


@click.command("schema", cls=OneValued)
@click.argument("name", required=False, metavar="[NAME]")
@click.option(
    "--check",
    type=click.Path(),
    metavar="FILE",
    help="With theme or style: check a file, and say what is in it.",
)
@json_option
def command(name: str | None, check: str | None, as_json: bool) -> None:
    """The JSON Schema of a file format or of a command's document; without NAME, the list of them.

    Documents are named after their family and command, as boolean.audit; formats by their own name.

    \b
    Examples:
      symcause schema
      symcause schema boolean
      symcause schema boolean.audit > audit.schema.json
      symcause schema theme --check my-theme.toml

    Exit code 0 when done, 2 if a file fails a check.
    """
    if check is not None:
        from symcause.renderings.themes.file_report import checked

        found = checked(name, check)
        if as_json:
            emit(dumps(found))
        else:
            show("\n".join(f"{key}: {value}" for key, value in found.items()))
    elif name is None:
        for known, what in names().items():
            show(f"{known}: {what}")
    elif as_json:
        emit(json.dumps(schema_of(name), ensure_ascii=False))
    else:
        show(json.dumps(schema_of(name), indent=2, ensure_ascii=False))
