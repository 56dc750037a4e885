// What happened, the newest at the top, as it happens; filtered by process and kind, and as far back as the journal goes.

import { ask, tried } from "./api.js";
import { count, moment } from "./amounts.js";
import { element, say, show } from "./element.js";
import { keep, toProcess } from "./route.js";
import { Stream } from "./stream.js";
import { follow, listen, world } from "./world.js";

const PAGE = 200;
const MOST = 2000;
const AGAIN = 3000;
const TONES = ["good", "doubtful", "bad", "alarm"];

/** @param {HTMLElement} main @param {string} about @param {URLSearchParams} parameters */
export function events(main, about, parameters) {
  return new Events(main, parameters);
}

class Events {
  /** @param {HTMLElement} main @param {URLSearchParams} parameters */
  constructor(main, parameters) {
    this.process = parameters.get("process") ?? "";
    this.kind = parameters.get("kind") ?? "";
    /** @type {Wire.EventView[]} */
    this.events = [];
    /** @type {Wire.EventView[]} */
    this.fresh = [];
    /** @type {number | undefined} */
    this.painting = undefined;
    /** @type {HTMLSelectElement} */
    this.processes = element("select", {
      "aria-label": "Process",
      onchange: () => this.choose(this.processes.value, this.kind),
    });
    /** @type {HTMLSelectElement} */
    this.kinds = element("select", {
      "aria-label": "Kind",
      onchange: () => this.choose(this.process, this.kinds.value),
    });
    this.number = element("span", { class: "soft", role: "status" });
    this.list = element("ol", { class: "events card" });
    this.empty = element("p", { class: "empty", hidden: true }, "Nothing of this kind so far.");
    this.older = element(
      "button",
      { class: "older", hidden: true, onclick: () => this.loadOlder() },
      "Load older",
    );
    main.append(
      element(
        "div",
        { class: "tools" },
        element("h1", {}, "Events"),
        this.processes,
        this.kinds,
        this.number,
      ),
      this.list,
      this.empty,
      this.older,
    );
    this.offerProcesses();
    this.offerKinds();
    this.begin();
    this.unlisten = listen(({ others }) => {
      if (others) {
        this.offerProcesses();
      }
    });
    this.keys = { "/": () => this.processes.focus(), Escape: () => this.choose("", "") };
  }

  // The address was changed by hand, or by the browser's way back.
  /** @param {string} about @param {URLSearchParams} parameters */
  follow(about, parameters) {
    this.choose(parameters.get("process") ?? "", parameters.get("kind") ?? "");
    return true;
  }

  async begin(again = false) {
    const asked = ask(`v1/events?limit=${PAGE}`);
    const page = await (again ? asked.catch(() => null) : tried(asked));
    if (this.closed) {
      return;
    }
    if (!page) {
      // To follow without it would bring the whole journal, one by one.
      this.trying = setTimeout(() => this.begin(true), AGAIN);
      return;
    }
    this.events = page.events.reverse();
    this.paint();
    this.unfollow = follow(
      new Stream(() => `v1/events?after=${this.events[0]?.id ?? 0}`, {
        event: (event) => this.take(event),
        dropped: () => this.restart(),
      }),
    );
  }

  // Too many at once for the connection: the newest page says what matters.
  restart() {
    if (this.unfollow) {
      this.unfollow();
      this.unfollow = undefined;
      this.begin();
    }
  }

  /** @param {Wire.EventView} event */
  take(event) {
    if (event.id > (this.events[0]?.id ?? 0)) {
      this.events.unshift(event);
      this.fresh.push(event);
      this.events.length = Math.min(this.events.length, MOST);
      // Many at once are painted once.
      this.painting ??= requestAnimationFrame(() => this.paintFresh());
    }
  }

  paintFresh() {
    this.painting = undefined;
    const shown = this.fresh.filter((event) => this.fits(event)).slice(-MOST);
    this.fresh = [];
    this.list.prepend(...shown.reverse().map(row));
    while (this.list.childElementCount > MOST) {
      this.list.lastElementChild?.remove();
    }
    this.offerKinds();
    this.tell();
  }

  /** @param {string} process @param {string} kind */
  choose(process, kind) {
    this.process = process;
    this.kind = kind;
    keep("events", "", { process, kind });
    this.offerProcesses();
    this.offerKinds();
    this.paint();
  }

  /** @param {Wire.EventView} event */
  fits(event) {
    return (!this.process || event.process === this.process) && (!this.kind || event.kind === this.kind);
  }

  paint() {
    this.list.replaceChildren(...this.events.filter((event) => this.fits(event)).map(row));
    this.tell();
  }

  tell() {
    const shown = this.list.childElementCount;
    show(this.list, shown > 0);
    show(this.empty, shown === 0);
    show(this.older, (this.events.at(-1)?.id ?? 0) > 1 && this.events.length < MOST);
    say(
      this.number,
      this.process || this.kind ? `${count(shown)} of the last ${count(this.events.length)}` : "",
    );
  }

  // Ids are counted one by one, so that the page before begins so many lower.
  async loadOlder() {
    const first = this.events.at(-1)?.id ?? 1;
    this.older.disabled = true;
    const page = await tried(ask(`v1/events?after=${Math.max(0, first - 1 - PAGE)}&limit=${PAGE}`));
    this.older.disabled = false;
    const older = (page?.events ?? []).filter((event) => event.id < first).reverse();
    this.events.push(...older);
    this.list.append(...older.filter((event) => this.fits(event)).map(row));
    this.offerKinds();
    this.tell();
    // A journal that was cut does not begin with the first.
    if (older.length === 0) {
      show(this.older, false);
    }
  }

  offerProcesses() {
    offer(this.processes, "All processes", [...world.processes.keys()], this.process);
  }

  offerKinds() {
    offer(this.kinds, "All kinds", [...new Set(this.events.map((event) => event.kind))].sort(), this.kind);
  }

  close() {
    this.closed = true;
    clearTimeout(this.trying);
    this.unfollow?.();
    this.unlisten();
    cancelAnimationFrame(this.painting ?? 0);
  }
}

/**
 * @param {HTMLSelectElement & { offered?: string }} select
 * @param {string} all
 * @param {string[]} words
 * @param {string} chosen
 */
function offer(select, all, words, chosen) {
  const offered = chosen && !words.includes(chosen) ? [...words, chosen] : words;
  const text = offered.join("\n");
  if (select.offered !== text) {
    select.offered = text;
    select.replaceChildren(
      element("option", { value: "" }, all),
      ...offered.map((word) => element("option", { value: word }, word)),
    );
  }
  select.value = chosen;
}

/** @param {Wire.EventView} event */
function row(event) {
  const tone = TONES.includes(event.tone) ? event.tone : "soft";
  return element(
    "li",
    { "data-event": event.id },
    element("time", { datetime: event.at, class: "soft" }, moment(Date.parse(event.at))),
    event.process
      ? element("a", { class: "name", href: toProcess(event.process) }, event.process)
      : element("span", { class: "name soft" }, "project"),
    element("span", { class: `kind ${tone}` }, event.kind),
    element(
      "span",
      { class: "text" },
      event.text,
      event.who ? element("span", { class: "soft" }, ` by ${event.who}`) : "",
    ),
  );
}
