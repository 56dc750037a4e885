// How the states of a process look: the symbols and colours of the terminal's screen, so that nobody learns them twice.

/** @typedef {[symbol: string, tone: Tone]} Look */

/** @type {Record<string, Look | undefined>} */
const LOOKS = /** @satisfies {Record<State, Look>} */ ({
  running: ["●", "good"],
  starting: ["◐", "doubtful"],
  waiting: ["◌", "doubtful"],
  unhealthy: ["▲", "doubtful"],
  suspended: ["‖", "doubtful"],
  restarting: ["↻", "doubtful"],
  stopping: ["◑", "doubtful"],
  failed: ["✖", "bad"],
  "gave-up": ["✖", "bad"],
  blocked: ["✖", "bad"],
  stuck: ["✖", "bad"],
  completed: ["✔", "soft"],
  stopped: ["○", "soft"],
  disabled: ["○", "soft"],
});

// What runs first, then what somebody should look at.
/** @type {string[]} */
export const ORDER = [
  "running",
  "starting",
  "waiting",
  "unhealthy",
  "suspended",
  "restarting",
  "stopping",
  "failed",
  "gave-up",
  "blocked",
  "stuck",
  "completed",
  "stopped",
  "disabled",
];

const ALIVE = new Set(["starting", "running", "unhealthy", "suspended", "stopping", "stuck"]);
const SETTLED = new Set(["disabled", "stopped", "completed", "failed", "gave-up", "blocked"]);

/** @param {string} state @param {boolean} ready */
export function looks(state, ready = true) {
  if (state === "running" && !ready) {
    return { symbol: "◐", tone: "doubtful" };
  }
  // A newer daemon may have words this page does not know.
  const [symbol, tone] = LOOKS[state] ?? ["?", "soft"];
  return { symbol, tone };
}

// Whether there is a process of the operating system behind it.
/** @param {Wire.ProcessView} process */
export function alive(process) {
  return ALIVE.has(process.state);
}

// Whether it stays down until somebody starts it.
/** @param {Wire.ProcessView} process */
export function settled(process) {
  return SETTLED.has(process.state);
}

// Why it is in its state, without the word of that state: wherever it stands, that does too.
/** @param {Wire.ProcessView} process */
export function reason(process) {
  const why = process.reason ?? "";
  const word = `${process.state} `;
  return why.startsWith(word) ? why.slice(word.length) : why;
}
