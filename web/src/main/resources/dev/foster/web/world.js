// What the page knows about the project: one stream brings it, and everything shown is made from it. Those who show
// something are called a few times a second at most, however much changes.

import { ask } from "./api.js";
import { Stream } from "./stream.js";

/** @typedef {"connecting" | "live" | "reconnecting" | "logged out"} Link */

const BETWEEN_PAINTS = 200;
const CURVE = 60;
// A page that nobody sees gives its connections back: a browser has six for one address, for all its pages together.
const HIDDEN_FOR = 20_000;

/**
 * @type {{
 *   project: Wire.ProjectView | null,
 *   processes: Map<string, Process>,
 *   curves: Map<string, { cpu: Values, memory: Values }>,
 *   link: Link,
 *   since: number,
 * }}
 */
export const world = {
  project: null,
  processes: new Map(),
  curves: new Map(),
  link: "connecting",
  since: 0,
};

/** @type {Set<(news: News) => void>} */
const listeners = new Set();
/** @type {Set<string>} */
let changed = new Set();
/** @type {Set<string>} */
let turned = new Set();
let reordered = false;
let told = 0;
let waiting = false;

// Calls with the names of what changed, of what came into another state, and whether there are others than before.
// Returns how to end that.
/** @param {(news: News) => void} listener */
export function listen(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param {string} [name] */
function touch(name) {
  if (name !== undefined) {
    changed.add(name);
  }
  if (!waiting) {
    waiting = true;
    setTimeout(() => requestAnimationFrame(tellAll), Math.max(0, told + BETWEEN_PAINTS - performance.now()));
  }
}

function tellAll() {
  waiting = false;
  told = performance.now();
  const news = { names: changed, turned, others: reordered };
  changed = new Set();
  turned = new Set();
  reordered = false;
  for (const listener of [...listeners]) {
    listener(news);
  }
}

const stream = new Stream(() => "v1/processes?usage=true", { snapshot: takeAll, process: takeOne, beat: takeBeat }, linked);

/** @param {{ processes: Wire.ProcessView[] }} told */
function takeAll({ processes }) {
  const names = processes.map((process) => process.name);
  const known = [...world.processes.keys()];
  if (names.length !== known.length || names.some((name, at) => name !== known[at])) {
    const before = world.processes;
    world.processes = new Map(
      processes.map((process) => [process.name, before.get(process.name) ?? process]),
    );
    reordered = true;
    refreshProject();
  }
  for (const process of processes) {
    take(process);
    curve(process);
  }
}

// A second has passed. Of those that are not told of everything is as it was, but for their age.
/** @param {{ processes: Wire.ProcessView[] }} told */
function takeBeat({ processes }) {
  processes.forEach(takeOne);
  for (const process of world.processes.values()) {
    if (process.uptime_ms !== undefined) {
      process.uptime_ms = Date.now() - (process.began ?? 0);
    }
    curve(process);
    touch(process.name);
  }
}

/** @param {Process} process */
function takeOne(process) {
  if (!world.processes.has(process.name)) {
    reordered = true;
    // A reload brought it, and may have brought a bus.
    refreshProject();
  }
  take(process);
}

/** @param {Process} process */
function take(process) {
  const before = world.processes.get(process.name);
  // The change of a state does not tell what the process uses: what is known of this run holds on.
  if (before && process.cpu_percent === undefined && before.pid === process.pid) {
    process.cpu_percent = before.cpu_percent;
    process.memory_bytes = before.memory_bytes;
  }
  if (before && before.state !== process.state) {
    turned.add(process.name);
  }
  // By this machine's clock, which need not agree with the daemon's.
  process.began = Date.now() - (process.uptime_ms ?? 0);
  world.processes.set(process.name, process);
  touch(process.name);
}

/** @param {Process} process */
function curve(process) {
  const known = curveOf(process.name);
  push(known.cpu, process.cpu_percent ?? null);
  push(known.memory, process.memory_bytes ?? null);
}

/** @param {string} name */
export function curveOf(name) {
  let known = world.curves.get(name);
  if (!known) {
    known = { cpu: [], memory: [] };
    world.curves.set(name, known);
  }
  return known;
}

/** @param {Values} values @param {number | null} value */
function push(values, value) {
  values.push(value);
  if (values.length > CURVE) {
    values.shift();
  }
}

/** @param {"live" | "lost"} word */
function linked(word) {
  if (world.link === "logged out") {
    return;
  }
  const link = word === "live" ? "live" : world.link === "connecting" ? "connecting" : "reconnecting";
  if (link === "live") {
    refreshProject();
    refreshCurves();
  }
  if (link !== world.link) {
    world.link = link;
    world.since = Date.now();
    touch();
  }
}

export async function refreshProject() {
  try {
    world.project = await ask("v1/project");
    touch();
  } catch (gone) {
    // The stream has noticed, too, and comes back.
  }
}

// Whether there is a bus: who asks one that is not there is refused, and the browser's console tells it as a fault.
export async function hasBus() {
  if (!world.project?.bus) {
    // A reload may have brought one.
    await refreshProject();
  }
  return world.project?.bus === true;
}

// What was used before this page was open; an older daemon has none of it.
async function refreshCurves() {
  try {
    for (const { name, cpu_percent, memory_bytes } of (await ask("v1/usage")).processes) {
      world.curves.set(name, { cpu: cpu_percent.slice(-CURVE), memory: memory_bytes.slice(-CURVE) });
    }
  } catch (none) {
    // Then they begin now.
  }
}

export function begin() {
  stream.open();
  /** @type {number | undefined} */
  let hidden;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(hidden);
    if (document.hidden) {
      hidden = setTimeout(() => rest(true), HIDDEN_FOR);
    } else {
      rest(false);
      stream.retry();
    }
  });
}

const streams = new Set([stream]);

// Streams that are to rest together with the page. Returns how to end them.
/** @param {Stream} other */
export function follow(other) {
  streams.add(other);
  if (!document.hidden) {
    other.open();
  }
  return () => {
    streams.delete(other);
    other.close();
  };
}

/** @param {boolean} wanted */
function rest(wanted) {
  if (!wanted && world.link === "logged out") {
    return;
  }
  for (const each of streams) {
    if (wanted) {
      each.close();
    } else {
      each.open();
    }
  }
}

export function logOut() {
  rest(true);
  world.link = "logged out";
  touch();
}
