// A plain table of what the daemon answers, painted anew only where it differs.

import { element, say } from "./element.js";

/**
 * @template Item
 * @typedef {[title: string, value: (item: Item) => Child, kind?: string]} Column
 */

// columns: [title, row => text or node, "number" or ""]
/** @template Item */
export class Sheet {
  /** @param {string} label @param {Column<Item>[]} columns @param {(item: Item) => string | number} key */
  constructor(label, columns, key) {
    this.columns = columns;
    this.key = key;
    /** @type {Map<string | number, HTMLTableRowElement>} */
    this.rows = new Map();
    this.body = element("tbody", {});
    this.table = element(
      "table",
      { "aria-label": label },
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          ...columns.map(([title, , kind]) => element("th", { scope: "col", class: kind ?? "" }, title)),
        ),
      ),
      this.body,
    );
    this.node = element("div", { class: "sheet card" }, this.table);
  }

  /** @param {Item[]} items */
  paint(items) {
    /** @type {Map<string | number, HTMLTableRowElement>} */
    const kept = new Map();
    for (const item of items) {
      const key = this.key(item);
      const row = this.rows.get(key) ?? this.made(item);
      this.columns.forEach(([, value], at) => {
        const shown = value(item);
        // A node is made once: it holds a link or a button, and perhaps the focus.
        if (typeof shown === "string") {
          say(row.cells[at], shown);
        }
      });
      kept.set(key, row);
    }
    const nodes = [...kept.values()];
    if (
      nodes.length !== this.body.children.length ||
      nodes.some((node, at) => node !== this.body.children[at])
    ) {
      this.body.replaceChildren(...nodes);
    }
    this.rows = kept;
  }

  /** @param {Item} item */
  made(item) {
    return element(
      "tr",
      {},
      ...this.columns.map(([title, value, kind]) =>
        element("td", { class: kind ?? "", "data-title": title }, value(item) ?? ""),
      ),
    );
  }
}

// Asks again and again while the view is open and seen. Returns how to end that.
/** @param {() => unknown} action @param {number} period */
export function repeated(action, period) {
  action();
  const timer = setInterval(() => !document.hidden && action(), period);
  return () => clearInterval(timer);
}
