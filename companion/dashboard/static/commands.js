// Sends commands to the table. A refusal is shown to people in their own words.

import { lang, t, tOr } from "./texts.js";

let tell = () => {};

/** Where refusals are shown. */
export function onRefusal(show) {
  tell = show;
}

/** Send one command; the answer of the referee, or null when the table can't be reached. */
export async function send(command, { quiet = false } = {}) {
  let answer;
  try {
    const response = await fetch("/api/command", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(command),
      keepalive: command.do === "slap",
    });
    answer = await response.json();
  } catch {
    tell({ kind: "refused", text: t("link.not-sent") });
    return null;
  }
  if (!answer.ok && !quiet) tell({ kind: "refused", text: refusal(answer.error) });
  return answer;
}

/** The referee's sentence; in another language the catalogue's sentence for it. */
export function refusal(error) {
  return lang() === "en" ? error.message : tOr(`refusal.${error.code}`, {}, error.message);
}
