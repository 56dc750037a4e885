// The bar at the top: whose page this is, the views, how it stands with the daemon, and the switches.

/** @import { Link } from "./world.js" */
/** @import { Theme } from "./theme.js" */

import { clock } from "./amounts.js";
import { tell } from "./api.js";
import { byId, element, icon, say, show } from "./element.js";
import { help } from "./help.js";
import { looks } from "./states.js";
import * as theme from "./theme.js";
import { listen, logOut, world } from "./world.js";

/** @type {Record<Link, [word: string, tone: Tone]>} */
const LINKS = {
  connecting: ["connecting…", "doubtful"],
  live: ["live", "good"],
  reconnecting: ["reconnecting…", "bad"],
  "logged out": ["logged out", "bad"],
};

export class Bar {
  /** @param {Tab[]} views */
  constructor(views) {
    this.name = element("a", { class: "project", href: "#/", title: "Overview" }, "Foster");
    this.tabs = new Map(
      views.map((view) => [
        view.word,
        element("a", { href: view.address, "data-view": view.word, hidden: view.optional }, view.label),
      ]),
    );
    this.linkWord = element("span", { class: "word", role: "status" }, "connecting…");
    this.link = element(
      "span",
      { class: "link" },
      element("span", { class: "symbol", "aria-hidden": "true" }, "●"),
      this.linkWord,
    );
    this.switch = element("button", { class: "quiet", onclick: () => this.themed(theme.next()) });
    const asked = element(
      "button",
      { class: "quiet", "aria-label": "Help", title: "Help and keys (?)", onclick: help },
      icon("help"),
    );
    const leave = element(
      "button",
      { class: "quiet", "aria-label": "Log out", title: "Log out", onclick: leaving },
      icon("leave"),
    );
    this.tabList = element("nav", { class: "views", "aria-label": "Views" }, ...this.tabs.values());
    byId("bar").append(
      this.name,
      this.tabList,
      element("div", { class: "switches" }, this.link, this.switch, asked, leave),
    );
    this.themed(theme.theme());
    listen(() => this.paint());
  }

  /** @param {Theme} word */
  themed(word) {
    this.switch.replaceChildren(icon(word));
    this.switch.title = `Theme: ${word}`;
    this.switch.setAttribute("aria-label", `Theme: ${word}`);
  }

  /** @param {string} word */
  current(word) {
    for (const [view, tab] of this.tabs) {
      const here = view === word || (word === "process" && view === "overview");
      if (here) {
        tab.setAttribute("aria-current", "page");
        tab.scrollIntoView({ block: "nearest", inline: "nearest" });
      } else {
        tab.removeAttribute("aria-current");
      }
    }
  }

  /** @param {string} word @param {boolean} offered */
  offer(word, offered) {
    const tab = this.tabs.get(word);
    if (tab) {
      show(tab, offered);
    }
  }

  paint() {
    say(this.name, world.project?.name ?? "Foster");
    const down = world.link === "live" && world.project?.stopping;
    const [word, tone] = down ? ["going down", "doubtful"] : LINKS[world.link];
    this.link.className = `link ${tone}`;
    say(this.linkWord, word);
  }
}

async function leaving() {
  try {
    await tell("logout", {});
  } finally {
    logOut();
    location.reload();
  }
}

// A daemon that only restarts is back before anybody wants to read about it.
const PATIENCE = 2000;

// What the daemon itself has to complain about, and that it is gone: what is shown then is old.
export function banners() {
  const place = byId("banners");
  let shown = "";
  const paint = () => {
    const problems = [...(world.project?.problems ?? [])];
    if (world.link === "reconnecting") {
      if (Date.now() - world.since >= PATIENCE) {
        problems.push(`Foster does not answer since ${clock(world.since)}. What is shown is from then.`);
      } else {
        setTimeout(paint, PATIENCE);
      }
    }
    if (problems.join("\n") !== shown) {
      shown = problems.join("\n");
      place.replaceChildren(...problems.map(banner));
    }
  };
  listen(paint);
}

/** @param {string} text */
function banner(text) {
  const symbol = element("span", { "aria-hidden": "true" }, looks("unhealthy").symbol);
  return element("p", { class: "banner", role: "status" }, symbol, ` ${text}`);
}
