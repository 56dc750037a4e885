// How the states of a process look: the symbols and colours of the terminal's screen, so that nobody learns them twice.

import { STATES } from "./state-table.js";

const BY_WORD = new Map(STATES.map((state) => [state.word, state]));

// What runs first, then what somebody should look at.
export const ORDER = STATES.map((state) => state.word);

/** @param {string} state @param {boolean} ready @returns {{ symbol: string, tone: Tone }} */
export function looks(state, ready = true) {
  if (state === "running" && !ready) {
    return { symbol: "◐", tone: "doubtful" };
  }
  // A newer daemon may have words this page does not know.
  const { symbol, tone } = BY_WORD.get(state) ?? { symbol: "?", tone: "soft" };
  return { symbol, tone };
}

// Whether there is a process of the operating system behind it.
/** @param {Wire.ProcessView} process */
export function alive(process) {
  return BY_WORD.get(process.state)?.alive ?? false;
}

// Whether it stays down until somebody starts it.
/** @param {Wire.ProcessView} process */
export function settled(process) {
  const state = BY_WORD.get(process.state);
  return state !== undefined && state.settled && !state.alive;
}

// Why it is in its state, without the word of that state: wherever it stands, that does too.
/** @param {Wire.ProcessView} process */
export function reason(process) {
  const why = process.reason ?? "";
  const word = `${process.state} `;
  return why.startsWith(word) ? why.slice(word.length) : why;
}
