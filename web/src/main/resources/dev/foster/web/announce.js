// Tells those who listen to the page what changed its state: calmly, only what somebody should know, all of it together.

import { byId } from "./element.js";
import { looks } from "./states.js";
import { listen, world } from "./world.js";

const BETWEEN = 4000;
const MOST = 3;

/** @type {Map<string, string>} */
let news = new Map();
/** @type {number | undefined} */
let timer;

export function begin() {
  listen(({ turned }) => {
    for (const name of turned) {
      const process = world.processes.get(name);
      if (process && worthTelling(process)) {
        news.set(name, process.state);
      }
    }
    if (news.size > 0 && !timer) {
      timer = setTimeout(tell, BETWEEN);
    }
  });
}

// On its way is not worth a word: where it arrives is.
/** @param {Process} process */
function worthTelling(process) {
  const { tone } = looks(process.state);
  return tone === "bad" || tone === "good" || ["unhealthy", "suspended", "restarting"].includes(process.state);
}

function tell() {
  timer = undefined;
  const all = [...news].map(([name, state]) => `${name} ${state}`);
  news = new Map();
  const rest = all.length - MOST;
  const text = all.slice(0, MOST).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
  byId("live").textContent = text;
}
