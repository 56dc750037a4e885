// All of one process: its head with what can be done about it, its output, what it uses, and why it is as it is.

import { bytes, counted, elapsed, percent, tenths } from "./amounts.js";
import { Charts } from "./charts.js";
import * as deeds from "./deeds.js";
import { attribute, element, icon, say, show } from "./element.js";
import { Facts } from "./facts.js";
import { inputBox } from "./input.js";
import { Log } from "./log.js";
import { keep } from "./route.js";
import { alive, looks, reason } from "./states.js";

const SIGNALS = ["HUP", "INT", "USR1", "USR2", "TERM", "QUIT", "STOP", "CONT", "KILL"];

export class ProcessBody {
  /** @param {HTMLElement} main @param {string} name @param {string} find */
  constructor(main, name, find) {
    this.name = name;
    this.log = new Log(name, find);
    this.log.sought = (text) => keep("process", name, { find: text });
    this.charts = new Charts(name);
    const input = inputBox(name);
    this.facts = new Facts(name, (facts) => show(input, (facts.settings.stdin ?? "").includes("pipe")));
    this.log.node.append(input);
    this.symbol = element("span", { class: "symbol", "aria-hidden": "true" });
    this.word = element("span", { class: "state" });
    this.details = element("span", { class: "details soft" });
    this.reason = element("p", { class: "reason" });
    this.alert = element("p", { class: "alert", role: "alert", hidden: true });
    this.start = button("start", "Start", () => deeds.start(name));
    this.restart = button("restart", "Restart", () => deeds.restart(name));
    this.stop = button("stop", "Stop", () => deeds.stop(name));
    this.replace = button("replace", "Replace", () => deeds.replace(name), {
      title: "start a new one, which takes over without a gap",
    });
    this.menu = element(
      "div",
      { class: "menu card", popover: "auto", id: "signals" },
      ...SIGNALS.map((word) => element("button", { class: "quiet", onclick: () => this.send(word) }, word)),
    );
    this.signal = element("button", { popovertarget: "signals", title: "send a signal" }, "Signal ▾");
    this.menu.addEventListener("toggle", (event) => {
      if (/** @type {ToggleEvent} */ (event).newState === "open") {
        this.placeMenu();
      }
    });
    this.head = element(
      "header",
      { class: "process-head" },
      element("div", { class: "who" }, element("h1", {}, this.symbol, name), this.word, this.details),
      element("div", { class: "buttons" }, this.start, this.restart, this.stop, this.replace, this.signal, this.menu),
      this.reason,
      this.alert,
    );
    this.body = element(
      "div",
      { class: "process-body" },
      this.log.node,
      element("aside", { class: "side" }, this.charts.node, ...this.facts.nodes),
    );
    main.append(this.head, this.body);
  }

  /** @returns {Keys} */
  get keys() {
    return {
      ...this.log.keys,
      s: () => deeds.start(this.name),
      x: () => deeds.stop(this.name),
      r: () => deeds.restart(this.name),
      Escape: leave,
    };
  }

  /** @param {string} word */
  send(word) {
    this.menu.hidePopover();
    deeds.signal(this.name, word);
  }

  placeMenu() {
    const under = this.signal.getBoundingClientRect();
    this.menu.style.setProperty("top", `${under.bottom + 4}px`);
    this.menu.style.setProperty(
      "left",
      `${Math.max(8, Math.min(under.left, innerWidth - this.menu.offsetWidth - 8))}px`,
    );
    this.menu.querySelector("button")?.focus();
  }

  /** @param {boolean} shown */
  show(shown) {
    show(this.head, shown);
    show(this.body, shown);
  }

  // own: whether there is news of the process itself.
  /** @param {Process} process @param {boolean} own */
  paint(process, own) {
    this.paintHead(process);
    this.facts.paintRelations(process);
    if (own) {
      this.charts.take(process);
    }
  }

  /** @param {Process} process */
  paintHead(process) {
    const { symbol, tone } = looks(process.state, process.ready);
    attribute(this.head, "data-tone", tone);
    say(this.symbol, symbol);
    say(this.word, process.state);
    say(this.details, detailed(process).join(" · "));
    say(this.reason, reason(process));
    show(this.reason, reason(process) !== "");
    say(this.alert, process.alert ?? "");
    show(this.alert, process.alert !== undefined);
    deeds.fit(
      [
        ["start", this.start],
        ["restart", this.restart],
        ["stop", this.stop],
        ["replace", this.replace],
      ],
      process,
    );
    this.signal.disabled = !alive(process);
    this.replace.disabled = !process.ready;
  }

  close() {
    this.log.close();
    this.charts.close();
    this.facts.close();
  }
}

/** @param {KeyboardEvent} event */
function leave(event) {
  if (event.target instanceof HTMLInputElement) {
    event.target.blur();
  } else {
    location.hash = "#/";
  }
}

/** @param {string} verb @param {string} label @param {() => unknown} deed @param {Attributes} attributes */
function button(verb, label, deed, attributes = {}) {
  const picture = ["start", "stop", "restart"].includes(verb) ? icon(verb) : "";
  return element("button", { onclick: deed, ...attributes }, picture, label);
}

/** @param {Process} process */
function detailed(process) {
  const details = [];
  if (process.state === "running") {
    details.push(process.ready ? "ready" : "not ready");
  }
  if (process.pid !== undefined) {
    details.push(`pid ${process.pid}`);
  }
  if (process.uptime_ms !== undefined && alive(process)) {
    details.push(`up ${elapsed(process.uptime_ms)}`);
  }
  if (process.restarts > 0) {
    details.push(counted(process.restarts, "restart"));
  }
  if (process.cpu_percent !== undefined && alive(process)) {
    details.push(percent(process.cpu_percent), bytes(process.memory_bytes ?? 0));
  }
  if (process.gauge) {
    details.push(`${tenths(process.gauge.value)} ${process.gauge.unit}`);
  }
  if (process.exit && !alive(process)) {
    details.push(process.exit);
  }
  return details;
}
