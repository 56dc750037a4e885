// A curve over time on a canvas: with an axis, a line for the limit, marks where the process was started, and the value
// under the pointer, or under the arrow keys.

import { clock } from "./amounts.js";
import { ChartDrawing } from "./chart-drawing.js";
import { element, say, show } from "./element.js";

/** @import { Curve } from "./chart-drawing.js" */

/** @type {Record<string, number | undefined>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

export class Chart {
  // format: a value in words. least: what the top stands for at least.
  /** @param {string} title @param {(value: number) => string} format @param {number} least */
  constructor(title, format, least) {
    this.title = title;
    this.format = format;
    this.least = least;
    /** @type {Curve} */
    this.curve = { times: [], values: [], limit: undefined, peak: undefined, marks: [], span: 1 };
    /** @type {number | null} */
    this.selected = null;
    this.now = element("b", { class: "now" });
    this.more = element("span", { class: "soft" });
    this.canvas = element("canvas", {
      tabindex: "0",
      role: "img",
      onpointermove: (event) => this.point(event),
      onpointerleave: () => this.select(null),
      onkeydown: (event) => this.key(event),
      onblur: () => this.select(null),
    });
    this.spoken = element("span", { class: "unseen", "aria-live": "polite" });
    this.node = element(
      "figure",
      { class: "chart" },
      element("figcaption", {}, element("span", { class: "title" }, title), this.now, this.more),
      this.canvas,
      this.spoken,
    );
    this.sizes = new ResizeObserver(() => this.draw());
    this.sizes.observe(this.canvas);
    this.recolour = () => this.draw();
    addEventListener("foster-theme", this.recolour);
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.dark.addEventListener("change", this.recolour);
  }

  // span: how many milliseconds back it goes.
  /** @param {Curve} curve */
  show(curve) {
    this.curve = curve;
    const { values, limit, peak } = curve;
    const last = values.findLast((value) => value !== null && value !== undefined);
    const words = [];
    if (peak !== undefined) {
      words.push(`peak ${this.format(peak)}`);
    }
    if (limit !== undefined) {
      words.push(`limit ${this.format(limit)}`);
    }
    say(this.now, last === undefined ? "–" : this.format(last));
    say(this.more, words.join(" · "));
    this.canvas.setAttribute(
      "aria-label",
      `${this.title}: now ${last === undefined ? "nothing" : this.format(last)}${words.map((word) => `, ${word}`).join("")}; arrow keys read the curve`,
    );
    show(this.node, true);
    this.draw();
  }

  draw() {
    if (this.canvas.clientWidth > 0) {
      this.drawing = new ChartDrawing(this.canvas, this.curve, this.format, this.least);
      this.drawing.draw(this.selected);
    }
  }

  /** @param {PointerEvent} event */
  point(event) {
    if (this.drawing) {
      this.select(this.nearest(this.drawing.timeAt(event.offsetX)));
    }
  }

  /** @param {number} time */
  nearest(time) {
    const { times } = this.curve;
    const begin = this.drawing?.begin ?? 0;
    /** @type {number | null} */
    let best = null;
    for (let at = 0; at < times.length; at++) {
      if (times[at] >= begin && (best === null || Math.abs(times[at] - time) < Math.abs(times[best] - time))) {
        best = at;
      }
    }
    return best;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { times, values, span } = this.curve;
    const step = STEPS[event.key];
    if (!step || times.length === 0) {
      return;
    }
    event.preventDefault();
    // A minute, or with Shift a single value.
    const from = this.selected ?? times.length - 1;
    const to = event.shiftKey ? from + step : this.nearest(times[from] + step * (span / 60));
    const at = Math.min(times.length - 1, Math.max(0, to ?? from));
    this.select(at);
    const value = values[at] ?? null;
    say(this.spoken, `${clock(times[at])}: ${value === null ? "not running" : this.format(value)}`);
  }

  /** @param {number | null} at */
  select(at) {
    if (at !== this.selected) {
      this.selected = at;
      this.draw();
    }
  }

  close() {
    this.sizes.disconnect();
    removeEventListener("foster-theme", this.recolour);
    this.dark.removeEventListener("change", this.recolour);
  }
}
