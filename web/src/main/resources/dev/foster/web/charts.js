// What a process used in the last hour: its history as the daemon keeps it, and each second what the stream brings.

import { ask, process as path, query } from "./api.js";
import { bytes, count, percent } from "./amounts.js";
import { Chart } from "./chart.js";
import { element, show } from "./element.js";

const MINUTE = 60_000;
const REFRESH = 10_000;
/** @type {[label: string, span: number][]} */
const SPANS = [
  ["10 min", 10 * MINUTE],
  ["1 hour", 60 * MINUTE],
];

/** @typedef {"cpu_percent" | "memory_bytes" | "threads"} Key */
/**
 * @typedef {{
 *   current: Partial<Wire.CurrentUsageView>,
 *   peak: Partial<Wire.PeakUsageView>,
 *   limits: Wire.LimitsView,
 *   history: Pick<Wire.UsageHistoryView, Key | "at">,
 * }} Usage
 */

export class Charts {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
    this.span = SPANS[0][1];
    /** @type {number[]} */
    this.marks = [];
    /** @type {Usage} */
    this.usage = {
      current: {},
      peak: {},
      limits: {},
      history: { at: [], cpu_percent: [], memory_bytes: [], threads: [] },
    };
    /** @type {[key: Key, chart: Chart][]} */
    this.charts = [
      ["cpu_percent", new Chart("CPU", percent, 5)],
      ["memory_bytes", new Chart("Memory", bytes, 1_000_000)],
      ["threads", new Chart("Threads", (value) => count(Math.round(value)), 2)],
    ];
    this.run = 0;
    /** @type {number | undefined} */
    this.taken = undefined;
    this.buttons = SPANS.map(([label, span]) =>
      element(
        "button",
        { class: "quiet", "aria-pressed": String(span === this.span), onclick: () => this.choose(span) },
        label,
      ),
    );
    this.source = element("span", { class: "soft" });
    this.node = element(
      "section",
      { class: "card charts", "aria-label": "Usage" },
      element(
        "div",
        { class: "tools" },
        element("h2", {}, "Usage"),
        this.source,
        element("div", { class: "spans" }, ...this.buttons),
      ),
      ...this.charts.map(([, chart]) => chart.node),
    );
    this.refresh();
    this.timer = setInterval(() => this.refresh(), REFRESH);
  }

  /** @param {number} span */
  choose(span) {
    this.span = span;
    this.buttons.forEach((button, at) => button.setAttribute("aria-pressed", String(SPANS[at][1] === span)));
    this.paint();
  }

  async refresh() {
    if (document.hidden) {
      return;
    }
    try {
      const usage = await ask(path(this.name, "/usage"));
      this.usage = { ...usage, current: usage.current ?? {} };
      this.source.textContent = usage.source === "cgroup" ? "by its cgroup" : "";
    } catch (none) {
      // A daemon that keeps none: then it begins when the page was opened.
    }
    this.paint();
  }

  async mark() {
    try {
      const { events } = await ask(`v1/events?${query({ process: this.name, limit: 300 })}`);
      this.marks = events.filter((event) => event.kind === "started").map((event) => Date.parse(event.at));
    } catch (none) {
      // A curve without marks is a curve.
    }
    this.paint();
  }

  // Each second a point at the end, until the next history has it as well.
  /** @param {Process} process */
  take(process) {
    const { history, current, peak } = this.usage;
    if (process.run !== this.run) {
      this.run = process.run;
      this.mark();
    }
    if (process.uptime_ms !== undefined && process.uptime_ms === this.taken) {
      return;
    }
    this.taken = process.uptime_ms;
    history.at.push(Date.now());
    for (const [key] of this.charts) {
      // The stream does not tell the threads: they are those of the last history.
      const told = key === "threads" ? undefined : process[key];
      history[key].push(told ?? (key === "threads" && process.pid ? (current.threads ?? null) : null));
      if (told !== undefined && told > (peak[key] ?? 0)) {
        peak[key] = told;
      }
    }
    this.paint();
  }

  paint() {
    const { history, limits, peak } = this.usage;
    // One that is younger than that fills the chart as it grows.
    const age = (history.at.at(-1) ?? 0) - (history.at[0] ?? 0);
    const span = Math.min(this.span, Math.max(MINUTE, age));
    for (const [key, chart] of this.charts) {
      const values = history[key];
      const known = key !== "threads" || values.some((value) => value !== null);
      if (known) {
        chart.show({
          times: history.at,
          values,
          limit: limits[key],
          peak: peak[key],
          marks: this.marks,
          span,
        });
      }
      show(chart.node, known);
    }
  }

  close() {
    clearInterval(this.timer);
    this.charts.forEach(([, chart]) => chart.close());
  }
}
