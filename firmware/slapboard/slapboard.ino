// The slap board: six buttons on D2..D7 (closed = low), stamped to half a microsecond.
//
// One interrupt only, the pin change (snapshots.cpp); the main loop below polls all else and never turns
// interrupts off, so nothing but that interrupt itself can delay a stamp. What the bytes mean:
// docs/protocol.md. Why the order is right: docs/fairness.md. Runs on an Uno and a Nano alike.

#include <avr/interrupt.h>
#include <avr/io.h>

#include "board.h"
#include "hardware.h"
#include "snapshots.h"

slap::Board board;

static uint8_t frame_sent;    // bytes of the frame under way
static uint8_t frame_length;  // 0: none
static uint8_t id_waiting = slap::kNoId;
static bool storm;

void setup() {
  hardware::begin();
  const slap::Identity identity = hardware::next_identity();
  // The pull-ups have charged the lines while the EEPROM was read and written.
  board.begin(identity, hardware::timer(), hardware::closed_lines());
  snapshots_begin();
  sei();
}

static void take_bytes() {
  uint8_t byte;
  bool lost;
  while (hardware::next_byte(&byte, &lost)) {
    board.received(byte);
    if (lost) board.byte_lost();
  }
}

// One snapshot a pass. Without any, time alone brings verdicts.
static void take_snapshot() {
  const uint8_t head = snapshot_head;
  const uint8_t tail = snapshot_tail;
  if (head == tail && PCICR != 0) {
    const uint8_t closed = hardware::closed_lines();
    board.advance(hardware::timer());
    if (head != snapshot_head) return;  // an edge came meanwhile; it goes first
    if (closed != board.debouncer().closed()) board.snapshot(static_cast<uint16_t>(board.clock.low), closed);
    board.poll();
    return;
  }
  storm = storm || PCICR == 0;
  const volatile Snapshot& s = snapshot_ring[tail / sizeof(Snapshot)];
  const uint8_t closed = static_cast<uint8_t>(~s.pins) >> 2;
  const uint16_t at = static_cast<uint16_t>(s.timer_low | static_cast<uint16_t>(s.timer_high) << 8);
  board.advance(hardware::timer());
  board.snapshot(at, closed);
  board.ring_use(static_cast<uint8_t>(head - tail) / sizeof(Snapshot));
  snapshot_tail = tail + sizeof(Snapshot);
  if (storm && snapshot_tail == snapshot_head) {
    // The ring overflowed and is empty now: look again, and say that edges are missing.
    storm = false;
    PCICR = _BV(PCIE2);
    board.advance(hardware::timer());
    board.storm(hardware::closed_lines());
  }
}

static void send_bytes() {
  if (frame_length == 0) {
    if (!board.next_frame(hardware::listen)) return;
    frame_sent = 0;
    frame_length = board.frame().length();
  }
  if (!board.may_send() || !hardware::serial_ready()) return;
  hardware::send(board.frame().bytes()[frame_sent]);
  if (++frame_sent == frame_length) frame_length = 0;
}

void loop() {
  take_bytes();
  take_snapshot();
  send_bytes();
  hardware::show(board.lamps().lit(), board.lamps().half_period());
  const uint8_t id = board.id_to_store();
  if (id != slap::kNoId) id_waiting = id;
  if (id_waiting != slap::kNoId && hardware::store_id(id_waiting)) id_waiting = slap::kNoId;
}
