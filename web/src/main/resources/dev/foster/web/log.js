// What a process says, as it says it: followed, or held still as soon as somebody scrolls up to read.

import { ask, query, tried } from "./api.js";
import { count, counted } from "./amounts.js";
import { element, say, show } from "./element.js";
import { LogPaper } from "./log-paper.js";
import { LogTools } from "./log-tools.js";
import { Stream } from "./stream.js";
import { follow } from "./world.js";

// The daemon sends so many lines of a moment at most, and the count of the others: a process that says ten thousand a
// second costs the page no more than one that says a thousand.
const LINES = 200;
const BEAT = 250;
// How many milliseconds of a frame new lines may take, and how many lines may wait for their frame.
const FRAME_SHARE = 6;
const MOST_AHEAD = 1200;
const FIRST = 1000;
const OLDER = 500;
const MOST_WAITING = 2000;
const NEAR = 30;

export class Log {
  /** @param {string} name @param {string} find */
  constructor(name, find) {
    this.name = name;
    this.following = true;
    /** @type {Line[]} */
    this.waiting = [];
    this.missed = 0;
    this.top = 0;
    this.again = false;
    /** @type {((text: string) => void) | undefined} */
    this.sought = undefined;
    /** @type {{ lines: Line[], skipped: number }[]} */
    this.ahead = [];
    this.atOnce = 50;
    this.paper = new LogPaper((gap, after, before) => this.mend(gap, after, before));
    this.tools = new LogTools(this.name, find, {
      sought: (text) => this.seek(text),
      step: (by) => this.step(by),
    });
    this.older = element(
      "button",
      { class: "quiet older", hidden: true, onclick: () => this.loadOlder() },
      "Load older lines",
    );
    this.newest = element("button", { class: "newest primary", hidden: true, onclick: () => this.follow() });
    this.scroller = element(
      "div",
      {
        class: "scroller",
        tabindex: "0",
        role: "log",
        "aria-label": `Output of ${this.name}`,
        "aria-live": "off",
        onscroll: () => this.scrolled(),
      },
      this.older,
      this.paper.node,
    );
    this.nothing = element("p", { class: "empty" }, "It has not said anything yet.");
    const window = element("div", { class: "window" }, this.scroller, this.nothing, this.newest);
    const looks = { class: "log card wrapped", "aria-label": "Output" };
    this.node = element("section", looks, this.tools.node, window);
    this.paper.sought = find.toLowerCase();
    this.stream = new Stream(
      () => this.address(),
      { tails: ({ tails }) => tails.forEach((tail) => this.take(tail)) },
      (word) => this.linked(word),
    );
    this.unfollow = follow(this.stream);
    this.resized = new ResizeObserver(() => {
      if (this.following) {
        this.toEnd();
      }
    });
    this.resized.observe(this.scroller);
  }

  address() {
    return `v1/tails?${query({ name: this.name, lines: LINES, beat: BEAT, first: FIRST })}`;
  }

  /** @param {"live" | "lost"} word */
  linked(word) {
    // What comes first after a break is what was said last, of which some may be here already.
    this.again = word === "live" && this.newestCursor !== undefined;
  }

  /** @param {Wire.TailView} tail */
  take(tail) {
    if (tail.process !== this.name) {
      return;
    }
    let lines = /** @type {Line[]} */ (tail.lines);
    let { skipped } = tail;
    if (tail.more !== undefined) {
      if (this.again) {
        lines = this.unseen(lines);
        skipped = lines.length === tail.lines.length && lines.length > 0 ? -1 : 0;
        this.again = false;
      } else {
        show(this.older, tail.more);
      }
    }
    this.newestCursor = lines.at(-1)?.[0] ?? this.newestCursor;
    if (this.following) {
      this.add(lines, skipped);
    } else {
      this.hold(lines, skipped);
    }
  }

  /** @param {Line[]} lines */
  unseen(lines) {
    const newest = BigInt(this.newestCursor ?? 0);
    return lines.filter(([cursor]) => BigInt(cursor) > newest);
  }

  // skipped: how many were said between those before and these; below zero when nobody knows.
  /** @param {Line[]} lines @param {number} skipped */
  add(lines, skipped) {
    this.ahead.push({ lines, skipped });
    while (
      this.ahead.length > 1 &&
      this.ahead.reduce((sum, each) => sum + each.lines.length, 0) > MOST_AHEAD
    ) {
      const [left, next] = this.ahead.splice(0, 2);
      this.ahead.unshift({
        lines: next.lines,
        skipped: left.lines.length + Math.max(0, left.skipped) + Math.max(0, next.skipped),
      });
    }
    this.adding ??= requestAnimationFrame(() => this.addSome());
  }

  addSome() {
    this.adding = undefined;
    const first = this.ahead[0];
    if (!first || !this.following) {
      return;
    }
    const begun = performance.now();
    if (first.skipped !== 0) {
      this.paper.gap(Math.max(0, first.skipped), this.paper.last, first.lines[0]?.[0]);
      first.skipped = 0;
    }
    const some = first.lines.splice(0, this.atOnce);
    this.paper.append(some);
    if (first.lines.length === 0) {
      this.ahead.shift();
    }
    if (this.paper.trim() > 0) {
      show(this.older, true);
    }
    show(this.nothing, this.paper.size === 0);
    this.toEnd();
    this.tellPlace();
    // As many as this machine can: going to the end has laid them out, so the time tells all they cost.
    const each = (performance.now() - begun) / Math.max(1, some.length);
    this.atOnce = Math.round(Math.min(200, 2 * this.atOnce, Math.max(10, FRAME_SHARE / each)));
    if (this.ahead.length > 0) {
      this.adding = requestAnimationFrame(() => this.addSome());
    }
  }

  // Somebody reads: what comes now waits, the newest of it.
  /** @param {Line[]} lines @param {number} skipped */
  hold(lines, skipped) {
    this.missed += Math.max(0, skipped);
    this.waiting.push(...lines);
    const much = this.waiting.length - MOST_WAITING;
    if (much > 0) {
      this.waiting.splice(0, much);
      this.missed += much;
    }
    this.tellNewest();
  }

  // Somebody reads: what was about to be added waits as well.
  pause() {
    if (this.following) {
      this.following = false;
      for (const { lines, skipped } of this.ahead.splice(0)) {
        this.hold(lines, skipped);
      }
    }
    this.tellNewest();
  }

  tellNewest() {
    const number = this.waiting.length + this.missed;
    show(this.newest, !this.following);
    say(this.newest, number > 0 ? `↓ ${counted(number, "new line")}` : "↓ To the newest");
  }

  follow() {
    this.following = true;
    const { waiting, missed } = this;
    this.waiting = [];
    this.missed = 0;
    this.add(waiting, missed);
    this.tellNewest();
  }

  toEnd() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.top = this.scroller.scrollTop;
  }

  // Up by hand means: stand still. Down to the end means: go on.
  scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    const atEnd = scrollHeight - scrollTop - clientHeight < NEAR;
    if (this.following && scrollTop < this.top - 2 && !atEnd) {
      this.pause();
    } else if (!this.following && atEnd && scrollTop > this.top) {
      this.follow();
    }
    this.top = this.scroller.scrollTop;
  }

  async loadOlder() {
    const first = this.paper.first;
    if (!first || this.older.disabled) {
      return;
    }
    if (this.paper.full) {
      say(this.older, "More is too much for a page; download the log for the rest");
      return;
    }
    this.older.disabled = true;
    const page = await tried(
      ask(`v1/logs?${query({ name: this.name, tail: OLDER, before: first })}`),
    );
    this.older.disabled = false;
    if (!page) {
      return;
    }
    this.pause();
    const below = this.scroller.scrollHeight - this.scroller.scrollTop;
    this.paper.prepend(page.lines.map(listed));
    show(this.older, page.lines.length >= OLDER);
    // What was in sight stays where it is.
    this.scroller.scrollTop = this.scroller.scrollHeight - below;
    this.tellPlace();
  }

  /** @param {HTMLElement} gap @param {string} after @param {string} before */
  async mend(gap, after, before) {
    this.pause();
    const page = await tried(ask(`v1/logs?${query({ name: this.name, after, before })}`));
    if (page) {
      this.paper.mend(gap, page.lines.map(listed), page.more, before);
      this.tellPlace();
    }
  }

  /** @param {string} text */
  seek(text) {
    this.paper.here = null;
    this.paper.seek(text, () => this.tellPlace());
    this.sought?.(text);
  }

  /** @param {number} by */
  step(by) {
    const found = this.paper.step(by);
    if (found) {
      this.pause();
      found.line.scrollIntoView({ block: "center" });
      this.tools.tell(found.place);
    }
  }

  tellPlace() {
    this.tools.tell(this.paper.sought ? `${count(this.paper.found)} found` : "");
  }

  get keys() {
    return { ...this.tools.keys, f: () => (this.following ? this.pause() : this.follow()) };
  }

  close() {
    cancelAnimationFrame(this.adding ?? 0);
    this.unfollow();
    this.resized.disconnect();
  }
}

/** @param {Wire.LogLineView} line @returns {Line} */
function listed({ cursor, stream, text }) {
  return [cursor, stream, text];
}
