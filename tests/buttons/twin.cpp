// The firmware's own debounce on the host. In: "closed-at-start", then "tick closed-mask" lines. Out: events.
#include <cstdio>

#include "debounce.h"

int main() {
  slap::Clock clock = {0, 0};
  slap::EventQueue queue;
  slap::Debouncer debouncer;
  unsigned closed;
  unsigned long tick;
  queue.clear();
  if (std::scanf("%u", &closed) != 1) return 1;
  debouncer.begin(&queue, &clock, static_cast<uint8_t>(closed));
  while (std::scanf("%lu %u", &tick, &closed) == 2) {
    const slap::Tick at = static_cast<slap::Tick>(tick);
    while (clock.low != at) {  // the main loop looks every 50 us
      clock.low = at - clock.low > 100 ? clock.low + 100 : at;
      for (uint8_t i = 0; i < slap::kButtons; ++i) debouncer.poll(i, clock.low);
    }
    debouncer.snapshot(clock.low, static_cast<uint8_t>(closed));
    while (queue.waiting() != 0) {
      const slap::Event& e = queue.at(0);
      std::printf("%u %u %lu %u %u\n", e.kind, e.button, static_cast<unsigned long>(e.stamp.low), e.flags & 15, e.count);
      queue.acknowledge(queue.oldest_seq() + 1, 1);
    }
  }
  return 0;
}
