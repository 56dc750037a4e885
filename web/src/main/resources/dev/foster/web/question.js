// Asks before something ends, or shows something to read, in front of the page.

import { element } from "./element.js";

// Whether the answer is yes.
/** @param {string} title @param {string} text @param {string} yes @returns {Promise<boolean>} */
export function confirmed(title, text, yes) {
  return new Promise((answer) => {
    /** @type {HTMLDialogElement} */
    const dialog = element(
      "dialog",
      { class: "question", "aria-labelledby": "question-title" },
      element("h2", { id: "question-title" }, title),
      ...[text].flat().map((line) => element("p", {}, line)),
      element(
        "div",
        { class: "buttons" },
        element("button", { onclick: () => dialog.close("no") }, "Cancel"),
        element("button", { class: "danger", autofocus: true, onclick: () => dialog.close("yes") }, yes),
      ),
    );
    opened(dialog, () => answer(dialog.returnValue === "yes"));
  });
}

/** @param {string} title @param {...Content} content */
export function shown(title, ...content) {
  const shut = element("button", { autofocus: true, onclick: () => dialog.close() }, "Close");
  /** @type {HTMLDialogElement} */
  const dialog = element(
    "dialog",
    { class: "sheet", "aria-labelledby": "sheet-title" },
    element("h2", { id: "sheet-title" }, title),
    ...content,
    element("div", { class: "buttons" }, shut),
  );
  opened(dialog, () => {});
}

/** @param {HTMLDialogElement} dialog @param {() => void} closed */
function opened(dialog, closed) {
  dialog.addEventListener("close", () => {
    dialog.remove();
    closed();
  });
  // A click beside it means no.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) {
      dialog.close("no");
    }
  });
  document.body.append(dialog);
  dialog.showModal();
}
