// What stands above a log: a box to search it, switches for how it looks, and a link to all of it as a file.

import { query } from "./api.js";
import { element, say } from "./element.js";

/** @typedef {{ sought: (text: string) => void, step: (by: number) => void }} Finding */

export class LogTools {
  // log: the element whose classes say how its lines look; sought: told what to search for; step: to the next one found.
  /** @param {string} name @param {string} find @param {Finding} finding */
  constructor(name, find, { sought, step }) {
    this.sought = sought;
    this.step = step;
    /** @type {HTMLInputElement} */
    this.find = element("input", {
      type: "search",
      class: "find",
      placeholder: "Search  /",
      "aria-label": "Search the output",
      value: find,
      oninput: () => sought(this.find.value),
      onkeydown: (event) => this.finding(event),
    });
    this.place = element("span", { class: "place", role: "status" });
    this.only = this.toggle("Only matches", "show only lines with a match", "only-found");
    this.wrap = this.toggle("Wrap", "wrap long lines (w)", "wrapped");
    this.times = this.toggle("Times", "show the time of each line (t)", "timed");
    this.node = element(
      "div",
      { class: "tools" },
      element("h2", {}, "Output"),
      this.find,
      this.place,
      this.only,
      this.wrap,
      this.times,
      download(name),
    );
  }

  /** @param {string} label @param {string} title @param {string} look */
  toggle(label, title, look) {
    const press = () => {
      const on = this.node.parentElement?.classList.toggle(look) ?? false;
      button.setAttribute("aria-pressed", String(on));
    };
    const button = element(
      "button",
      { title, "aria-pressed": String(look === "wrapped"), onclick: press },
      label,
    );
    return button;
  }

  // Enter goes up, to what was said before: one searches from the end, where one looks.
  /** @param {KeyboardEvent} event */
  finding(event) {
    if (event.key === "Enter") {
      this.step(event.shiftKey ? 1 : -1);
    } else if (event.key === "Escape") {
      this.find.value = "";
      this.find.blur();
      this.sought("");
      event.stopPropagation();
    }
  }

  /** @param {string} place */
  tell(place) {
    say(this.place, place);
  }

  get keys() {
    return {
      "/": () => (this.find.focus(), this.find.select()),
      n: () => this.step(1),
      N: () => this.step(-1),
      w: () => this.wrap.click(),
      t: () => this.times.click(),
    };
  }
}

/** @param {string} name */
function download(name) {
  const address = `v1/logs?${query({ name, format: "text", timestamps: true })}`;
  const title = "the whole log as a file of text";
  return element(
    "a",
    { class: "button", href: address, download: `${name}.log`, title },
    "Download",
  );
}
