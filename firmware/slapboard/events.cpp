#include "events.h"

namespace slap {

void EventQueue::clear() {
  first_seq_ = 0;
  lost_in_all_ = 0;
  lost_ = 0;
  head_ = 0;
  count_ = 0;
}

void EventQueue::append(const Event& event) {
  ring_[(head_ + count_) % kRoom] = event;
  ++count_;
}

void EventQueue::push(const Event& event) {
  if (lost_ == 0 && count_ < kRoom) {
    append(event);
    return;
  }
  if (lost_ == 0) lost_from_ = event.stamp;
  if (lost_ != 0xFFFF) ++lost_;
  if (lost_in_all_ != 0xFFFF) ++lost_in_all_;
}

bool EventQueue::acknowledge(uint32_t next, uint8_t sent) {
  const uint32_t done = next - first_seq_;
  if (done > sent || done > count_) return false;
  head_ = static_cast<uint8_t>((head_ + done) % kRoom);
  count_ = static_cast<uint8_t>(count_ - done);
  first_seq_ = next;
  if (lost_ != 0 && count_ < kRoom) {
    const Event told = {lost_from_, 0, lost_, kLost, 0, 0, 0};
    append(told);
    lost_ = 0;
  }
  return true;
}

}  // namespace slap
