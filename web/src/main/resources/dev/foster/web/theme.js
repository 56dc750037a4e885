// Light, dark, or as the system has it. The choice stays in this browser.

/** @typedef {"auto" | "light" | "dark"} Theme */

const KEY = "foster.theme";
/** @type {Theme[]} */
const ALL = ["auto", "light", "dark"];

export function theme() {
  const kept = remembered();
  return ALL.find((each) => each === kept) ?? "auto";
}

export function next() {
  const wanted = ALL[(ALL.indexOf(theme()) + 1) % ALL.length];
  try {
    localStorage.setItem(KEY, wanted);
  } catch (forbidden) {
    // Then it holds until the page is left.
  }
  apply(wanted);
  return wanted;
}

/** @param {Theme} wanted */
export function apply(wanted = theme()) {
  if (wanted === "auto") {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = wanted;
  }
  dispatchEvent(new Event("foster-theme"));
}

function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch (forbidden) {
    return null;
  }
}
