// Frames on the serial line: COBS between zeros, CRC-16 and a xor byte. docs/protocol.md has every byte.
#pragma once
#include <stdint.h>

namespace slap {

const uint8_t kMostContent = 40;  // type, body, checks

enum FrameType : uint8_t {
  kHello = 0x01,
  kEvent = 0x02,
  kTime = 0x03,
  kHealth = 0x04,
  kStatus = 0x05,
  kLampsSet = 0x06,
  kAskHello = 0x81,
  kAck = 0x82,
  kPing = 0x83,
  kLamps = 0x84,
  kAskHealth = 0x85,
  kSetId = 0x86,
};

uint16_t crc16(uint16_t crc, uint8_t byte);

// Builds one frame in place: begin, put the fields, then finish.
class FrameWriter {
 public:
  void begin(FrameType type);
  void u8(uint8_t v) { bytes_[length_++] = v; }
  void u16(uint16_t v);
  void u32(uint32_t v);
  void stamp(uint32_t low, uint16_t high);
  // `breathe` is called between the bytes: checks of a long frame must not make the UART wait.
  void finish(void (*breathe)());

  const uint8_t* bytes() const { return bytes_; }
  uint8_t length() const { return length_; }

 private:
  uint8_t bytes_[kMostContent + 3];  // zero, COBS code, content, zero
  uint8_t length_;
};

// Takes bytes one at a time and finds the frames whose checks are right.
class FrameReader {
 public:
  enum Result : uint8_t { kNothing, kStarted, kFrame, kBad };

  void begin();
  Result take(uint8_t byte);

  uint8_t type() const { return content_[0]; }
  uint8_t body_length() const { return static_cast<uint8_t>(frame_length_ - 4); }
  const uint8_t* body() const { return content_ + 1; }

 private:
  Result end_of_frame();
  bool store(uint8_t byte);

  uint8_t content_[kMostContent];
  uint8_t length_;
  uint8_t frame_length_;
  uint8_t left_;  // bytes until the next COBS code
  bool zero_due_;
  bool inside_;
  bool spoilt_;
};

uint16_t read_u16(const uint8_t* at);
uint32_t read_u32(const uint8_t* at);

}  // namespace slap
