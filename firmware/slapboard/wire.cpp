#include "wire.h"

namespace slap {

namespace {
const uint8_t kXorStart = 0x5A;
}

uint16_t crc16(uint16_t crc, uint8_t byte) {
  uint8_t x = static_cast<uint8_t>(crc >> 8) ^ byte;
  x ^= x >> 4;
  return static_cast<uint16_t>((crc << 8) ^ (static_cast<uint16_t>(x) << 12) ^ (static_cast<uint16_t>(x) << 5) ^ x);
}

void FrameWriter::begin(FrameType type) {
  bytes_[0] = 0;
  length_ = 2;  // room for the COBS code
  u8(type);
}

void FrameWriter::u16(uint16_t v) {
  u8(static_cast<uint8_t>(v));
  u8(static_cast<uint8_t>(v >> 8));
}

void FrameWriter::u32(uint32_t v) {
  u16(static_cast<uint16_t>(v));
  u16(static_cast<uint16_t>(v >> 16));
}

void FrameWriter::stamp(uint32_t low, uint16_t high) {
  u32(low);
  u16(high);
  u16(0);
}

void FrameWriter::finish(void (*breathe)()) {
  uint16_t crc = 0xFFFF;
  uint8_t all = kXorStart;
  for (uint8_t i = 2; i < length_; ++i) {
    crc = crc16(crc, bytes_[i]);
    all ^= bytes_[i];
    breathe();
  }
  u16(crc);
  u8(static_cast<uint8_t>(all ^ static_cast<uint8_t>(crc) ^ static_cast<uint8_t>(crc >> 8)));
  // COBS in place: every zero becomes the distance to the next.
  uint8_t next = length_;
  for (uint8_t i = length_ - 1; i >= 2; --i) {
    if (bytes_[i] != 0) continue;
    bytes_[i] = next - i;
    next = i;
  }
  bytes_[1] = next - 1;
  u8(0);
}

void FrameReader::begin() {
  length_ = 0;
  inside_ = false;
  spoilt_ = true;  // whatever comes before the first zero is no frame
}

bool FrameReader::store(uint8_t byte) {
  if (length_ >= kMostContent) return false;
  content_[length_++] = byte;
  return true;
}

FrameReader::Result FrameReader::take(uint8_t byte) {
  if (byte == 0) return end_of_frame();
  if (!inside_) {
    inside_ = true;
    if (spoilt_) return kNothing;
    left_ = byte - 1;
    zero_due_ = byte != 0xFF;
    return kStarted;
  }
  if (spoilt_) return kNothing;
  if (left_ != 0) {
    --left_;
    spoilt_ = !store(byte);
    return kNothing;
  }
  if (zero_due_) spoilt_ = !store(0);
  left_ = byte - 1;
  zero_due_ = byte != 0xFF;
  return kNothing;
}

FrameReader::Result FrameReader::end_of_frame() {
  const bool empty = !inside_;
  const bool broken = spoilt_ || left_ != 0 || length_ < 4;
  const bool noise = spoilt_ && length_ == 0;
  const uint8_t length = length_;
  length_ = 0;
  inside_ = false;
  spoilt_ = false;
  if (empty || noise) {
    left_ = 0;
    return kNothing;
  }
  if (broken) return kBad;
  uint16_t crc = 0xFFFF;
  uint8_t all = kXorStart;
  for (uint8_t i = 0; i < length; ++i) {
    all ^= content_[i];
    if (i < length - 3) crc = crc16(crc, content_[i]);
  }
  if (all != 0 || crc != read_u16(content_ + length - 3)) return kBad;
  frame_length_ = length;
  return kFrame;
}

uint16_t read_u16(const uint8_t* at) { return static_cast<uint16_t>(at[0] | static_cast<uint16_t>(at[1]) << 8); }

uint32_t read_u32(const uint8_t* at) { return read_u16(at) | static_cast<uint32_t>(read_u16(at + 2)) << 16; }

}  // namespace slap
