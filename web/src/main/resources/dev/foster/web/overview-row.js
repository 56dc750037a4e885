// One process in the table of all. It writes only what differs from what it shows already.

import { bytes, count, elapsed, percent, tenths } from "./amounts.js";
import { buttons } from "./deeds.js";
import { attribute, element, say, show } from "./element.js";
import { toProcess } from "./route.js";
import { Sparkline } from "./sparkline.js";
import { looks, reason } from "./states.js";
import { curveOf } from "./world.js";

const LEAST_CPU = 5;
const LEAST_MEMORY = 2_000_000;

export class OverviewRow {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
    this.seen = false;
    this.symbol = element("span", { class: "symbol", "aria-hidden": "true" });
    this.link = element("a", { class: "name", href: toProcess(name), title: name }, name);
    this.about = element("span", { class: "about" });
    this.state = element("span", { class: "state" });
    this.uptime = element("span", {});
    this.restarts = element("span", {});
    this.cpu = element("span", { class: "figure" });
    this.memory = element("span", { class: "figure" });
    this.cpuCurve = new Sparkline(LEAST_CPU);
    this.memoryCurve = new Sparkline(LEAST_MEMORY);
    this.gauge = element("span", { class: "gauge", hidden: true });
    this.gaugeText = element("span", {});
    /** @type {Sparkline | null} */
    this.gaugeCurve = null;
    this.note = element("span", { class: "note" });
    this.notes = cell("notes", this.gauge, this.note);
    this.deeds = buttons(name);
    this.node = element(
      "div",
      { class: "row", role: "row", "data-process": name },
      cell("who", this.symbol, this.link, this.about),
      cell("state-cell", this.state),
      cell("number uptime", this.uptime),
      cell("number restarts", this.restarts),
      cell("number use cpu", this.cpuCurve.node, this.cpu),
      cell("number use memory", this.memoryCurve.node, this.memory),
      this.notes,
      cell("deeds", ...this.deeds.all),
    );
    // A click anywhere in the row opens it, as long as it is not meant for something in the row, or selects text.
    this.node.addEventListener("click", (event) => {
      if (event.target instanceof Element && !event.target.closest("a, button") && getSelection()?.isCollapsed) {
        this.link.click();
      }
    });
  }

  /** @param {Process} process */
  paint(process) {
    const { symbol, tone } = looks(process.state, process.ready);
    attribute(this.node, "data-tone", tone);
    attribute(this.node, "data-alert", process.alert ? "" : null);
    say(this.symbol, symbol);
    say(this.about, process.description ?? "");
    say(this.state, process.state);
    say(this.uptime, process.uptime_ms === undefined ? "" : elapsed(process.uptime_ms));
    say(this.restarts, count(process.restarts));
    attribute(this.restarts, "class", process.restarts > 0 ? "some" : "none");
    say(this.cpu, process.cpu_percent === undefined ? "" : percent(process.cpu_percent));
    say(this.memory, process.memory_bytes === undefined ? "" : bytes(process.memory_bytes));
    this.paintNote(process);
    this.deeds.fit(process);
    this.paintCurves();
  }

  // An alarm first, then why it is where it is, then what it says of itself.
  /** @param {Process} process */
  paintNote(process) {
    const text =
      process.alert ??
      (reason(process) || process.status || (process.pid === undefined ? process.exit : "") || "");
    say(this.note, text);
    attribute(this.note, "title", text || null);
    attribute(this.notes, "data-empty", text || process.gauge ? null : "");
    show(this.gauge, process.gauge !== undefined);
    if (process.gauge) {
      if (!this.gaugeCurve) {
        this.gaugeCurve = new Sparkline(0);
        this.gauge.append(this.gaugeCurve.node, this.gaugeText);
      }
      say(this.gaugeText, `${tenths(process.gauge.value)} ${process.gauge.unit}`);
      attribute(this.gauge, "data-low", process.gauge.low ? "" : null);
      if (this.seen) {
        this.gaugeCurve.paint(process.gauge.recent);
      }
    }
  }

  // Only where somebody can see them: with hundreds of processes most are not.
  paintCurves() {
    if (this.seen) {
      const { cpu, memory } = curveOf(this.name);
      this.cpuCurve.paint(cpu);
      this.memoryCurve.paint(memory);
    }
  }
}

/** @param {string} kind @param {...Content} content */
function cell(kind, ...content) {
  return element("div", { class: `cell ${kind}`, role: "cell" }, ...content);
}
