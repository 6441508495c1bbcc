/* All 30 ordered pairs of buttons, at every gap, in every phase: which order does the board see? */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"

typedef struct {
  int from, to, step;
} range_t;

typedef struct {
  unsigned long count, lost, ties, inverted, untold;
  int widest;
} tally_t;

enum { LOST = -2, UNTOLD = -1, RIGHT = 0, TIED = 1, INVERTED = 2 };
enum { LEAD = 12, EVENTS_AT = 6, EVENT_SIZE = 14, EVENT_ROOM = 64 }; /* EVENTS_AT: behind the board's clock */

static range_t gaps = {0, 2000, 1}, phases = {0, 0, 1}, thirds = {-1, -1, 1};
static int (*judge)(int, int, avr_cycle_count_t);

static int compare(int64_t first, int64_t second, int told) {
  if (first < second) return RIGHT;
  if (first > second) return INVERTED;
  return told ? TIED : UNTOLD;
}

/* By the looks: run until both are in, and read the ring of snapshots from the board's memory. */
static int by_looks(int a, int b, avr_cycle_count_t second_at) {
  uint8_t from = avr->data[head_at];
  run_to(second_at + 120);
  int first = -1, second = -1;
  int16_t origin = 0;
  for (uint8_t at = from; at != avr->data[head_at]; at += 4) {
    const uint8_t *look = avr->data + ring_at + at;
    uint16_t timer = look[1] | look[2] << 8;
    if (at == from) origin = timer;
    if (first < 0 && !(look[0] >> (a + 1) & 1)) first = (uint16_t)(timer - origin);
    if (second < 0 && !(look[0] >> (b + 1) & 1)) second = (uint16_t)(timer - origin);
  }
  return first < 0 || second < 0 ? LOST : compare(first, second, 1);
}

/* By the verdicts: run until both presses wait to be sent, and read them from the board's memory. */
static int by_events(int a, int b, avr_cycle_count_t second_at) {
  const uint8_t *queue = avr->data + board_at + EVENTS_AT, *end = queue + EVENT_ROOM * EVENT_SIZE + 14;
  for (avr_cycle_count_t until = second_at + 3000; until < second_at + 40000; until += 500) {
    run_to(until);
    int64_t stamp[BUTTONS + 1];
    unsigned told[BUTTONS + 1] = {0}, flags[BUTTONS + 1] = {0};
    for (unsigned i = 0; i < end[1]; ++i) {
      const uint8_t *e = queue + (end[0] + i) % EVENT_ROOM * EVENT_SIZE;
      if (e[10] != PRESS || e[11] > BUTTONS) continue;
      stamp[e[11]] = e[0] | e[1] << 8 | e[2] << 16 | (int64_t)e[3] << 24 | (int64_t)e[4] << 32 | (int64_t)e[5] << 40;
      told[e[11]] = 1, flags[e[11]] = e[12];
    }
    if (told[a] && told[b]) return compare(stamp[a], stamp[b], flags[a] & flags[b] & TIE);
  }
  return LOST;
}

/* By what arrives over the serial line. */
static int by_frames(int a, int b, avr_cycle_count_t second_at) {
  event_t *first = NULL, *second = NULL;
  for (avr_cycle_count_t until = second_at + 40000; until < second_at + 250000; until += 10000) {
    run_to(until);
    for (unsigned i = 0; i < outside.event_count; ++i) {
      if (outside.events[i].kind != PRESS) continue;
      if ((int)outside.events[i].button == a) first = &outside.events[i];
      if ((int)outside.events[i].button == b) second = &outside.events[i];
    }
    if (first && second) return compare(first->stamp, second->stamp, first->flags & second->flags & TIE);
  }
  return LOST;
}

static void count(tally_t *all, int result, int gap) {
  ++all->count;
  all->lost += result == LOST, all->untold += result == UNTOLD;
  all->ties += result == TIED, all->inverted += result == INVERTED;
  if (result == TIED && gap > all->widest) all->widest = gap;
}

/* One phase, one distance behind a third press (or none): from the mark in slot 1, every pair and gap. */
static void sweep(tally_t *all, int third) {
  for (int gap = gaps.from; gap <= gaps.to; gap += gaps.step)
    for (int a = 1; a <= BUTTONS; ++a)
      for (int b = 1; b <= BUTTONS; ++b)
        for (int c = third < 0 ? BUTTONS : 1; c <= BUTTONS; ++c) {
          if (a == b || (third >= 0 && (c == a || c == b))) continue;
          rewind_to(1);
          avr_cycle_count_t at = avr->cycle + LEAD;
          if (third >= 0) edge_at(at, c, 1), at += third;
          edge_at(at, a, 1);
          edge_at(at + gap, b, 1);
          count(all, judge(a, b, at + gap), gap);
        }
}

static int set(const char *word, const char *name, range_t *range) {
  size_t n = strlen(name);
  if (strncmp(word, name, n) != 0 || word[n] != '=') return 0;
  int got = sscanf(word + n + 1, "%d:%d:%d", &range->from, &range->to, &range->step);
  if (got < 3) range->step = 1;
  if (got < 2) range->to = range->from;
  return got > 0 && range->step > 0;
}

/* The cycle just after the timer's next overflow, from one look of its own. */
static avr_cycle_count_t next_overflow(void) {
  avr_cycle_count_t at = avr->cycle + LEAD;
  rewind_mark(2);
  uint8_t head = avr->data[head_at];
  edge_at(at, 1, 1);
  run_to(at + 100);
  const uint8_t *look = avr->data + ring_at + head;
  unsigned timer = look[1] | look[2] << 8;
  rewind_to(2);
  return at + (avr_cycle_count_t)(65536 - timer) * 8;
}

int pairs(int argc, char **argv) {
  range_t busy = {0, 0, 1}, wrap = {0, 0, 1};
  tally_t all = {.widest = -1};
  judge = by_looks;
  for (int i = 3; i < argc; ++i) {
    if (strcmp(argv[i], "by=looks") == 0) judge = by_looks;
    else if (strcmp(argv[i], "by=events") == 0) judge = by_events;
    else if (strcmp(argv[i], "by=frames") == 0) judge = by_frames;
    else if (!set(argv[i], "gap", &gaps) && !set(argv[i], "phase", &phases) && !set(argv[i], "third", &thirds) &&
             !set(argv[i], "busy", &busy) && !set(argv[i], "wrap", &wrap)) {
      fprintf(stderr, "unknown: %s\n", argv[i]);
      return 2;
    }
  }
  outside.busy = busy.from;
  run_to(avr->cycle + 50000); /* until questions and answers follow each other without a pause */
  if (wrap.from) run_to(next_overflow() - wrap.from);
  rewind_mark(0);
  avr_cycle_count_t start = avr->cycle;
  for (int phase = phases.from; phase <= phases.to; phase += phases.step) {
    rewind_to(0);
    run_to(start + phase);
    rewind_mark(1);
    for (int third = thirds.from; third <= thirds.to; third += thirds.step) sweep(&all, third);
  }
  printf("{\"pairs\": %lu, \"inversions\": %lu, \"ties\": %lu, \"untold\": %lu, \"lost\": %lu, \"widest_tie_cycles\": %d}\n",
         all.count, all.inverted, all.ties, all.untold, all.lost, all.widest);
  return 0;
}
