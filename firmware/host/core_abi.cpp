// The pure core behind a C interface, for the host's tests: the same source that runs on the board.
#include <stdint.h>

#include "../slapboard/board.h"

namespace {
slap::Board board;
void nothing() {}
}  // namespace

extern "C" {

void core_begin(uint8_t closed) {
  const slap::Identity identity = {1, 0, 1};
  board.begin(identity, 0, closed);
}

// Set the upper bits of the extended counter.
void core_clock(uint32_t low, uint16_t high) {
  board.clock.low = low;
  board.clock.high = high;
}

// Let the time pass up to a tick, looking at each button every 64 ticks at most.
void core_run(uint64_t until) {
  for (;;) {
    const uint64_t now = static_cast<uint64_t>(board.clock.high) << 32 | board.clock.low;
    if (now >= until) return;
    const uint64_t step = until - now < 64 ? until - now : 64;
    board.advance(static_cast<uint16_t>(board.clock.low + step));
    for (uint8_t i = 0; i < slap::kButtons; ++i) board.poll();
  }
}

void core_snapshot(uint8_t closed) { board.snapshot(static_cast<uint16_t>(board.clock.low), closed); }

uint8_t core_waiting() { return board.events().waiting(); }

// kind, button, flags, rejected, stamp, verdict, count
void core_event(uint8_t index, uint64_t* out) {
  const slap::Event& e = board.events().at(index);
  out[0] = e.kind;
  out[1] = e.button;
  out[2] = e.flags;
  out[3] = e.rejected;
  out[4] = static_cast<uint64_t>(e.stamp.high) << 32 | e.stamp.low;
  out[5] = e.verdict;
  out[6] = e.count;
}

void core_receive(uint8_t byte) { board.received(byte); }

// The next frame's bytes, or 0.
uint8_t core_frame(uint8_t* out) {
  if (!board.next_frame(nothing)) return 0;
  for (uint8_t i = 0; i < board.frame().length(); ++i) out[i] = board.frame().bytes()[i];
  return board.frame().length();
}

}  // extern "C"
