/* The board behind a pseudo-terminal, at the pace of real time. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "board.h"

static void command(char *line) {
  int b;
  unsigned long long c = 0;
  if (sscanf(line, "press %d %llu", &b, &c) >= 1 && b >= 1 && b <= 6) edge_at(c, b, 1);
  else if (sscanf(line, "release %d %llu", &b, &c) >= 1 && b >= 1 && b <= 6) edge_at(c, b, 0);
  else if (strncmp(line, "reset", 5) == 0) {
    avr_reset(avr);
    open_all();
    board_feed();
  } else if (strncmp(line, "quit", 4) == 0) exit(0);
  else if (strncmp(line, "cycles", 6) != 0 && strncmp(line, "lamps", 5) != 0) {
    printf("{\"error\": \"unknown command\"}\n");
    return;
  }
  printf("{\"cycles\": %llu, \"lamps\": %u}\n", (unsigned long long)avr->cycle, outside.lit);
}

int pty(void) {
  int slave;
  char name[100];
  struct termios raw;
  if (openpty(&master, &slave, name, NULL, NULL) != 0) return 1;
  tcgetattr(slave, &raw);
  cfmakeraw(&raw);
  tcsetattr(slave, TCSANOW, &raw);
  fcntl(master, F_SETFL, O_NONBLOCK);
  fcntl(0, F_SETFL, O_NONBLOCK);
  printf("{\"device\": \"%s\"}\n", name);
  fflush(stdout);
  board_feed();
  struct timespec start, now;
  clock_gettime(CLOCK_MONOTONIC, &start);
  static char text[4096];
  size_t have = 0;
  avr_cycle_count_t origin = 0;
  for (;;) {
    clock_gettime(CLOCK_MONOTONIC, &now);
    double s = (now.tv_sec - start.tv_sec) + (now.tv_nsec - start.tv_nsec) * 1e-9;
    avr_cycle_count_t target = origin + (avr_cycle_count_t)(s * 16e6);
    if (target > avr->cycle + 1600000) origin -= target - avr->cycle - 16000, target = avr->cycle + 16000;
    run_to(target);
    struct pollfd wait_for[] = {{master, POLLIN, 0}, {0, POLLIN, 0}};
    poll(wait_for, 2, 1);
    uint8_t bytes[256];
    ssize_t n = outside.in_head - outside.in_tail < 2048 ? read(master, bytes, sizeof bytes) : 0;
    for (ssize_t i = 0; i < n; ++i) queue_byte(bytes[i]);
    n = read(0, text + have, sizeof text - 1 - have);
    if (n == 0) return 0;
    if (n > 0) have += n;
    text[have] = 0;
    char *end;
    while ((end = strchr(text, '\n'))) {
      *end = 0;
      command(text);
      fflush(stdout);
      have -= end + 1 - text;
      memmove(text, end + 1, have + 1);
    }
    if (have == sizeof text - 1) have = 0;
  }
}

