// This browser's performance timeline set against the host's monotonic clock.

const ROUNDS = 9;
const AGAIN_MS = 60_000;
let fit = null; // {offset_us, bound_us}: host = page + offset, within the bound

/** A name for this screen's clock, the same until the page is closed. */
export const clockId = `tablet-${Math.random().toString(36).slice(2, 8)}`;

/** Measure now, and again every minute and after sleep. */
export function keepTime() {
  measure();
  setInterval(measure, AGAIN_MS);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && measure());
}

/** The round trip with the least delay bounds the offset by half its length. */
async function measure() {
  let best = null;
  for (let round = 0; round < ROUNDS; round += 1) {
    const sample = await trip();
    if (sample && (!best || sample.bound_us < best.bound_us)) best = sample;
  }
  if (best) fit = best;
}

async function trip() {
  try {
    const sent = performance.now();
    const { t_us: host } = await (await fetch("/api/clock", { cache: "no-store" })).json();
    const got = performance.now();
    return { offset_us: host - (sent + got) * 500, bound_us: (got - sent) * 500 + resolution() };
  } catch {
    return null;
  }
}

/** The step of the browser's timer, in microseconds: browsers coarsen it to between 5 and 1000. */
function resolution() {
  return globalThis.crossOriginIsolated ? 5 : 100;
}

/** An event's own time on the host's clock; null before the first measurement. */
export function stamp(event) {
  if (!fit) return null;
  return { t_us: Math.max(0, Math.round(event.timeStamp * 1000 + fit.offset_us)), bound_us: Math.ceil(fit.bound_us) };
}
