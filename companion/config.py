"""One TOML file says what is plugged in. Every unknown key is an error that names the known ones."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, get_type_hints

BIGGEST = 256 * 1024  # bytes; a configuration is a page of text


class ConfigError(ValueError):
    """The configuration can't be used; the sentence says what to mend."""


@dataclass(frozen=True, slots=True)
class ServiceConfig:
    """Where the page is served and where the sessions are kept."""

    host: str = "0.0.0.0"
    port: int = 8000
    data: str = "data"
    language: str = "en"
    hosts: tuple[str, ...] = ()  # further names this machine answers to


@dataclass(frozen=True, slots=True)
class BoardConfig:
    """The slap board on a serial cable: the device path, or ``auto`` to look for it."""

    port: str = ""


@dataclass(frozen=True, slots=True)
class GpioConfig:
    """Buttons on a Pi's own pins: the named pin factory, and a GPIO number for each button in order."""

    factory: str = "lgpio"
    pins: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CameraConfig:
    """The camera: ``0``, ``/dev/video0``, a file, an http stream or ``picamera2:0``; and the taught deck."""

    source: str = ""
    deck: str = "pirates"
    zones: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Config:
    """The whole configuration."""

    service: ServiceConfig = ServiceConfig()
    board: BoardConfig = BoardConfig()
    gpio: GpioConfig = GpioConfig()
    camera: CameraConfig = CameraConfig()


def load(path: Path) -> Config:
    """Read a configuration file. Raises ``ConfigError``."""
    try:
        if path.stat().st_size > BIGGEST:
            raise ConfigError(f"{path} is too large for a configuration. Is it the right file?")
        with path.open("rb") as file:
            table = tomllib.load(file)
    except OSError as error:
        raise ConfigError(f"{path} can't be read ({error.strerror}).") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} is not written as TOML: {error}.") from error
    return parse(table, str(path))


def parse(table: Mapping[str, Any], where: str = "the configuration") -> Config:
    """Make a configuration of a parsed TOML table. Raises ``ConfigError``."""
    sections = get_type_hints(Config)
    _known(table, sections, where)
    made = {}
    for name, rows in table.items():
        if not isinstance(rows, dict):
            raise ConfigError(f"{where}: [{name}] must be a section.")
        made[name] = _section(sections[name], rows, f"{where}, [{name}]")
    return Config(**made)


def _section(kind: Any, rows: Mapping[str, Any], where: str) -> Any:
    hints = get_type_hints(kind)
    _known(rows, hints, where)
    made: dict[str, Any] = {}
    for key, value in rows.items():
        default = next(f.default for f in fields(kind) if f.name == key)
        made[key] = _value(value, default, hints[key], f"{where}: {key}")
    return kind(**made)


def _value(value: object, default: object, hint: Any, where: str) -> object:
    if isinstance(default, tuple):
        inner = int if "int" in str(hint) else str
        if not isinstance(value, list) or not all(type(item) is inner for item in value):
            raise ConfigError(f"{where} must be a list of {'numbers' if inner is int else 'texts'}.")
        return tuple(value)
    wanted = {str: "a text in quotes", int: "a whole number"}
    for type_, words in wanted.items():
        if isinstance(default, type_) and type(value) is not type_:
            raise ConfigError(f"{where} must be {words}.")
    if where.endswith(": port") and isinstance(value, int) and not 1 <= value <= 65535:
        raise ConfigError(f"{where} must be between 1 and 65535.")
    if not isinstance(default, str | int) and not isinstance(value, dict):
        raise ConfigError(f"{where} must be a section.")
    return value


def _known(rows: Mapping[str, Any], names: Mapping[str, Any], where: str) -> None:
    for key in rows:
        if key not in names:
            near = difflib.get_close_matches(key, names, 1)
            hint = f" Did you mean {near[0]}?" if near else f" It knows: {', '.join(names)}."
            raise ConfigError(f"{where}: nothing is called {key}.{hint}")
