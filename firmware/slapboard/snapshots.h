// The only interrupt of the board: any change of D2..D7 stores all levels and the timer's value.
#pragma once
#include <stdint.h>

struct Snapshot {
  uint8_t pins;
  uint8_t timer_low;
  uint8_t timer_high;
  uint8_t unused;
};

// 64 snapshots on a page of 256 bytes: the low byte of the pointer wraps by itself.
extern "C" {
extern volatile Snapshot snapshot_ring[64];
extern volatile uint8_t snapshot_head;  // byte offset of the next one to be written
extern volatile uint8_t snapshot_tail;  // byte offset of the next one to be read
}

void snapshots_begin();
