#include "lamps.h"

namespace slap {

namespace {

const uint8_t kSecond = 30;  // beats
const uint8_t kCycle = 4 * kSecond;

bool lit_at(uint8_t pattern, uint8_t beat, uint8_t elapsed) {
  const uint8_t in_second = beat % kSecond;
  switch (pattern) {
    case 1: return true;                                              // First
    case 2: return in_second < 4 || (in_second >= 8 && in_second < 12);  // Second
    case 3: return in_second < 4;                                     // Last
    case 4: return elapsed < kSecond && (elapsed & 1) == 0;           // wrong
    case 5: return in_second < kSecond / 2;                           // your turn
    case 6: return beat % 8 < 2;                                      // claim your seat
    default: return false;
  }
}

// Half periods in 4 us steps: 62 is 2 kHz, 250 is 500 Hz.
uint8_t tone_at(uint8_t signal, uint8_t elapsed) {
  switch (signal) {
    case 1: return elapsed < 6 ? 62 : 0;
    case 2: return elapsed < 15 ? 250 : 0;
    case 3: return elapsed < 1 ? 125 : 0;
    case 4: return elapsed < 3 || (elapsed >= 6 && elapsed < 9) ? 83 : 0;
    default: return 0;
  }
}

}  // namespace

void Lamps::begin() {
  for (uint8_t i = 0; i < kCount; ++i) patterns_[i] = 0;
  signal_ = 0;
  beat_ = 0;
  elapsed_ = 0;
  show();
}

bool Lamps::set(const uint8_t* patterns, uint8_t signal) {
  if (signal >= kSignals) return false;
  for (uint8_t i = 0; i < kCount; ++i) {
    if (patterns[i] >= kPatterns) return false;
  }
  for (uint8_t i = 0; i < kCount; ++i) patterns_[i] = patterns[i];
  signal_ = signal;
  beat_ = 0;
  elapsed_ = 0;
  show();
  return true;
}

void Lamps::beat() {
  if (++beat_ == kCycle) beat_ = 0;
  if (elapsed_ != 0xFF) ++elapsed_;
  show();
}

void Lamps::show() {
  uint8_t lit = 0;
  for (uint8_t i = 0; i < kCount; ++i) {
    if (lit_at(patterns_[i], beat_, elapsed_)) lit |= 1 << i;
  }
  lit_ = lit;
  tone_ = tone_at(signal_, elapsed_);
}

}  // namespace slap
