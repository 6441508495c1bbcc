// What the board tells the host, and the queue in which it waits until acknowledged.
#pragma once
#include <stdint.h>

#include "clock.h"

namespace slap {

enum Kind : uint8_t { kPress = 1, kRelease = 2, kStuck = 3, kHeld = 4, kLost = 5, kStorm = 6 };

enum Flag : uint8_t {
  kTie = 0x01,
  kHeldAtBoot = 0x02,
  kWasStuck = 0x04,
  kCrossTalk = 0x08,
  kUnseenContact = 0x10,
  kAfterStorm = 0x20,
};

struct Event {
  Stamp stamp;
  uint16_t verdict;  // ticks from the stamp to the verdict, saturated
  uint16_t count;
  uint8_t kind;
  uint8_t button;  // 1..6, 0 for none
  uint8_t flags;
  uint8_t rejected;
};

// Keeps the oldest events. One that finds no room is counted, and told as an event once there is room.
class EventQueue {
 public:
  static const uint8_t kRoom = 64;

  void clear();
  void push(const Event& event);
  // Every seq below `next` has arrived. False, and nothing changed, when that many were never sent.
  bool acknowledge(uint32_t next, uint8_t sent);

  uint8_t waiting() const { return count_; }
  uint32_t oldest_seq() const { return first_seq_; }
  uint16_t lost() const { return lost_in_all_; }
  const Event& at(uint8_t index) const { return ring_[(head_ + index) % kRoom]; }

 private:
  void append(const Event& event);

  Event ring_[kRoom];
  uint32_t first_seq_;
  uint16_t lost_in_all_;
  uint16_t lost_;  // since the last one told
  Stamp lost_from_;
  uint8_t head_;
  uint8_t count_;
};

}  // namespace slap
