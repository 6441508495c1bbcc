// The board's clock: timer 1 counts 0.5 us ticks in 16 bits, this extends them to 48.
#pragma once
#include <stdint.h>

namespace slap {

typedef uint32_t Tick;  // the low 32 bits; differences hold up to 35 minutes

const Tick kTicksPerMs = 2000;

struct Stamp {
  Tick low;
  uint16_t high;
};

struct Clock {
  Tick low;
  uint16_t high;

  // Move on to the timer's present value. Call at least every 32 ms (one turn of the timer).
  void advance(uint16_t timer) {
    const Tick before = low;
    low += static_cast<uint16_t>(timer - static_cast<uint16_t>(low));
    if (low < before) ++high;
  }

  // The full tick of a timer value taken before the present one, less than one turn ago.
  Tick past(uint16_t timer) const { return low - static_cast<uint16_t>(static_cast<uint16_t>(low) - timer); }

  // The full stamp of a tick that has passed, less than 2^32 ticks ago.
  Stamp stamp(Tick tick) const {
    const Stamp s = {tick, static_cast<uint16_t>(tick > low ? high - 1 : high)};
    return s;
  }
};

}  // namespace slap
