/* Cases from stdin, each run from the same ready board. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"

static void print_events(void) {
  printf("\"events\": [");
  for (unsigned i = 0; i < outside.event_count; ++i) {
    event_t *e = &outside.events[i];
    printf("%s[%u, %u, %u, %u, %llu, %u, %u]", i ? ", " : "", e->seq, e->kind, e->button, e->flags,
           (unsigned long long)e->stamp, e->verdict, e->count);
  }
  printf("]}\n");
}

static char *next_word(char **save) {
  char *word = strtok_r(NULL, " \n", save);
  return word ? word : "";
}

static void run_case(char *line) {
  char *save, *id = strtok_r(line, " \n", &save), *word;
  if (!id) return;
  avr_cycle_count_t base = avr->cycle, end = base + strtoull(next_word(&save), NULL, 10);
  unsigned how = atoi(next_word(&save));
  outside.busy = how & 1;
  outside.drop_acks = how >> 1;
  uint64_t upper = strtoull(next_word(&save), NULL, 16), clock;
  if (upper) set_clock_above_timer(upper);
  clock = board_clock();
  while (*(word = next_word(&save))) {
    unsigned long long c;
    int what, l;
    if (*word == '/') { /* /CYCLE:BYTES in hex, put on the line to the board */
      char *hex = strchr(word, ':');
      run_to(base + strtoull(word + 1, NULL, 10));
      for (unsigned byte; hex && sscanf(hex + 1, "%2x", &byte) == 1; hex += 2) queue_byte(byte);
    } else if (sscanf(word, "%llu:%d:%d", &c, &what, &l) == 3) {
      c += base;
      if (c > 2000) run_to(c - 2000);
      edge_at(c, what, l);
    }
  }
  run_to(end);
  printf("{\"id\": \"%s\", \"base\": %llu, \"base_cycle\": %llu, ", id, (unsigned long long)clock,
         (unsigned long long)base);
  print_events();
}

int cases(void) {
  static char line[1 << 20];
  rewind_mark(0);
  while (fgets(line, sizeof line, stdin)) {
    run_case(line);
    rewind_to(0);
  }
  return 0;
}
