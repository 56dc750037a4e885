// The plugins of the project: how they are, and what people can ask them for.

import { ask } from "./api.js";
import { bytes, elapsed, percent } from "./amounts.js";
import { buttons } from "./deeds.js";
import { attribute, element, say, show } from "./element.js";
import { toProcess } from "./route.js";
import { looks, reason } from "./states.js";
import { hasBus, listen, world } from "./world.js";

/** @typedef {ReturnType<typeof made>} Card */

/** @param {HTMLElement} main */
export function plugins(main) {
  return new Plugins(main);
}

class Plugins {
  /** @param {HTMLElement} main */
  constructor(main) {
    /** @type {Map<string, Card>} */
    this.cards = new Map();
    /** @type {Wire.CommandView[]} */
    this.commands = [];
    this.grid = element("div", { class: "cards" });
    this.empty = element(
      "p",
      { class: "empty", hidden: true },
      "This project has no plugins. foster plugin --help tells how to add one.",
    );
    main.append(element("h1", {}, "Plugins"), this.grid, this.empty);
    this.unlisten = listen(() => this.paint());
    this.paint();
    this.fetchCommands();
  }

  async fetchCommands() {
    try {
      this.commands = (await hasBus()) ? (await ask("v1/bus")).commands : [];
    } catch (none) {
      this.commands = [];
    }
    this.cards.forEach((card, name) => this.fillCommands(card, name));
  }

  paint() {
    const found = [...world.processes.values()].filter((process) => process.kind === "plugin");
    if (found.map((each) => each.name).join("\n") !== this.names) {
      this.names = found.map((each) => each.name).join("\n");
      this.grid.replaceChildren(...found.map((each) => this.card(each.name).node));
    }
    found.forEach((process) => this.paintCard(process));
    show(this.empty, found.length === 0);
  }

  /** @param {string} name */
  card(name) {
    let card = this.cards.get(name);
    if (!card) {
      card = made(name);
      this.cards.set(name, card);
      this.fillCommands(card, name);
    }
    return card;
  }

  /** @param {Process} process */
  paintCard(process) {
    const card = this.card(process.name);
    const { symbol, tone } = looks(process.state, process.ready);
    attribute(card.node, "data-tone", tone);
    say(card.symbol, symbol);
    say(card.state, process.state);
    say(card.about, process.description ?? "");
    say(card.why, tone === "good" ? "" : reason(process));
    show(card.why, card.why.textContent !== "");
    say(card.details, detailed(process));
    card.deeds.fit(process);
  }

  /** @param {Card} card @param {string} name */
  fillCommands(card, name) {
    const own = this.commands.filter((command) => command.plugin === name);
    card.commands.replaceChildren(
      ...own.flatMap((command) => [
        element("dt", {}, element("code", {}, `!${command.word}`)),
        element("dd", {}, command.description),
      ]),
    );
  }

  close() {
    this.unlisten();
  }
}

/** @param {string} name */
function made(name) {
  const symbol = element("span", { class: "symbol", "aria-hidden": "true" });
  const state = element("span", { class: "state" });
  const about = element("p", {});
  const details = element("p", { class: "soft" });
  const why = element("p", { class: "reason" });
  const commands = element("dl", { class: "commands" });
  const deeds = buttons(name);
  const head = element(
    "header",
    {},
    symbol,
    element("h2", {}, element("a", { href: toProcess(name) }, name)),
    state,
    element("div", { class: "deeds" }, ...deeds.all),
  );
  const node = element("article", { class: "card plugin row" }, head, about, why, details, commands);
  return { node, symbol, state, about, details, why, commands, deeds };
}

/** @param {Process} process */
function detailed(process) {
  return [
    process.protocol_version !== undefined && `protocol ${process.protocol_version}`,
    process.pid !== undefined && `pid ${process.pid}`,
    process.pid !== undefined && process.uptime_ms !== undefined && `up ${elapsed(process.uptime_ms)}`,
    process.pid !== undefined && process.cpu_percent !== undefined && percent(process.cpu_percent),
    process.pid !== undefined && process.memory_bytes !== undefined && bytes(process.memory_bytes),
    process.restarts > 0 && `${process.restarts} restarts`,
  ]
    .filter(Boolean)
    .join(" · ");
}
