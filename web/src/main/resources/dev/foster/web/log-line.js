// One line of a log as an element, with what was searched for marked in it.

import { pieces, plain } from "./ansi.js";
import { clock } from "./amounts.js";
import { element } from "./element.js";

/** @import { Piece } from "./ansi.js" */
/** @typedef {HTMLElement & { said: { cursor: string, stream: string, text: string } }} LineElement */

// A cursor is a time in nanoseconds: too many digits for a number.
/** @param {string} cursor */
export function at(cursor) {
  return Number(cursor.slice(0, -6));
}

/** @param {Line} line @param {string} sought @returns {LineElement} */
export function lineElement([cursor, stream, text], sought) {
  const line = Object.assign(document.createElement("div"), { said: { cursor, stream, text } });
  line.className = "line";
  line.dataset.time = clock(at(cursor));
  if (stream !== "out") {
    line.dataset.stream = stream;
  }
  fill(line, sought);
  return line;
}

// Writes the text anew. Whether it has what was sought.
/** @param {LineElement} line @param {string} sought */
export function fill(line, sought) {
  const found = sought ? places(plain(line.said.text).toLowerCase(), sought) : [];
  const parts = pieces(line.said.text);
  if (found.length === 0 && parts.length === 1 && !parts[0].classes && !parts[0].ink) {
    line.textContent = parts[0].text;
  } else {
    line.replaceChildren(...nodes(parts, found, sought.length));
  }
  line.classList.toggle("found", found.length > 0);
  line.classList.toggle("marked", found.length > 0);
  return found.length > 0;
}

// Not more than anybody looks at: a line may be four thousand times the letter a.
const MOST = 200;

/** @param {string} text @param {string} sought */
function places(text, sought) {
  /** @type {number[]} */
  const found = [];
  for (
    let place = text.indexOf(sought);
    place >= 0 && found.length < MOST;
    place = text.indexOf(sought, place + sought.length)
  ) {
    found.push(place);
  }
  return found;
}

/** @param {Piece[]} parts @param {number[]} found @param {number} length */
function nodes(parts, found, length) {
  /** @type {(Node | string)[]} */
  const made = [];
  let start = 0;
  for (const part of parts) {
    const end = start + part.text.length;
    let from = start;
    for (const place of found) {
      const left = Math.max(place, from);
      const right = Math.min(place + length, end);
      if (left < right) {
        push(made, part, part.text.slice(from - start, left - start), false);
        push(made, part, part.text.slice(left - start, right - start), true);
        from = right;
      }
    }
    push(made, part, part.text.slice(from - start), false);
    start = end;
  }
  return made;
}

/** @param {(Node | string)[]} made @param {Piece} part @param {string} text @param {boolean} marked */
function push(made, part, text, marked) {
  if (!text) {
    return;
  }
  if (!marked && !part.classes && !part.ink) {
    made.push(text);
    return;
  }
  const node = element(marked ? "mark" : "span", part.classes ? { class: part.classes } : {}, text);
  if (part.ink) {
    node.style.setProperty("color", part.ink);
  }
  made.push(node);
}
