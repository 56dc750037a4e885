// A curve of a word's size: one path, whose colour is the style sheet's. A gap in the values is a gap in the curve.

import { drawn } from "./element.js";

const WIDTH = 60;
const HEIGHT = 16;

// How much higher than its highest value a curve is drawn that has no natural top, so that a steady one is not at the edge.
const HEADROOM = 1.25;

export class Sparkline {
  // least: what the top stands for at least, so that noise near nothing stays near the ground.
  /** @param {number} least */
  constructor(least) {
    this.least = least;
    this.line = drawn("path", { class: "stroke" });
    this.ground = drawn("path", { class: "ground" });
    this.node = drawn(
      "svg",
      {
        class: "spark",
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: "none",
        "aria-hidden": "true",
      },
      this.ground,
      this.line,
    );
    this.drawn = "";
  }

  /** @param {Values} values */
  paint(values) {
    const top = Math.max(
      this.least,
      HEADROOM * Math.max(0, ...values.map((value) => value ?? 0)),
    );
    const step = WIDTH / 59;
    // The newest is at the right edge, however many there are.
    const left = WIDTH - (values.length - 1) * step;
    const line = curve(
      values,
      (at) => left + at * step,
      (value) => HEIGHT - 1 - (value / top) * (HEIGHT - 2),
    );
    if (line !== this.drawn) {
      this.drawn = line;
      this.line.setAttribute("d", line);
      this.ground.setAttribute("d", grounded(values, left, step, top));
    }
  }
}

/** @param {Values} values @param {(at: number) => number} x @param {(value: number) => number} y */
function curve(values, x, y) {
  let path = "";
  let on = false;
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    if (value === null || value === undefined) {
      on = false;
    } else {
      path += `${on ? "L" : "M"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
      on = true;
    }
  }
  return path;
}

// The same, closed to the ground: what is below the curve is tinted.
/** @param {Values} values @param {number} left @param {number} step @param {number} top */
function grounded(values, left, step, top) {
  let path = "";
  /** @type {number | null} */
  let begun = null;
  for (let at = 0; at <= values.length; at++) {
    const value = values[at];
    if (value === null || value === undefined) {
      path += begun === null ? "" : `L${(left + (at - 1) * step).toFixed(1)} ${HEIGHT}Z`;
      begun = null;
    } else {
      const x = (left + at * step).toFixed(1);
      path += begun === null ? `M${x} ${HEIGHT}` : "";
      path += `L${x} ${(HEIGHT - 1 - (value / top) * (HEIGHT - 2)).toFixed(1)}`;
      begun = at;
    }
  }
  return path;
}
