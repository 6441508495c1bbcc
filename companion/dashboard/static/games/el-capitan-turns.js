// El Capitan: the crew with their coins, and the last turn with its reasons.

import { h } from "../dom.js";
import { card, cardName, change, coins, glyph, who } from "../parts.js";
import { sit } from "../seats.js";
import { lang, milliseconds, t, tOr } from "../texts.js";

/** First, Second or Last, or null. */
export function medal(name, { first, second, last }) {
  const place = name === first ? "first" : name === second ? "second" : name === last ? "last" : null;
  return place && h("span", { key: "medal", class: `medal ${place}` }, t(`medal.${place}`));
}

/** Everybody at the table in seat order, with what they own. */
export function crew(view) {
  const { state } = view;
  const moved = state.this_turn?.coins?.length ? state.this_turn : state.last_turn;
  const racing = ["race", "answers"].includes(state.phase);
  const most = Math.max(...Object.values(state.coins));
  return h(
    "section",
    { key: "crew", class: "crew" },
    h("h2", {}, t("crew.title"), h("small", {}, t("crew.chest", { n: state.chest }))),
    h(
      "ol",
      {},
      state.players.map((name) => {
        const got = racing ? 0 : sum(moved, name);
        return h(
          "li",
          { key: name, class: `${name === state.revealer && state.phase !== "over" ? "revealer" : ""} ${state.coins[name] === most ? "richest" : ""}` },
          h("span", { class: "helm" }, name === state.revealer && state.phase !== "over" && glyph("wheel")),
          who(name, view),
          racing ? medal(name, state) : got !== 0 && change(got, `got-${moved.turn}`),
          !racing && sit(name, view),
          coins(state.coins[name]),
        );
      }),
    ),
  );
}

function sum(turn, name) {
  return (turn?.coins ?? []).filter((coin) => coin.player === name).reduce((all, coin) => all + coin.change, 0);
}

/** The turn before this one: who was where, who was right, what moved and why. */
export function lastTurn(view) {
  const { state } = view;
  const turn = state.last_turn;
  if (!turn) return null;
  const names = turn.ranking?.length ? turn.ranking : [...new Set((turn.coins ?? []).map((coin) => coin.player))];
  return h(
    "section",
    { key: "last", class: "bygone" },
    h("h2", {}, t("last.title"), h("small", {}, t("turn.number", { n: turn.turn }))),
    h("div", { class: "what" }, card(turn.card, { size: "small" }), h("p", {}, h("b", {}, cardName(turn.card)), h("br"), t("last.revealer", { name: turn.revealer }))),
    names.length > 0 && h("ol", {}, names.map((name, at) => row(name, at, turn, view))),
    further(turn).length > 0 && h("ul", { class: "rulings" }, further(turn).map((one) => h("li", { key: one.id + one.text }, h("b", {}, one.id), " ", ruling(one)))),
  );
}

function row(name, at, turn, view) {
  const right = turn.answers?.[name];
  const own = (turn.coins ?? []).filter((coin) => coin.player === name);
  const gap = Array.isArray(turn.gaps_us) ? turn.gaps_us[at] : turn.gaps_us?.[name];
  return h(
    "li",
    { key: name },
    h("span", { class: "place" }, String(at + 1)),
    who(name, view),
    h("span", { class: `mark ${right ? "right" : "wrong"}`, role: "img", "aria-label": t(right ? "answers.right" : "answers.wrong") }, right !== undefined && right !== null && glyph(right ? "tick" : "cross")),
    h("span", { class: "gap" }, gap === undefined || gap === null ? "" : gap ? `+${milliseconds(gap)}` : t("race.fastest")),
    own.length ? own.map((coin, n) => change(coin.change, n)) : change(0, 0),
    own.length > 0 && h("p", { class: "why" }, own.map((coin) => because(coin)).join(" ")),
  );
}

/** Why coins moved, in plain words, with the ruling behind it. */
function because({ reason, ruling: id, text }) {
  const words = tOr(`reason.${reason}`, {}, text ?? String(reason ?? "").replaceAll("-", " "));
  return id ? `${words} (${id})` : words;
}

/** Rulings that are not told beside somebody's coins already. */
function further(turn) {
  const told = (one) => (turn.coins ?? []).some((coin) => coin.player === one.params?.player && coin.reason === one.params?.reason);
  return (turn.rulings ?? []).filter((one) => !told(one));
}

/** A ruling in this language: the catalogue's sentence, else the referee's own. */
function ruling({ text, params }) {
  if (lang() === "en") return text;
  const places = Object.fromEntries(Object.entries(params ?? {}).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : name === "card" ? cardName(value) : value]));
  return tOr(`ruling.${params?.reason}`, places, text);
}
