// The bus: what passes it, who is on it and listens to what, and a place to try a request.

import { ask, Problem, sentence } from "./api.js";
import { bytes, count, tenths } from "./amounts.js";
import { figure } from "./bus-figure.js";
import { requestForm } from "./bus-request.js";
import { element, say, show } from "./element.js";
import { repeated, Sheet } from "./sheet.js";
import { hasBus, world } from "./world.js";

const PERIOD = 2000;
/** @type {[key: string, label: string, format: (amount: number) => string][]} */
const FIGURES = [
  ["messages_in", "Messages in", count],
  ["messages_out", "Messages out", count],
  ["bytes_in", "Bytes in", bytes],
  ["bytes_out", "Bytes out", bytes],
  ["connections", "Connections", count],
  ["subscriptions", "Subscriptions", count],
  ["slow_consumers", "Slow consumers", count],
];

/** @param {HTMLElement} main */
export function bus(main) {
  return new Bus(main);
}

class Bus {
  /** @param {HTMLElement} main */
  constructor(main) {
    /** @type {Map<string, { at: number, total: number, rate: number }>} */
    this.rates = new Map();
    /** @type {Map<number, string | undefined>} */
    this.names = new Map();
    // What this daemon does not tell has no place here.
    /** @type {Set<HTMLElement>} */
    this.absent = new Set();
    this.where = element("p", { class: "soft" });
    this.figures = new Map(FIGURES.map(([key, label]) => [key, figure(label, /messages|bytes/.test(key))]));
    this.numbers = element(
      "div",
      { class: "figures", hidden: true },
      ...[...this.figures.values()].map((each) => each.node),
    );
    /** @type {Sheet<Wire.BusSubjectView>} */
    this.subjects = new Sheet(
      "Subjects",
      [
        ["Subject", (each) => each.subject, "mono"],
        ["Queue", (each) => each.queue ?? ""],
        ["Delivered", (each) => count(each.delivered ?? 0), "number"],
        [
          "Per second",
          (each) => this.rate(subscription(each), each.delivered ?? 0),
          "number",
        ],
        ["Connection", (each) => this.named(each.connection)],
      ],
      subscription,
    );
    /** @type {Sheet<Wire.BusConnectionView>} */
    this.connections = new Sheet(
      "Connections",
      [
        ["Name", (each) => each.name || `#${each.id}`],
        ["Language", (each) => [each.language, each.version].filter(Boolean).join(" ")],
        ["Listens to", (each) => count(each.subscriptions ?? 0), "number"],
        ["Sent", (each) => count(each.messages_in ?? 0), "number"],
        ["Got", (each) => count(each.messages_out ?? 0), "number"],
        ["Waiting", (each) => bytes(each.pending_bytes ?? 0), "number"],
      ],
      (each) => each.id,
    );
    /** @type {Sheet<Wire.CommandView>} */
    this.commands = new Sheet(
      "Commands",
      [
        ["Command", (each) => `!${each.word}`, "mono"],
        ["Plugin", (each) => each.plugin],
        ["What it does", (each) => each.description],
      ],
      (each) => each.word,
    );
    this.parts = {
      subjects: part("Subjects", this.subjects),
      connections: part("Connections", this.connections),
      commands: part("Commands", this.commands),
    };
    main.append(
      element("div", { class: "tools" }, element("h1", {}, "Bus"), this.where),
      this.numbers,
      requestForm(),
      this.parts.connections,
      this.parts.subjects,
      this.parts.commands,
    );
    this.stop = repeated(() => this.refresh(), PERIOD);
  }

  async refresh() {
    if (!(await hasBus())) {
      say(
        this.where,
        world.project
          ? "This project has none. Add a line bus: embedded to its file, then foster reload."
          : "Foster does not answer.",
      );
      return;
    }
    try {
      const now = await ask("v1/bus");
      this.paint(now);
    } catch (failure) {
      say(this.where, sentence(failure));
      return;
    }
    await this.list(this.parts.connections, () => this.listConnections());
    await this.list(this.parts.subjects, () => this.listSubjects());
  }

  /** @param {Wire.BusView} now */
  paint(now) {
    say(
      this.where,
      [
        now.embedded ? "inside Foster" : "elsewhere",
        ...now.servers,
        now.connected ? "connected" : "not connected",
      ].join(" · "),
    );
    show(this.numbers, Object.keys(now.traffic).length > 0);
    for (const [key, , format] of FIGURES) {
      this.figures.get(key)?.paint(now.traffic[key] ?? 0, format);
    }
    show(this.parts.commands, now.commands.length > 0);
    this.commands.paint(now.commands);
  }

  // painted: resolves to how many there are.
  /** @param {HTMLElement} part @param {() => Promise<number>} painted */
  async list(part, painted) {
    if (this.absent.has(part)) {
      return;
    }
    try {
      show(part, (await painted()) > 0);
    } catch (failure) {
      if (failure instanceof Problem && failure.status === 404) {
        this.absent.add(part);
      }
    }
  }

  async listConnections() {
    const { connections } = await ask("v1/bus/connections");
    this.names = new Map(connections.map((each) => [each.id, each.name]));
    this.connections.paint(connections);
    return connections.length;
  }

  async listSubjects() {
    const { subjects } = await ask("v1/bus/subjects");
    this.subjects.paint(subjects);
    this.forget(new Set(subjects.map(subscription)));
    return subjects.length;
  }

  /** @param {number | undefined} id */
  named(id) {
    return id === undefined ? "" : this.names.get(id) || `#${id}`;
  }

  // Subjects for answers come and go without end.
  /** @param {Set<string>} shown */
  forget(shown) {
    for (const key of this.rates.keys()) {
      if (!shown.has(key)) {
        this.rates.delete(key);
      }
    }
  }

  /** @param {string} key @param {number} total */
  rate(key, total) {
    const now = performance.now();
    let known = this.rates.get(key);
    if (!known || now - known.at > PERIOD / 2) {
      const rate = known ? Math.max(0, total - known.total) / ((now - known.at) / 1000) : 0;
      known = { at: now, total, rate };
      this.rates.set(key, known);
    }
    return tenths(known.rate);
  }

  close() {
    this.stop();
  }
}

/** @param {Wire.BusSubjectView} each */
function subscription(each) {
  return `${each.connection} ${each.subject} ${each.queue ?? ""}`;
}

/** @param {string} title @param {{ node: HTMLElement }} sheet */
function part(title, sheet) {
  return element("section", { class: "part", hidden: true }, element("h2", {}, title), sheet.node);
}
