#ifdef __AVR__
#include "hardware.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#include "snapshots.h"

namespace hardware {

namespace {

const uint16_t kIdAt = 0;
const uint16_t kEpochAt = 4;  // two copies in turn, so that a power cut in the middle of writing spoils one only
const uint8_t kCopies = 8;

uint8_t heard[32];
uint8_t heard_head, heard_tail;
bool heard_lost;

uint8_t eeprom_read(uint16_t at) {
  while (EECR & _BV(EEPE)) {
  }
  EEAR = at;
  EECR |= _BV(EERE);
  return EEDR;
}

// Does nothing when the pin interrupt comes between the two steps, which must be 4 cycles apart: read back.
void eeprom_start(uint16_t at, uint8_t value) {
  EEAR = at;
  EEDR = value;
  EECR |= _BV(EEMPE);
  EECR |= _BV(EEPE);
}

void eeprom_write(uint16_t at, uint8_t value) {
  while (eeprom_read(at) != value) eeprom_start(at, value);
}

uint8_t check_of(uint32_t v) {
  return static_cast<uint8_t>(0xA5 ^ v ^ v >> 8 ^ v >> 16 ^ v >> 24);
}

// A ring of copies, each with a check byte; the largest good one counts. Spreads the wear, too.
uint32_t next_epoch() {
  uint32_t newest = 0;
  uint8_t slot = kCopies - 1;
  for (uint8_t copy = 0; copy < kCopies; ++copy) {
    const uint16_t at = kEpochAt + 5 * copy;
    uint32_t v = 0;
    for (uint8_t i = 0; i < 4; ++i) v |= static_cast<uint32_t>(eeprom_read(at + i)) << 8 * i;
    if (eeprom_read(at + 4) != check_of(v) || v == 0xFFFFFFFF || v <= newest) continue;
    newest = v;
    slot = copy;
  }
  const uint32_t epoch = newest + 1;
  const uint16_t at = kEpochAt + 5 * ((slot + 1) % kCopies);
  for (uint8_t i = 0; i < 4; ++i) eeprom_write(at + i, static_cast<uint8_t>(epoch >> 8 * i));
  eeprom_write(at + 4, check_of(epoch));
  return epoch;
}

}  // namespace

void begin() {
  cli();
  TIMSK0 = TIMSK1 = TIMSK2 = 0;
  TCCR0B = 0;
  PCICR = 0;
  EIMSK = 0;
  ADCSRA = 0;
  SPCR = 0;
  TWCR = 0;
  // Lines 2..7 are inputs with pull-ups.
  DDRD = _BV(PD1);
  PORTD = 0xFC | _BV(PD0) | _BV(PD1);
  // Lamps on D8, D9, D10, A0, A1, A2; buzzer on D11.
  PORTB = 0;
  PORTC = 0;
  DDRB = _BV(PB0) | _BV(PB1) | _BV(PB2) | _BV(PB3);
  DDRC = _BV(PC0) | _BV(PC1) | _BV(PC2);
  // Timer 1: free running, one tick is 8 cycles.
  TCCR1A = 0;
  TCCR1B = _BV(CS11);
  // Timer 2: the buzzer's square wave, made without an interrupt; 64 cycles (4 us) a step.
  TCCR2A = 0;
  TCCR2B = _BV(CS22);
  // 250000 baud, exact at 16 MHz.
  UCSR0A = 0;
  UBRR0 = 3;
  UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
  UCSR0B = _BV(RXEN0) | _BV(TXEN0);
}

slap::Identity next_identity() {
  slap::Identity identity;
  identity.reset_cause = MCUSR;
  MCUSR = 0;
  const uint8_t id = eeprom_read(kIdAt);
  identity.id = id == slap::kNoId ? 0 : id;
  identity.epoch = next_epoch();
  return identity;
}

uint16_t timer() {
  uint8_t low, high, head;
  do {
    // The interrupt reads the timer too, and with it the shared high byte; its new head tells.
    head = snapshot_head;
    low = TCNT1L;
    high = TCNT1H;
  } while (head != snapshot_head);
  return static_cast<uint16_t>(low | static_cast<uint16_t>(high) << 8);
}

uint8_t closed_lines() { return static_cast<uint8_t>(~PIND) >> 2; }

bool serial_ready() { return UCSR0A & _BV(UDRE0); }

void send(uint8_t byte) { UDR0 = byte; }

void listen() {
  const uint8_t status = UCSR0A;
  if (!(status & _BV(RXC0))) return;
  const uint8_t byte = UDR0;
  if (status & (_BV(FE0) | _BV(DOR0))) heard_lost = true;
  const uint8_t next = (heard_head + 1) % sizeof heard;
  if (next == heard_tail) {
    heard_lost = true;
    return;
  }
  heard[heard_head] = byte;
  heard_head = next;
}

bool next_byte(uint8_t* byte, bool* lost) {
  listen();
  *lost = heard_lost;
  heard_lost = false;
  if (heard_head == heard_tail) return false;
  *byte = heard[heard_tail];
  heard_tail = (heard_tail + 1) % sizeof heard;
  return true;
}

void show(uint8_t lit, uint8_t half_period) {
  PORTB = (PORTB & ~0x07) | (lit & 0x07);
  PORTC = (PORTC & ~0x07) | (lit >> 3 & 0x07);
  if (half_period == 0) {
    TCCR2A = 0;
    return;
  }
  OCR2A = half_period - 1;
  TCCR2A = _BV(COM2A0) | _BV(WGM21);
}

bool store_id(uint8_t id) {
  if (EECR & _BV(EEPE)) return false;
  if (eeprom_read(kIdAt) == id) return true;
  eeprom_start(kIdAt, id);
  return false;
}

}  // namespace hardware
#endif
