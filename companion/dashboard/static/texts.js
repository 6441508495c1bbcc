// The page's words, from the one catalogue, in the language of this screen.

export const LANGUAGES = { en: "English", fr: "Français", nl: "Nederlands", de: "Deutsch", es: "Español", pt: "Português" };
const KEPT = "table.language";
let texts = {};
let language = "en";

/** Load a language: the one asked for, chosen on this screen before, or the browser's; else the table's. */
export async function loadTexts(wanted) {
  language = wanted ?? asked() ?? kept() ?? browsers() ?? document.documentElement.lang;
  if (!(language in LANGUAGES)) language = "en";
  const answer = await fetch(`/api/texts/${language}.json`);
  texts = await answer.json();
  document.documentElement.lang = language;
  document.title = t("app.name");
  if (wanted) localStorage.setItem(KEPT, wanted);
}

/** `?lang=` in the address. */
function asked() {
  const code = new URLSearchParams(location.search).get("lang");
  return code in LANGUAGES ? code : null;
}

/** The first language of this browser that the catalogue has. */
function browsers() {
  return navigator.languages.map((one) => one.slice(0, 2).toLowerCase()).find((code) => code in LANGUAGES);
}

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // private windows may keep nothing
  }
}

export function lang() {
  return language;
}

/** A text with its `{places}` filled. An unknown key shows itself, so that it is noticed. */
export function t(key, places = {}) {
  return fill(texts[key] ?? key, places);
}

/** A text if the catalogue has it, else what the referee said in English. */
export function tOr(key, places, spoken) {
  return key in texts ? fill(texts[key], places) : spoken;
}

/** The name behind a word as it is written in this language (`card`, "Papagei": parrot); else the word. */
export function meant(kind, word) {
  const found = Object.keys(texts).find((key) => key.startsWith(`${kind}.`) && texts[key].toLowerCase() === word.toLowerCase());
  return found ? found.slice(kind.length + 1) : word;
}

/** One of `key.one` and `key.many`. */
export function count(key, n, places = {}) {
  return t(`${key}.${Math.abs(n) === 1 ? "one" : "many"}`, { n: number(n), ...places });
}

function fill(text, places) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in places ? places[name] : whole));
}

/** A whole number as this language writes it. */
export function number(n) {
  return new Intl.NumberFormat(language).format(n);
}

/** Microseconds as milliseconds, finer where it is close. */
export function milliseconds(us) {
  const digits = us < 1_000 ? 2 : us < 10_000 ? 1 : 0;
  return t("unit.ms", { n: new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(us / 1000) });
}
