// The sketch without the Arduino core: what `make -C firmware` builds.
#include <stdint.h>

#include "slapboard/slapboard.ino"

int main() {
  setup();
  for (;;) loop();
}
