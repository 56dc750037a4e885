// Short remarks at the edge of the page: the answer to what somebody did. They leave by themselves, problems later.

import { byId, element } from "./element.js";

const MOST = 4;
const STAYS = { plain: 5000, good: 4000, bad: 12_000 };

/** @param {string} text @param {"plain" | "good" | "bad"} tone */
export function say(text, tone = "plain") {
  const place = byId("notices");
  const shut = element(
    "button",
    { class: "quiet", "aria-label": "close", onclick: () => notice.remove() },
    "×",
  );
  /** @type {HTMLElement} */
  const notice = element(
    "div",
    { class: `notice ${tone}`, role: tone === "bad" ? "alert" : "status" },
    element("span", {}, text),
    shut,
  );
  place.append(notice);
  while (place.childElementCount > MOST) {
    place.firstElementChild?.remove();
  }
  setTimeout(() => notice.remove(), STAYS[tone]);
}
