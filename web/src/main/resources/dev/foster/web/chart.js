// A curve over time on a canvas: with an axis, a line for the limit, marks where the process was started, and the value
// under the pointer, or under the arrow keys.

import { clock } from "./amounts.js";
import { element, say, show } from "./element.js";

const HEIGHT = 116;
const BOTTOM = 18;
const TOP = 8;
// A limit far above the curve would press it flat: then it stands in words only.
const FAR = 4;

export class Chart {
  // format: a value in words. least: what the top stands for at least.
  constructor(title, format, least) {
    this.title = title;
    this.format = format;
    this.least = least;
    this.times = [];
    this.values = [];
    this.marks = [];
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
  show({ times, values, limit, peak, marks, span }) {
    Object.assign(this, { times, values, limit, marks, span });
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
    const width = this.canvas.clientWidth;
    if (width === 0) {
      return;
    }
    const dense = devicePixelRatio || 1;
    if (this.canvas.width !== Math.round(width * dense)) {
      this.canvas.width = Math.round(width * dense);
      this.canvas.height = Math.round(HEIGHT * dense);
    }
    const pen = this.canvas.getContext("2d");
    pen.setTransform(dense, 0, 0, dense, 0, 0);
    pen.clearRect(0, 0, width, HEIGHT);
    const style = getComputedStyle(this.canvas);
    this.colours = Object.fromEntries(
      ["edge", "soft", "curve", "curve-ground", "bad", "doubtful", "ink", "card"].map((name) => [
        name,
        style.getPropertyValue(`--${name}`),
      ]),
    );
    pen.font = `11px ${style.fontFamily}`;
    this.end = this.times.at(-1) ?? Date.now();
    this.begin = this.end - this.span;
    this.scale(width, pen);
    this.drawAxes(pen, width);
    this.drawMarks(pen);
    this.drawCurve(pen);
    this.drawLimit(pen, width);
    this.drawSelected(pen, width);
  }

  scale(width, pen) {
    let most = this.least;
    this.times.forEach((time, at) => {
      if (time >= this.begin && this.values[at] > most) {
        most = this.values[at];
      }
    });
    this.limited = this.limit !== undefined && this.limit <= most * FAR;
    this.top = rounded(Math.max(most, this.limited ? this.limit * 1.05 : 0));
    const label = Math.max(
      pen.measureText(this.label(this.top)).width,
      pen.measureText(this.label(this.top / 2)).width,
    );
    // The same for most, so that charts below each other begin together.
    this.left = Math.max(48, Math.ceil(label) + 8);
    this.x = (time) => this.left + ((time - this.begin) / this.span) * (width - this.left - 2);
    this.y = (value) => HEIGHT - BOTTOM - (value / this.top) * (HEIGHT - BOTTOM - TOP);
  }

  // Round numbers need no tenths.
  label(value) {
    return value === 0 ? "0" : this.format(value).replace(/\.0(?=\D|$)/, "");
  }

  drawAxes(pen, width) {
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
    for (const [share, align] of [
      [0, "left"],
      [0.5, "center"],
      [1, "right"],
    ]) {
      pen.textAlign = align;
      const text = share === 1 ? "now" : ago(this.span * (1 - share));
      pen.fillText(text, this.x(this.begin + share * this.span), HEIGHT - 1);
    }
  }

  drawMarks(pen) {
    pen.strokeStyle = this.colours.doubtful;
    pen.fillStyle = this.colours.doubtful;
    pen.setLineDash([2, 3]);
    for (const mark of this.marks.filter((time) => time >= this.begin && time <= this.end)) {
      const x = Math.round(this.x(mark)) + 0.5;
      line(pen, x, TOP, x, HEIGHT - BOTTOM);
    }
    pen.setLineDash([]);
  }

  drawCurve(pen) {
    const runs = [];
    let run = [];
    this.times.forEach((time, at) => {
      const value = this.values[at];
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
      pen.lineTo(points.at(-1)[0], ground);
      pen.fillStyle = this.colours["curve-ground"];
      pen.fill();
      pen.beginPath();
      points.forEach(([x, y], at) => (at === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
      pen.strokeStyle = this.colours.curve;
      pen.lineWidth = 1.5;
      pen.stroke();
    }
  }

  drawLimit(pen, width) {
    if (this.limited) {
      pen.strokeStyle = this.colours.bad;
      pen.lineWidth = 1;
      pen.setLineDash([6, 4]);
      const y = Math.round(this.y(this.limit)) + 0.5;
      line(pen, this.left, y, width, y);
      pen.setLineDash([]);
    }
  }

  drawSelected(pen, width) {
    if (this.selected === null || this.selected === undefined || this.values[this.selected] === undefined) {
      return;
    }
    const value = this.values[this.selected];
    const time = this.times[this.selected];
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

  point(event) {
    const time =
      this.begin + ((event.offsetX - this.left) / (this.canvas.clientWidth - this.left - 2)) * this.span;
    this.select(this.nearest(time));
  }

  nearest(time) {
    let best = null;
    this.times.forEach((each, at) => {
      if (
        each >= this.begin &&
        (best === null || Math.abs(each - time) < Math.abs(this.times[best] - time))
      ) {
        best = at;
      }
    });
    return best;
  }

  key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || this.times.length === 0) {
      return;
    }
    event.preventDefault();
    // A minute, or with Shift a single value.
    const from = this.selected ?? this.times.length - 1;
    const to = event.shiftKey ? from + step : this.nearest(this.times[from] + step * (this.span / 60));
    this.select(Math.min(this.times.length - 1, Math.max(0, to ?? from)));
    const value = this.values[this.selected];
    say(
      this.spoken,
      `${clock(this.times[this.selected])}: ${value === null ? "not running" : this.format(value)}`,
    );
  }

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

function line(pen, fromX, fromY, toX, toY) {
  pen.beginPath();
  pen.moveTo(fromX, fromY);
  pen.lineTo(toX, toY);
  pen.stroke();
}

function ago(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 120 ? `−${seconds} s` : `−${Math.round(seconds / 60)} min`;
}

// The next number a person would write on an axis, which has a plain half as well.
function rounded(value) {
  const size = 10 ** Math.floor(Math.log10(value || 1));
  return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((step) => step * size >= value * 0.999) * size;
}
