/* The host's end of the serial line: frames in, acknowledgements out, and traffic to keep both ways busy. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "avr_uart.h"
#include "board.h"

outside_t outside;
int master = -1;
avr_irq_t *uart_in;

void queue_byte(uint8_t b) { outside.to_board[outside.in_head++ % sizeof outside.to_board] = b; }

void send_frame(const uint8_t *content, unsigned n) {
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
  queue_byte(0);
  for (unsigned i = 0; i < at; ++i) queue_byte(out[i]);
  queue_byte(0);
}

static void acknowledge(void) {
  unsigned n = outside.next_seq, epoch = outside.epoch;
  uint8_t f[] = {0x82, epoch, epoch >> 8, n, n >> 8, n >> 16, n >> 24};
  if (outside.drop_acks && ++outside.acks % outside.drop_acks != 0) return;
  send_frame(f, sizeof f);
}

static void take_frame(void) {
  uint8_t c[64];
  unsigned n = 0, i = 0;
  while (i < outside.frame_len) {
    unsigned code = outside.frame[i++];
    for (unsigned k = 1; k < code && i < outside.frame_len; ++k) c[n++] = outside.frame[i++];
    if (i < outside.frame_len && code != 255) c[n++] = 0;
  }
  if (n < 5) return;
  if (c[0] == 0x01) outside.epoch = c[5] | c[6] << 8;
  if (c[0] != 0x02) return;
  event_t e = {.seq = c[3] | c[4] << 8, .kind = c[7], .button = c[8], .flags = c[9],
               .verdict = c[19] | c[20] << 8, .count = c[21] | c[22] << 8};
  outside.epoch = c[1] | c[2] << 8;
  memcpy(&e.stamp, c + 11, 8);
  if (e.seq == outside.next_seq && outside.event_count < MOST_EVENTS) {
    outside.events[outside.event_count++] = e;
    ++outside.next_seq;
  }
  acknowledge();
}

void from_board(struct avr_irq_t *irq, uint32_t value, void *param) {
  (void)irq, (void)param;
  uint8_t b = value;
  if (master >= 0) {
    if (write(master, &b, 1) < 0 && errno != EAGAIN && errno != EIO) perror("pty");
    return;
  }
  if (b == 0) {
    if (outside.frame_len) take_frame();
    outside.frame_len = 0;
  } else if (outside.frame_len < sizeof outside.frame) {
    outside.frame[outside.frame_len++] = b;
  }
}

avr_cycle_count_t feed(avr_t *a, avr_cycle_count_t when, void *param) {
  (void)a, (void)param;
  if (outside.busy && outside.in_head - outside.in_tail < 8) {
    uint8_t ping[] = {0x83, 1, 2, 3, 4};
    send_frame(ping, sizeof ping);
  }
  if (outside.in_tail != outside.in_head)
    avr_raise_irq(uart_in, outside.to_board[outside.in_tail++ % sizeof outside.to_board]);
  return when + BYTE_CYCLES;
}
