// A box that writes a line to the input of a process.

import { process as path, send, tried } from "./api.js";
import { element } from "./element.js";

/** @param {string} name */
export function inputBox(name) {
  const box = element("input", {
    class: "mono",
    "aria-label": `Write to the input of ${name}`,
    placeholder: "Write to its input",
    autocomplete: "off",
    spellcheck: "false",
  });
  const form = element(
    "form",
    { class: "input", hidden: true },
    element("span", { class: "mono", "aria-hidden": "true" }, ">"),
    box,
    element("button", {}, "Send"),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await tried(send(path(name, "/input"), `${box.value}\n`))) {
      box.value = "";
    }
  });
  return form;
}
