#ifdef __AVR__
#include "snapshots.h"

#include <avr/interrupt.h>
#include <avr/io.h>

extern "C" {
// First in .data, which begins on such a page: in .bss the alignment would leave a hole of up to 255 bytes.
volatile Snapshot snapshot_ring[64] __attribute__((section(".data"), aligned(256))) = {};
volatile uint8_t snapshot_head;
volatile uint8_t snapshot_tail;
}

// As short as can be: no instruction here changes a flag, so SREG needs no saving, and the three general
// purpose I/O registers hold the working registers. PIND is read 5 cycles after the vector (3 of them its
// jump); the interrupt can be taken again 31 cycles later. When the ring is full the interrupt shuts itself
// off, so a storm of edges can't stop the main loop; that turns it on again once the ring is empty.
ISR(PCINT2_vect, ISR_NAKED) {
  asm volatile(
      "out %[save0], r24      \n\t"
      "in  r24, %[pins]       \n\t"
      "out %[save1], r26      \n\t"
      "out %[save2], r27      \n\t"
      "lds r26, snapshot_head \n\t"
      "ldi r27, hi8(snapshot_ring) \n\t"
      "st  X+, r24            \n\t"
      "lds r24, %[timerl]     \n\t"
      "st  X+, r24            \n\t"
      "lds r24, %[timerh]     \n\t"
      "st  X+, r24            \n\t"
      "st  X+, r24            \n\t"
      "sts snapshot_head, r26 \n\t"
      "lds r24, snapshot_tail \n\t"
      "cpse r26, r24          \n\t"
      "rjmp 1f                \n\t"
      "ldi r24, 0             \n\t"
      "sts %[enable], r24     \n\t"
      "1:                     \n\t"
      "in  r24, %[save0]      \n\t"
      "in  r26, %[save1]      \n\t"
      "in  r27, %[save2]      \n\t"
      "reti                   \n\t"
      :
      : [save0] "I"(_SFR_IO_ADDR(GPIOR0)), [save1] "I"(_SFR_IO_ADDR(GPIOR1)), [save2] "I"(_SFR_IO_ADDR(GPIOR2)),
        [pins] "I"(_SFR_IO_ADDR(PIND)), [timerl] "n"(_SFR_MEM_ADDR(TCNT1L)), [timerh] "n"(_SFR_MEM_ADDR(TCNT1H)),
        [enable] "n"(_SFR_MEM_ADDR(PCICR)));
}

void snapshots_begin() {
  snapshot_head = 0;
  snapshot_tail = 0;
  PCMSK2 = 0xFC;       // D2..D7, never the serial line
  PCIFR = _BV(PCIF2);  // forget what happened before
  PCICR = _BV(PCIE2);
}
#endif
