// Which processes the overview shows, and in which order.

import { ORDER } from "./states.js";

/** @type {Record<string, (process: Wire.ProcessView) => string | number>} */
const BY = {
  name: (process) => process.name,
  state: (process) => -ORDER.indexOf(process.state),
  uptime: (process) => process.uptime_ms ?? -1,
  restarts: (process) => process.restarts,
  cpu: (process) => process.cpu_percent ?? -1,
  memory: (process) => process.memory_bytes ?? -1,
};

// What changes all the time, so that rows must not move each time it does.
export const LIVE = new Set(["uptime", "cpu", "memory"]);

// Numbers begin with the largest, words with a.
/** @param {string} column @returns {Direction} */
export function firstDirection(column) {
  return column === "name" ? "ascending" : "descending";
}

/** @param {Process[]} processes @param {{ filter: string, state: string }} wanted */
export function matching(processes, { filter, state }) {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return processes.filter(
    (process) => (!state || process.state === state) && words.every((word) => text(process).includes(word)),
  );
}

/** @param {Process} process */
function text(process) {
  return `${process.name} ${process.group ?? ""} ${process.state} ${process.description ?? ""} ${process.kind}`.toLowerCase();
}

// Sorts a copy; without a column they stay in the order of the file.
/** @param {Process[]} processes @param {{ sort: string, direction: Direction }} wanted */
export function sorted(processes, { sort, direction }) {
  const key = BY[sort];
  if (!key) {
    return processes;
  }
  const sign = direction === "ascending" ? 1 : -1;
  return [...processes].sort((one, other) => sign * compare(key(one), key(other)));
}

/** @param {string | number} one @param {string | number} other */
function compare(one, other) {
  return typeof one === "string"
    ? one.localeCompare(String(other), "en", { numeric: true })
    : one - Number(other);
}

// In groups, in the order in which they come; those without one come under "".
/** @param {Process[]} processes */
export function grouped(processes) {
  /** @type {Map<string, Process[]>} */
  const groups = new Map();
  for (const process of processes) {
    const group = process.group ?? "";
    const members = groups.get(group) ?? [];
    members.push(process);
    groups.set(group, members);
  }
  const rest = groups.get("");
  if (rest) {
    groups.delete("");
    groups.set("", rest);
  }
  return groups;
}
