// One process: its state and what can be done about it, its output, what it uses, and why it is as it is.

import { bytes, counted, elapsed, percent, tenths } from "./amounts.js";
import { Charts } from "./charts.js";
import * as deeds from "./deeds.js";
import { attribute, element, icon, say, show } from "./element.js";
import { Facts } from "./facts.js";
import { inputBox } from "./input.js";
import { Log } from "./log.js";
import { keep } from "./route.js";
import { alive, looks, reason } from "./states.js";
import { listen, world } from "./world.js";

const SIGNALS = ["HUP", "INT", "USR1", "USR2", "TERM", "QUIT", "STOP", "CONT", "KILL"];

export function process(main, name, parameters) {
  return new ProcessView(main, name, parameters.get("find") ?? "");
}

class ProcessView {
  constructor(main, name, find) {
    this.main = main;
    this.name = name;
    this.find = find;
    this.keys = { Escape: () => (location.hash = "#/") };
    this.note = element("p", { class: "empty" });
    main.append(this.note);
    this.unlisten = listen((news) => this.hear(news));
    this.hear({ names: new Set([name]), turned: new Set(), others: true });
  }

  hear({ names, turned, others }) {
    const process = world.processes.get(this.name);
    if (process && !this.log) {
      this.begin();
    }
    if (this.log && turned.has(this.name)) {
      this.facts.refresh();
    }
    if (process && (names.size > 0 || others)) {
      this.paint(process, names.has(this.name));
    }
    this.tellMissing(process);
  }

  // Only when there is such a process: the daemon is not asked about one that it does not have.
  begin() {
    const { name } = this;
    this.log = new Log(name, this.find);
    this.log.sought = (text) => keep("process", name, { find: text });
    this.charts = new Charts(name);
    this.input = inputBox(name);
    this.facts = new Facts(name, (facts) => show(this.input, (facts.settings.stdin ?? "").includes("pipe")));
    this.log.node.append(this.input);
    this.build(this.main);
    Object.assign(this.keys, this.log.keys, {
      s: () => deeds.start(name),
      x: () => deeds.stop(name),
      r: () => deeds.restart(name),
      Escape: (event) => (event.target.matches("input") ? event.target.blur() : (location.hash = "#/")),
    });
  }

  tellMissing(process) {
    show(this.note, !process);
    if (this.log) {
      show(this.head, process !== undefined);
      show(this.body, process !== undefined);
    }
    if (!process && world.processes.size > 0) {
      const all = element("a", { href: "#/" }, "See all.");
      this.note.replaceChildren(`There is no process called ${this.name}. `, all);
    } else {
      this.note.replaceChildren("Waiting for the daemon…");
    }
  }

  title() {
    return this.name;
  }

  build(main) {
    this.symbol = element("span", { class: "symbol", "aria-hidden": "true" });
    this.word = element("span", { class: "state" });
    this.details = element("span", { class: "details soft" });
    this.reason = element("p", { class: "reason" });
    this.alert = element("p", { class: "alert", role: "alert", hidden: true });
    this.head = element(
      "header",
      { class: "process-head" },
      element("div", { class: "who" }, element("h1", {}, this.symbol, this.name), this.word, this.details),
      this.buttons(),
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

  buttons() {
    const { name } = this;
    const button = (verb, label, deed, attributes = {}) =>
      element(
        "button",
        { onclick: () => deed(name), ...attributes },
        ["start", "stop", "restart"].includes(verb) ? icon(verb) : "",
        label,
      );
    this.start = button("start", "Start", deeds.start);
    this.restart = button("restart", "Restart", deeds.restart);
    this.stop = button("stop", "Stop", deeds.stop);
    this.replace = button("replace", "Replace", deeds.replace, {
      title: "start a new one, which takes over without a gap",
    });
    this.menu = element(
      "div",
      { class: "menu card", popover: "auto", id: "signals" },
      ...SIGNALS.map((word) =>
        element(
          "button",
          { class: "quiet", onclick: () => (this.menu.hidePopover(), deeds.signal(name, word)) },
          word,
        ),
      ),
    );
    this.signal = element("button", { popovertarget: "signals", title: "send a signal" }, "Signal ▾");
    this.menu.addEventListener("toggle", (event) => event.newState === "open" && this.placeMenu());
    return element(
      "div",
      { class: "buttons" },
      this.start,
      this.restart,
      this.stop,
      this.replace,
      this.signal,
      this.menu,
    );
  }

  placeMenu() {
    const under = this.signal.getBoundingClientRect();
    this.menu.style.setProperty("top", `${under.bottom + 4}px`);
    this.menu.style.setProperty(
      "left",
      `${Math.max(8, Math.min(under.left, innerWidth - this.menu.offsetWidth - 8))}px`,
    );
    this.menu.firstElementChild.focus();
  }

  paint(process, own) {
    this.paintHead(process);
    this.facts.paintRelations(process);
    if (own) {
      this.charts.take(process);
    }
  }

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
    this.unlisten();
    this.log?.close();
    this.charts?.close();
    this.facts?.close();
  }
}

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
