// The whole board but its pins: snapshots and bytes in, frames and lamps out. No hardware is touched here.
#pragma once
#include <stdint.h>

#include "clock.h"
#include "debounce.h"
#include "events.h"
#include "lamps.h"
#include "wire.h"

namespace slap {

const uint8_t kProtocol = 1;
const uint8_t kVersionMajor = 1;
const uint8_t kVersionMinor = 0;

// Unacknowledged events are sent again after this.
const Tick kRepeatAfter = 24 * kTicksPerMs;
const Tick kHelloEvery = 1000 * kTicksPerMs;
// TIME is sealed this long before it is sent, so that its `sent` is the instant itself.
const Tick kSealing = 150 * 2;
const uint8_t kNoId = 0xFF;

struct Identity {
  uint32_t epoch;
  uint8_t id;
  uint8_t reset_cause;
};

class Board {
 public:
  void begin(const Identity& identity, uint16_t timer, uint8_t closed);

  void advance(uint16_t timer);
  // A snapshot of all lines (set = closed) with the timer's value then; call advance first.
  void snapshot(uint16_t timer, uint8_t closed) { debouncer_.snapshot(clock.past(timer), closed); }
  void storm(uint8_t closed) { debouncer_.storm(clock.low, closed); }
  // Verdicts that time brings. Only when every snapshot before the last advance is in.
  void poll();
  void received(uint8_t byte);
  void byte_lost();
  // The next frame to send, or false. Its bytes stay valid until the next call.
  bool next_frame(void (*breathe)());
  // False while a sealed frame waits for its instant.
  bool may_send() const { return !sealed_ || static_cast<int32_t>(clock.low - send_at_) >= 0; }
  const FrameWriter& frame() const { return writer_; }
  // A new id from the host, or kNoId; cleared by the call.
  uint8_t id_to_store();
  void ring_use(uint8_t waiting) {
    if (waiting > most_snapshots_) most_snapshots_ = waiting;
  }

  Clock clock;
  const Lamps& lamps() const { return lamps_; }
  const EventQueue& events() const { return events_; }
  const Debouncer& debouncer() const { return debouncer_; }

 private:
  void obey();
  bool send_event();
  void write_hello();
  void write_event(uint8_t index);
  void write_time();
  void write_health(uint8_t index);
  void write_status();
  void write_stamp(const Stamp& s) { writer_.stamp(s.low, s.high); }
  Stamp now() const {
    const Stamp s = {clock.low, clock.high};
    return s;
  }

  EventQueue events_;
  Debouncer debouncer_;
  Lamps lamps_;
  FrameReader reader_;
  FrameWriter writer_;
  Identity identity_;
  Stamp frame_began_;
  Stamp ping_received_;
  uint32_t ping_token_;
  Tick send_at_;
  Tick oldest_sent_at_;
  Tick hello_at_;
  Tick last_pass_;
  uint16_t bad_frames_;
  uint16_t bytes_lost_;
  uint16_t longest_pass_;
  uint16_t last_beat_;
  uint8_t most_snapshots_;
  uint8_t sent_;  // how many of the waiting events are under way
  uint8_t ever_sent_;  // and how many were sent at least once
  uint8_t turn_;  // the button that poll looks at
  uint8_t lamps_serial_;
  uint8_t new_id_;
  uint8_t health_due_;  // 0 none, 1..6 button, 7 status
  bool hello_due_;
  bool time_due_;
  bool lamps_due_;
  bool host_heard_;
  bool sealed_;
};

}  // namespace slap
