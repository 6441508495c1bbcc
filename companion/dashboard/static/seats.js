// Seats at a virtual table: a visitor takes a virtual player's seat, or gives it back.

import { send } from "./commands.js";
import { button } from "./parts.js";
import { t } from "./texts.js";

export function seatOf(name, view) {
  return view.lobby.players.find((seat) => seat.name === name);
}

/** Sit down or stand up; nothing where the table is real. */
export function sit(name, view) {
  const seat = seatOf(name, view);
  if (!seat || !view.virtual) return null;
  const label = t(seat.virtual ? "seat.sit" : "seat.stand", { name });
  return button(label, () => send({ do: seat.virtual ? "sit" : "stand", player: name }), { kind: "tiny" });
}

/** Whether the virtual table plays for this player now. */
export function playsItself(name, view) {
  return view.virtual && Boolean(seatOf(name, view)?.virtual);
}
