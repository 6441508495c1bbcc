"""Ranking: by stamps on one board, by host intervals between boards, and no order without proof."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.buttons.ranking import Order, order, rank
from companion.observations import Press


def press(device: str, t_us: int, *, host: int | None = None, bound: int = 100, button: int = 1) -> Press:
    return Press(device, button, True, t_us, t_us if host is None else host, bound, 0, 1, False)


def test_one_board_ranks_to_the_microsecond_whatever_the_bounds() -> None:
    assert order(press("a", 5), press("a", 6)) is Order.BEFORE
    assert order(press("a", 6), press("a", 5)) is Order.AFTER
    assert order(press("a", 5), press("a", 5)) is Order.TIE


def test_two_boards_rank_only_beyond_the_summed_bounds() -> None:
    assert order(press("a", 0, bound=100), press("b", 150, bound=50)) is Order.TOO_CLOSE
    assert order(press("a", 0, bound=100), press("b", 151, bound=50)) is Order.BEFORE
    assert order(press("b", 151, bound=50), press("a", 0, bound=100)) is Order.AFTER


def test_a_chain_of_close_calls_is_one_place() -> None:
    places = rank([press("a", 0), press("b", 150), press("c", 300), press("d", 900)])
    assert [[one.device for one in place] for place in places] == [["a", "b", "c"], ["d"]]


def test_rounding_of_host_times_never_turns_one_board_round() -> None:
    early, late = press("a", 10, host=101), press("a", 11, host=100)
    assert rank([late, early]) == [[early], [late]]


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 2_000)), max_size=12), st.randoms())
def test_the_ranking_does_not_depend_on_arrival(found: list[tuple[str, int]], rng: object) -> None:
    presses = [press(device, t_us) for device, t_us in found]
    shuffled = presses[:]
    rng.shuffle(shuffled)  # type: ignore[attr-defined]

    def seen(places: list[list[Press]]) -> list[list[tuple[str, int]]]:
        return [sorted((one.device, one.t_us) for one in place) for place in places]

    assert seen(rank(shuffled)) == seen(rank(presses))
    assert sum(map(len, rank(presses))) == len(presses)
