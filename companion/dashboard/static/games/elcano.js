// Elcano: what the table shows in each phase.

import { send } from "../commands.js";
import { h } from "../dom.js";
import { captains, lastRound, outcome } from "./elcano-board.js";
import { forgetHands, over, tieBreak } from "./elcano-end.js";
import { anchor, COLOURS, crewValues, deckName, decks, oceanFaces, tags, told } from "./elcano-parts.js";
import { button, who } from "../parts.js";
import { playsItself } from "../seats.js";
import { play as sound } from "../sounds.js";
import { number, t } from "../texts.js";

const REST_MS = 250; // after a turn has changed: a finger that taps twice must not play the next player's card
const SURE_MS = 4000; // how long the second tap of a pass is waited for

let charted = {}; // deck -> the card tapped for this round
let anchoring = null; // the round whose outcome is being told on the stage
let passing = null; // who has tapped Pass once
let turned = 0; // when the turn last changed

const PHASES = { chart, cross, "tie-break": tieBreak, over };

/** The whole page of a game that is on. */
export function draw(view, page) {
  const { phase, round, last_round: last } = view.state;
  const telling = phase === "chart" && last && anchoring === last.round && anchoring === round - 1;
  const stage = telling ? settled : (PHASES[phase] ?? chart);
  return h(
    "main",
    { key: "elcano", class: `table elcano phase-${phase}` },
    h("section", { key: `stage-${telling ? "settled" : phase}`, class: `stage parchment ${telling ? "settled" : ""}`, "aria-label": t(`phase.${phase}`) }, h("img", { key: "rose", class: "rose", src: "/static/rose.svg", alt: "" }), stage(view, page)),
    h("aside", { key: "side", class: "side" }, phase === "over" ? [lastRound(view), captains(view)] : [captains(view), !telling && lastRound(view)]),
  );
}

/** What a correction can set now. */
export function correctable(state) {
  if (state.phase === "over") return [{ key: "points", label: t("elcano.correct.points"), counts: state.points }];
  return [
    { key: "points", label: t("elcano.correct.points"), counts: state.points },
    state.phase === "cross" && { key: "turn", label: t("elcano.correct.turn"), value: state.turn, among: state.players },
    state.phase === "chart" && { key: "first", label: t("elcano.correct.first"), value: state.first, among: state.players },
    { key: "hand", label: t("elcano.correct.hand"), counts: state.hand },
    { key: "deck", label: t("elcano.correct.deck"), counts: state.deck },
    { key: "discard", label: t("elcano.correct.discard"), counts: state.discard },
  ].filter(Boolean);
}

/** Sounds and captions for what has just happened. */
export function heard(entry, page) {
  const { state } = page.view;
  const said = [];
  for (const event of entry.events) {
    if (event.event === "started") {
      forgetHands();
      charted = {};
      anchoring = null;
    } else if (event.event === "revealed") {
      charted = {};
      anchoring = null;
      sound("reveal");
    } else if (event.event === "anchored") {
      anchoring = event.round;
      sound(event.winner ? "coin" : "loss");
    } else if (event.event === "passed") said.push(t("elcano.says-passed", { name: event.player }));
    else if (event.event === "turn") {
      turned = performance.now();
      setTimeout(page.draw, REST_MS + 20);
      passing = null;
      sound("turn");
      said.push(t("elcano.says-turn", { name: event.player }));
    } else if (event.event === "over") {
      sound("over");
      said.push(t("over.caption", { names: event.winners.join(", ") }));
    }
  }
  if (entry.do === "undo" || entry.do === "redo") anchoring = null;
  const rulings = entry.rulings.map((one) => told(one, state?.players?.length));
  page.speak([...rulings, ...said].join(" "));
}

/** Phase A: one card is turned over from each deck. */
function chart(view, page) {
  const { state } = view;
  const missing = decks(state).filter((deck) => charted[deck] === undefined);
  const choose = (deck, value) => ((charted = { ...charted, [deck]: value }), page.draw());
  const ocean = Object.fromEntries(COLOURS.map((colour) => [colour, charted[colour]]));
  return [
    h("p", { key: "kicker", class: "kicker" }, t("elcano.chart.kicker", { n: state.round })),
    h("h1", { key: "title" }, t("elcano.chart.title")),
    h("p", { key: "text", class: "hint" }, t(state.options.storm ? "elcano.chart.text-storm" : "elcano.chart.text")),
    h(
      "ol",
      { key: "lanes", class: "lanes" },
      decks(state).map((deck) =>
        h(
          "li",
          { key: deck, class: `lane o-${deck} ${charted[deck] === undefined ? "" : "ready"}` },
          lane(deck, state, false),
          h(
            "div",
            { class: `keys keys-${oceanFaces(state, deck).length}`, role: "group", "aria-label": deckName(deck) },
            oceanFaces(state, deck).map((value) => h("button", { key: value, type: "button", class: `value ${charted[deck] === value ? "chosen" : ""}`, "aria-pressed": String(charted[deck] === value), "aria-label": t("elcano.card", { colour: deckName(deck), n: value }), onclick: () => choose(deck, value) }, String(value))),
          ),
        ),
      ),
    ),
    button(t("elcano.chart.go"), () => send({ do: "reveal", ocean, ...(state.options.storm && { storm: charted.storm }) }), { kind: "main", key: "go", disabled: missing.length > 0 }),
  ];
}

/** What lies in an ocean, and who is ahead for it. */
function lane(deck, state, racing = true) {
  const cards = state.ocean[deck] ?? [];
  return h(
    "div",
    { class: "lane-head" },
    h("span", { class: "seal" }, anchor(deck)),
    h("div", { class: "stake" }, h("b", {}, deckName(deck)), h("span", { class: "pile-of" }, tags(cards, deck), cards.length > 1 && h("span", { class: "total" }, `= ${number(state.at_stake[deck])}`)), racing ? h("small", {}, ahead(deck, state)) : cards.length > 0 && h("small", {}, t("elcano.piled"))),
  );
}

function ahead(deck, state) {
  const name = state.leader?.[deck];
  if (name) return t("elcano.leads", { name, n: number(state.sums[name][deck]) });
  return t(state.players.some((one) => state.sums[one][deck]) ? "elcano.level" : "elcano.nobody");
}

/** Phase B: in turn, one card or pass. */
function cross(view, page) {
  const { state } = view;
  const name = state.turn;
  const itself = playsItself(name, view);
  const resting = performance.now() - turned < REST_MS;
  const act = (command) => () => {
    turned = performance.now();
    setTimeout(page.draw, REST_MS + 20); // a refused card leaves the turn where it is
    return send({ ...command, player: name });
  };
  return [
    h("p", { key: "kicker", class: "kicker" }, t(state.must_play ? "elcano.cross.begins" : "elcano.cross.kicker")),
    h("h1", { key: "who", class: "huge" }, who(name, view)),
    note(view),
    h("ol", { key: "lanes", class: `lanes ${itself ? "watched" : ""}` }, decks(state).map((deck) => h("li", { key: deck, class: `lane o-${deck}` }, lane(deck, state), itself ? bids(deck, view) : cards(deck, state, act, resting)))),
    itself ? h("p", { key: "itself", class: "lead thinking" }, t("elcano.cross.itself", { name })) : passButton(state, page, act, resting),
  ];
}

/** For those who look on: who bids how much, the largest sum first. */
function bids(deck, view) {
  const { state } = view;
  const names = state.players.filter((name) => state.sums[name][deck]).sort((a, b) => state.sums[b][deck] - state.sums[a][deck]);
  return h("ol", { class: "bids" }, names.map((name) => h("li", { key: name, class: state.leader?.[deck] === name ? "leads" : "" }, who(name, view), h("b", {}, number(state.sums[name][deck])))));
}

function cards(deck, state, act, resting) {
  if (deck === "storm") {
    const closed = state.must_play && state.options.first_card === "open";
    return h("div", { class: "keys keys-1" }, h("button", { type: "button", class: "value", disabled: resting || closed, onclick: act({ do: "play", face_down: true }) }, anchor("storm"), h("span", {}, t("elcano.face-down"))));
  }
  const values = crewValues(state, deck);
  return h(
    "div",
    { class: `keys keys-${values.length}`, role: "group", "aria-label": deckName(deck) },
    values.map((value) => h("button", { key: value, type: "button", class: "value", disabled: resting, "aria-label": t("elcano.card", { colour: deckName(deck), n: value }), onclick: act({ do: "play", colour: deck, value }) }, String(value))),
  );
}

/** Passing is final for the round: it takes a second tap. */
function passButton(state, page, act, resting) {
  const sure = passing?.name === state.turn && performance.now() - passing.at < SURE_MS;
  const first = () => {
    passing = { name: state.turn, at: performance.now() };
    setTimeout(page.draw, SURE_MS + 50);
    page.draw();
  };
  const label = state.must_play ? "elcano.pass.must" : sure ? "elcano.pass.sure" : "elcano.pass";
  return h("div", { key: "pass", class: "row pass" }, button(t(label, { name: state.turn }), sure ? act({ do: "pass" }) : first, { kind: sure ? "danger" : "quiet", disabled: state.must_play || resting }));
}

/** What the last command brought up, where somebody should do something about it. */
function note(view) {
  const shown = (view.recent.at(-1)?.rulings ?? []).filter((one) => ["E09", "E12", "E31", "E32", "G1", "E44"].includes(one.id));
  return shown.length > 0 && h("p", { key: "note", class: "warn" }, shown.map((one) => told(one, view.state.players.length)).join(" "));
}

/** Phases C to E, told one colour after the other. */
function settled(view, page) {
  const { state } = view;
  const drawn = view.recent.at(-1)?.events.find((event) => event.event === "drawn");
  const go = () => ((anchoring = null), page.draw());
  return [
    h("p", { key: "kicker", class: "kicker" }, t("elcano.round-of", { n: state.last_round.round, of: state.rounds_total })),
    h("h1", { key: "title" }, t("elcano.settled.title")),
    h("div", { key: "outcome", class: "told" }, outcome(view, { slow: true })),
    h("p", { key: "draw", class: "lead" }, drawn && t("elcano.settled.draw"), " ", t("elcano.settled.first", { name: state.first })),
    button(t("elcano.settled.go", { n: state.round }), go, { kind: "main", key: "go" }),
  ];
}
