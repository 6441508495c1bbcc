"""``companion bench``: figures that are measured on this machine, one file a subject."""

from __future__ import annotations

from importlib import import_module

import click

_SUBJECTS = {
    "referee": "companion.cli.bench_referee",
    "camera": "companion.cli.bench_camera",
    "elcano": "companion.cli.bench_elcano",
    "columbus": "companion.cli.bench_columbus",
}


class _Subjects(click.Group):
    """Loads a subject's module only when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_SUBJECTS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _SUBJECTS:
            return None
        command: click.Command = getattr(import_module(_SUBJECTS[cmd_name]), cmd_name)
        return command


@click.group(cls=_Subjects)
def bench() -> None:
    """Measure the product on this machine."""
