// Setting up: which game, who sits where, which button, how to play.

import { send } from "./commands.js";
import { h } from "./dom.js";
import { button, cardName, glyph, sign } from "./parts.js";
import { meant, t, tOr } from "./texts.js";

const OLDEST_BEGINS = new Set(["el-capitan"]); // elsewhere a lot is drawn unless the table says who
const EXAMPLES = ["parrot", "shark", "cannon"];
const ENROLLED = new Set(["crew", "ocean"]); // what is in a box is enrolled, not typed here
export const COLOURS = ["red", "blue", "green", "yellow", "purple", "black"];
let options = { game: null, list: [] };
let adding = "";

/** The set-up page. `page.draw()` draws again. */
export function lobby(view, page) {
  const { players, game } = view.lobby;
  fetchOptions(view, page);
  return h(
    "main",
    { key: "lobby", class: "lobby" },
    h("section", { class: "parchment set-up" }, h("img", { class: "rose", src: "/static/rose.svg", alt: "" }), h("h1", {}, t("lobby.title")), games(view, game), seats(view, page), start(players)),
    h("section", { class: "parchment choices" }, h("h2", {}, t("lobby.options")), choices(view)),
  );
}

function games(view, chosen) {
  const list = view.games ?? [chosen];
  return h(
    "div",
    { class: "games", role: "group", "aria-label": t("lobby.game") },
    list.map((game) => button(tOr(`game.${game}`, {}, game), () => send({ do: "lobby", game }), { kind: game === chosen ? "chosen" : "", "aria-pressed": String(game === chosen), key: game })),
  );
}

function seats(view, page) {
  const { players, armed, first } = view.lobby;
  const oldest = OLDEST_BEGINS.has(view.lobby.game);
  const begins = first ?? (oldest ? players[0]?.name : null);
  return [
    h("h2", {}, t("lobby.players")),
    h("p", { class: "hint" }, t("lobby.seats-hint")),
    h(
      "ol",
      { class: "seats" },
      players.map((seat, at) =>
        h(
          "li",
          { key: seat.name, class: seat.name === armed ? "armed" : "" },
          h("button", { type: "button", class: "sign-button", title: t("lobby.colour"), "aria-label": t("lobby.colour-of", { name: seat.name, colour: t(`colour.${seat.colour}`) }), onclick: () => recolour(players, at) }, sign(seat.colour)),
          h("input", { class: "name", value: seat.name, maxlength: 40, dir: "auto", "aria-label": t("lobby.name"), onchange: (event) => rename(players, at, event.target) }),
          h("label", { class: "oldest" }, h("input", { type: "radio", name: "first", checked: seat.name === begins, onchange: () => send({ do: "lobby", first: seat.name }) }), h("span", {}, t(oldest ? "lobby.oldest" : "lobby.begins"))),
          claim(seat, armed),
          h("span", { class: "moves" }, mover(players, at, -1), mover(players, at, 1), button(t("lobby.remove", { name: seat.name }), () => change(players.filter((_, n) => n !== at)), { kind: "square", icon: "cross" })),
        ),
      ),
    ),
    !oldest && players.length > 0 && h("p", { class: "hint lot" }, first ? button(t("lobby.draw-lots"), () => send({ do: "lobby", first: null }), { kind: "quiet" }) : t("lobby.lot")),
    players.length < 6 && add(players, page),
  ];
}

function claim(seat, armed) {
  if (seat.name === armed) return h("strong", { class: "claiming" }, glyph("hand"), t("lobby.slap-now"));
  const label = seat.button ? t("lobby.button", { n: seat.button }) : t("lobby.claim");
  return button(label, () => send({ do: "claim", player: seat.name }), { kind: "claim", icon: "hand", title: t("lobby.claim-hint") });
}

function mover(players, at, by) {
  const to = at + by;
  const swapped = [...players];
  if (players[to]) [swapped[at], swapped[to]] = [players[to], players[at]];
  const label = t(by < 0 ? "lobby.earlier" : "lobby.later", { name: players[at].name });
  return button(label, () => change(swapped), { kind: "square", icon: by < 0 ? "up" : "down", disabled: !players[to] });
}

function add(players, page) {
  const submit = async (event) => {
    event.preventDefault();
    const name = adding.trim();
    if (!name) return;
    const form = event.target;
    adding = "";
    form.reset(); // at once: the next name may be typed before the table has answered
    const answer = await change([...players, { name }]);
    if (!answer?.ok && !adding) form.elements.name.value = adding = name;
    form.elements.name.focus();
    page.draw();
  };
  return h(
    "form",
    { class: "add", onsubmit: submit },
    h("input", { class: "name", name: "name", maxlength: 40, dir: "auto", placeholder: t("lobby.new-player"), "aria-label": t("lobby.new-player"), autocomplete: "off", oninput: (event) => (adding = event.target.value) }),
    h("button", { type: "submit", class: "button" }, glyph("plus"), h("span", {}, t("lobby.add"))),
  );
}

function change(players) {
  return send({ do: "lobby", players: players.map(({ name, colour, button: n, virtual }) => ({ name, ...(colour && { colour }), ...(n && { button: n }), ...(virtual && { virtual }) })) });
}

async function rename(players, at, field) {
  const answer = await change(players.map((seat, n) => (n === at ? { ...seat, name: field.value } : seat)));
  if (!answer?.ok) field.value = players[at].name;
}

/** The next colour; whoever has it takes ours. */
function recolour(players, at) {
  const mine = players[at].colour;
  const next = COLOURS[(COLOURS.indexOf(mine) + 1) % COLOURS.length];
  change(players.map((seat, n) => ({ ...seat, colour: n === at ? next : seat.colour === next ? mine : seat.colour })));
}

async function fetchOptions(view, page) {
  const { game } = view.lobby;
  if (options.game === game) return;
  options = { game, list: [] };
  const answer = await send({ do: "options" }, { quiet: true });
  if (answer?.ok) options = { game, list: answer.options };
  else options = { game: null, list: [] };
  page.draw();
}

/** What to choose; what few tables ever choose lies folded away. */
function choices(view) {
  const list = options.list.filter(({ id }) => !ENROLLED.has(id));
  const rare = ({ id }) => id === "tie_window_us" || (id.startsWith("two_player") && view.lobby.players.length !== 2);
  const folded = list.filter(rare);
  return [
    list.filter((option) => !rare(option)).map((option) => choice(option, view)),
    folded.length > 0 && h("details", { key: "experts", class: "experts" }, h("summary", {}, t("lobby.experts")), folded.map((option) => choice(option, view))),
  ];
}

function choice(option, view) {
  const now = view.lobby.options[option.id] ?? option.default;
  const key = `option.${view.lobby.game}.${option.id}`;
  const set = (value) => send({ do: "lobby", options: { ...view.lobby.options, [option.id]: value } });
  return h(
    "fieldset",
    { key: option.id, class: "choice" },
    h("legend", {}, tOr(key, {}, option.id.replaceAll("_", " "))),
    h("p", {}, tOr(`${key}.text`, {}, option.text)),
    Array.isArray(option.values) ? values(option, now, key, set) : free(option, now, key, set),
  );
}

function values(option, now, key, set) {
  return h(
    "div",
    { class: "values", role: "group" },
    option.values.map((value) => button(tOr(`${key}.${value}`, {}, word(value)), () => set(value), { kind: value === now ? "chosen" : "", "aria-pressed": String(value === now), key: String(value) })),
  );
}

function word(value) {
  if (typeof value === "boolean") return t(value ? "do.yes" : "do.no");
  return String(value ?? t("do.no"));
}

/** A value that is written: a number, or a list of pictures. */
function free(option, now, key, set) {
  const numeric = typeof option.default === "number";
  const written = (text) => {
    if (numeric) return Number.parseInt(text, 10) || 0;
    const list = text.split(",").map((one) => one.trim()).filter(Boolean).map((one) => meant("card", one));
    return list.length ? list : null;
  };
  return h("input", { class: "name", inputmode: numeric ? "numeric" : "text", value: Array.isArray(now) ? now.map((one) => cardName(one)).join(", ") : String(now ?? ""), placeholder: numeric ? "" : `${EXAMPLES.map((one) => cardName(one)).join(", ")} …`, "aria-label": tOr(key, {}, option.id.replaceAll("_", " ")), onchange: (event) => set(written(event.target.value)) });
}

function start(players) {
  const few = players.length < 2;
  return h("div", { class: "start" }, few && h("p", { class: "hint" }, t("lobby.two-needed")), button(t("lobby.start"), () => send({ do: "start" }), { kind: "main", disabled: few }));
}
