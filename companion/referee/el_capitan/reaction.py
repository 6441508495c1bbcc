"""How long after the card a hand fell, as far as that can be known (rulings C10-C12).

Nobody reacts to a picture in under 100 ms; a hand that falls so soon was on its way before. The instant the
card became visible comes from a camera and is known only within a bound, so whatever is held against a
player must be certain at the far end of it.
"""

from __future__ import annotations

from typing import Any

from companion.referee.el_capitan.state import Stamp, State
from companion.referee.game import Refusal

ANTICIPATION_US = 100_000


def reaction(state: State, stamp: Stamp) -> dict[str, Any]:
    """Microseconds from card to hand, how far off that may be, and whether it was anticipation.

    All three are None when nobody knows when the card became visible.
    """
    if state["shown_us"] is None:
        return {"reaction_us": None, "reaction_bound_us": None, "anticipated": None}
    took = stamp.t_us - state["shown_us"]
    bound = stamp.bound_us + state["shown_bound_us"]
    return {"reaction_us": took, "reaction_bound_us": bound, "anticipated": took < ANTICIPATION_US}


def check_not_early(state: State, player: str, t_us: int, bound_us: int) -> None:
    """Raises ``Refusal`` for a hand that certainly fell before the card was shown.

    With the option ``anticipation`` "early" also for one that certainly fell within 100 ms of it.
    """
    if state["shown_us"] is None:
        return
    latest = t_us - state["shown_us"] + bound_us + state["shown_bound_us"]
    if latest < 0:
        raise Refusal("not-allowed", f"{player} slapped before the card was shown. Slap again.", "C12")
    if latest < ANTICIPATION_US and state["options"]["anticipation"] == "early":
        raise Refusal("not-allowed", f"{player} slapped too soon to have seen the card. Slap again.", "C12")
