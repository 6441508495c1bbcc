#include "board.h"

namespace slap {

namespace {

inline void bump(uint16_t& n) {
  if (n != 0xFFFF) ++n;
}

}  // namespace

void Board::begin(const Identity& identity, uint16_t timer, uint8_t closed) {
  clock.low = timer;
  clock.high = 0;
  identity_ = identity;
  events_.clear();
  debouncer_.begin(&events_, &clock, closed);
  lamps_.begin();
  reader_.begin();
  last_pass_ = clock.low;
  hello_at_ = clock.low;
  oldest_sent_at_ = clock.low;
  last_beat_ = 0;
  bad_frames_ = bytes_lost_ = longest_pass_ = 0;
  most_snapshots_ = sent_ = ever_sent_ = turn_ = lamps_serial_ = health_due_ = 0;
  new_id_ = kNoId;
  hello_due_ = true;
  time_due_ = lamps_due_ = host_heard_ = sealed_ = false;
}

void Board::advance(uint16_t timer) {
  clock.advance(timer);
  const Tick pass = clock.low - last_pass_;
  last_pass_ = clock.low;
  if (pass > longest_pass_) longest_pass_ = pass > 0xFFFF ? 0xFFFF : static_cast<uint16_t>(pass);
}

void Board::poll() {
  debouncer_.poll(turn_, clock.low);
  if (++turn_ == kButtons) turn_ = 0;
  const uint16_t beat = static_cast<uint16_t>(clock.low >> 16);
  if (beat != last_beat_) {
    last_beat_ = beat;
    lamps_.beat();
  }
}

void Board::byte_lost() { bump(bytes_lost_); }

void Board::received(uint8_t byte) {
  switch (reader_.take(byte)) {
    case FrameReader::kStarted: frame_began_ = now(); break;
    case FrameReader::kFrame: obey(); break;
    case FrameReader::kBad: bump(bad_frames_); break;
    case FrameReader::kNothing: break;
  }
}

void Board::obey() {
  const uint8_t* body = reader_.body();
  const uint8_t length = reader_.body_length();
  const uint8_t type = reader_.type();
  bool good = true;
  if (type == kAskHello && length == 0) {
    hello_due_ = true;
  } else if (type == kAck && length == 6) {
    if (read_u16(body) == static_cast<uint16_t>(identity_.epoch)) {
      const uint8_t before = events_.waiting();
      const uint32_t oldest = events_.oldest_seq();
      if (events_.acknowledge(read_u32(body + 2), ever_sent_)) {
        const uint8_t done = static_cast<uint8_t>(events_.oldest_seq() - oldest);
        if (done != 0 && before != 0) oldest_sent_at_ = clock.low;
        sent_ = sent_ > done ? sent_ - done : 0;
        ever_sent_ -= done;
      }
    }
  } else if (type == kPing && length == 4) {
    ping_token_ = read_u32(body);
    ping_received_ = frame_began_;
    time_due_ = true;
  } else if (type == kLamps && length == 8) {
    good = lamps_.set(body + 1, body[7]);
    if (good) {
      lamps_serial_ = body[0];
      lamps_due_ = true;
    }
  } else if (type == kAskHealth && length == 0) {
    health_due_ = 1;
  } else if (type == kSetId && length == 1 && body[0] != kNoId) {
    identity_.id = new_id_ = body[0];
    hello_due_ = true;
  } else {
    good = false;
  }
  if (good) {
    host_heard_ = true;
  } else {
    bump(bad_frames_);
  }
}

uint8_t Board::id_to_store() {
  const uint8_t id = new_id_;
  new_id_ = kNoId;
  return id;
}

bool Board::next_frame(void (*breathe)()) {
  // TIME goes first, but a host that asks without pause must not starve the events.
  const bool was_time = sealed_;
  sealed_ = false;
  if (was_time && send_event()) {
  } else if (time_due_) {
    write_time();
  } else if (hello_due_ || (!host_heard_ && clock.low - hello_at_ >= kHelloEvery)) {
    write_hello();
  } else if (send_event()) {
  } else if (lamps_due_) {
    lamps_due_ = false;
    writer_.begin(kLampsSet);
    writer_.u8(lamps_serial_);
  } else if (health_due_ > kButtons) {
    write_status();
  } else if (health_due_ != 0) {
    write_health(health_due_ - 1);
  } else {
    return false;
  }
  writer_.finish(breathe);
  return true;
}

bool Board::send_event() {
  const uint8_t waiting = events_.waiting();
  if (sent_ != 0 && clock.low - oldest_sent_at_ >= kRepeatAfter) sent_ = 0;
  if (sent_ >= waiting) return false;
  if (sent_ == 0) oldest_sent_at_ = clock.low;
  write_event(sent_);
  ++sent_;
  if (ever_sent_ < sent_) ever_sent_ = sent_;
  return true;
}

void Board::write_hello() {
  hello_due_ = false;
  hello_at_ = clock.low;
  writer_.begin(kHello);
  writer_.u8(kProtocol);
  writer_.u8(kVersionMajor);
  writer_.u8(kVersionMinor);
  writer_.u8(identity_.id);
  writer_.u32(identity_.epoch);
  writer_.u8(kButtons);
  writer_.u8(debouncer_.closed());
  writer_.u8(EventQueue::kRoom);
  writer_.u8(identity_.reset_cause);
  writer_.u16(events_.waiting());
  writer_.u32(events_.oldest_seq());
  write_stamp(now());
}

void Board::write_event(uint8_t index) {
  const Event& event = events_.at(index);
  writer_.begin(kEvent);
  writer_.u16(static_cast<uint16_t>(identity_.epoch));
  writer_.u32(events_.oldest_seq() + index);
  writer_.u8(event.kind);
  writer_.u8(event.button);
  writer_.u8(event.flags);
  writer_.u8(event.rejected);
  write_stamp(event.stamp);
  writer_.u16(event.verdict);
  writer_.u16(event.count);
}

void Board::write_time() {
  time_due_ = false;
  Clock later = clock;
  later.low += kSealing;
  if (later.low < clock.low) ++later.high;
  sealed_ = true;
  send_at_ = later.low;
  writer_.begin(kTime);
  writer_.u32(ping_token_);
  write_stamp(ping_received_);
  writer_.stamp(later.low, later.high);
}

void Board::write_health(uint8_t index) {
  ++health_due_;
  const Button& b = debouncer_.button(index);
  const Health& h = b.health;
  uint8_t state = b.phase == kOpen ? 0 : b.phase == kBurst || !b.closed ? 4 : 1;
  if (b.phase == kClosed && (b.flags & kWasStuck)) state = 2;
  if (b.phase == kClosed && (b.flags & kHeldAtBoot)) state = 3;
  writer_.begin(kHealth);
  writer_.u8(index + 1);
  writer_.u8(state);
  writer_.u32(h.presses);
  writer_.u32(h.bounces);
  writer_.u16(h.most_bounces);
  writer_.u32(h.longest_bounce);
  writer_.u16(h.rejected);
  writer_.u16(h.cross_talk);
  writer_.u16(h.longest_open);
}

void Board::write_status() {
  health_due_ = 0;
  writer_.begin(kStatus);
  write_stamp(now());
  writer_.u16(events_.lost());
  writer_.u16(debouncer_.storms());
  writer_.u16(bad_frames_);
  writer_.u16(bytes_lost_);
  writer_.u16(longest_pass_);
  writer_.u8(most_snapshots_);
  writer_.u8(identity_.id);
  writer_.u16(static_cast<uint16_t>(identity_.epoch));
}

}  // namespace slap
