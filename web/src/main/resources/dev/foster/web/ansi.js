// Reads the colours in what a process says. Everything else that was meant for a terminal is taken out or shown as a
// picture of itself: it can neither move nor hide anything here.

const PLAIN = /^[^\u0000-\u0008\u000b-\u001f\u007f-\u009f]*$/;
const CONTROL =
  /\u001b\[([0-9;:]*)([ -/]*)([@-~])|\u001b[\]PX^_](?:[^\u0007\u001b\u009c]|\u001b(?!\\))*(?:\u0007|\u001b\\|\u009c|$)|\u001b[ -/]*[0-~]?|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** @type {Record<number, string>} */
const FLAGS = { 1: "bold", 2: "faint", 3: "italic", 4: "underlined", 7: "reverse", 9: "struck" };
/** @type {Record<number, string[]>} */
const ENDS = { 22: ["bold", "faint"], 23: ["italic"], 24: ["underlined"], 27: ["reverse"], 29: ["struck"] };

/** @typedef {{ text: string, classes: string, ink: string }} Piece */
/** @typedef {{ flags: Set<string>, ink: string, ground: string, exact: string }} Look */

// The pieces of a line, each with its classes and, for colours beyond the sixteen, its colour.
/** @param {string} raw @returns {Piece[]} */
export function pieces(raw) {
  if (PLAIN.test(raw)) {
    return [{ text: raw, classes: "", ink: "" }];
  }
  /** @type {Piece[]} */
  const found = [];
  /** @type {Look} */
  const look = { flags: new Set(), ink: "", ground: "", exact: "" };
  let from = 0;
  for (const match of raw.matchAll(CONTROL)) {
    add(found, raw.slice(from, match.index), look);
    from = match.index + match[0].length;
    if (match[3] === "m") {
      render(look, match[1]);
    } else if (match[0] === "\r") {
      // It wrote over the line from its beginning: what it said last counts, unless there is nothing behind.
      if (from < raw.length) {
        found.length = 0;
      }
    } else if (match[0] === "\b") {
      erase(found);
    } else if (match[0].length === 1 && match[0] < " ") {
      add(found, String.fromCharCode(0x2400 + match[0].charCodeAt(0)), look);
    }
  }
  add(found, raw.slice(from), look);
  return found;
}

/** @param {string} raw */
export function plain(raw) {
  return PLAIN.test(raw)
    ? raw
    : pieces(raw)
        .map((piece) => piece.text)
        .join("");
}

/** @param {Piece[]} found @param {string} text @param {Look} look */
function add(found, text, look) {
  if (text) {
    const classes = [...look.flags, look.ink, look.ground].filter(Boolean).join(" ");
    found.push({ text, classes, ink: look.exact });
  }
}

/** @param {Piece[]} found */
function erase(found) {
  const last = found.at(-1);
  if (last) {
    last.text = last.text.slice(0, -1);
  }
}

/** @param {Look} look @param {string} parameters */
function render(look, parameters) {
  const codes = parameters.split(/[;:]/).map(Number);
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at];
    if (code === 0) {
      look.flags.clear();
      look.ink = look.ground = look.exact = "";
    } else if (FLAGS[code]) {
      look.flags.add(FLAGS[code]);
    } else if (ENDS[code]) {
      ENDS[code].forEach((flag) => look.flags.delete(flag));
    } else if (code === 38 || code === 48) {
      at = extended(look, codes, at);
    } else {
      simple(look, code);
    }
  }
}

/** @param {Look} look @param {number} code */
function simple(look, code) {
  if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) {
    look.ink = `ink-${code >= 90 ? code - 82 : code - 30}`;
    look.exact = "";
  } else if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) {
    look.ground = `ground-${code >= 100 ? code - 92 : code - 40}`;
  } else if (code === 39) {
    look.ink = look.exact = "";
  } else if (code === 49) {
    look.ground = "";
  }
}

// 38;5;N and 38;2;R;G;B. Grounds of such colours are left out: ink of another program's taste would be lost on them.
/** @param {Look} look @param {number[]} codes @param {number} at */
function extended(look, codes, at) {
  const ink = codes[at] === 38;
  if (codes[at + 1] === 5) {
    if (ink) {
      const index = codes[at + 2];
      look.ink = index < 16 ? `ink-${index}` : "";
      look.exact = index < 16 ? "" : indexed(index);
    }
    return at + 2;
  }
  if (ink) {
    look.ink = "";
    look.exact = colour(codes[at + 2], codes[at + 3], codes[at + 4]);
  }
  return at + 4;
}

/** @param {number} index */
function indexed(index) {
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10;
    return colour(grey, grey, grey);
  }
  /** @type {(number: number) => number} */
  const level = (number) => (number === 0 ? 0 : 55 + 40 * number);
  const cube = index - 16;
  return colour(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6));
}

/** @param {...number} parts */
function colour(...parts) {
  return parts.every((part) => part >= 0 && part <= 255) ? `rgb(${parts.join(" ")})` : "";
}
