// Lamp patterns and buzzer signals, in beats of 2^16 ticks (32.768 ms).
#pragma once
#include <stdint.h>

namespace slap {

class Lamps {
 public:
  static const uint8_t kCount = 6;
  static const uint8_t kPatterns = 7;
  static const uint8_t kSignals = 5;

  void begin();
  // False, and nothing changed, when a pattern or signal is unknown.
  bool set(const uint8_t* patterns, uint8_t signal);
  void beat();

  uint8_t lit() const { return lit_; }           // bit 0 is lamp 1
  uint8_t half_period() const { return tone_; }  // of the buzzer in 4 us steps; 0 is silence

 private:
  void show();

  uint8_t patterns_[kCount];
  uint8_t signal_;
  uint8_t beat_;     // 0..119, four seconds, then again
  uint8_t elapsed_;  // since set, saturated
  uint8_t lit_;
  uint8_t tone_;
};

}  // namespace slap
