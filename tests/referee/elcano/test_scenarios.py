"""Known answers: one readable game a rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.referee.elcano.scenario import FILES, Scenario, load


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_scenario(file: Path) -> None:
    told = load(file)
    scenario = Scenario(told)
    scenario.play(told["play"])
    missing = set(told["shows"]) - scenario.expected
    assert not missing, f"the file says it shows {missing}, but no line expects it"


def test_there_are_scenarios() -> None:
    assert len(FILES) >= 30
