// Who depends on whom, drawn from left to right, in the colours of their states.

import { attribute, drawn, element, say, show } from "./element.js";
import { members } from "./facts.js";
import { layers } from "./graph-layers.js";
import { legend } from "./help.js";
import { toProcess } from "./route.js";
import { looks, ORDER } from "./states.js";
import { listen, world } from "./world.js";

/**
 * @typedef {{ node: HTMLElement | SVGElement, symbol: Element, word: Element, title?: Element }} Tile
 * @typedef {{ from: string, to: string, node: Element }} Line
 * @typedef {[from: string, to: string, condition: string]} Need
 */

const WIDTH = 176;
const HEIGHT = 42;
const BETWEEN_COLUMNS = 72;
const BETWEEN_ROWS = 14;
const EDGE = 12;
const LONGEST = 18;
/** @type {Point} */
const ORIGIN = [0, 0];
// How small a graph may be drawn for the sake of all of it.
const READABLE = 0.7;

/** @param {HTMLElement} main */
export function graph(main) {
  return new Graph(main);
}

class Graph {
  /** @param {HTMLElement} main */
  constructor(main) {
    /** @type {Map<string, Tile>} */
    this.nodes = new Map();
    /** @type {Line[]} */
    this.edges = [];
    this.shape = "";
    this.picture = drawn("svg", { class: "graph", role: "group", "aria-label": "Dependencies" });
    this.alone = element("div", { class: "alone" });
    this.aloneTitle = element("h2", {}, "Without dependencies");
    this.states = element("ul", { class: "legend row" });
    this.empty = element("p", { class: "empty", hidden: true }, "Waiting for the daemon…");
    this.frame = element("div", { class: "card graph-frame", tabindex: "-1" }, this.picture);
    this.fit = element(
      "button",
      {
        "aria-pressed": "false",
        title: "all of it at once",
        onclick: () => this.fitted(!this.frame.classList.contains("fitted")),
      },
      "Fit",
    );
    main.append(
      element("div", { class: "tools" }, element("h1", {}, "Dependencies"), this.fit, this.states),
      this.empty,
      this.frame,
      this.aloneTitle,
      this.alone,
    );
    this.unlisten = listen((news) => this.paint(news));
    this.paint({ names: world.processes.keys() });
    this.keys = { j: () => this.step(1), k: () => this.step(-1) };
  }

  /** @param {{ names: Iterable<string> }} news */
  paint({ names }) {
    const processes = [...world.processes.values()];
    const all = processes.map((process) => process.name);
    /** @type {Need[]} */
    const edges = processes.flatMap((process) =>
      Object.entries(process.depends_on).flatMap(([name, condition]) =>
        members(name)
          .filter((from) => from !== process.name)
          .map((from) => [from, process.name, condition]),
      ),
    );
    const shape = JSON.stringify([all, edges]);
    if (shape !== this.shape) {
      this.shape = shape;
      this.draw(all, edges);
      names = all;
    }
    for (const name of names) {
      const process = world.processes.get(name);
      if (process) {
        this.colour(process);
      }
    }
    this.paintLegend(processes);
  }

  /** @param {string[]} names @param {Need[]} edges */
  draw(names, edges) {
    const focused = document.activeElement?.getAttribute("data-process");
    const { columns, alone } = layers(
      names,
      edges.map(([from, to]) => [from, to]),
    );
    this.nodes.clear();
    const tallest = Math.max(1, ...columns.map((column) => column.length));
    const width = 2 * EDGE + columns.length * WIDTH + Math.max(0, columns.length - 1) * BETWEEN_COLUMNS;
    const height = 2 * EDGE + tallest * HEIGHT + (tallest - 1) * BETWEEN_ROWS;
    /** @type {Map<string, Point>} */
    const place = new Map();
    columns.forEach((column, which) => {
      const top = (height - column.length * HEIGHT - (column.length - 1) * BETWEEN_ROWS) / 2;
      column.forEach((name, row) =>
        place.set(name, [EDGE + which * (WIDTH + BETWEEN_COLUMNS), top + row * (HEIGHT + BETWEEN_ROWS)]),
      );
    });
    /** @param {string} name */
    const at = (name) => place.get(name) ?? ORIGIN;
    attribute(this.picture, "viewBox", `0 0 ${width} ${height}`);
    attribute(this.picture, "width", width);
    attribute(this.picture, "height", height);
    this.edges = edges.map(([from, to, condition]) => ({
      from,
      to,
      node: edge(
        at(from),
        at(to),
        `${to} needs ${from} to be ${condition.replaceAll("_", " ")}`,
      ),
    }));
    this.picture.replaceChildren(
      arrow(),
      drawn("g", { class: "edges" }, ...this.edges.map((each) => each.node)),
      ...columns.flat().map((name) => this.node(name, at(name))),
    );
    this.alone.replaceChildren(...alone.map((name) => this.tile(name)));
    show(this.frame, columns.length > 0);
    show(this.aloneTitle, alone.length > 0 && columns.length > 0);
    show(this.empty, names.length === 0);
    this.all()
      .find((node) => node.getAttribute("data-process") === focused)
      ?.focus();
    this.arrange(width, height);
  }

  // What nearly fits is made to; of what is far too large, the middle is shown, where most lines are.
  /** @param {number} width @param {number} height */
  arrange(width, height) {
    const { clientWidth } = this.frame;
    const room = innerHeight - this.frame.getBoundingClientRect().top - 40;
    const scale = Math.min(clientWidth / width, room / height);
    show(this.fit, scale < 1 && this.frame.hidden === false);
    this.fitted(scale < 1 && scale > READABLE);
    this.frame.scrollTop = (height - this.frame.clientHeight) / 2;
  }

  /** @param {boolean} wanted */
  fitted(wanted) {
    this.frame.classList.toggle("fitted", wanted);
    this.fit.setAttribute("aria-pressed", String(wanted));
  }

  /** @param {string} name @param {Point} given */
  node(name, [x, y]) {
    const symbol = drawn("text", { class: "symbol", x: 20, y: HEIGHT / 2 + 5, "text-anchor": "middle" });
    const title = drawn("title", {});
    const word = drawn("text", { class: "word", x: 36, y: HEIGHT / 2 + 14 });
    const node = drawn(
      "a",
      {
        class: "node",
        href: toProcess(name),
        transform: `translate(${x} ${y})`,
        "data-process": name,
        onpointerenter: () => this.near(name),
        onpointerleave: () => this.near(null),
        onfocus: () => this.near(name),
        onblur: () => this.near(null),
      },
      title,
      drawn("rect", { width: WIDTH, height: HEIGHT, rx: 7 }),
      symbol,
      drawn(
        "text",
        { class: "name", x: 36, y: HEIGHT / 2 - 2 },
        name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name,
      ),
      word,
    );
    this.nodes.set(name, { node, symbol, title, word });
    return node;
  }

  /** @param {string} name */
  tile(name) {
    const symbol = element("span", { class: "symbol", "aria-hidden": "true" });
    const word = element("span", { class: "word" });
    const node = element(
      "a",
      { class: "tile", href: toProcess(name), "data-process": name, title: name },
      symbol,
      element("span", { class: "name" }, name),
      word,
    );
    this.nodes.set(name, { node, symbol, word });
    return node;
  }

  /** @param {Process} process */
  colour(process) {
    const made = this.nodes.get(process.name);
    if (made) {
      const { symbol, tone } = looks(process.state, process.ready);
      attribute(made.node, "data-tone", tone);
      say(made.symbol, symbol);
      say(made.word, process.state);
      if (made.title) {
        say(made.title, [process.name, process.state, process.reason].filter(Boolean).join(": "));
      }
    }
  }

  // The lines of the one somebody looks at stand out.
  /** @param {string | null} name */
  near(name) {
    for (const each of this.edges) {
      each.node.classList.toggle("near", each.from === name || each.to === name);
    }
  }

  /** @param {Process[]} processes */
  paintLegend(processes) {
    const there = ORDER.filter((state) => processes.some((process) => process.state === state));
    if (there.join() !== this.there) {
      this.there = there.join();
      this.states.replaceChildren(...there.map(legend));
    }
  }

  all() {
    return [...this.nodes.values()].map((made) => made.node);
  }

  /** @param {number} by */
  step(by) {
    const all = this.all();
    const at = all.findIndex((node) => node === document.activeElement);
    all[Math.min(all.length - 1, Math.max(0, at + by))]?.focus();
  }

  close() {
    this.unlisten();
  }
}

/** @param {Point} from @param {Point} to @param {string} words */
function edge([fromX, fromY], [toX, toY], words) {
  const x = fromX + WIDTH;
  const y = fromY + HEIGHT / 2;
  const end = toX - 7;
  const bend = Math.max(30, (end - x) / 2);
  const path = `M${x} ${y}C${x + bend} ${y} ${end - bend} ${toY + HEIGHT / 2} ${end} ${toY + HEIGHT / 2}`;
  return drawn("path", { class: "edge", d: path, "marker-end": "url(#arrow)" }, drawn("title", {}, words));
}

function arrow() {
  return drawn(
    "defs",
    {},
    drawn(
      "marker",
      { id: "arrow", viewBox: "0 0 8 8", refX: 1, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" },
      drawn("path", { class: "head", d: "M0 0L8 4L0 8z" }),
    ),
  );
}
