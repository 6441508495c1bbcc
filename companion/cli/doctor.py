"""``companion doctor``: is everything ready to play?"""

from __future__ import annotations

from pathlib import Path

import click

from companion.checks import all_checks
from companion.cli.device_checks import DEVICE_CHECKS
from companion.config import Config, ConfigError, load


@click.command()
@click.option("--config", "file", type=click.Path(path_type=Path), help="What is plugged in (TOML).")
@click.option("--data", type=click.Path(path_type=Path), help="Where sessions are kept.")
def doctor(file: Path | None, data: Path | None) -> None:
    """Check camera, slap board, GPIO, disk, clock and network, and say how to mend what fails."""
    try:
        config = load(file) if file else Config()
    except ConfigError as error:
        raise click.ClickException(str(error)) from error
    failed = 0
    for check in all_checks(config, data or Path(config.service.data), DEVICE_CHECKS):
        mark = {True: "ok  ", False: "FAIL", None: "-   "}[check.ok]
        click.echo(f"{mark}  {check.name}: {check.found}" + (f" {check.fix}" if check.fix else ""))
        failed += check.ok is False
    if failed:
        raise click.ClickException(f"{failed} of the checks failed.")
