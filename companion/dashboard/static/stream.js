// The live stream from the table: one a page, closed when the page is hidden for good, opened again
// on waking, made anew when the browser gives up. Without a place in it the page asks now and then.

const SILENT_MS = 1900; // the table beats every 0.8 s
const POLL_MS = 2000;
const AGAIN_MS = 1000;

/** Follow the table. `onView(view, entry, kind)` for each change, `onLink(state)`: "up", "down" or "polling". */
export function follow(onView, onLink) {
  let source = null;
  let last = null;
  let heard = performance.now();
  let polling = null;
  let retry = null;

  function open() {
    close();
    source = new EventSource(last === null ? "/api/events" : `/api/events?after=${last}`);
    source.addEventListener("snapshot", (event) => whole(event, (data) => [data, null]));
    source.addEventListener("change", (event) => whole(event, (data) => [data.view, data.entry]));
    source.addEventListener("status", (event) => {
      alive();
      onView(JSON.parse(event.data), null, "status");
    });
    source.addEventListener("beat", alive);
    source.onerror = () => {
      // Cut, not merely quiet: said soon, unless the browser's own next try succeeds.
      heard = Math.min(heard, performance.now() - SILENT_MS + 500);
      if (source?.readyState === EventSource.CLOSED) refused();
    };
  }

  function whole(event, parts) {
    alive();
    last = event.lastEventId || last;
    const [view, entry] = parts(JSON.parse(event.data));
    onView(view, entry, event.type);
  }

  function alive() {
    heard = performance.now();
    stopPolling();
    onLink("up");
  }

  /** Not a stream: no place left, or the table is not there. */
  function refused() {
    close();
    polling ??= setInterval(poll, POLL_MS);
    poll();
    clearTimeout(retry);
    retry = setTimeout(open, polling ? 5 * AGAIN_MS : AGAIN_MS);
  }

  async function poll() {
    try {
      const response = await fetch("/api/state", { cache: "no-store" });
      if (!response.ok) throw new Error(response.statusText);
      onView(await response.json(), null, "snapshot");
      heard = performance.now();
      onLink("polling");
    } catch {
      onLink("down");
      clearTimeout(retry);
      retry = setTimeout(open, AGAIN_MS);
    }
  }

  function stopPolling() {
    clearInterval(polling);
    polling = null;
  }

  function close() {
    source?.close();
    source = null;
  }

  setInterval(() => {
    const silent = performance.now() - heard;
    if (silent < (polling ? POLL_MS : 0) + SILENT_MS) return;
    onLink("down");
    // A stream that hangs without an error is opened anew, but not faster than it can answer.
    if (source && silent > 2 * SILENT_MS) {
      heard = performance.now() - SILENT_MS;
      open();
    }
  }, 200);

  function wake() {
    if (document.visibilityState !== "visible") return;
    if (!source || performance.now() - heard > SILENT_MS) open();
  }
  addEventListener("pagehide", close);
  addEventListener("pageshow", wake);
  addEventListener("online", wake);
  document.addEventListener("visibilitychange", wake);
  open();
}
