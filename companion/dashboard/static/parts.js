// Pieces that every game's page is made of.

import { h } from "./dom.js";
import { number, t, tOr } from "./texts.js";

/** Each colour has a shape of its own, so that colour is never the only sign. */
const SHAPES = {
  red: "M12 2l3 7 7 .6-5.4 4.7L18.4 22 12 17.8 5.6 22l1.8-7.7L2 9.6 9 9z",
  blue: "M2 8q5-6 10 0t10 0v5q-5 6-10 0t-10 0zM2 17q5-6 10 0t10 0v3q-5 4-10 0t-10 0z",
  green: "M12 1l10 11-10 11L2 12z",
  yellow: "M12 2a10 10 0 1 0 .01 0zm0 5a5 5 0 1 1-.01 0z",
  purple: "M12 2l11 19H1z",
  black: "M9 2h6v7h7v6h-7v7H9v-7H2V9h7z",
};
const GLYPHS = {
  undo: "M9 5L3 11l6 6v-4h5a4 4 0 0 1 0 8h-3v2h3a6 6 0 0 0 0-14H9z",
  redo: "M15 5l6 6-6 6v-4h-5a4 4 0 0 0 0 8h3v2h-3a6 6 0 0 1 0-14h5z",
  pen: "M3 17l11-11 4 4L7 21H3zM15 5l2-2 4 4-2 2z",
  sound: "M3 9h4l5-5v16l-5-5H3zM15 8q3 4 0 8M18 5q6 7 0 14",
  mute: "M3 9h4l5-5v16l-5-5H3zM15 9l6 6M21 9l-6 6",
  up: "M12 5l8 9h-5v6H9v-6H4z",
  down: "M12 19l8-9h-5V4H9v6H4z",
  cross: "M5 5l14 14M19 5L5 19",
  tick: "M4 13l5 6L20 5",
  wheel: "M12 5a7 7 0 1 0 .01 0zM12 1v22M1 12h22M4.2 4.2l15.6 15.6M19.8 4.2L4.2 19.8",
  hand: "M7 12V5.5a1.5 1.5 0 0 1 3 0V11V3.5a1.5 1.5 0 0 1 3 0V11V4.5a1.5 1.5 0 0 1 3 0V12V7.5a1.5 1.5 0 0 1 3 0V15a7 7 0 0 1-7 7q-4 0-6-4l-3-5q1-2 4 1z",
  camera: "M3 7h4l2-3h6l2 3h4v13H3zM12 9a4 4 0 1 0 .01 0z",
  plus: "M12 4v16M4 12h16",
};

export function glyph(name) {
  return h("svg", { viewBox: "0 0 24 24", class: `glyph glyph-${name}`, "aria-hidden": "true" }, h("path", { d: GLYPHS[name] }));
}

/** A player's sign: shape and colour. */
export function sign(colour) {
  const shape = h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: SHAPES[colour] ?? SHAPES.black }));
  return h("span", { class: `sign c-${colour}` }, shape);
}

/** A player's sign and name; names keep their own direction of writing. */
export function who(name, view) {
  return h("span", { class: "who" }, sign(colourOf(name, view)), h("bdi", {}, name));
}

export function colourOf(name, view) {
  return view.lobby.players.find((seat) => seat.name === name)?.colour ?? "black";
}

export function button(label, onclick, { kind = "", icon = null, ...rest } = {}) {
  return h("button", { type: "button", class: `button ${kind}`, onclick, ...rest }, icon && glyph(icon), h("span", {}, label));
}

/** A pile of coins as one figure. */
export function coins(n) {
  return h("span", { class: "coins", "aria-label": t("coins.label", { n: number(n) }) }, h("i", { class: "coin", "aria-hidden": "true" }), h("b", {}, number(n)));
}

/** What moved, with its sign. */
export function change(n, key) {
  const text = n > 0 ? `+${number(n)}` : n < 0 ? `−${number(-n)}` : "0";
  return h("span", { key, class: `change ${n > 0 ? "gain" : n < 0 ? "loss" : "none"}` }, h("i", { class: "coin", "aria-hidden": "true" }), text);
}

const MISSING = new Set();

/** A card's picture; a picture that isn't shipped becomes a card with its name on it. */
export function card(name, { size = "", label = cardName(name) } = {}) {
  const known = /^[a-z0-9-]+$/.test(name) && !MISSING.has(name);
  const picture = h("img", { src: `/static/cards/${name}.webp`, alt: "", draggable: "false", onerror: (event) => lettered(event, name) });
  return h("span", { key: `card-${name}`, class: `card ${size} ${known ? "" : "lettered"}`, role: "img", "aria-label": label, "data-name": label }, known && picture);
}

function lettered(event, name) {
  MISSING.add(name);
  event.target.parentNode.classList.add("lettered");
  event.target.remove();
}

/** A card's name in this language; a name of the table's own deck is shown as it was taught. */
export function cardName(name) {
  return tOr(`card.${name}`, {}, name.replaceAll("-", " "));
}

/** A ring that empties with the time; the figure counts down without a new view. */
export function clock(running, since, { big = false } = {}) {
  const left = Math.max(0, running.left_ms - (performance.now() - since));
  const part = running.of_ms ? left / running.of_ms : 0;
  return h(
    "div",
    { class: `clock ${big ? "big" : ""} ${left < 10_000 ? "late" : ""}`, role: "timer", vars: { "--part": String(part) } },
    h("svg", { viewBox: "0 0 120 120", "aria-hidden": "true" }, h("circle", { cx: 60, cy: 60, r: 52, class: "rim" }), h("circle", { cx: 60, cy: 60, r: 52, class: "sand", pathLength: 1 })),
    h("b", {}, number(Math.ceil(left / 1000))),
  );
}

/** A window over the page; Escape and the backdrop close it. */
export function dialog(title, close, ...children) {
  return h(
    "div",
    { key: "dialog", class: "over", onclick: (event) => event.target.classList.contains("over") && close() },
    h(
      "section",
      { class: "dialog parchment", role: "dialog", "aria-modal": "true", "aria-label": title },
      h("header", {}, h("h2", {}, title), button(t("do.close"), close, { kind: "quiet", icon: "cross" })),
      ...children,
    ),
  );
}
