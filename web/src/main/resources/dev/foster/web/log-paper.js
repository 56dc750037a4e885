// The lines of a log in the page. They stand in blocks, so that a new line is laid out without the thousands before it,
// and the oldest block goes when there are too many.

import { count, counted } from "./amounts.js";
import { element } from "./element.js";
import { fill, lineElement } from "./log-line.js";

/** @import { LineElement } from "./log-line.js" */
/** @typedef {(gap: HTMLElement, after: string, before: string) => void} Missing */

const BLOCK = 100;
// What a person reads by scrolling, and a telephone bears.
const MOST = 3000;
const MOST_WHILE_READING = 12_000;
// How long a search may hold up the page at once.
const SLICE = 10;

export class LogPaper {
  /** @param {Missing} missing */
  constructor(missing) {
    this.node = element("div", { class: "paper" });
    this.missing = missing;
    this.sought = "";
    this.size = 0;
    this.found = 0;
    /** @type {LineElement | null} */
    this.here = null;
  }

  // Those of a kind, the oldest first.
  /** @param {string} kind */
  lines(kind) {
    return [.../** @type {NodeListOf<LineElement>} */ (this.node.querySelectorAll(kind))];
  }

  get first() {
    const line = /** @type {LineElement | null} */ (this.node.querySelector(".line"));
    return line?.said.cursor;
  }

  get full() {
    return this.size >= MOST_WHILE_READING;
  }

  /** @param {Line[]} lines */
  append(lines) {
    for (const line of lines) {
      this.block().append(this.made(line));
      this.last = line[0];
    }
  }

  /** @param {Line[]} lines */
  prepend(lines) {
    for (let end = lines.length; end > 0; end -= BLOCK) {
      const some = lines.slice(Math.max(0, end - BLOCK), end);
      this.node.prepend(element("div", { class: "block" }, ...some.map((line) => this.made(line))));
    }
  }

  /** @param {Line} line */
  made(line) {
    const made = lineElement(line, this.sought);
    this.size++;
    this.found += made.classList.contains("found") ? 1 : 0;
    return made;
  }

  block() {
    const last = this.node.lastElementChild;
    return last && last.childElementCount < BLOCK
      ? last
      : this.node.appendChild(element("div", { class: "block" }));
  }

  // Lines that were said and are not here: how many, as far as that is known, and a way to see them after all.
  /** @param {number} number @param {string | undefined} after @param {string | undefined} before */
  gap(number, after, before) {
    const text = number > 0 ? `${counted(number, "line")} not shown` : "lines may be missing here";
    const gap = element("div", { class: "gap" }, element("span", {}, text));
    if (after && before) {
      gap.append(
        element("button", { class: "quiet", onclick: () => this.missing(gap, after, before) }, "show"),
      );
    }
    this.block().append(gap);
  }

  // Puts lines in the place of a gap; rest: how many are still not there.
  /** @param {HTMLElement} gap @param {Line[]} lines @param {boolean} more @param {string} before */
  mend(gap, lines, more, before) {
    const made = lines.map((line) => this.made(line));
    gap.before(...made);
    gap.remove();
    if (more && lines.length > 0) {
      /** @type {HTMLElement} */
      const rest = element(
        "div",
        { class: "gap" },
        element("span", {}, "more lines not shown"),
        element(
          "button",
          { class: "quiet", onclick: () => this.missing(rest, lines[lines.length - 1][0], before) },
          "show",
        ),
      );
      made[made.length - 1].after(rest);
    }
  }

  // Lets the oldest go. How many lines that were.
  trim() {
    let gone = 0;
    let oldest = this.node.firstElementChild;
    while (oldest?.nextElementSibling && this.size - gone > MOST) {
      gone += oldest.querySelectorAll(".line").length;
      this.found -= oldest.querySelectorAll(".found").length;
      oldest.remove();
      oldest = this.node.firstElementChild;
    }
    this.size -= gone;
    return gone;
  }

  clear() {
    this.node.replaceChildren();
    this.size = this.found = 0;
    this.last = undefined;
  }

  // Marks what is sought everywhere, a little at a time, the newest first. Calls when there is news.
  /** @param {string} sought @param {() => void} news */
  seek(sought, news) {
    this.sought = sought.toLowerCase();
    this.found = 0;
    clearTimeout(this.seeking);
    const lines = this.lines(".line");
    const some = () => {
      const end = performance.now() + SLICE;
      while (lines.length > 0 && performance.now() < end) {
        const line = lines.pop();
        // One that shows what it should is left as it is: most are.
        if (line?.isConnected && (line.classList.contains("marked") || this.sought)) {
          this.found += fill(line, this.sought) ? 1 : 0;
        }
      }
      news();
      if (lines.length > 0) {
        this.seeking = setTimeout(some);
      }
    };
    some();
  }

  // The line with something sought that is next above or below the one that was last gone to, or at the end.
  /** @param {number} by */
  step(by) {
    const all = this.lines(".line.found");
    const here = this.here ? all.indexOf(this.here) : -1;
    const next = here < 0 ? all.length - 1 : here + by;
    if (next < 0 || next >= all.length) {
      return null;
    }
    this.here?.classList.remove("here");
    this.here = all[next];
    this.here.classList.add("here");
    return { line: this.here, place: `${count(next + 1)} of ${count(all.length)}` };
  }
}
