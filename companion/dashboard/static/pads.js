// Slap pads for a table without a button board: many fingers at once, stamped by the event's own time.

import { clockId, stamp } from "./clock.js";
import { send } from "./commands.js";
import { h } from "./dom.js";
import { sign } from "./parts.js";
import { t } from "./texts.js";

const HELD_MS = 10_000; // a slap before the card is named waits at most this long
let held = [];

/** The pads of these players. `open`: slaps count now; before that they are held. */
export function pads(names, view, { open, done, redraw }) {
  return h(
    "div",
    { key: "pads", class: `pads pads-${names.length}`, role: "group", "aria-label": t("pads.label") },
    names.map((name) => {
      const colour = view.lobby.players.find((seat) => seat.name === name)?.colour;
      const slapped = done.includes(name);
      return h(
        "button",
        {
          key: `pad-${name}`,
          type: "button",
          class: `pad c-${colour} ${slapped ? "slapped" : ""}`,
          disabled: slapped,
          onpointerdown: (event) => press(event, name, open, redraw),
          onkeydown: (event) => (event.key === "Enter" || event.key === " ") && !event.repeat && press(event, name, open, redraw),
        },
        sign(colour),
        h("bdi", {}, name),
        slapped && h("small", {}, t("pads.done")),
      );
    }),
  );
}

function press(event, name, open, redraw) {
  event.preventDefault();
  const when = stamp(event);
  if (!when) return;
  const command = { do: "slap", player: name, ...when, clock: clockId };
  if (open) send(command);
  else if (!held.some((one) => one.command.player === name)) held.push({ command, at: performance.now() });
  redraw();
}

/** Players whose slap waits for the card. */
export function heldNames() {
  held = held.filter((one) => performance.now() - one.at < HELD_MS);
  return held.map((one) => one.command.player);
}

/** The card is named: what was held is sent with its own stamp. */
export function releaseHeld() {
  const ready = held.filter((one) => performance.now() - one.at < HELD_MS);
  held = [];
  for (const { command } of ready) send(command);
}

/** A turn has ended: what was held belongs to nothing. */
export function dropHeld() {
  held = [];
}
