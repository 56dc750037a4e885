/** @typedef {[verb: string, button: HTMLButtonElement][]} Made */

// What somebody can do to processes from the page. Each says what came of it.

import * as api from "./api.js";
import { element, icon } from "./element.js";
import { say } from "./notice.js";
import { confirmed } from "./question.js";
import { alive, settled } from "./states.js";
import { world } from "./world.js";

/** @param {string} name */
export async function start(name) {
  await act("start", name, `${name}: starting`);
}

/** @param {string} name */
export async function restart(name) {
  await act("restart", name, `${name}: restarting`);
}

/** @param {string} name */
export async function replace(name) {
  say(`${name}: a new one takes over when it is ready`);
  await act("replace", name, `${name}: replaced`);
}

// Stopping is the one that takes something away from others: it asks, and says from whom.
/** @param {string} name */
export async function stop(name) {
  const others = dependents(name);
  const text =
    others.length > 0
      ? `${listed(others)} depend${others.length === 1 ? "s" : ""} on it.`
      : "It stays stopped until somebody starts it.";
  if (await confirmed(`Stop ${name}?`, text, "Stop")) {
    await act("stop", name, `${name}: stopping`);
  }
}

/** @param {string} name @param {string} word */
export async function signal(name, word) {
  const done = await api.tried(api.tell(api.process(name, "/signal"), { signal: word }));
  if (done) {
    say(`${name}: got SIG${word}`);
  }
}

/** @param {"start" | "stop" | "restart" | "replace"} verb @param {string} name @param {string} text */
async function act(verb, name, text) {
  const done = await api.tried(api.tell(`v1/${verb}`, { names: [name] }));
  if (!done) {
    return;
  }
  const idle = done.unchanged?.includes(name) && !done.changed?.includes(name);
  say(
    [
      idle ? `${name}: nothing to ${verb}, it is ${world.processes.get(name)?.state ?? "as wanted"}` : text,
      ...(done.notes ?? []),
    ].join("; "),
  );
}

// Those that run and name it, or its group, as what they depend on.
/** @param {string} name */
export function dependents(name) {
  const group = world.processes.get(name)?.group;
  return [...world.processes.values()]
    .filter((other) => alive(other) && (needs(other, name) || (group && needs(other, group))))
    .map((other) => other.name);
}

// Its own alone: a process may be called as something that every object has.
/** @param {Process} other @param {string} name */
function needs(other, name) {
  return Object.hasOwn(other.depends_on, name);
}

/** @param {string[]} names */
function listed(names) {
  const most = 4;
  const shown = names.slice(0, most);
  if (names.length > most) {
    shown.push(`${names.length - most} more`);
  }
  return shown.length === 1 ? shown[0] : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

/** @type {[verb: string, label: string, deed: (name: string) => Promise<void>][]} */
const BUTTONS = [
  ["start", "Start", start],
  ["restart", "Restart", restart],
  ["stop", "Stop", stop],
];

// Three small buttons, of which those are shown that make sense now.
/** @param {string} name */
export function buttons(name) {
  /** @type {Made} */
  const made = BUTTONS.map(([verb, label, deed]) => [
    verb,
    element(
      "button",
      { class: "quiet deed", title: label, "aria-label": `${label} ${name}`, onclick: () => deed(name) },
      icon(verb),
    ),
  ]);
  return { all: made.map(([, button]) => button), fit: /** @param {Process} process */ (process) => fit(made, process) };
}

/** @param {Made} made @param {Process} process */
export function fit(made, process) {
  for (const [verb, button] of made) {
    const sense =
      verb === "start"
        ? settled(process)
        : !settled(process) && !(verb === "stop" && process.state === "stopping");
    if (button.hidden === sense) {
      button.hidden = !sense;
    }
  }
}
