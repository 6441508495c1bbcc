#include "debounce.h"

namespace slap {

namespace {

inline void bump(uint16_t& n) {
  if (n != 0xFFFF) ++n;
}

inline uint16_t saturated(Tick t) { return t > 0xFFFF ? 0xFFFF : static_cast<uint16_t>(t); }

}  // namespace

void Debouncer::begin(EventQueue* out, const Clock* clock, uint8_t closed) {
  out_ = out;
  clock_ = clock;
  levels_ = closed;
  unseen_valid_ = false;
  storms_ = 0;
  const Button none = {};
  for (uint8_t i = 0; i < kButtons; ++i) {
    Button& b = buttons_[i];
    b = none;
    b.quiet = true;
    if (!(closed >> i & 1)) continue;
    b.closed = true;
    b.phase = kClosed;
    b.flags = kHeldAtBoot;
    b.first = clock->low;
    tell(kHeld, i, b.first, 0);
  }
}

void Debouncer::snapshot(Tick at, uint8_t closed) {
  uint8_t changed = closed ^ levels_;
  if (changed == 0) {
    unseen(at);
    return;
  }
  levels_ = closed;
  // Levels and closing times first: lines that close in one snapshot must see each other.
  for (uint8_t i = 0, bit = 1; i < kButtons; ++i, bit <<= 1) {
    if (changed & closed & bit) buttons_[i].closed_at = at;
  }
  for (uint8_t i = 0; changed != 0; ++i, changed >>= 1) {
    if (changed & 1) edge(i, at);
  }
  unseen_valid_ = false;
}

// The pin-change flag was set but all levels are as before: a contact shorter than the interrupt's latency.
// Only when every line is at rest can it be the first contact of what follows.
void Debouncer::unseen(Tick at) {
  if (unseen_valid_ && at - unseen_at_ <= kUnseenGap) return;
  for (uint8_t i = 0; i < kButtons; ++i) {
    const Button& b = buttons_[i];
    if (!b.quiet && at - b.edge <= kBurstGap) return;
  }
  unseen_at_ = at;
  unseen_valid_ = true;
}

void Debouncer::storm(Tick at, uint8_t closed) {
  bump(storms_);
  const uint8_t changed = closed ^ levels_;
  for (uint8_t i = 0; i < kButtons; ++i) {
    if (!buttons_[i].quiet) buttons_[i].flags |= kAfterStorm;
  }
  if (changed) snapshot(at, closed);
  for (uint8_t i = 0; i < kButtons; ++i) {
    if (changed >> i & 1) buttons_[i].flags |= kAfterStorm;
  }
  const Event told = {clock_->stamp(at), 0, 1, kStorm, 0, kAfterStorm, 0};
  out_->push(told);
}

void Debouncer::edge(uint8_t index, Tick at) {
  Button& b = buttons_[index];
  b.closed = !b.closed;
  if (b.closed) {
    closing(index, at);
  } else {
    opening(b, at);
  }
  b.edge = at;
  b.quiet = false;
}

void Debouncer::closing(uint8_t index, Tick at) {
  Button& b = buttons_[index];
  if (b.phase == kClosed) {
    const Tick open = at - b.edge;
    if (open < release_after(b)) {
      if (open > b.open_gap) b.open_gap = open;
      b.doubted = b.firm;
      bump(b.bounces);
      ++b.health.bounces;
      if (at - b.run > b.health.longest_bounce) b.health.longest_bounce = at - b.run;
      const uint16_t steps = saturated(open / 20);
      if (steps > b.health.longest_open) b.health.longest_open = steps;
      return;
    }
    release(index);
  }
  if (b.phase == kBurst) {
    contact_again(index, at);
  } else {
    start_burst(index, at);
  }
}

void Debouncer::start_burst(uint8_t index, Tick at) {
  Button& b = buttons_[index];
  b.phase = kBurst;
  b.first = at;
  b.run = at;
  b.open_gap = 0;
  b.bounces = 0;
  b.contacts = 1;
  b.firm = b.doubted = b.chatters = false;
  b.flags &= kCrossTalk;
  b.neighbours = coincident(index, at);
  if (unseen_valid_ && at - unseen_at_ <= kUnseenGap) {
    b.first = unseen_at_;
    b.run = unseen_at_;
    b.flags |= kUnseenContact;
    unseen_valid_ = false;
  }
}

// A contact after contacts that were all too short to prove anything: the same burst, or a new one?
void Debouncer::contact_again(uint8_t index, Tick at) {
  Button& b = buttons_[index];
  const Tick gap = at - b.edge;
  const bool cross_talk = by_cross_talk(b);
  const uint8_t neighbours = b.neighbours & coincident(index, at);
  // Two and more contacts that each copy a neighbour's edge, and now one of its own.
  const bool own_at_last = cross_talk && b.contacts > 1 && neighbours == 0;
  if (gap > (cross_talk ? kCrossTalkGap : kBurstGap) || own_at_last) {
    reject(b);
    start_burst(index, at);
    return;
  }
  b.neighbours = neighbours;
  if (b.contacts != 0xFF) ++b.contacts;
  if (gap > b.open_gap) b.open_gap = gap;
  bump(b.bounces);
}

void Debouncer::opening(Button& b, Tick at) {
  const Tick width = at - b.edge;
  if (b.phase == kBurst && width > kProof) accept(b);
  if (b.phase != kClosed) return;
  if (b.quiet || width > kFirm) b.run = at;
  if (width > kFirm) {
    b.chatters = b.chatters || b.doubted;
    b.firm = true;
  }
}

uint8_t Debouncer::coincident(uint8_t index, Tick at) const {
  uint8_t mask = 0;
  for (uint8_t i = 0; i < kButtons; ++i) {
    const Button& other = buttons_[i];
    if (i == index || (other.quiet && other.closed_at != at)) continue;
    if (at - other.closed_at <= kCoincidence) mask |= 1 << i;
  }
  return mask;
}

bool Debouncer::by_cross_talk(const Button& b) const {
  for (uint8_t i = 0; i < kButtons; ++i) {
    if ((b.neighbours >> i & 1) && buttons_[i].phase == kClosed) return true;
  }
  return false;
}

void Debouncer::reject(Button& b) {
  const bool cross_talk = by_cross_talk(b);
  for (uint8_t n = b.contacts; n != 0; --n) {
    bump(b.health.rejected);
    if (cross_talk) bump(b.health.cross_talk);
    if (b.rejected != 0xFF) ++b.rejected;
  }
  if (cross_talk) b.flags |= kCrossTalk;
  b.phase = kOpen;
}

void Debouncer::accept(Button& b) {
  b.phase = kClosed;
  b.untold = true;
  ++b.health.presses;
  b.health.bounces += b.bounces;
  const Tick bounce = b.closed_at - b.run;
  if (bounce > b.health.longest_bounce) b.health.longest_bounce = bounce;
}

Tick Debouncer::release_after(const Button& b) const {
  if (b.chatters || (b.flags & (kHeldAtBoot | kWasStuck))) return kReleaseMost;
  Tick after = b.edge - b.first >= kYoung ? kReleaseOld : kReleaseYoung;
  const Tick by_gap = b.open_gap > kReleaseMost / kOpenFactor ? kReleaseMost : b.open_gap * kOpenFactor;
  if (after < by_gap) after = by_gap;
  if (b.bounces > kFreeBounces) {
    const uint16_t more = b.bounces - kFreeBounces;
    after += more > 12 ? kReleaseMost : more * kReleaseAnyBounce;
  }
  return after < kReleaseMost ? after : kReleaseMost;
}

void Debouncer::release(uint8_t index) {
  Button& b = buttons_[index];
  if (b.untold) tell_press(index, false);
  if (b.bounces > b.health.most_bounces) b.health.most_bounces = b.bounces;
  tell(kRelease, index, b.edge, b.bounces);
  b.phase = kOpen;
  b.flags = 0;
}

// `wait`: hold the press back while another line that closed in the same snapshot is undecided.
void Debouncer::tell_press(uint8_t index, bool wait) {
  Button& b = buttons_[index];
  for (uint8_t i = 0; i < kButtons; ++i) {
    const Button& other = buttons_[i];
    if (i == index || other.phase == kOpen || other.first != b.first) continue;
    if (other.flags & (kHeldAtBoot | kWasStuck)) continue;
    if (other.phase == kClosed) {
      b.flags |= kTie;
    } else if (wait) {
      return;
    }
  }
  b.untold = false;
  tell(kPress, index, b.first, b.bounces);
  b.flags &= ~kCrossTalk;
}

void Debouncer::tell(Kind kind, uint8_t index, Tick stamp, uint16_t count) {
  Button& b = buttons_[index];
  const Event event = {
      clock_->stamp(stamp), saturated(clock_->low - stamp), count, kind, static_cast<uint8_t>(index + 1), b.flags,
      b.rejected};
  b.rejected = 0;
  out_->push(event);
}

void Debouncer::poll(uint8_t index, Tick now) {
  Button& b = buttons_[index];
  const Tick since = now - b.edge;
  if (b.phase == kBurst) {
    if (b.closed) {
      if (since > kProof) accept(b);
    } else if (since > kBurstGap) {
      reject(b);
    }
  }
  if (b.phase == kClosed) {
    if (b.untold) tell_press(index, true);
    const bool known = b.flags & (kHeldAtBoot | kWasStuck);
    if (!b.closed) {
      if (since >= release_after(b)) release(index);
    } else if (!known && !b.untold && now - b.first >= kStuckAfter) {
      tell(kStuck, index, b.first, b.bounces);
      b.flags |= kWasStuck;
    }
  }
  if (!b.quiet && since > kBurstGap && (b.closed || b.phase == kOpen)) b.quiet = true;
}

}  // namespace slap
