/* The slap board's very image in simavr.
 *
 *   slapsim pty ELF            UART behind a pseudo-terminal, at the pace of real time. Prints {"device": "..."};
 *                              then one command a line on stdin, one JSON answer a line:
 *                              press B [CYCLE] | release B [CYCLE] | cycles | reset | lamps | quit
 *   slapsim cases ELF          reads cases from stdin, each run from the same ready board:
 *                              ID END_CYCLES BUSY CLOCK [CYCLE:BUTTON:LEVEL]...   (level 1 = closed; cycles from ready)
 *                              BUSY 1 keeps the UART working in both directions; CLOCK, in hex, replaces the
 *                              upper bits of the extended counter (0: leave it), low 16 bits are the timer's.
 *                              Prints {"id": .., "base": ticks at ready, "events": [[seq, kind, button, flags, stamp, verdict, count]..]}
 *   slapsim inversions ELF GAP_FROM GAP_TO STEP PHASES BUSY
 *                              all 30 ordered pairs; prints one JSON line of counts.
 *
 * simavr takes no cycles to enter an interrupt (silicon: 4 and more), sends a byte a tenth too slowly and shows
 * it at the register write.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "avr_ioport.h"
#include "avr_uart.h"
#include "sim_avr.h"
#include "sim_elf.h"
#include "sim_irq.h"

enum { BYTE_CYCLES = 640, MOST_EVENTS = 400 };

typedef struct {
  unsigned seq, kind, button, flags, verdict, count;
  uint64_t stamp;
} event_t;

static avr_t *avr;
static avr_irq_t *pins[8], *uart_in;
static uint8_t lit;
static int master = -1;
static uint8_t to_board[4096];
static unsigned in_head, in_tail;
static uint8_t frame[64];
static unsigned frame_len, next_seq, epoch;
static event_t events[MOST_EVENTS];
static unsigned event_count, busy;
static uint32_t clock_address;

static void queue(uint8_t b) { to_board[in_head++ % sizeof to_board] = b; }

static void send_frame(const uint8_t *content, unsigned n) {
  uint8_t raw[64], out[66];
  unsigned crc = 0xFFFF, len = n, code = 0, at = 1;
  memcpy(raw, content, n);
  for (unsigned i = 0; i < n; ++i) {
    crc ^= raw[i] << 8;
    for (int k = 0; k < 8; ++k) crc = (crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1) & 0xFFFF;
  }
  raw[len++] = crc, raw[len++] = crc >> 8;
  uint8_t x = 0x5A;
  for (unsigned i = 0; i < len; ++i) x ^= raw[i];
  raw[len++] = x;
  for (unsigned i = 0; i < len; ++i) {
    if (raw[i]) out[at++] = raw[i];
    else out[code] = at - code, code = at++;
  }
  out[code] = at - code;
  queue(0);
  for (unsigned i = 0; i < at; ++i) queue(out[i]);
  queue(0);
}

static void acknowledge(void) {
  uint8_t f[] = {0x82, epoch, epoch >> 8, next_seq, next_seq >> 8, next_seq >> 16, next_seq >> 24};
  send_frame(f, sizeof f);
}

static void take_frame(void) {
  uint8_t c[64];
  unsigned n = 0, i = 0;
  while (i < frame_len) {
    unsigned code = frame[i++];
    for (unsigned k = 1; k < code && i < frame_len; ++k) c[n++] = frame[i++];
    if (i < frame_len && code != 255) c[n++] = 0;
  }
  if (n < 5) return;
  if (c[0] == 0x01) epoch = c[5] | c[6] << 8;
  if (c[0] != 0x02) return;
  event_t e = {.seq = c[3] | c[4] << 8, .kind = c[7], .button = c[8], .flags = c[9],
               .verdict = c[19] | c[20] << 8, .count = c[21] | c[22] << 8};
  epoch = c[1] | c[2] << 8;
  memcpy(&e.stamp, c + 11, 8);
  if (e.seq == next_seq && event_count < MOST_EVENTS) {
    events[event_count++] = e;
    ++next_seq;
  }
  acknowledge();
}

static void from_board(struct avr_irq_t *irq, uint32_t value, void *param) {
  (void)irq, (void)param;
  uint8_t b = value;
  if (master >= 0) {
    if (write(master, &b, 1) < 0 && errno != EAGAIN && errno != EIO) perror("pty");
    return;
  }
  if (b == 0) {
    if (frame_len) take_frame();
    frame_len = 0;
  } else if (frame_len < sizeof frame) {
    frame[frame_len++] = b;
  }
}

static avr_cycle_count_t feed(avr_t *a, avr_cycle_count_t when, void *param) {
  (void)a, (void)param;
  if (busy && in_head - in_tail < 8) {
    uint8_t ping[] = {0x83, 1, 2, 3, 4};
    send_frame(ping, sizeof ping);
  }
  if (in_tail != in_head) avr_raise_irq(uart_in, to_board[in_tail++ % sizeof to_board]);
  return when + BYTE_CYCLES;
}

static void level(int button, int closed) { avr_raise_irq(pins[button + 1], !closed); }

static avr_cycle_count_t edge(avr_t *a, avr_cycle_count_t when, void *param) {
  (void)a, (void)when;
  intptr_t p = (intptr_t)param;
  level(p & 7, p >> 3 & 1);
  return 0;
}

static void edge_at(avr_cycle_count_t cycle, int button, int closed) {
  avr_cycle_count_t in = cycle > avr->cycle ? cycle - avr->cycle : 0;
  if (in == 0) level(button, closed);
  else avr_cycle_timer_register(avr, in, edge, (void *)(intptr_t)(button | closed << 3 | (int)((cycle & 0xFFFFFF) << 4)));
}

static void lamp(struct avr_irq_t *irq, uint32_t value, void *param) {
  (void)irq;
  int i = (int)(intptr_t)param;
  lit = (lit & ~(1 << i)) | (value & 1) << i;
}

static void run_to(avr_cycle_count_t cycle) {
  while (avr->cycle < cycle) {
    int state = avr_run(avr);
    if (state == cpu_Done || state == cpu_Crashed) {
      fprintf(stderr, "the simulated board crashed\n");
      exit(1);
    }
  }
}

static void open_all(void) {
  for (int b = 1; b <= 6; ++b) level(b, 0);
}

static void load(const char *path) {
  elf_firmware_t firmware = {0};
  if (elf_read_firmware(path, &firmware) != 0) {
    fprintf(stderr, "cannot read %s\n", path);
    exit(1);
  }
  avr = avr_make_mcu_by_name("atmega328p");
  avr_init(avr);
  firmware.frequency = 16000000;
  avr_load_firmware(avr, &firmware);
  avr->log = LOG_ERROR;
  uint32_t flags = 0;
  avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
  for (int p = 2; p < 8; ++p) pins[p] = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), p);
  uart_in = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), from_board, NULL);
  for (intptr_t i = 0; i < 6; ++i)
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(i < 3 ? 'B' : 'C'), i % 3), lamp, (void *)i);
  open_all();
}

static void ready(void) {
  avr_cycle_timer_register(avr, BYTE_CYCLES, feed, NULL);
  run_to(2000000);
  uint8_t hello[] = {0x81};
  send_frame(hello, 1);
  run_to(2400000);
}

static uint64_t board_now(void) {
  uint64_t low = 0;
  for (int i = 0; i < 6; ++i) low |= (uint64_t)avr->data[clock_address + i] << 8 * i;
  uint16_t timer = (uint16_t)(avr->cycle / 8);
  (void)timer;
  return low;
}

static void find_clock(const char *path) {
  char command[600], line[200];
  snprintf(command, sizeof command, "avr-nm '%s'", path);
  FILE *f = popen(command, "r");
  while (f && fgets(line, sizeof line, f)) {
    unsigned at;
    char kind, name[100];
    if (sscanf(line, "%x %c %99s", &at, &kind, name) == 3 && strcmp(name, "board") == 0) clock_address = at & 0xFFFF;
  }
  if (f) pclose(f);
}

static void print_events(void) {
  printf("\"events\": [");
  for (unsigned i = 0; i < event_count; ++i) {
    event_t *e = &events[i];
    printf("%s[%u, %u, %u, %u, %llu, %u, %u]", i ? ", " : "", e->seq, e->kind, e->button, e->flags,
           (unsigned long long)e->stamp, e->verdict, e->count);
  }
  printf("]}\n");
}

static int cases(void) {
  static char line[1 << 20];
  while (fgets(line, sizeof line, stdin)) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
      char *save, *id = strtok_r(line, " \n", &save), *word;
      avr_cycle_count_t end = strtoull(strtok_r(NULL, " \n", &save), NULL, 10), base = avr->cycle;
      busy = atoi(strtok_r(NULL, " \n", &save));
      uint64_t upper = strtoull(strtok_r(NULL, " \n", &save), NULL, 16);
      for (int i = 2; upper && i < 6; ++i) avr->data[clock_address + i] = upper >> 8 * i;
      uint64_t now = board_now();
      avr_cycle_count_t at[20000];
      int what[20000], n = 0;
      while ((word = strtok_r(NULL, " \n", &save)) && n < 20000) {
        unsigned long long c;
        int b, l;
        if (sscanf(word, "%llu:%d:%d", &c, &b, &l) != 3) continue;
        at[n] = base + c, what[n++] = b | l << 3;
      }
      for (int i = 0; i < n; ++i) {
        run_to(at[i] > 2000 ? at[i] - 2000 : 0);
        edge_at(at[i], what[i] & 7, what[i] >> 3);
      }
      run_to(base + end);
      printf("{\"id\": \"%s\", \"base\": %llu, \"base_cycle\": %llu, ", id, (unsigned long long)now, (unsigned long long)base);
      print_events();
      fflush(stdout);
      _exit(0);
    }
    waitpid(child, NULL, 0);
  }
  return 0;
}

/* One pair: -1 lost, 0 right order, 1 tie, 2 inverted. */
static int pair(int a, int b, unsigned gap, unsigned phase) {
  avr_cycle_count_t t = avr->cycle + 30000 + phase;
  edge_at(t, a, 1);
  edge_at(t + gap, b, 1);
  run_to(t + gap + (busy ? 180000 : 120000));
  event_t *first = NULL, *second = NULL;
  for (unsigned i = 0; i < event_count; ++i) {
    if (events[i].kind != 1) continue;
    if ((int)events[i].button == a) first = &events[i];
    if ((int)events[i].button == b) second = &events[i];
  }
  if (!first || !second) return -1;
  if (first->stamp == second->stamp) return first->flags & second->flags & 1 ? 1 : -1;
  return first->stamp < second->stamp ? 0 : 2;
}

static int inversions(unsigned from, unsigned to, unsigned step, unsigned phases, unsigned with_uart) {
  unsigned long count = 0, lost = 0, ties = 0, inverted = 0, widest = 0;
  for (unsigned gap = from; gap <= to; gap += step)
    for (unsigned k = 0; k < phases; ++k) {
      int fd[2];
      if (pipe(fd) != 0) return 1;
      if (fork() == 0) {
        busy = with_uart;
        for (int a = 1; a <= 6; ++a)
          for (int b = 1; b <= 6; ++b) {
            if (a == b) continue;
            pid_t child = fork();
            if (child == 0) {
              signed char r = pair(a, b, gap, k * 37 + (a * 6 + b) * 11 + gap * 7 % 1009);
              if (write(fd[1], &r, 1) != 1) _exit(1);
              _exit(0);
            }
            waitpid(child, NULL, 0);
          }
        _exit(0);
      }
      close(fd[1]);
      signed char r;
      while (read(fd[0], &r, 1) == 1) {
        ++count;
        lost += r < 0, ties += r == 1, inverted += r == 2;
        if (r == 1 && gap > widest) widest = gap;
      }
      close(fd[0]);
      wait(NULL);
    }
  printf("{\"pairs\": %lu, \"inversions\": %lu, \"ties\": %lu, \"lost\": %lu, \"widest_tie_cycles\": %lu, \"busy\": %u}\n",
         count, inverted, ties, lost, widest, with_uart);
  return inverted || lost;
}

static void command(char *line) {
  int b;
  unsigned long long c = 0;
  if (sscanf(line, "press %d %llu", &b, &c) >= 1 && b >= 1 && b <= 6) edge_at(c, b, 1);
  else if (sscanf(line, "release %d %llu", &b, &c) >= 1 && b >= 1 && b <= 6) edge_at(c, b, 0);
  else if (strncmp(line, "reset", 5) == 0) {
    avr_reset(avr);
    open_all();
    avr_cycle_timer_register(avr, BYTE_CYCLES, feed, NULL);
  } else if (strncmp(line, "quit", 4) == 0) exit(0);
  else if (strncmp(line, "cycles", 6) != 0 && strncmp(line, "lamps", 5) != 0) {
    printf("{\"error\": \"unknown command\"}\n");
    return;
  }
  printf("{\"cycles\": %llu, \"lamps\": %u}\n", (unsigned long long)avr->cycle, lit);
}

static int pty(void) {
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
  avr_cycle_timer_register(avr, BYTE_CYCLES, feed, NULL);
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
    ssize_t n = in_head - in_tail < 2048 ? read(master, bytes, sizeof bytes) : 0;
    for (ssize_t i = 0; i < n; ++i) queue(bytes[i]);
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

int main(int argc, char **argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: slapsim pty|cases|inversions ELF ...\n");
    return 2;
  }
  load(argv[2]);
  find_clock(argv[2]);
  if (strcmp(argv[1], "pty") == 0) return pty();
  ready();
  if (strcmp(argv[1], "cases") == 0) return cases();
  if (strcmp(argv[1], "inversions") == 0 && argc == 8)
    return inversions(atoi(argv[3]), atoi(argv[4]), atoi(argv[5]), atoi(argv[6]), atoi(argv[7]));
  fprintf(stderr, "usage: slapsim inversions ELF GAP_FROM GAP_TO STEP PHASES BUSY\n");
  return 2;
}
