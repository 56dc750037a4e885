// All processes: how many are in which state, a box to filter them, and the table of them.

import { Counts } from "./counts.js";
import { restart, start, stop } from "./deeds.js";
import { element, say, show } from "./element.js";
import { firstDirection, grouped, LIVE, matching, sorted } from "./overview-order.js";
import { COLUMNS, OverviewTable } from "./overview-table.js";
import { keep } from "./route.js";
import { listen, world } from "./world.js";

// A row that moves away from under the pointer is worse than one that stands in last second's place.
const BETWEEN_MOVES = 3000;

export function overview(main, about, parameters) {
  return new Overview(main, parameters);
}

class Overview {
  constructor(main, parameters) {
    this.read(parameters);
    this.moved = 0;
    this.counts = new Counts((state) => this.change({ state }));
    this.table = new OverviewTable(
      (sort, direction) => this.change({ sort, direction }),
      () => this.place(),
    );
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

  read(parameters) {
    this.filter = parameters.get("filter") ?? "";
    this.state = parameters.get("state") ?? "";
    this.sort = parameters.get("sort") ?? "";
    this.direction = parameters.get("direction") ?? firstDirection(this.sort);
  }

  // Where there is no room for a table, there are no heads of columns to press.
  sortBox() {
    const columns = COLUMNS.filter(([column]) => column);
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
  follow(about, parameters) {
    this.read(parameters);
    this.repaint();
    return true;
  }

  change(wanted) {
    Object.assign(this, wanted);
    const { filter, state, sort } = this;
    keep("overview", "", { filter, state, sort, direction: sort ? this.direction : "" });
    this.repaint();
  }

  repaint() {
    this.select.value = this.sort;
    if (this.box.value !== this.filter) {
      this.box.value = this.filter;
    }
    this.table.paintHeads(this.sort, this.direction);
    this.paint({ names: [], others: true });
  }

  paint({ names, others }) {
    this.counts.paint(this.state);
    for (const name of names) {
      this.table.paintRow(name);
    }
    if (others || this.mayMove()) {
      this.place();
    }
  }

  mayMove() {
    const often = LIVE.has(this.sort);
    const soon = performance.now() - this.moved < BETWEEN_MOVES;
    return !often || !(soon || this.table.body.matches(":hover, :focus-within"));
  }

  place() {
    const shown = sorted(matching([...world.processes.values()], this), this);
    if (this.table.place(grouped(shown))) {
      this.moved = performance.now();
    }
    show(this.table.node, shown.length > 0);
    show(this.empty, shown.length === 0);
    say(this.empty, nothing());
  }

  ownKeys() {
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

function nothing() {
  if (world.processes.size > 0) {
    return `None of ${world.processes.size} processes matches.`;
  }
  return world.link === "live"
    ? "This project has no processes yet. Add some to foster.yaml, then run foster reload."
    : "Waiting for the daemon…";
}
