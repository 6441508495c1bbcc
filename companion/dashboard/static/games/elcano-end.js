// Elcano: the tie-break and the end.

import { send } from "../commands.js";
import { h } from "../dom.js";
import { button, who } from "../parts.js";
import { number, t } from "../texts.js";
import { anchor, COLOURS, deckName, decks, handValues, points, tags } from "./elcano-parts.js";

let hands = {}; // name -> the values tapped so far

/** A new game begins: what was tapped belongs to nothing. */
export function forgetHands() {
  hands = {};
}

/** The tied players count their hands: the larger value of every card. */
export function tieBreak(view, page) {
  const { state } = view;
  return [
    h("p", { key: "kicker", class: "kicker" }, t("elcano.tie.kicker", { names: state.tied.join(", ") })),
    h("h1", { key: "title" }, t("elcano.tie.title")),
    h("p", { key: "text", class: "lead" }, t(state.options.tie_break === "best-card" ? "elcano.tie.best" : "elcano.tie.text")),
    h("ol", { key: "hands", class: "hands" }, state.tied.map((name) => hand(name, view, page))),
  ];
}

function hand(name, view, page) {
  const { state } = view;
  const waits = state.waiting.includes(name);
  const mine = hands[name] ?? [];
  const set = (values) => ((hands[name] = values), page.draw());
  const whole = state.options.tie_break_counts_returned ? state.hand[name] : null;
  const full = mine.length > 0 && (whole === null || mine.length === whole);
  const count = async () => {
    const answer = await send({ do: "hand", player: name, values: mine });
    if (answer?.ok) delete hands[name];
  };
  return h(
    "li",
    { key: name },
    h("div", { class: "captain-head" }, who(name, view), waits ? h("span", { class: "hint" }, whole === null ? t("elcano.tie.returned") : t("elcano.tie.of", { n: mine.length, of: whole })) : points(state.totals[name] ?? 0)),
    waits && h("div", { class: "keys keys-7", role: "group", "aria-label": t("elcano.tie.values", { name }) }, handValues(state).map((value) => h("button", { key: value, type: "button", class: "value plain", disabled: whole !== null && mine.length >= whole, onclick: () => set([...mine, value]) }, String(value)))),
    waits && h("div", { class: "row" }, mine.map((value, at) => h("button", { key: at, type: "button", class: "button tapped", "aria-label": t("elcano.tie.remove", { n: value }), onclick: () => set(mine.filter((_, n) => n !== at)) }, `${value} ×`)), button(t("elcano.tie.count"), count, { kind: "main small", disabled: !full })),
  );
}

/** Who has sailed around the world, with what; and what was lost at sea. */
export function over(view) {
  const { state } = view;
  const order = [...state.players].sort((a, b) => rank(b, state) - rank(a, state));
  const place = (name) => order.findIndex((other) => rank(other, state) === rank(name, state)) + 1;
  return [
    h("p", { key: "kicker", class: "kicker" }, t(state.winners.length > 1 ? "elcano.over.shared" : "elcano.over.kicker")),
    h("h1", { key: "winner", class: "huge crowned" }, state.winners.map((name) => who(name, view))),
    h("ol", { key: "result", class: "result voyage" }, order.map((name) => h("li", { key: name, class: state.winners.includes(name) ? "winner" : "" }, h("span", { class: "place" }, String(place(name))), who(name, view), h("span", { class: "haul" }, decks(state).map((deck) => haul(deck, state.won[name][deck] ?? []))), points(state.points[name])))),
    tied(state),
    lost(state),
    button(t("over.again"), () => send({ do: "again" }), { kind: "main", key: "again" }),
  ];
}

function rank(name, { points: all, winners }) {
  return all[name] + (winners.includes(name) ? 0.5 : 0);
}

function haul(deck, values) {
  const sum = values.reduce((all, value) => all + value, 0);
  return h("span", { key: deck, class: `stamp o-${deck} ${sum ? "" : "bare"}`, role: "img", "aria-label": t("elcano.haul", { colour: deckName(deck), n: number(sum) }) }, anchor(deck), h("b", {}, sum ? number(sum) : "–"));
}

function tied(state) {
  const counted = Object.entries(state.totals);
  return counted.length > 0 && h("p", { key: "tied", class: "hint" }, t("elcano.over.tie"), " ", counted.map(([name, total]) => `${name} ${number(total)}`).join(" · "));
}

function lost(state) {
  const left = [...COLOURS, "storm"].filter((deck) => state.lost[deck]?.length);
  return left.length > 0 && h("p", { key: "lost", class: "lost" }, h("b", {}, t("elcano.over.lost")), left.map((deck) => h("span", { key: deck, class: `stamp o-${deck}` }, anchor(deck), tags(state.lost[deck], deck))));
}
