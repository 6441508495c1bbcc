#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "avr_extint.h"
#include "avr_ioport.h"
#include "avr_uart.h"
#include "board.h"
#include "sim_elf.h"

avr_t *avr;
uint16_t board_at, ring_at, head_at;
static avr_irq_t *pins[8];

static void give_up(const char *what, const char *path) {
  fprintf(stderr, "%s %s\n", what, path);
  exit(1);
}

/* Where the image keeps the board, the ring of snapshots and its head. */
static void find_symbols(const char *path) {
  elf_version(EV_CURRENT);
  int fd = open(path, O_RDONLY);
  Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
  for (Elf_Scn *section = NULL; elf && (section = elf_nextscn(elf, section));) {
    GElf_Shdr header;
    gelf_getshdr(section, &header);
    if (header.sh_type != SHT_SYMTAB) continue;
    Elf_Data *data = elf_getdata(section, NULL);
    for (unsigned i = 0; i < header.sh_size / header.sh_entsize; ++i) {
      GElf_Sym symbol;
      gelf_getsym(data, i, &symbol);
      const char *name = elf_strptr(elf, header.sh_link, symbol.st_name);
      if (strcmp(name, "board") == 0) board_at = symbol.st_value;
      if (strcmp(name, "snapshot_ring") == 0) ring_at = symbol.st_value;
      if (strcmp(name, "snapshot_head") == 0) head_at = symbol.st_value;
    }
  }
  if (elf) elf_end(elf);
  close(fd);
  if (!board_at || !ring_at || !head_at) give_up("no board, snapshot_ring, snapshot_head in", path);
}

static void lamp(struct avr_irq_t *irq, uint32_t value, void *param) {
  (void)irq;
  int i = (int)(intptr_t)param;
  outside.lit = (outside.lit & ~(1 << i)) | (value & 1) << i;
}

void level(int button, int closed) { avr_raise_irq(pins[button + 1], !closed); }

void open_all(void) {
  for (int b = 1; b <= BUTTONS; ++b) level(b, 0);
}

static avr_cycle_count_t edge(avr_t *a, avr_cycle_count_t when, void *param) {
  (void)a, (void)when;
  intptr_t p = (intptr_t)param;
  level(p & 7, p >> 3 & 1);
  return 0;
}

/* simavr knows a timer by function and parameter: the cycle makes the parameter unique. */
void edge_at(avr_cycle_count_t cycle, int button, int closed) {
  if (cycle <= avr->cycle) level(button, closed);
  else
    avr_cycle_timer_register(avr, cycle - avr->cycle, edge,
                             (void *)(intptr_t)(button | closed << 3 | (int)((cycle & 0xFFFFFF) << 4)));
}

void run_to(avr_cycle_count_t cycle) {
  while (avr->cycle < cycle) {
    int state = avr_run(avr);
    if (state == cpu_Done || state == cpu_Crashed) give_up("the simulated board", "crashed");
  }
}

void board_load(const char *path) {
  elf_firmware_t firmware = {0};
  if (access(path, R_OK) != 0 || elf_read_firmware(path, &firmware) != 0) give_up("cannot read", path);
  find_symbols(path);
  rewind_begin();
  avr = avr_make_mcu_by_name("atmega328p");
  avr_init(avr);
  firmware.frequency = 16000000;
  avr_load_firmware(avr, &firmware);
  avr->log = LOG_ERROR;
  /* Instructions between two looks at the timers that are due; edges are such timers, so none comes late. */
  avr->run_cycle_limit = 100;
  uint32_t flags = 0;
  avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
  for (int p = 2; p < 8; ++p) pins[p] = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), p);
  uart_in = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), from_board, NULL);
  for (intptr_t i = 0; i < BUTTONS; ++i)
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(i < 3 ? 'B' : 'C'), i % 3), lamp, (void *)i);
  /* INT0 and INT1 are off, but simavr would poll their levels at every cycle. */
  avr_extint_set_strict_lvl_trig(avr, 0, 0);
  avr_extint_set_strict_lvl_trig(avr, 1, 0);
  open_all();
}

void board_feed(void) { avr_cycle_timer_register(avr, BYTE_CYCLES, feed, NULL); }

void board_ready(void) {
  board_feed();
  run_to(2000000);
  uint8_t hello[] = {0x81};
  send_frame(hello, 1);
  run_to(2400000);
}

/* The extended counter as the main loop left it: 6 bytes at the start of the board. */
uint64_t board_clock(void) {
  uint64_t clock = 0;
  for (int i = 0; i < 6; ++i) clock |= (uint64_t)avr->data[board_at + i] << 8 * i;
  return clock;
}

void set_clock_above_timer(uint64_t upper) {
  for (int i = 2; i < 6; ++i) avr->data[board_at + i] = upper >> 8 * i;
}
