// Elcano: what every phase is drawn with. Colour and anchor belong together; the shapes are those of the cards.

import { h } from "../dom.js";
import { number, t, tOr } from "../texts.js";

export const COLOURS = ["red", "blue", "green"];
const PRINTED = [1, 2, 3, 4, 5, 6, 7]; // on crew cards, where the box is not known
const RING = "M12 1.6a1.9 1.9 0 1 0 .01 0z";

// Each sign: what is drawn as a line, and what is filled.
const SIGNS = {
  red: [`${RING}M12 5.4V21M7.4 8.2h9.2M4 14.4c.9 4.4 4 6.4 8 6.4s7.1-2 8-6.4`, "M1.9 16.9l1.9-5 3.6 3.4zM22.1 16.9l-1.9-5-3.6 3.4z"],
  blue: [`${RING}M12 5.4V20M12 20.4c-5 1.4-8.6-1.6-8.9-7.4M12 20.4c5 1.4 8.6-1.6 8.9-7.4M12 20.4c-2.8-.6-4-2.8-4-6.6M12 20.4c2.8-.6 4-2.8 4-6.6`, "M12 18a2.2 2.2 0 1 0 .01 0z"],
  green: [`${RING}M12 5.4V14`, "M7.6 7h8.8l-1.3 2.6H8.9zM1.6 12q5.6 1.9 10.4-1.6Q16.8 13.9 22.4 12v3.2l-3.4 1Q16.5 21.6 12 22.4 7.5 21.6 5 16.2l-3.4-1z"],
  storm: ["M12 5a8.5 8.5 0 1 0 .01 0zM12 9a4.5 4.5 0 1 0 .01 0zM12 1.5V5M5 19l14-11M4 13.5h4M16 13.5h4", "M12 12a1.6 1.6 0 1 0 .01 0z"],
};

/** A colour's own anchor; the storm's astrolabe. */
export function anchor(deck) {
  const [line, solid] = SIGNS[deck];
  return h("svg", { viewBox: "0 0 24 24", class: "anchor", "aria-hidden": "true" }, h("path", { d: line }), h("path", { d: solid, class: "solid" }));
}

/** What is bid for: the three colours, and the storm where it is played for. */
export function decks(state) {
  return state.options.storm ? [...COLOURS, "storm"] : COLOURS;
}

export function deckName(deck) {
  return t(`elcano.deck.${deck}`);
}

/** The values that a crew card can show in a colour. */
export function crewValues(state, colour) {
  const faces = state.options.crew;
  if (!faces) return PRINTED;
  const found = faces.flatMap((face) => (face.length > 2 ? [face.slice(0, 2), face.slice(2)] : [face]));
  return [...new Set(found.filter(([its]) => its === colour).map(([, value]) => value))].sort((a, b) => a - b);
}

/** The largest values of crew cards, for counting a hand. */
export function handValues(state) {
  const faces = state.options.crew;
  if (!faces) return PRINTED;
  return [...new Set(faces.map((face) => Math.max(face[1], face[3] ?? 0)))].sort((a, b) => a - b);
}

/** What can be turned over from a deck. */
export function oceanFaces(state, deck) {
  if (deck === "storm") return [1, 2, 3];
  const box = state.options.ocean?.[deck];
  return box ? [...new Set(box)] : [...PRINTED, "4/1"];
}

/** Cards as little tags in their colour. */
export function tags(values, deck) {
  return values.map((value, at) => h("span", { key: `${deck}-${at}`, class: `tag o-${deck}` }, String(value)));
}

export function points(n) {
  return h("span", { class: "points", "aria-label": t("elcano.points", { n: number(n) }) }, h("b", {}, number(n)), h("small", { "aria-hidden": "true" }, t("elcano.points-short")));
}

/** A ruling in this language; `players`: how many play, on which the 4/1 card depends. */
export function told({ params, text }, players = 3) {
  const reason = params?.reason === "four-one" && players === 2 ? "four-one-two" : params?.reason;
  const places = Object.fromEntries(Object.entries(params ?? {}).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]));
  if (params?.colour) places.colour = deckName(params.colour);
  return tOr(`ruling.elcano.${reason}`, places, text);
}
