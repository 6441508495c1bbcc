// Elcano: everybody's columns with their sums, and the round before this one with its reasons.

import { h } from "../dom.js";
import { glyph, who } from "../parts.js";
import { sit } from "../seats.js";
import { number, t } from "../texts.js";
import { anchor, deckName, decks, points, tags, told } from "./elcano-parts.js";

/** Every captain in seat order: columns, sums, who leads, who has passed, points; hands only as counts. */
export function captains(view) {
  const { state } = view;
  return h(
    "section",
    { key: "captains", class: "crew captains" },
    h("h2", {}, t("elcano.captains"), h("small", {}, t("elcano.first-is", { name: state.first }))),
    h("ol", {}, state.players.map((name) => captain(name, view))),
  );
}

function captain(name, view) {
  const { state } = view;
  const passed = state.phase === "cross" && state.passed.includes(name);
  const turn = state.turn === name && state.phase === "cross";
  const away = state.left?.includes(name);
  return h(
    "li",
    { key: name, class: `captain ${turn ? "revealer" : ""} ${passed || away ? "passed" : ""}` },
    h("div", { class: "captain-head" }, name === state.first && h("span", { class: "helm", title: t("elcano.first-is", { name }) }, glyph("wheel")), who(name, view), (passed || away) && h("em", { class: "has-passed" }, t(away ? "elcano.away" : "elcano.passed")), turn && h("em", { class: "at-turn" }, t("elcano.to-play")), sit(name, view), points(state.points[name])),
    state.phase === "cross" && h("div", { class: `columns columns-${decks(state).length}` }, decks(state).map((deck) => column(name, deck, view)), counts(name, state)),
    state.phase !== "cross" && counts(name, state, "inline"),
  );
}

/** Hands are secret; how many cards there are is not. */
function counts(name, state, kind = "") {
  return h("p", { class: `counts ${kind}` }, h("span", {}, t("elcano.hand", { n: state.hand[name] })), h("span", {}, t("elcano.deck", { n: state.deck[name] })), h("span", {}, t("elcano.discard", { n: state.discard[name] })));
}

function column(name, deck, { state }) {
  const laid = state.columns[name][deck];
  const cards = deck === "storm" ? Array.from({ length: laid }, () => "•") : laid;
  const sum = state.sums[name][deck];
  const leads = state.leader?.[deck] === name;
  const label = t(leads ? "elcano.sum-leads" : "elcano.sum", { name, colour: deckName(deck), n: number(sum) });
  return h(
    "span",
    { key: deck, class: `column o-${deck} ${leads ? "leads" : ""} ${cards.length ? "" : "bare"}`, role: "img", "aria-label": label },
    anchor(deck),
    h("b", {}, cards.length ? number(sum) : "–"),
    leads && h("span", { class: "crown", "aria-hidden": "true" }, "★"),
    cards.length > 0 && h("small", {}, cards.join(deck === "storm" ? " " : " + ")),
  );
}

/** The round settled last: colour by colour, who won what, and why. */
export function lastRound(view) {
  const { last_round: last } = view.state;
  if (!last) return null;
  return h("section", { key: "last", class: "bygone" }, h("h2", {}, t("elcano.last"), h("small", {}, t("elcano.round", { n: last.round }))), outcome(view));
}

/** The colours of the round settled last, one after the other. */
export function outcome(view, { slow = false } = {}) {
  const { last_round: last, players } = view.state;
  return h(
    "ol",
    { class: `outcome ${slow ? "slow" : ""}` },
    last.anchored.map((one, at) =>
      h(
        "li",
        { key: `${last.round}-${one.colour}`, class: `o-${one.colour} ${one.winner ? "won" : "stays"}`, vars: { "--at": String(at) } },
        h("span", { class: "seal" }, anchor(one.colour)),
        h("span", { class: "winner-name" }, one.winner ? who(one.winner, view) : h("b", {}, t("elcano.stays"))),
        h("span", { class: "taken" }, tags(one.cards, one.colour)),
        h("b", { class: "gain" }, one.winner ? `+${number(one.points)}` : ""),
        h("p", { class: "why" }, told(last.rulings[at], players.length), " ", h("small", {}, one.ruling)),
      ),
    ),
  );
}
