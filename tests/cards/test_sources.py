"""Recordings, names of sources, and zones."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.cards.sources.base import Frame, SourceEnded, SourceError
from companion.cards.sources.opening import open_source
from companion.cards.sources.recorded import Recorder
from companion.cards.zones import ZoneError, zone_at, zones_from, zones_table


def test_a_recording_is_replayed_at_its_own_pace(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path)
    for n in range(4):
        recorder.write(Frame(np.full((40, 60, 3), n * 60, np.uint8), 5_000_000 + n * 40_000))
    source = open_source(str(tmp_path))
    source.open()
    stamps, greys = [], []
    for _ in range(4):
        stamps.append(source.grab())
        greys.append(round(float(source.retrieve().mean()), -1))
    assert greys == [0, 60, 120, 180]
    assert 115_000 <= stamps[-1] - stamps[0] < 300_000
    with pytest.raises(SourceEnded):
        source.grab()


@pytest.mark.parametrize(
    "spec", ["", "/nowhere/film.mp4", "/nowhere/folder", "/dev/video987", "picamera2:x", "http://[::1"]
)
def test_a_missing_source_is_one_sentence(spec: str) -> None:
    with pytest.raises(SourceError) as error:
        open_source(spec).open()
    assert str(error.value).endswith(".")
    assert "\n" not in str(error.value)


def test_zones_survive_their_table_and_hold_their_points() -> None:
    table = {"pile": [[0, 0], [0.5, 0], [0.5, 1], [0, 1]], "ann": [[0.5, 0], [1, 0], [1, 1]]}
    zones = zones_from(table)
    assert zones_from(zones_table(zones)) == zones
    held = [zone_at(zones, at, (100, 100)) for at in ((10, 50), (90, 20), (60, 90))]
    assert [zone.name if zone else None for zone in held] == ["pile", "ann", None]


BAD = [[], [[0, 0], [1, 1]], "abc", [[0, 0], [2, 0], [1, 1]], [[0, 0], [True, 0], [1, 1]]]


@pytest.mark.parametrize("corners", BAD)
def test_bad_zones_are_refused(corners: object) -> None:
    with pytest.raises(ZoneError):
        zones_from({"pile": corners})
