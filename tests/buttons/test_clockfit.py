"""The clock fit: the truth is inside, always; and the interval is no wider than it has to be."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.buttons.clockfit import ClockFit
from companion.virtual.bench.clock import BOTH_WAYS, BRIDGE, FTDI, USB, Path, measure


@pytest.mark.parametrize(
    ("path", "p99"), [(BOTH_WAYS, 450), (BRIDGE, 500), (USB, 75), (FTDI, 900)], ids=lambda one: str(one)
)
def test_the_truth_is_inside_on_every_link(path: Path, p99: int) -> None:
    widths = measure(path, 800, every_us=2_500, sessions=4)
    assert widths.lies == 0
    assert 0 < widths.p50 <= widths.p99 <= p99


def test_asking_seldom_widens_and_never_lies() -> None:
    widths = measure(BOTH_WAYS, 300, every_us=50_000, sessions=3)
    assert widths.lies == 0
    assert widths.p99 > 300


def feed(fit: ClockFit, host: int, tick: int, *, delay: int = 500) -> None:
    fit.exchange(host - delay, tick, tick + 200, host + 100 + delay)


def test_nothing_is_known_before_the_first_exchange() -> None:
    assert ClockFit().place(5, 10) is None


def test_one_exchange_places_its_own_instant() -> None:
    fit = ClockFit()
    feed(fit, 1_000_000, 2_000_000)
    place = fit.place(2_000_000, 1_010_000)
    assert place is not None
    assert place.low <= 1_000_000 <= place.high
    assert place.bound_us < 620


def test_an_older_stamp_is_counted_back() -> None:
    fit = ClockFit()
    for n in range(50):
        feed(fit, 1_000_000 + n * 10_000, 2_000_000 + n * 20_000)
    place = fit.place(2_000_000 - 2_000_000, 1_600_000)
    assert place is not None
    assert place.low <= 0 <= place.high


def test_a_board_whose_time_stood_still_is_noticed_and_the_interval_stays_true() -> None:
    fit = ClockFit()
    host, tick = 1_000_000, 2_000_000
    for n in range(200):
        host += 10_000
        tick += 0 if n == 150 else 20_000  # 10 ms in which the simulation did not run
        feed(fit, host, tick)
    place = fit.place(tick + 2_000, host + 5_000)
    assert fit.contradictions > 0
    assert place is not None
    assert place.low <= host + 1_000 <= place.high


def test_the_rate_is_found() -> None:
    fit = ClockFit()
    for n in range(300):
        feed(fit, n * 10_000, int(n * 20_000 * 1.004), delay=200)
    rate = fit.rate_ppm()
    assert rate is not None
    assert rate[0] - 30 < 4_000 < rate[1] + 30
    assert rate[1] - rate[0] < 900


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 2**62),
    st.floats(-4_900e-6, 4_900e-6),
    st.lists(
        st.tuples(st.integers(1, 5_000), st.integers(1, 5_000), st.integers(1_000, 700_000)), min_size=2
    ),
    st.integers(0, 600_000),
)
def test_the_interval_holds_the_truth(
    start: int, rate: float, exchanges: list[tuple[int, int, int]], later: int
) -> None:
    fit = ClockFit()
    host = 10_000_000

    def tick(at: float) -> int:
        return start + int((at - 10_000_000) * 2 * (1 + rate))

    for down, up, gap in exchanges:
        fit.exchange(host, tick(host + down), tick(host + down + 50), host + down + up + 51)
        host += gap
    truth = host + later
    place = fit.place(tick(truth), truth + 3_000)
    assert place is not None
    assert place.low <= truth <= place.high
