"""A configuration says what is plugged in; a slip of the pen gets a clear sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.config import BIGGEST, Config, ConfigError, load, parse


def test_an_empty_file_is_a_table_without_devices(tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text("")
    assert load(tmp_path / "c.toml") == Config()


def test_every_section_is_read() -> None:
    config = parse(
        {
            "service": {"port": 9000, "hosts": ["table.local"]},
            "board": {"port": "auto"},
            "gpio": {"pins": [5, 6], "factory": "mock"},
            "camera": {"source": "0", "zones": {"pile": [[0, 0], [1, 0], [1, 1]]}},
        }
    )
    assert config.service.port == 9000 and config.gpio.pins == (5, 6)
    assert config.camera.zones["pile"][0] == [0, 0]


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"servise": {}}, "Did you mean service"),
        ({"camera": {"sauce": "0"}}, "Did you mean source"),
        ({"camera": {"source": 0}}, "a text in quotes"),
        ({"service": {"port": "8000"}}, "a whole number"),
        ({"service": {"port": True}}, "a whole number"),
        ({"service": {"port": 70000}}, "between 1 and 65535"),
        ({"gpio": {"pins": ["a"]}}, "list of numbers"),
        ({"gpio": {"pins": 5}}, "list of numbers"),
        ({"camera": {"zones": 3}}, "must be a section"),
        ({"camera": 3}, "must be a section"),
    ],
)
def test_a_slip_is_named(table: dict[str, object], words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        parse(table)


@pytest.mark.parametrize("blob", [b"\xff\xfe", b"[service", b"x" * (BIGGEST + 1), b"a=1\na=2"])
def test_a_file_that_is_no_configuration_is_refused(tmp_path: Path, blob: bytes) -> None:
    (tmp_path / "c.toml").write_bytes(blob)
    with pytest.raises(ConfigError):
        load(tmp_path / "c.toml")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="can't be read"):
        load(tmp_path / "none.toml")
