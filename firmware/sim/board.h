/* One simulated slap board: the shipped image in simavr, its pins, its serial line, and going back in time. */
#pragma once
#include <stdint.h>

#include "sim_avr.h"

enum { BYTE_CYCLES = 640, BUTTONS = 6, MOST_EVENTS = 400, PRESS = 1, TIE = 1 };

typedef struct {
  unsigned seq, kind, button, flags, verdict, count;
  uint64_t stamp;
} event_t;

/* What the harness itself remembers of the board; put back together with it. */
typedef struct {
  uint8_t to_board[4096], frame[64], lit;
  unsigned in_head, in_tail, frame_len, next_seq, epoch, event_count, busy, drop_acks, acks;
  event_t events[MOST_EVENTS];
} outside_t;

extern avr_t *avr;
extern outside_t outside;
extern int master; /* the pseudo-terminal, or -1: the harness itself is the host */
extern uint16_t board_at, ring_at, head_at;

/* board.c */
void board_load(const char *path);
void board_ready(void); /* started, greeted, all contacts open */
void board_feed(void);
void open_all(void);
void run_to(avr_cycle_count_t cycle);
void level(int button, int closed); /* button 1..6 */
void edge_at(avr_cycle_count_t cycle, int button, int closed);
uint64_t board_clock(void);
void set_clock_above_timer(uint64_t upper);

/* line.c */
void queue_byte(uint8_t b);
void send_frame(const uint8_t *content, unsigned n);
void from_board(struct avr_irq_t *irq, uint32_t value, void *param);
avr_cycle_count_t feed(avr_t *a, avr_cycle_count_t when, void *param);
extern avr_irq_t *uart_in;

/* rewind.c */
void rewind_begin(void); /* before anything is allocated that must go back */
void rewind_mark(int slot);
void rewind_to(int slot);

int cases(void);
int pairs(int argc, char **argv);
int pty(void);
