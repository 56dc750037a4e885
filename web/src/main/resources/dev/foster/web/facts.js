// Why a process is in its state, what is settled about it, and how its runs went.

import { ask, Problem, process as path } from "./api.js";
import { bytes, clock, elapsed, moment } from "./amounts.js";
import { element } from "./element.js";
import { to, toProcess } from "./route.js";
import { looks } from "./states.js";
import { world } from "./world.js";

/** @typedef {[name: string, condition: string]} Relation */

const MOST_RUNS = 8;
const REFRESH = 5000;

export class Facts {
  /** @param {string} name @param {(facts: Wire.FactsView) => void} known */
  constructor(name, known) {
    this.name = name;
    this.known = known;
    this.why = element("section", { class: "card why", "aria-label": "Why" });
    this.facts = element("section", { class: "card facts", "aria-label": "Facts" });
    this.relations = element("section", { class: "card relations", "aria-label": "Dependencies" });
    this.runs = element("section", { class: "card runs", "aria-label": "Runs" });
    this.told = "";
    this.factsTold = "";
    this.relationsTold = "";
    this.nodes = [this.why, this.relations, this.runs, this.facts];
    this.refresh();
    // "for 12 s" grows old.
    this.timer = setInterval(() => {
      if (!document.hidden) {
        this.refresh();
      }
    }, REFRESH);
  }

  async refresh() {
    try {
      const [why, facts] = await Promise.all([ask(path(this.name, "/why")), ask(path(this.name, "/facts"))]);
      this.paintWhy(why);
      this.paintFacts(facts);
      this.paintRuns(facts.runs);
      this.known(facts);
    } catch (failure) {
      if (failure instanceof Problem && failure.code === "unknown-name") {
        this.why.replaceChildren(element("h2", {}, "Why"), element("p", {}, failure.message));
      }
    }
  }

  /** @param {Wire.WhyView} why */
  paintWhy(why) {
    const text = JSON.stringify([why.summary, why.advice, why.causes.map((cause) => cause.id)]);
    if (text === this.told) {
      return;
    }
    this.told = text;
    const { tone } = looks(why.state);
    const causes = why.causes
      .slice(-6)
      .map((cause) =>
        element(
          "li",
          {},
          element("time", { datetime: cause.at, class: "soft" }, clock(Date.parse(cause.at))),
          cause.process === this.name ? "" : element("b", {}, cause.process ?? ""),
          element("span", {}, cause.text),
        ),
      );
    this.why.replaceChildren(
      element("h2", {}, "Why"),
      element("p", { class: tone === "good" || tone === "soft" ? "" : tone }, why.summary),
      why.advice ? element("p", { class: "advice" }, why.advice) : "",
      element("ul", { class: "causes" }, ...causes),
      element("a", { href: to("events", "", { process: this.name }) }, "All its events"),
    );
  }

  /** @param {Wire.FactsView} facts */
  paintFacts(facts) {
    const process = world.processes.get(this.name);
    /** @type {[label: string, value: string | number | undefined][]} */
    const known = [
      ["about", process?.description],
      ["command", facts.command.join(" ")],
      ["directory", facts.directory],
      ["group", process?.group],
      ["status", process?.status],
      ["protocol", process?.protocol_version],
      ...Object.entries(facts.settings),
      ["log lost", process && process.log_lost_bytes > 0 ? bytes(process.log_lost_bytes) : undefined],
      ["variables", facts.environment.join(" ")],
    ];
    const rows = known.filter(([, value]) => value !== undefined && value !== "");
    const text = JSON.stringify(rows);
    if (text !== this.factsTold) {
      this.factsTold = text;
      this.facts.replaceChildren(
        element("h2", {}, "Facts"),
        element(
          "dl",
          {},
          ...rows.flatMap(([label, value]) => [
            element("dt", {}, label),
            element(
              "dd",
              { class: label === "command" || label === "directory" ? "mono" : "" },
              String(value),
            ),
          ]),
        ),
      );
    }
  }

  /** @param {Wire.RunView[]} runs */
  paintRuns(runs) {
    const newest = runs.slice(-MOST_RUNS).reverse();
    this.runs.hidden = newest.length === 0;
    this.runs.replaceChildren(
      element("h2", {}, "Runs"),
      element(
        "ul",
        {},
        ...newest.map((run) => {
          const from = Date.parse(run.started_at);
          const until = run.ended_at ? Date.parse(run.ended_at) : Date.now();
          const end = run.ended_at
            ? `${run.exit ?? "ended"} after ${elapsed(until - from)}`
            : `for ${elapsed(until - from)}`;
          const bad = run.ended_at && run.exit && run.exit !== "exit 0";
          return element(
            "li",
            {},
            element("time", { datetime: run.started_at, class: "soft" }, moment(from)),
            element("span", { class: bad ? "bad" : "" }, end),
          );
        }),
      ),
    );
  }

  // What it depends on and what depends on it, with their states as they are now.
  /** @param {Process} process */
  paintRelations(process) {
    /** @type {Relation[]} */
    const up = Object.entries(process.depends_on).flatMap(([name, condition]) =>
      members(name).map((member) => [member, condition]),
    );
    /** @type {Relation[]} */
    const down = [...world.processes.values()]
      .filter((other) => Object.keys(other.depends_on).some((name) => members(name).includes(this.name)))
      .map((other) => [other.name, ""]);
    const text = JSON.stringify(
      [...up, null, ...down].map((each) => each && [...each, world.processes.get(each[0])?.state]),
    );
    if (text === this.relationsTold) {
      return;
    }
    this.relationsTold = text;
    this.relations.hidden = up.length + down.length === 0;
    this.relations.replaceChildren(
      element("h2", {}, "Dependencies"),
      ...list("depends on", up),
      ...list("needed by", down),
    );
  }

  close() {
    clearInterval(this.timer);
  }
}

// A name may be that of a group, which stands for its members.
/** @param {string} name */
export function members(name) {
  return world.processes.has(name)
    ? [name]
    : [...world.processes.values()]
        .filter((process) => process.group === name)
        .map((process) => process.name);
}

/** @param {string} title @param {Relation[]} relations */
function list(title, relations) {
  if (relations.length === 0) {
    return [];
  }
  return [
    element("h3", {}, title),
    element("ul", {}, ...relations.map(([name, condition]) => relation(name, condition))),
  ];
}

/** @param {string} name @param {string} condition */
function relation(name, condition) {
  const process = world.processes.get(name);
  const { symbol, tone } = looks(process?.state ?? "unknown", process?.ready);
  return element(
    "li",
    {},
    element("span", { class: `symbol ${tone}`, "aria-hidden": "true" }, symbol),
    element("a", { href: toProcess(name) }, name),
    element(
      "span",
      { class: "soft" },
      [process?.state ?? "not here", condition && `must be ${condition.replaceAll("_", " ")}`]
        .filter(Boolean)
        .join(", "),
    ),
  );
}
