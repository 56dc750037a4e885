// How many processes are in which state, each a button that shows only those.

import { element } from "./element.js";
import { looks, ORDER } from "./states.js";
import { world } from "./world.js";

export class Counts {
  // chosen: told the state somebody wants to see, or "" for all.
  /** @param {(state: string) => void} chosen */
  constructor(chosen) {
    this.chosen = chosen;
    this.painted = "";
    this.node = element("div", { class: "counts", role: "group", "aria-label": "Filter by state" });
  }

  /** @param {string} state */
  paint(state) {
    /** @type {Map<string, number>} */
    const found = new Map();
    for (const process of world.processes.values()) {
      found.set(process.state, (found.get(process.state) ?? 0) + 1);
    }
    const unknown = [...found.keys()].filter((each) => !ORDER.includes(each));
    const states = [...ORDER, ...unknown].filter((each) => found.has(each) || each === state);
    const text = states.map((each) => `${each} ${found.get(each)}`).join() + state;
    if (text !== this.painted) {
      this.painted = text;
      const active = document.activeElement;
      const focused = active && this.node.contains(active) ? active.getAttribute("data-state") : "";
      const chips = states.map((each) => this.chip(each, found.get(each) ?? 0, each === state));
      this.node.replaceChildren(...chips);
      chips.find((chip) => chip.dataset.state === focused)?.focus();
    }
  }

  /** @param {string} state @param {number} number @param {boolean} pressed */
  chip(state, number, pressed) {
    const { symbol, tone } = looks(state);
    return element(
      "button",
      {
        class: `chip ${tone}`,
        "data-state": state,
        "aria-pressed": String(pressed),
        onclick: () => this.chosen(pressed ? "" : state),
      },
      element("span", { class: "symbol", "aria-hidden": "true" }, symbol),
      element("b", {}, String(number)),
      ` ${state}`,
    );
  }
}
