// The plugins of the project: how they are, and what people can ask them for.

import { ask } from "./api.js";
import { bytes, elapsed, percent } from "./amounts.js";
import { buttons } from "./deeds.js";
import { attribute, element, say, show } from "./element.js";
import { toProcess } from "./route.js";
import { looks, reason } from "./states.js";
import { hasBus, listen, world } from "./world.js";

export function plugins(main) {
  return new Plugins(main);
}

class Plugins {
  constructor(main) {
    this.cards = new Map();
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

  card(name) {
    let card = this.cards.get(name);
    if (!card) {
      card = {
        symbol: element("span", { class: "symbol", "aria-hidden": "true" }),
        state: element("span", { class: "state" }),
        about: element("p", {}),
        details: element("p", { class: "soft" }),
        why: element("p", { class: "reason" }),
        commands: element("dl", { class: "commands" }),
        deeds: buttons(name),
      };
      card.node = element(
        "article",
        { class: "card plugin row" },
        element(
          "header",
          {},
          card.symbol,
          element("h2", {}, element("a", { href: toProcess(name) }, name)),
          card.state,
          element("div", { class: "deeds" }, ...card.deeds.all),
        ),
        card.about,
        card.why,
        card.details,
        card.commands,
      );
      this.cards.set(name, card);
      this.fillCommands(card, name);
    }
    return card;
  }

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

  fillCommands(card, name) {
    const own = (this.commands ?? []).filter((command) => command.plugin === name);
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
