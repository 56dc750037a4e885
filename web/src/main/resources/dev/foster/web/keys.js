// Keys. What a view brings goes before what holds everywhere; where somebody writes, letters are letters.

const SEQUENCE = 1200;

/** @type {Keys} */
let everywhere = {};
/** @type {Keys} */
let here = {};
let before = "";
/** @type {number | undefined} */
let timer;

/** @param {Keys} keys */
export function begin(keys) {
  everywhere = keys;
  document.addEventListener("keydown", pressed);
}

// The keys of the view that is shown.
/** @param {Keys} keys */
export function take(keys) {
  here = keys;
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.isComposing ||
    document.querySelector("dialog[open]")
  ) {
    return;
  }
  if (writes(event.target) && event.key !== "Escape") {
    return;
  }
  const key = before ? `${before} ${event.key}` : event.key;
  before = "";
  clearTimeout(timer);
  const action = here[key] ?? everywhere[key];
  if (action) {
    // Enter and Space belong to the button or link that has the focus.
    if (action(event) !== false) {
      event.preventDefault();
    }
  } else if (event.key === "g") {
    before = "g";
    timer = setTimeout(() => (before = ""), SEQUENCE);
  }
}

/** @param {EventTarget | null} target */
function writes(target) {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}
