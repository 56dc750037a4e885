// Follows a stream of server-sent events, and comes back by itself. A fetch instead of an EventSource, because that
// cannot see that we are logged out, nor be told how long to wait before it tries again.

import { opened } from "./api.js";

/**
 * What each kind of event brings.
 *
 * @typedef {{
 *   snapshot: { processes: Wire.ProcessView[] },
 *   process: Wire.ProcessView,
 *   beat: { processes: Wire.ProcessView[] },
 *   event: Wire.EventView,
 *   dropped: unknown,
 *   tails: { tails: Wire.TailView[] },
 * }} Told
 * @typedef {{ [Kind in keyof Told]?: (told: Told[Kind]) => void }} Hearers
 */

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;
// The daemon says something every 15 seconds. One that is silent for longer is not there any more, though its connection is.
const SILENCE = 40_000;

export class Stream {
  // path: a function, since what to ask for may depend on what was seen. events: a handler for each kind.
  // link: told "live" or "lost".
  /**
   * @param {() => string} path
   * @param {Hearers} events
   * @param {(word: "live" | "lost", failure?: unknown) => void} link
   */
  constructor(path, events, link = () => {}) {
    this.path = path;
    this.events = events;
    this.link = link;
    this.wait = FIRST_WAIT;
    this.ended = true;
    /** @type {number | undefined} */
    this.timer = undefined;
    /** @type {unknown} */
    this.failure = undefined;
    this.soon = () => this.retry();
  }

  open() {
    if (this.ended) {
      this.ended = false;
      addEventListener("online", this.soon);
      this.connect();
    }
    return this;
  }

  close() {
    this.ended = true;
    removeEventListener("online", this.soon);
    clearTimeout(this.timer);
    this.abort?.abort();
  }

  // At once instead of after the wait, if it waits.
  retry() {
    if (this.timer && !this.ended) {
      clearTimeout(this.timer);
      this.connect();
    }
  }

  async connect() {
    this.timer = undefined;
    const abort = new AbortController();
    this.abort = abort;
    try {
      const response = await opened(this.path(), {
        headers: { Accept: "text/event-stream" },
        signal: abort.signal,
      });
      this.wait = FIRST_WAIT;
      this.link("live");
      if (response.body) {
        await this.read(response.body, abort);
      }
    } catch (failure) {
      this.failure = failure;
    } finally {
      // When a handler fails, the daemon would go on telling nobody.
      abort.abort();
    }
    if (!this.ended && this.abort === abort) {
      this.again();
    }
  }

  again() {
    this.link("lost", this.failure);
    // A little by chance, so that many pages do not come back in step.
    this.timer = setTimeout(() => this.connect(), this.wait * (0.8 + 0.4 * Math.random()));
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
  }

  /** @param {ReadableStream<Uint8Array<ArrayBuffer>>} body @param {AbortController} abort */
  async read(body, abort) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    // What came with the event at which it was closed is for nobody any more.
    const parser = new Parser((kind, data) => {
      if (!abort.signal.aborted) {
        this.events[/** @type {keyof Told} */ (kind)]?.(JSON.parse(data));
      }
    });
    let silence;
    try {
      for (;;) {
        silence = setTimeout(() => abort.abort(), SILENCE);
        const { value, done } = await reader.read();
        clearTimeout(silence);
        if (done || this.ended) {
          return;
        }
        parser.take(value);
      }
    } finally {
      clearTimeout(silence);
    }
  }
}

// Cuts text into events.
class Parser {
  /** @param {(kind: string, data: string) => void} event */
  constructor(event) {
    this.event = event;
    this.rest = "";
    this.kind = "message";
    /** @type {string[]} */
    this.data = [];
  }

  /** @param {string} text */
  take(text) {
    let start = 0;
    const all = this.rest + text;
    for (let end = all.indexOf("\n"); end >= 0; end = all.indexOf("\n", start)) {
      this.line(all.slice(start, all[end - 1] === "\r" ? end - 1 : end));
      start = end + 1;
    }
    this.rest = all.slice(start);
  }

  /** @param {string} line */
  line(line) {
    if (line === "") {
      if (this.data.length > 0) {
        this.event(this.kind, this.data.join("\n"));
      }
      this.kind = "message";
      this.data = [];
    } else if (line.startsWith("event:")) {
      this.kind = line.slice(6).trim();
    } else if (line.startsWith("data:")) {
      this.data.push(line.slice(line[5] === " " ? 6 : 5));
    }
  }
}
