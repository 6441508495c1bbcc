// Which edges are presses: stamps the first closing edge, judges the bounce afterwards.
//
// Every verdict follows from the stamps of the edges alone, never from when the main loop looked, so the
// same edges give the same events. docs/fairness.md states the model and where its figures come from.
#pragma once
#include <stdint.h>

#include "clock.h"
#include "events.h"

namespace slap {

const uint8_t kButtons = 6;

// A contact longer than this proves a press; shorter ones alone are glitches. 200 us, and what the
// interrupt's latency can add to the distance of two stamps.
const Tick kProof = 208 * 2;
// Contacts this close belong to one burst: more than the longest bounce of an ordinary switch, 6.2 ms.
const Tick kBurstGap = 6500UL * 2;
// The same for contacts that all coincide with the edges of a neighbour that was truly pressed.
const Tick kCrossTalkGap = 1000 * 2;
// A contact that starts within this of a neighbour's closing edge may be its cross-talk.
const Tick kCoincidence = 4 * 2;
// A contact too short for its pin to be read dates the burst that follows within this.
const Tick kUnseenGap = 1000 * 2;
// Open for this long is a release: of a press that is older than a hand can make it, and of a younger one.
const Tick kReleaseOld = 8400UL * 2;
const Tick kReleaseYoung = 15000UL * 2;
const Tick kYoung = 45000UL * 2;
// A switch that chatters in this press must stay open longer, up to the last figure.
const Tick kReleaseAnyBounce = 4000UL * 2;
const uint8_t kFreeBounces = 2;
const uint8_t kOpenFactor = 6;
const Tick kReleaseMost = 50000UL * 2;
// Closed for this long without a release is stuck.
const Tick kStuckAfter = 800000UL * 2;
// A bounce is over when the contact has been closed for this long. An opening between two contacts as firm as
// that is no hand's: the switch chatters while it is held, and must stay open for kReleaseMost in this press.
const Tick kFirm = 15000UL * 2;

struct Health {
  uint32_t presses;
  uint32_t bounces;
  Tick longest_bounce;
  uint16_t most_bounces;
  uint16_t rejected;
  uint16_t cross_talk;
  uint16_t longest_open;  // 10 us steps
};

enum Phase : uint8_t { kOpen, kBurst, kClosed };

struct Button {
  Tick first;      // first closing edge of the burst or press
  Tick edge;       // last edge
  Tick closed_at;  // last closing edge
  Tick run;        // where the present bounce began
  Tick open_gap;   // longest open stretch that was still bounce
  uint16_t bounces;
  Phase phase;
  uint8_t contacts;    // in this burst
  uint8_t neighbours;  // lines whose closing edges coincide with every contact of this burst
  uint8_t flags;
  uint8_t rejected;  // since the last event
  bool closed;       // level now
  bool quiet;        // no edge within kBurstGap
  bool untold;       // accepted, the press event not yet sent
  bool firm;         // closed for kFirm at a stretch in this press
  bool doubted;      // and has opened and closed again since
  bool chatters;     // and was firm once more
  Health health;
};

class Debouncer {
 public:
  void begin(EventQueue* out, const Clock* clock, uint8_t closed);
  // All levels at one instant; bit 0 is button 1, set = closed. Instants never run back.
  void snapshot(Tick at, uint8_t closed);
  // Verdicts that only the passing of time brings, for one button. All edges before `now` must be in.
  void poll(uint8_t index, Tick now);
  // Edges were lost before this snapshot.
  void storm(Tick at, uint8_t closed);

  uint8_t closed() const { return levels_; }
  const Button& button(uint8_t index) const { return buttons_[index]; }
  uint16_t storms() const { return storms_; }

 private:
  void edge(uint8_t index, Tick at);
  void closing(uint8_t index, Tick at);
  void opening(Button& b, Tick at);
  void contact_again(uint8_t index, Tick at);
  void start_burst(uint8_t index, Tick at);
  void reject(Button& b);
  void accept(Button& b);
  void release(uint8_t index);
  void tell_press(uint8_t index, bool wait);
  void tell(Kind kind, uint8_t index, Tick stamp, uint16_t count);
  void unseen(Tick at);
  uint8_t coincident(uint8_t index, Tick at) const;
  bool by_cross_talk(const Button& b) const;
  Tick release_after(const Button& b) const;

  Button buttons_[kButtons];
  EventQueue* out_;
  const Clock* clock_;
  Tick unseen_at_;
  uint16_t storms_;
  uint8_t levels_;
  bool unseen_valid_;
};

}  // namespace slap
