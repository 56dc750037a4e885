// The table of all processes: its head, which sorts, its groups, which fold, and its rows.

import { attribute, element, say } from "./element.js";
import { firstDirection } from "./overview-order.js";
import { OverviewRow } from "./overview-row.js";
import { world } from "./world.js";

/** @typedef {[kind: "group" | "row", name: string]} Wanted */

/** @type {[column: string | null, label: string][]} */
export const COLUMNS = [
  ["name", "Name"],
  ["state", "State"],
  ["uptime", "Uptime"],
  ["restarts", "Restarts"],
  ["cpu", "CPU"],
  ["memory", "Memory"],
  [null, "Why"],
  [null, ""],
];

// How many new rows a frame makes: hundreds at once would be felt.
const AT_ONCE = 16;

export class OverviewTable {
  // sorted: told the column and the direction somebody wants; folded: that a group was opened or shut.
  /** @param {(sort: string, direction: Direction) => void} sorted @param {() => void} folded */
  constructor(sorted, folded) {
    this.sorted = sorted;
    this.folded = folded;
    /** @type {Map<string, OverviewRow>} */
    this.rows = new Map();
    /** @type {Map<string, { node: HTMLElement, tell: (text: string) => void }>} */
    this.groups = new Map();
    /** @type {Set<string>} */
    this.shut = new Set();
    this.order = "";
    this.sort = "";
    /** @type {Direction} */
    this.direction = "ascending";
    this.watcher = new IntersectionObserver((entries) => this.see(entries), { rootMargin: "200px" });
    this.heads = COLUMNS.map(([column, label]) => (column ? this.head(column, label) : silent(label)));
    this.body = element("div", { class: "rows", role: "rowgroup" });
    const heads = element("div", { class: "row heads", role: "row" }, ...this.heads);
    this.node = element(
      "div",
      { class: "table processes", role: "table", "aria-label": "Processes" },
      element("div", { role: "rowgroup" }, heads),
      this.body,
    );
  }

  /** @param {string} column @param {string} label */
  head(column, label) {
    const button = element("button", { class: "sort", onclick: () => this.sortBy(column) }, label);
    const kind = column === "name" || column === "state" ? "cell" : "cell number";
    return element("div", { class: kind, role: "columnheader", "data-column": column }, button);
  }

  // Once as it is best, then the other way round, then as in the file again.
  /** @param {string} column */
  sortBy(column) {
    const first = firstDirection(column);
    const other = first === "ascending" ? "descending" : "ascending";
    if (this.sort !== column) {
      this.sorted(column, first);
    } else if (this.direction === first) {
      this.sorted(column, other);
    } else {
      this.sorted("", "ascending");
    }
  }

  /** @param {string} sort @param {Direction} direction */
  paintHeads(sort, direction) {
    this.sort = sort;
    this.direction = direction;
    for (const head of this.heads) {
      const own = head.dataset.column !== undefined && head.dataset.column === sort;
      attribute(head, "aria-sort", own ? direction : null);
    }
  }

  /** @param {string} name */
  paintRow(name) {
    const process = world.processes.get(name);
    if (process) {
      this.rows.get(name)?.paint(process);
    }
  }

  // Puts the rows where they belong. Whether any moved.
  /** @param {Map<string, Process[]>} groups */
  place(groups) {
    const named = [...groups.keys()].some((group) => group !== "");
    /** @type {Wanted[]} */
    const wanted = [];
    for (const [group, processes] of groups) {
      if (named) {
        wanted.push(["group", group]);
      }
      if (!named || !this.shut.has(group)) {
        for (const process of processes) {
          wanted.push(["row", process.name]);
        }
      }
    }
    const order = wanted.map(([kind, name]) => `${kind} ${name}`).join("\n");
    const moved = order !== this.order;
    if (moved) {
      this.order = order;
      this.fill(wanted);
    }
    for (const [name, processes] of groups) {
      const ready = processes.filter((process) => process.ready).length;
      this.groups.get(name)?.tell(`${ready} of ${processes.length} ready`);
    }
    return moved;
  }

  /** @param {Wanted[]} wanted */
  fill(wanted) {
    cancelAnimationFrame(this.filling ?? 0);
    const focused = document.activeElement;
    let at = 0;
    const some = () => {
      const begun = at;
      /** @type {HTMLElement[]} */
      const nodes = [];
      for (let made = 0; at < wanted.length && made < AT_ONCE; at++) {
        const [kind, name] = wanted[at];
        made += kind === "row" && !this.rows.has(name) ? 1 : 0;
        nodes.push(kind === "row" ? this.row(name).node : this.group(name).node);
      }
      if (begun === 0) {
        this.body.replaceChildren(...nodes);
      } else {
        this.body.append(...nodes);
      }
      if (at < wanted.length) {
        this.filling = requestAnimationFrame(some);
      } else if (focused instanceof HTMLElement && focused !== document.activeElement && this.body.contains(focused)) {
        // A row that is moved loses the focus.
        focused.focus({ preventScroll: true });
      }
    };
    some();
  }

  /** @param {string} name */
  row(name) {
    let row = this.rows.get(name);
    if (!row) {
      row = new OverviewRow(name);
      this.rows.set(name, row);
      this.watcher.observe(row.node);
      this.paintRow(name);
    }
    return row;
  }

  /** @param {string} name */
  group(name) {
    let group = this.groups.get(name);
    if (!group) {
      const fold = () => this.fold(name, button);
      /** @type {HTMLElement} */
      const button = element(
        "button",
        { class: "group-name", "aria-expanded": "true", onclick: fold },
        name || "no group",
      );
      const sum = element("span", { class: "sum" });
      const cell = element("div", { class: "cell", role: "cell" }, button, sum);
      group = {
        node: element("div", { class: "row group", role: "row" }, cell),
        tell: (text) => say(sum, text),
      };
      this.groups.set(name, group);
    }
    return group;
  }

  /** @param {string} name @param {HTMLElement} button */
  fold(name, button) {
    if (!this.shut.delete(name)) {
      this.shut.add(name);
    }
    button.setAttribute("aria-expanded", String(!this.shut.has(name)));
    this.folded();
  }

  /** @param {IntersectionObserverEntry[]} entries */
  see(entries) {
    for (const entry of entries) {
      const row = this.rows.get(entry.target.getAttribute("data-process") ?? "");
      if (row) {
        row.seen = entry.isIntersecting;
        if (row.seen) {
          this.paintRow(row.name);
        }
      }
    }
  }

  // To the row so many further on.
  /** @param {number} by */
  step(by) {
    const links = [.../** @type {NodeListOf<HTMLElement>} */ (this.body.querySelectorAll("a.name"))];
    const at = links.findIndex((link) => link.closest(".row")?.contains(document.activeElement));
    const first = by > 0 ? 0 : links.length - 1;
    const next = at < 0 ? first : Math.min(links.length - 1, Math.max(0, at + by));
    links[next]?.focus();
  }

  // The process of the row that has the focus.
  get focused() {
    return document.activeElement?.closest(".row[data-process]")?.getAttribute("data-process");
  }

  close() {
    cancelAnimationFrame(this.filling ?? 0);
    this.watcher.disconnect();
  }
}

/** @param {string} label */
function silent(label) {
  const content = label || element("span", { class: "unseen" }, "Actions");
  return element("div", { class: "cell", role: "columnheader" }, content);
}
