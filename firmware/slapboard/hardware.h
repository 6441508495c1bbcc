// The ATmega328P's registers: timer, serial line, lamps, buzzer, EEPROM. Used by slapboard.ino only.
#pragma once
#include <stdint.h>

#include "board.h"

namespace hardware {

// Stops whatever a boot loader or the Arduino core started, and sets up the pins. Interrupts stay off.
void begin();
slap::Identity next_identity();
// The timer's value, whole although the pin interrupt may come between its two bytes.
uint16_t timer();
uint8_t closed_lines();
bool serial_ready();
void send(uint8_t byte);
// Moves what has arrived from the UART, which holds two bytes, to a buffer.
void listen();
bool next_byte(uint8_t* byte, bool* lost);
void show(uint8_t lit, uint8_t half_period);
// Call until true: the EEPROM holds the id.
bool store_id(uint8_t id);

}  // namespace hardware
