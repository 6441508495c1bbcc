"""The command line: one file a command group."""

from __future__ import annotations

from importlib import import_module

import click

_GROUPS = {
    "demo": "companion.cli.serve",
    "run": "companion.cli.serve",
    "referee": "companion.cli.referee",
    "buttons": "companion.cli.buttons",
    "cards": "companion.cli.cards",
    "sessions": "companion.cli.sessions",
    "doctor": "companion.cli.doctor",
    "bench": "companion.cli.bench",
}


class _Commands(click.Group):
    """Loads a command's module only when it is asked for, so that the referee starts without OpenCV."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_GROUPS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _GROUPS:
            return None
        command: click.Command = getattr(import_module(_GROUPS[cmd_name]), cmd_name)
        return command


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="companion")
def main() -> None:
    """The referee that sits at a real game table."""
