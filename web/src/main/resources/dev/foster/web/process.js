// One process, as soon as it is known, and for as long as it is.

import { element, show } from "./element.js";
import { ProcessBody } from "./process-body.js";
import { listen, world } from "./world.js";

/** @param {HTMLElement} main @param {string} name @param {URLSearchParams} parameters */
export function process(main, name, parameters) {
  return new ProcessView(main, name, parameters.get("find") ?? "");
}

class ProcessView {
  /** @param {HTMLElement} main @param {string} name @param {string} find */
  constructor(main, name, find) {
    this.main = main;
    this.name = name;
    this.find = find;
    /** @type {Keys} */
    this.keys = {
      Escape: () => {
        location.hash = "#/";
      },
    };
    this.note = element("p", { class: "empty" });
    main.append(this.note);
    this.unlisten = listen((news) => this.hear(news));
    this.hear({ names: new Set([name]), turned: new Set(), others: true });
  }

  /** @param {News} news */
  hear({ names, turned, others }) {
    const process = world.processes.get(this.name);
    // Only when there is such a process: the daemon is not asked about one that it does not have.
    if (process && !this.body) {
      this.body = new ProcessBody(this.main, this.name, this.find);
      Object.assign(this.keys, this.body.keys);
    }
    if (turned.has(this.name)) {
      this.body?.facts.refresh();
    }
    if (process && (names.size > 0 || others)) {
      this.body?.paint(process, names.has(this.name));
    }
    this.tellMissing(process);
  }

  /** @param {Process | undefined} process */
  tellMissing(process) {
    show(this.note, !process);
    this.body?.show(process !== undefined);
    if (!process && world.processes.size > 0) {
      const all = element("a", { href: "#/" }, "See all.");
      this.note.replaceChildren(`There is no process called ${this.name}. `, all);
    } else {
      this.note.replaceChildren("Waiting for the daemon…");
    }
  }

  title() {
    return this.name;
  }

  close() {
    this.unlisten();
    this.body?.close();
  }
}
