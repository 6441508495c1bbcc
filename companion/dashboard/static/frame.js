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
    playing && state.turns_total && h("span", { class: "turns" }, t("turn.of", { n: turnNow(state), of: state.turns_total })),
    view.virtual && h("span", { class: "badge", title: t("virtual.text") }, t("virtual.badge")),
    h(
      "nav",
      { class: "tools" },
      playing && button(t("do.undo"), () => send({ do: "undo" }), { kind: "tool", icon: "undo", disabled: !view.can.undo, title: t("do.undo") }),
      playing && button(t("do.redo"), () => send({ do: "redo" }), { kind: "tool", icon: "redo", disabled: !view.can.redo, title: t("do.redo") }),
      playing && button(t("do.correct"), () => page.dialog(correction), { kind: "tool", icon: "pen", title: t("do.correct") }),
      button(t("devices.title"), () => page.dialog(devices), { kind: `tool devices-${health(view)}`, icon: "camera", title: t("devices.title") }),
      button(t(soundOn() ? "sound.on" : "sound.off"), () => (toggleSound(), page.draw()), { kind: "tool", icon: soundOn() ? "sound" : "mute", "aria-pressed": String(soundOn()) }),
      language(page),
    ),
  );
}

/** `turn` counts the cards turned over; people count the turn they are in. */
function turnNow({ phase, turn }) {
  return Math.max(1, phase === "turn" ? turn + 1 : turn);
}

function language(page) {
  const choose = async (event) => {
    await loadTexts(event.target.value);
    page.draw();
  };
  return h("select", { class: "language", "aria-label": t("language.choose"), value: lang(), onchange: choose }, Object.entries(LANGUAGES).map(([code, name]) => h("option", { key: code, value: code, selected: code === lang() }, name)));
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
export function restart(view) {
  return h(
    "main",
    { key: "restart", class: "restart" },
    h("section", { class: "parchment" }, h("h1", {}, t("restart.title")), h("p", {}, t("restart.text", { n: turnNow(view.state) })), h("div", { class: "row" }, button(t("restart.go-on", { n: turnNow(view.state) }), () => send({ do: "go_on" }), { kind: "main" }), button(t("do.set-aside"), () => send({ do: "set_aside" })))),
  );
}

let draft = {};

/** The table overrules: what is so, why, and who says it. Coins move against the chest. */
function correction(page) {
  const { state } = page.view;
  const close = () => ((draft = {}), page.dialog(null));
  const submit = async (event) => {
    event.preventDefault();
    const { reason, by, card, ...piles } = Object.fromEntries(new FormData(event.target));
    const coins = {};
    Object.keys(state.coins ?? {}).forEach((name, at) => {
      const n = Number.parseInt(piles[`coins-${at}`], 10);
      if (Number.isSafeInteger(n) && n !== state.coins[name]) coins[name] = n;
    });
    const set = { ...(Object.keys(coins).length && { coins }), ...(card && card !== state.card && { card }) };
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
      Object.entries(state.coins ?? {}).map(([name, n], at) => h("label", { key: name }, h("bdi", {}, name), h("input", { name: `coins-${at}`, type: "number", min: 0, max: 999, value: draft[name] ?? n, oninput: (event) => (draft[name] = event.target.value) }))),
      state.card && h("label", { key: "card" }, t("correct.card"), h("input", { name: "card", value: draft.card ?? state.card, oninput: (event) => (draft.card = event.target.value) })),
      h("label", { key: "reason", class: "wide" }, t("correct.reason"), h("input", { name: "reason", required: true, maxlength: 200, value: draft.reason, oninput: (event) => (draft.reason = event.target.value) })),
      h("label", { key: "by", class: "wide" }, t("correct.by"), h("input", { name: "by", required: true, maxlength: 40, value: draft.by, oninput: (event) => (draft.by = event.target.value) })),
      h("button", { key: "ok", type: "submit", class: "button main wide" }, h("span", {}, t("correct.do"))),
    ),
  );
}
