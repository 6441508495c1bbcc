// The page around every game: stream, header, lobby, notices. It knows no game; each has a module of
// its own in games/, chosen by name.

import { keepTime } from "./clock.js";
import { onRefusal, send } from "./commands.js";
import { h, patch } from "./dom.js";
import { header, restart, toasts } from "./frame.js";
import { lobby } from "./lobby.js";
import { armSounds, play } from "./sounds.js";
import { follow } from "./stream.js";
import { loadTexts } from "./texts.js";

const TICK_MS = 200;
const root = document.getElementById("app");
const say = document.getElementById("say");
const games = new Map(); // name -> module, or null while it loads

const page = { view: null, link: "up", since: 0, notices: [], open: null, draw, notice, speak, dialog, correctable };

/** Show the view. A fault in one view is told to the console; the next view is drawn all the same. */
function draw() {
  if (!page.view) return;
  try {
    show(page.view);
  } catch (fault) {
    console.error(fault);
    page.open = null; // the window may be what can't be drawn any more
  }
}

function show(view) {
  root.dataset.link = page.link;
  document.body.dataset.phase = view.state?.phase ?? "lobby";
  patch(root, [header(page), page.link !== "up" && linkBar(), body(view), toasts(page), page.open?.(page)]);
}

function linkBar() {
  return h("p", { key: "link", class: `link link-${page.link}`, role: "alert" }, page.text(`link.${page.link}`));
}

function body(view) {
  if (view.session.unfinished) return restart(view);
  if (!view.state || view.state.phase === "lobby" || view.session.id === null) return lobby(view, page);
  const shown = module(view.session.game);
  return shown ? shown.draw(view, page) : h("main", { key: "wait", class: "wait" });
}

/** A game's page, fetched when it is first needed. */
function module(name) {
  if (!games.has(name) && /^[a-z-]+$/.test(name)) {
    games.set(name, null);
    import(`./games/${name}.js`).then(
      (loaded) => {
        games.set(name, loaded);
        draw();
      },
      () => games.delete(name),
    );
  }
  return games.get(name);
}

function onView(part, entry, kind) {
  const before = page.view;
  if (kind === "status" && !before) return;
  page.view = kind === "status" ? { ...before, ...part } : part;
  page.since = performance.now();
  if (before && gameOf(before) !== gameOf(page.view)) page.open = null;
  for (const one of page.view.notices) if (before && !before.notices.some((old) => old.id >= one.id)) notice(one);
  if (entry) module(page.view.session.game)?.heard?.(entry, page, before);
  draw();
}

/** The game that a window speaks of: with another one, or none, the window is out of place. */
function gameOf({ session, state }) {
  return state && `${session.game} ${session.id}`;
}

function onLink(state) {
  if (page.link === state) return;
  page.link = state;
  draw();
}

/** Tell everybody something in passing. */
function notice(one) {
  page.notices.push({ ...one, key: `n${performance.now()}`, until: performance.now() + 7000 });
  page.notices = page.notices.slice(-3);
  play("refused");
  draw();
}

/** The caption of what happened, for eyes and for screen readers. */
function speak(text) {
  if (text) say.textContent = text;
}

/** What the table may overrule in the game that is on. */
function correctable() {
  const { session, state } = page.view;
  return (state && module(session.game)?.correctable?.(state)) ?? [];
}

/** Open a window over the page, or close it with null. */
function dialog(make) {
  page.open = make;
  draw();
  root.querySelector(".dialog input, .dialog button")?.focus();
}

function tick() {
  const now = performance.now();
  const stale = page.notices.some((one) => one.until < now);
  if (stale) page.notices = page.notices.filter((one) => one.until >= now);
  if (stale || page.view?.clock) draw();
}

async function boot() {
  const { t } = await import("./texts.js");
  page.text = t;
  await loadTexts();
  onRefusal(notice);
  armSounds();
  addEventListener("keydown", (event) => event.key === "Escape" && page.open && dialog(null));
  keepTime();
  follow(onView, onLink);
  addEventListener("resize", draw); // a tablet turned around
  setInterval(tick, TICK_MS);
}

page.send = send;
boot();
