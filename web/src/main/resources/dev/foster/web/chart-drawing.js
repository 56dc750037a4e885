// One picture of a curve on a canvas: its axes, where the process was started, the curve, the limit, and what is selected.

import { clock } from "./amounts.js";
import { ago, rounded } from "./chart-axis.js";

const HEIGHT = 116;
const BOTTOM = 18;
const TOP = 8;
// A limit far above the curve would press it flat: then it stands in words only.
const FAR = 4;
// Where on the axis of time something is written.
/** @type {[share: number, align: CanvasTextAlign][]} */
const SHARES = [
  [0, "left"],
  [0.5, "center"],
  [1, "right"],
];

/** @typedef {CanvasRenderingContext2D} Pen */
/**
 * @typedef {{
 *   times: number[],
 *   values: Values,
 *   limit: number | undefined,
 *   peak: number | undefined,
 *   marks: number[],
 *   span: number,
 * }} Curve
 */

export class ChartDrawing {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Curve} curve
   * @param {(value: number) => string} format
   * @param {number} least
   */
  constructor(canvas, curve, format, least) {
    this.curve = curve;
    this.format = format;
    this.least = least;
    this.width = canvas.clientWidth;
    const dense = devicePixelRatio || 1;
    if (canvas.width !== Math.round(this.width * dense)) {
      canvas.width = Math.round(this.width * dense);
      canvas.height = Math.round(HEIGHT * dense);
    }
    this.pen = /** @type {Pen} */ (canvas.getContext("2d"));
    this.pen.setTransform(dense, 0, 0, dense, 0, 0);
    this.pen.clearRect(0, 0, this.width, HEIGHT);
    const style = getComputedStyle(canvas);
    this.colours = Object.fromEntries(
      ["edge", "soft", "curve", "curve-ground", "bad", "doubtful", "ink", "card"].map((name) => [
        name,
        style.getPropertyValue(`--${name}`),
      ]),
    );
    this.pen.font = `11px ${style.fontFamily}`;
    this.end = curve.times.at(-1) ?? Date.now();
    this.begin = this.end - curve.span;
    this.left = 0;
    this.top = 1;
    /** @type {number | undefined} */
    this.limit = undefined;
    this.scale();
  }

  /** @param {number | null} selected */
  draw(selected) {
    this.drawAxes();
    this.drawMarks();
    this.drawCurve();
    this.drawLimit();
    this.drawSelected(selected);
  }

  scale() {
    const { pen } = this;
    const { times, values } = this.curve;
    let most = this.least;
    times.forEach((time, at) => {
      most = time >= this.begin ? Math.max(most, values[at] ?? 0) : most;
    });
    this.limit = this.curve.limit !== undefined && this.curve.limit <= most * FAR ? this.curve.limit : undefined;
    this.top = rounded(Math.max(most, (this.limit ?? 0) * 1.05));
    const label = Math.max(
      pen.measureText(this.label(this.top)).width,
      pen.measureText(this.label(this.top / 2)).width,
    );
    // The same for most, so that charts below each other begin together.
    this.left = Math.max(48, Math.ceil(label) + 8);
  }

  /** @param {number} time */
  x(time) {
    return this.left + ((time - this.begin) / this.curve.span) * (this.width - this.left - 2);
  }

  /** @param {number} value */
  y(value) {
    return HEIGHT - BOTTOM - (value / this.top) * (HEIGHT - BOTTOM - TOP);
  }

  // Round numbers need no tenths.
  /** @param {number} value */
  label(value) {
    return value === 0 ? "0" : this.format(value).replace(/\.0(?=\D|$)/, "");
  }

  drawAxes() {
    const { pen, width } = this;
    pen.strokeStyle = this.colours.edge;
    pen.fillStyle = this.colours.soft;
    pen.lineWidth = 1;
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    for (const value of [0, this.top / 2, this.top]) {
      const y = Math.round(this.y(value)) + 0.5;
      line(pen, this.left, y, width, y);
      pen.fillText(this.label(value), this.left - 5, y);
    }
    pen.textBaseline = "bottom";
    for (const [share, align] of SHARES) {
      pen.textAlign = align;
      const text = share === 1 ? "now" : ago(this.curve.span * (1 - share));
      pen.fillText(text, this.x(this.begin + share * this.curve.span), HEIGHT - 1);
    }
  }

  drawMarks() {
    const { pen } = this;
    pen.strokeStyle = this.colours.doubtful;
    pen.fillStyle = this.colours.doubtful;
    pen.setLineDash([2, 3]);
    for (const mark of this.curve.marks.filter((time) => time >= this.begin && time <= this.end)) {
      const x = Math.round(this.x(mark)) + 0.5;
      line(pen, x, TOP, x, HEIGHT - BOTTOM);
    }
    pen.setLineDash([]);
  }

  drawCurve() {
    const { pen } = this;
    /** @type {Point[][]} */
    const runs = [];
    /** @type {Point[]} */
    let run = [];
    this.curve.times.forEach((time, at) => {
      const value = this.curve.values[at];
      if (value === null || value === undefined) {
        run = [];
      } else if (time >= this.begin) {
        if (run.length === 0) {
          runs.push(run);
        }
        run.push([this.x(time), this.y(value)]);
      }
    });
    const ground = this.y(0);
    for (const points of runs) {
      pen.beginPath();
      pen.moveTo(points[0][0], ground);
      points.forEach(([x, y]) => pen.lineTo(x, y));
      pen.lineTo(points[points.length - 1][0], ground);
      pen.fillStyle = this.colours["curve-ground"];
      pen.fill();
      pen.beginPath();
      points.forEach(([x, y], at) => (at === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
      pen.strokeStyle = this.colours.curve;
      pen.lineWidth = 1.5;
      pen.stroke();
    }
  }

  drawLimit() {
    const { pen, width } = this;
    if (this.limit !== undefined) {
      pen.strokeStyle = this.colours.bad;
      pen.lineWidth = 1;
      pen.setLineDash([6, 4]);
      const y = Math.round(this.y(this.limit)) + 0.5;
      line(pen, this.left, y, width, y);
      pen.setLineDash([]);
    }
  }

  /** @param {number | null} selected */
  drawSelected(selected) {
    const { pen, width } = this;
    const value = selected === null ? undefined : this.curve.values[selected];
    if (selected === null || value === undefined) {
      return;
    }
    const time = this.curve.times[selected];
    const x = this.x(time);
    pen.strokeStyle = this.colours.soft;
    pen.lineWidth = 1;
    line(pen, x, TOP, x, HEIGHT - BOTTOM);
    const text = `${value === null ? "–" : this.format(value)}  ${clock(time)}`;
    const wide = pen.measureText(text).width + 12;
    const left = Math.min(Math.max(this.left, x - wide / 2), width - wide);
    pen.fillStyle = this.colours.ink;
    pen.fillRect(left, 0, wide, 18);
    pen.fillStyle = this.colours.card;
    pen.textAlign = "left";
    pen.textBaseline = "middle";
    pen.fillText(text, left + 6, 9.5);
  }

  // The time that is so many pixels from the left.
  /** @param {number} x */
  timeAt(x) {
    return this.begin + ((x - this.left) / (this.width - this.left - 2)) * this.curve.span;
  }
}

/** @param {Pen} pen @param {number} fromX @param {number} fromY @param {number} toX @param {number} toY */
function line(pen, fromX, fromY, toX, toY) {
  pen.beginPath();
  pen.moveTo(fromX, fromY);
  pen.lineTo(toX, toY);
  pen.stroke();
}
