/* The slap board's very image in simavr.
 *
 *   slapsim pty ELF      UART behind a pseudo-terminal, at the pace of real time. Prints {"device": "..."};
 *                        then one command a line on stdin, one JSON answer a line:
 *                        press B [CYCLE] | release B [CYCLE] | cycles | reset | lamps | quit
 *   slapsim cases ELF    reads cases from stdin, each run from the same ready board:
 *                        ID END_CYCLES HOW CLOCK [CYCLE:BUTTON:LEVEL | /CYCLE:HEX]...
 *                        LEVEL 1 is closed; /CYCLE:HEX puts bytes on the line to the board; cycles from ready.
 *                        HOW bit 0: the UART works in both directions; bits 1..: n drops all but each nth
 *                        acknowledgement. CLOCK, in hex, replaces the upper bits of the extended counter (0: leave
 *                        it), the low 16 are the timer's. Prints {"id": .., "base": clock at ready, "base_cycle": ..,
 *                        "events": [[seq, kind, button, flags, stamp, verdict, count]..]}
 *   slapsim pairs ELF [gap=FROM:TO:STEP] [phase=FROM:TO:STEP] [third=FROM:TO:STEP] [busy=1] [wrap=CYCLES]
 *                        [by=looks|events|frames]
 *                        all 30 ordered pairs at each gap, from each phase (cycles after a fixed instant); third: behind
 *                        a press of each other button, so many cycles before; wrap: the fixed instant lies so many
 *                        cycles before the timer overflows. Judged by the snapshots, by the events in the board's
 *                        memory, or by the frames on the line. Prints one JSON line of counts.
 *
 * simavr takes no cycles to enter an interrupt (silicon: 4 and more), sends a byte a tenth too slowly and shows
 * it at the register write.
 */
#include <stdio.h>
#include <string.h>

#include "board.h"

int main(int argc, char **argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: slapsim pty|cases|pairs ELF ...\n");
    return 2;
  }
  board_load(argv[2]);
  if (strcmp(argv[1], "pty") == 0) return pty();
  board_ready();
  if (strcmp(argv[1], "cases") == 0) return cases();
  if (strcmp(argv[1], "pairs") == 0) return pairs(argc, argv);
  fprintf(stderr, "usage: slapsim pty|cases|pairs ELF ...\n");
  return 2;
}
