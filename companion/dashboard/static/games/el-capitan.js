// El Capitan: what the table shows in each phase.

import { send } from "../commands.js";
import { stamp } from "../clock.js";
import { h } from "../dom.js";
import { crew, lastTurn, medal } from "./el-capitan-turns.js";
import { button, card, cardName, clock, coins, glyph, who } from "../parts.js";
import { dropHeld, heldNames, pads, releaseHeld } from "../pads.js";
import { play } from "../sounds.js";
import { count, milliseconds, t } from "../texts.js";

const PICTURES = ["mermaid", "medallion", "cannon", "sabre", "parrot", "cabin-boy", "pirate", "shark", "treasure-chest", "anchor", "octopus", "barrel"];
const SPECIALS = ["storm", "spyglass", "black-flag"];

let byHand = false; // the table chose to name the card itself
let flag = { victim: null, cards: [] };

const PHASES = { memorise, turn, race, answers, spyglass, "black-flag": blackFlag, over };

/** The whole page of a game that is on. */
export function draw(view, page) {
  const { phase } = view.state;
  return h(
    "main",
    { key: "el-capitan", class: `table phase-${phase}` },
    h(
      "div",
      { key: "scene", class: "scene" },
      h("section", { key: "stage", class: "stage parchment", "aria-label": t(`phase.${phase}`) }, h("img", { key: "rose", class: "rose", src: "/static/rose.svg", alt: "" }), (PHASES[phase] ?? memorise)(view, page)),
      slapPads(view, page),
    ),
    h("aside", { key: "side", class: "side" }, crew(view), lastTurn(view)),
  );
}

/** What a correction can set now: coins move against the chest. */
export function correctable(state) {
  return [{ key: "coins", counts: state.coins }, ...(state.card ? [{ key: "card", label: t("correct.card"), value: state.card, among: [...new Set([state.card, ...playedWith(state), ...SPECIALS])], say: (name) => cardName(name) }] : [])];
}

/** Sounds and captions for what has just happened. */
export function heard(entry, page) {
  for (const event of entry.events) {
    if (event.event === "revealed") {
      play("reveal");
      page.speak(cardName(event.card ?? page.view.state.card ?? ""));
      byHand = false;
      releaseHeld();
    } else if (event.event === "turn") {
      play("turn");
      page.speak(t("turn.whose", { name: event.player }));
      flag = { victim: null, cards: [] };
      dropHeld();
    } else if (event.event === "coins") {
      if (event.change) play(event.change > 0 ? "coin" : "loss");
    } else if (event.event === "over") {
      play("over");
      page.speak(t("over.caption", { names: event.winners.join(", ") }));
    }
  }
  if (entry.do === "slap") play("slap");
}

function memorise(view, page) {
  const { state } = view;
  return [
    h("h1", { key: "title" }, t(state.turn ? "memorise.again" : "memorise.title")),
    view.clock && clock(view.clock, page.since, { big: true }),
    h("p", { key: "text", class: "lead" }, t(view.rang === "memorise" ? "memorise.over" : "memorise.text")),
    button(t("memorise.done"), () => send({ do: "memorised" }), { kind: "main", key: "done" }),
  ];
}

function turn(view, page) {
  const { state, camera } = view;
  const watching = view.devices.camera?.state === "up";
  const choosing = byHand || !watching || camera.asks;
  return [
    h("p", { key: "over", class: "kicker" }, t("turn.kicker")),
    h("h1", { key: "who", class: "huge" }, who(state.revealer, view)),
    h("p", { key: "text", class: "lead" }, t(watching ? "turn.text" : "turn.by-hand")),
    watching && camera.view !== "clear" && h("p", { key: "camera", class: "warn" }, t(`camera.${camera.view}`)),
    view.waiting?.length > 0 && h("p", { key: "waiting", class: "hint" }, t("turn.early", { names: view.waiting.join(", ") })),
    camera.asks?.readings?.length > 0 && [h("p", { key: "ask", class: "lead" }, t("turn.asks")), cards(camera.asks.readings.map((reading) => reading.name), "likely")],
    choosing ? cards(pictures(state), "all") : [h("div", { key: "pile", class: "pile" }, card("captain-back", { size: "large", label: t("card.captain-back") })), button(t("turn.choose"), () => ((byHand = true), page.draw()), { kind: "quiet", key: "hand" })],
  ];
}

/** The pictures that may still come: each twice, each special once. */
function pictures(state) {
  const seen = (name) => (state.revealed ?? []).filter((one) => one === name).length;
  return [...playedWith(state).filter((name) => seen(name) < 2), ...SPECIALS.filter((name) => seen(name) < 1)];
}

function playedWith(state) {
  const own = state.options?.cabin_boys;
  return Array.isArray(own) ? own : PICTURES;
}

function cards(names, kind) {
  return h(
    "div",
    { key: `cards-${kind}`, class: `cards ${kind}`, role: "group", "aria-label": t("turn.choose") },
    names.map((name) => h("button", { key: name, type: "button", class: "pick", onclick: () => send({ do: "reveal", card: name }) }, card(name), h("span", {}, cardName(name)))),
  );
}

function race(view) {
  const { state } = view;
  return [
    shown(state.card),
    h(
      "div",
      { key: "race", class: "beside" },
      h("p", { class: "kicker" }, t("race.kicker")),
      h("h1", {}, cardName(state.card)),
      slaps(view),
      boarding(view),
      view.rang === "reminder" && h("p", { class: "warn" }, t("race.reminder", { names: missing(state).join(", ") })),
      button(t("race.close"), () => send({ do: "close_race" }), { kind: "quiet", disabled: !state.slaps?.length, title: t("race.close-text") }),
    ),
  ];
}

function shown(name) {
  return h("div", { key: `shown-${name}`, class: "shown" }, card(name, { size: "large" }));
}

function missing(state) {
  return state.players.filter((name) => !(state.slaps ?? []).some((slap) => slap.player === name));
}

/** The race as it happens: who, in which place, how far behind the first. */
function slaps(view) {
  const { state } = view;
  const gaps = new Map((state.slaps ?? []).map((slap) => [slap.player, slap.gap_us]));
  const order = state.ranking?.length ? state.ranking : [...gaps.keys()];
  const waiting = missing(state);
  const rows = [...order, ...waiting.filter((name) => !order.includes(name))];
  return h(
    "ol",
    { class: "slaps" },
    rows.map((name, at) =>
      h("li", { key: name, class: gaps.has(name) ? "in" : "out" }, medal(name, state) ?? h("span", { class: "place" }, gaps.has(name) ? String(at + 1) : "·"), who(name, view), h("span", { class: "gap" }, gaps.has(name) ? gap(gaps.get(name)) : t("race.missing"))),
    ),
  );
}

function gap(us) {
  return us ? `+${milliseconds(us)}` : t("race.fastest");
}

function boarding(view) {
  const { state } = view;
  if (!state.options?.reckless) return null;
  const call = (event, name) => {
    const when = stamp(event);
    if (when) send({ do: "boarding", player: name, t_us: when.t_us });
  };
  return h("div", { class: "boarding" }, h("h2", {}, t("boarding.title")), h("p", { class: "hint" }, t("boarding.text")), h("div", { class: "row" }, state.players.map((name) => h("button", { key: name, type: "button", class: "button", onclick: (event) => call(event, name) }, who(name, view)))));
}

function answers(view) {
  const { state } = view;
  const given = state.answers ?? {};
  const answer = (player, right) => send({ do: "answer", player, right });
  return [
    shown(state.card),
    h(
      "div",
      { key: "answers", class: "beside" },
      h("p", { class: "kicker" }, cardName(state.card)),
      h("h1", {}, t("answers.title")),
      h("p", { class: "hint" }, t("answers.text")),
      h(
        "ol",
        { class: "answers" },
        (state.ranking ?? state.players).map((name) => {
          const known = name in given && given[name] !== null;
          return h(
            "li",
            { key: name },
            medal(name, state) ?? h("span", { class: "place" }, String(state.ranking.indexOf(name) + 1)),
            h("span", { class: "whose" }, who(name, view), h("span", { class: "gap" }, gapOf(name, state)), reaction(name, state)),
            button(t("answers.right"), () => answer(name, true), { kind: `right ${given[name] === true ? "chosen" : ""}`, icon: "tick", disabled: known, "aria-label": t("answers.right-of", { name }) }),
            button(t("answers.wrong"), () => answer(name, false), { kind: `wrong ${given[name] === false ? "chosen" : ""}`, icon: "cross", disabled: known, "aria-label": t("answers.wrong-of", { name }) }),
          );
        }),
      ),
      ties(state),
      boardingNow(state) && boarding(view),
    ),
  ];
}

function boardingNow(state) {
  return state.options?.boarding_until === "answers";
}

function gapOf(name, state) {
  const slap = (state.slaps ?? []).find((one) => one.player === name);
  return slap ? gap(slap.gap_us) : t("race.none");
}

/** How long after the card the hand fell, where the camera knows. */
function reaction(name, state) {
  const slap = (state.slaps ?? []).find((one) => one.player === name);
  if (slap?.reaction_us === null || slap?.reaction_us === undefined) return false;
  const time = milliseconds(Math.max(0, Math.round(slap.reaction_us / 1000) * 1000));
  return h("span", { class: "gap", title: `± ${milliseconds(slap.reaction_bound_us)}` }, t(slap.anticipated ? "race.anticipated" : "race.reaction", { time }));
}

function ties(state) {
  const list = state.this_turn?.ties ?? [];
  return list.length > 0 && h("p", { class: "warn" }, list.map((tie) => t("race.tie", { names: (tie.players ?? tie).join(", ") })).join(" "));
}

function spyglass(view, page) {
  return [
    shown("spyglass"),
    h("div", { key: "spy", class: "beside" }, h("p", { class: "kicker" }, cardName("spyglass")), h("h1", {}, t("spyglass.title")), h("p", { class: "lead" }, t("spyglass.text")), view.clock && clock(view.clock, page.since, { big: true }), button(t("spyglass.done"), () => send({ do: "done" }), { kind: "main" })),
  ];
}

function blackFlag(view, page) {
  const { state } = view;
  const others = state.players.filter((name) => name !== state.revealer);
  const victim = flag.victim ?? (others.length === 1 ? others[0] : null);
  const choose = (change) => ((flag = { ...flag, ...change }), page.draw());
  const pick = (n) => choose({ cards: flag.cards.includes(n) ? flag.cards.filter((one) => one !== n) : [...flag.cards, n].slice(-2) });
  const ready = victim && flag.cards.length === 2;
  return [
    shown("black-flag"),
    h(
      "div",
      { key: "flag", class: "beside" },
      h("p", { class: "kicker" }, cardName("black-flag")),
      h("h1", {}, t("flag.title", { name: state.revealer })),
      h("p", { class: "hint" }, t("flag.text")),
      h("div", { class: "row", role: "group", "aria-label": t("flag.whose") }, others.map((name) => h("button", { key: name, type: "button", class: `button ${name === victim ? "chosen" : ""}`, "aria-pressed": String(name === victim), onclick: () => choose({ victim: name }) }, who(name, view)))),
      h("div", { class: "layout", role: "group", "aria-label": t("flag.which") }, Array.from({ length: 12 }, (_, at) => h("button", { key: at, type: "button", class: `slot ${flag.cards.includes(at + 1) ? "chosen" : ""}`, "aria-pressed": String(flag.cards.includes(at + 1)), onclick: () => pick(at + 1) }, String(at + 1)))),
      h("div", { class: "row" }, button(t("flag.swap"), () => send({ do: "swap", player: victim, cards: [...flag.cards].sort((a, b) => a - b) }), { kind: "main", disabled: !ready }), button(t("flag.decline"), () => send({ do: "done" }), {})),
    ),
  ];
}

function over(view) {
  const { state } = view;
  const order = [...state.players].sort((a, b) => state.coins[b] - state.coins[a]);
  const place = (name) => order.findIndex((other) => state.coins[other] === state.coins[name]) + 1;
  return [
    h("p", { key: "kicker", class: "kicker" }, t(state.winners.length > 1 ? "over.shared" : "over.kicker")),
    h("h1", { key: "winner", class: "huge crowned" }, state.winners.map((name) => who(name, view))),
    h("ol", { key: "result", class: "result" }, order.map((name) => h("li", { key: name, class: state.winners.includes(name) ? "winner" : "" }, h("span", { class: "place" }, String(place(name))), who(name, view), coins(state.coins[name]), h("small", {}, count("over.firsts", state.firsts?.[name] ?? 0))))),
    button(t("over.again"), () => send({ do: "again" }), { kind: "main", key: "again" }),
  ];
}

/** A player slaps on the tablet when no board does it for him: none plugged in, or a visitor at a virtual table. */
function slapPads(view, page) {
  const { state } = view;
  if (!["turn", "race"].includes(state.phase)) return null;
  const board = Object.entries(view.devices).some(([name, device]) => !name.startsWith("camera") && device.state === "up");
  const names = board ? state.players.filter((name) => view.virtual && view.lobby.players.some((seat) => seat.name === name && !seat.virtual)) : state.players;
  const done = state.phase === "race" ? (state.slaps ?? []).map((slap) => slap.player) : heldNames();
  return names.length > 0 && h("div", { key: "slap-pads", class: "slap-pads" }, !board && h("p", { class: "hint" }, glyph("hand"), t("pads.text")), pads(names, view, { open: state.phase === "race", done, redraw: page.draw }));
}
