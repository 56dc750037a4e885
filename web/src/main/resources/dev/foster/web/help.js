// The keys, in a sheet in front of the page.

import { element } from "./element.js";
import { shown } from "./question.js";
import { looks, ORDER } from "./states.js";

/** @type {[title: string, keys: [key: string, what: string][]][]} */
const KEYS = [
  [
    "Everywhere",
    [
      ["g o", "overview"],
      ["g g", "graph"],
      ["g e", "events"],
      ["g p", "plugins"],
      ["g b", "bus"],
      ["g m", "MCP servers"],
      ["g c", "chat"],
      ["/", "filter or search"],
      ["Esc", "back, or clear"],
      ["?", "this sheet"],
    ],
  ],
  [
    "Overview",
    [
      ["j  k", "to the next, to the one before"],
      ["Enter", "look at the process"],
      ["s", "start it"],
      ["x", "stop it; asks first"],
      ["r", "restart it"],
    ],
  ],
  [
    "Process",
    [
      ["f", "follow the newest lines"],
      ["n  N", "to the next place found, to the one before"],
      ["w", "wrap long lines"],
      ["t", "times of lines"],
      ["s  x  r", "start, stop, restart"],
    ],
  ],
];

export function help() {
  const groups = KEYS.map(([title, keys]) =>
    element(
      "section",
      {},
      element("h3", {}, title),
      element(
        "dl",
        { class: "keys" },
        ...keys.flatMap(([key, what]) => [
          element("dt", {}, ...key.split("  ").map((one) => element("kbd", {}, one))),
          element("dd", {}, what),
        ]),
      ),
    ),
  );
  const states = element(
    "section",
    { class: "states" },
    element("h3", {}, "States"),
    element("ul", { class: "legend" }, ...ORDER.map(legend)),
  );
  shown("Help", element("div", { class: "columns" }, ...groups, states));
}

/** @param {string} state */
export function legend(state) {
  const { symbol, tone } = looks(state);
  return element(
    "li",
    {},
    element("span", { class: `symbol ${tone}`, "aria-hidden": "true" }, symbol),
    ` ${state}`,
  );
}
