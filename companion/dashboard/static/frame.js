// The frame of the page: header, devices, notices, the question after a restart, corrections.

import { send } from "./commands.js";
import { h } from "./dom.js";
import { button, dialog, glyph } from "./parts.js";
import { soundOn, toggleSound } from "./sounds.js";
import { LANGUAGES, lang, loadTexts, t, tOr } from "./texts.js";

/** The bar at the top. */
export function header(page) {
  const { view } = page;
  const { state } = view;
  const playing = state && !view.session.unfinished && view.session.id !== null;
  return h(
    "header",
    { key: "header", class: "bar" },
    h("span", { class: "title" }, h("img", { src: "/static/icon.svg", alt: "", width: 36, height: 36 }), h("b", {}, tOr(`game.${view.session.game}`, {}, view.session.game))),
    playing && progress(state),
    view.virtual && h("span", { class: "badge", title: t("virtual.text") }, t("virtual.badge")),
    h(
      "nav",
      { class: "tools" },
      playing && button(t("do.undo"), () => send({ do: "undo" }), { kind: "tool", icon: "undo", disabled: !view.can.undo, title: t("do.undo") }),
      playing && button(t("do.redo"), () => send({ do: "redo" }), { kind: "tool", icon: "redo", disabled: !view.can.redo, title: t("do.redo") }),
      playing && button(t("do.correct"), () => ((draft = {}), page.dialog(correction)), { kind: "tool", icon: "pen", title: t("do.correct") }),
      button(t("devices.title"), () => page.dialog(devices), { kind: `tool devices-${health(view)}`, icon: "camera", title: t("devices.title") }),
      button(t(soundOn() ? "sound.on" : "sound.off"), () => (toggleSound(), page.draw()), { kind: "tool", icon: soundOn() ? "sound" : "mute", "aria-pressed": String(soundOn()) }),
      language(page),
    ),
  );
}

/** How far the game is: by rounds or by turns, where it has a known number of them. */
function progress(state) {
  const { rounds_total: rounds, turns_total: turns } = state;
  const text = rounds ? t("round.of", { n: state.round, of: rounds }) : turns && t("turn.of", { n: turnNow(state), of: turns });
  return text && h("span", { class: "turns" }, text);
}

/** `turn` counts the cards turned over; people count the turn they are in. */
function turnNow({ phase, turn }) {
  return Math.max(1, phase === "turn" ? turn + 1 : turn);
}

const narrow = matchMedia("(max-width: 640px)"); // there a language goes by its two letters

function language(page) {
  const choose = async (event) => {
    await loadTexts(event.target.value);
    page.draw();
  };
  return h("select", { class: "language", "aria-label": t("language.choose"), value: lang(), onchange: choose }, Object.entries(LANGUAGES).map(([code, name]) => h("option", { key: code, value: code, selected: code === lang(), "aria-label": name }, narrow.matches ? code.toUpperCase() : name)));
}

function health(view) {
  return Object.values(view.devices).some((device) => device.state === "down") || !["clear", "hand"].includes(view.camera.view) ? "ill" : "well";
}

/** What is plugged in and how it is. */
function devices(page) {
  const { view } = page;
  const rows = Object.entries(view.devices);
  return dialog(
    t("devices.title"),
    () => page.dialog(null),
    !rows.length && h("p", {}, t("devices.none")),
    h("ul", { class: "devices" }, rows.map(([name, device]) => h("li", { key: name, class: device.state }, h("b", {}, tOr(`device.${name}`, {}, name)), h("span", { class: "state" }, glyph(device.state === "down" ? "cross" : "tick"), t(`devices.${device.state}`), device.virtual && ` · ${t("virtual.badge")}`), h("p", {}, device.detail)))),
    view.devices.camera && h("p", { class: "hint" }, t(`camera.${view.camera.view}`)),
    view.devices.camera?.state === "up" && h("img", { class: "camera", src: `/api/camera.jpg?${Math.floor(performance.now() / 1000)}`, alt: t("camera.picture"), onerror: (event) => event.target.classList.add("none") }),
    view.state && button(t("do.set-aside"), () => (page.dialog(null), page.dialog(sure)), { kind: "danger" }),
  );
}

function sure(page) {
  const aside = () => (page.dialog(null), send({ do: page.view.session.over ? "again" : "set_aside" }));
  return dialog(t("do.set-aside"), () => page.dialog(null), h("p", {}, t("set-aside.sure")), button(t("do.set-aside"), aside, { kind: "danger main" }));
}

/** Passing notices, each a sentence. */
export function toasts(page) {
  return h(
    "div",
    { key: "toasts", class: "toasts", role: "status" },
    page.notices.map((one) => h("p", { key: one.key, class: "toast" }, lang() === "en" ? one.text : tOr(`refusal.${one.kind}`, { name: one.player ?? "" }, one.text), one.rule && h("small", {}, one.rule))),
  );
}

/** A game from before the service stopped. */
export function restart({ state }) {
  const n = state.round ?? (typeof state.turn === "number" && turnNow(state));
  const [text, go] = state.round ? [t("restart.text-round", { n }), t("restart.go-on-round", { n })] : n ? [t("restart.text", { n }), t("restart.go-on", { n })] : [t("restart.text-any"), t("restart.go-on-any")];
  return h(
    "main",
    { key: "restart", class: "restart" },
    h("section", { class: "parchment" }, h("h1", {}, t("restart.title")), h("p", {}, text), h("div", { class: "row" }, button(go, () => send({ do: "go_on" }), { kind: "main" }), button(t("do.set-aside"), () => send({ do: "set_aside" })))),
  );
}

let draft = {};

/** The table overrules: what is so, why, and who says it. What can be set, the game's page says. */
function correction(page) {
  const fields = page.correctable();
  const close = () => ((draft = {}), page.dialog(null));
  const keep = (name) => (event) => (draft[name] = event.target.value);
  const submit = async (event) => {
    event.preventDefault();
    const { reason, by, ...given } = Object.fromEntries(new FormData(event.target));
    const set = {};
    for (const field of fields) {
      const value = changed(field, given);
      if (value !== null) set[field.key] = value;
    }
    const answer = await send({ do: "correct", set, reason, by });
    if (answer?.ok) close();
  };
  return dialog(
    t("correct.title"),
    close,
    h("p", { class: "hint" }, t("correct.text")),
    h(
      "form",
      { class: "correct", onsubmit: submit },
      fields.map((field) => correctionField(field, keep)),
      h("label", { key: "reason", class: "wide" }, t("correct.reason"), h("input", { name: "reason", required: true, maxlength: 200, value: draft.reason, oninput: keep("reason") })),
      h("label", { key: "by", class: "wide" }, t("correct.by"), h("input", { name: "by", required: true, maxlength: 40, value: draft.by, oninput: keep("by") })),
      h("button", { key: "ok", type: "submit", class: "button main wide" }, h("span", {}, t("correct.do"))),
    ),
  );
}

/** A number for each player, one of several names, or a text. */
function correctionField({ key, label, counts, value, among, say = String }, keep) {
  if (counts) {
    const inputs = Object.entries(counts).map(([name, n], at) => h("label", { key: name }, h("bdi", {}, name), h("input", { name: `${key}-${at}`, type: "number", min: 0, max: 999, value: draft[`${key}-${at}`] ?? n, oninput: keep(`${key}-${at}`) })));
    return label ? h("fieldset", { key, class: "wide counted" }, h("legend", {}, label), inputs) : inputs;
  }
  if (among) return h("label", { key, class: "wide" }, label, h("select", { name: key, value: draft[key] ?? value, onchange: keep(key) }, among.map((name) => h("option", { key: name, value: name, selected: name === (draft[key] ?? value) }, say(name)))));
  return h("label", { key }, label, h("input", { name: key, value: draft[key] ?? value, oninput: keep(key) }));
}

/** What was changed in a field; null: nothing. */
function changed({ key, counts, value }, given) {
  if (!counts) return given[key] && given[key] !== value ? given[key] : null;
  const other = Object.entries(counts).map(([name, n], at) => [name, n, Number.parseInt(given[`${key}-${at}`], 10)]);
  const found = other.filter(([, n, now]) => Number.isSafeInteger(now) && now !== n);
  return found.length ? Object.fromEntries(found.map(([name, , now]) => [name, now])) : null;
}
