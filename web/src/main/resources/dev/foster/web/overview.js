// All processes: how many are in which state, a box to filter them, and the table of them.

import { Counts } from "./counts.js";
import { restart, start, stop } from "./deeds.js";
import { element, say, show } from "./element.js";
import { firstDirection, grouped, LIVE, matching, sorted } from "./overview-order.js";
import { COLUMNS, OverviewTable } from "./overview-table.js";
import { keep } from "./route.js";
import { listen, world } from "./world.js";

/** @typedef {{ filter: string, state: string, sort: string, direction: Direction }} Wanted */

// A row that moves away from under the pointer is worse than one that stands in last second's place.
const BETWEEN_MOVES = 3000;

/** @param {HTMLElement} main @param {string} about @param {URLSearchParams} parameters */
export function overview(main, about, parameters) {
  return new Overview(main, parameters);
}

class Overview {
  /** @param {HTMLElement} main @param {URLSearchParams} parameters */
  constructor(main, parameters) {
    this.wanted = read(parameters);
    this.moved = 0;
    this.counts = new Counts((state) => this.change({ state }));
    this.table = new OverviewTable(
      (sort, direction) => this.change({ sort, direction }),
      () => this.place(),
    );
    /** @type {HTMLInputElement} */
    this.box = element("input", {
      type: "search",
      class: "filter",
      placeholder: "Filter  /",
      "aria-label": "Filter processes",
      oninput: () => this.change({ filter: this.box.value }),
    });
    this.select = this.sortBox();
    this.empty = element("p", { class: "empty", hidden: true });
    main.append(
      element("h1", { class: "unseen" }, "Overview"),
      element("div", { class: "tools" }, this.counts.node, this.select, this.box),
      this.table.node,
      this.empty,
    );
    this.unlisten = listen((news) => this.paint(news));
    this.keys = this.ownKeys();
    this.repaint();
  }

  // Where there is no room for a table, there are no heads of columns to press.
  sortBox() {
    const columns = COLUMNS.filter(([column]) => column);
    /** @type {HTMLSelectElement} */
    const box = element(
      "select",
      {
        class: "narrow",
        "aria-label": "Sort by",
        onchange: () => this.change({ sort: box.value, direction: firstDirection(box.value) }),
      },
      element("option", { value: "" }, "In file order"),
      ...columns.map(([column, label]) => element("option", { value: column }, `By ${label.toLowerCase()}`)),
    );
    return box;
  }

  // The address was changed by hand, or by the browser's way back.
  /** @param {string} about @param {URLSearchParams} parameters */
  follow(about, parameters) {
    this.wanted = read(parameters);
    this.repaint();
    return true;
  }

  /** @param {Partial<Wanted>} wanted */
  change(wanted) {
    Object.assign(this.wanted, wanted);
    const { filter, state, sort, direction } = this.wanted;
    keep("overview", "", { filter, state, sort, direction: sort ? direction : "" });
    this.repaint();
  }

  repaint() {
    this.select.value = this.wanted.sort;
    if (this.box.value !== this.wanted.filter) {
      this.box.value = this.wanted.filter;
    }
    this.table.paintHeads(this.wanted.sort, this.wanted.direction);
    this.paint({ names: [], others: true });
  }

  /** @param {{ names: Iterable<string>, others: boolean }} news */
  paint({ names, others }) {
    this.counts.paint(this.wanted.state);
    for (const name of names) {
      this.table.paintRow(name);
    }
    if (others || this.mayMove()) {
      this.place();
    }
  }

  mayMove() {
    const often = LIVE.has(this.wanted.sort);
    const soon = performance.now() - this.moved < BETWEEN_MOVES;
    return !often || !(soon || this.table.body.matches(":hover, :focus-within"));
  }

  place() {
    const shown = sorted(matching([...world.processes.values()], this.wanted), this.wanted);
    if (this.table.place(grouped(shown))) {
      this.moved = performance.now();
    }
    show(this.table.node, shown.length > 0);
    show(this.empty, shown.length === 0);
    say(this.empty, nothing());
  }

  ownKeys() {
    /** @type {(deed: (name: string) => unknown) => () => void | false} */
    const act = (deed) => () => {
      const name = this.table.focused;
      return name ? void deed(name) : false;
    };
    return {
      "/": () => (this.box.focus(), this.box.select()),
      j: () => this.table.step(1),
      k: () => this.table.step(-1),
      s: act(start),
      x: act(stop),
      r: act(restart),
      Escape: () => this.clear(),
    };
  }

  clear() {
    this.box.blur();
    this.change({ filter: "", state: "" });
  }

  close() {
    this.table.close();
    this.unlisten();
  }
}

/** @param {URLSearchParams} parameters @returns {Wanted} */
function read(parameters) {
  const sort = parameters.get("sort") ?? "";
  const direction = parameters.get("direction");
  return {
    filter: parameters.get("filter") ?? "",
    state: parameters.get("state") ?? "",
    sort,
    direction: direction === "ascending" || direction === "descending" ? direction : firstDirection(sort),
  };
}

function nothing() {
  if (world.processes.size > 0) {
    return `None of ${world.processes.size} processes matches.`;
  }
  return world.link === "live"
    ? "This project has no processes yet. Add some to foster.yaml, then run foster reload."
    : "Waiting for the daemon…";
}
