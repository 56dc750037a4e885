// A place to try a request on the bus.

import { sentence, tell } from "./api.js";
import { tenths } from "./amounts.js";
import { element, say, show } from "./element.js";

export function requestForm() {
  const subject = element("input", {
    id: "subject",
    class: "mono",
    required: true,
    placeholder: "subject",
    "aria-label": "Subject",
    autocomplete: "off",
    spellcheck: "false",
  });
  const data = element("textarea", {
    id: "data",
    class: "mono",
    rows: 2,
    placeholder: 'message, such as {"text": "hello"}',
    "aria-label": "Message",
    spellcheck: "false",
  });
  const send = element("button", { class: "primary" }, "Request");
  const took = element("span", { class: "soft", role: "status" });
  const answer = element("pre", {
    class: "answer mono",
    hidden: true,
    tabindex: "0",
    "aria-label": "Answer",
  });
  const form = element(
    "form",
    { class: "card request" },
    element("h2", {}, "Try a request"),
    element("div", { class: "line" }, subject, send, took),
    data,
    answer,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    say(took, "waiting for an answer…");
    try {
      const got = await tell("v1/bus/request", {
        subject: subject.value,
        data: data.value,
        timeout_ms: 5000,
      });
      say(took, got.took_ms === undefined ? "answered" : `answered in ${tenths(got.took_ms)} ms`);
      tellAnswer(answer, readable(got.data ?? ""), false);
    } catch (failure) {
      say(took, "");
      tellAnswer(answer, sentence(failure), true);
    }
    send.disabled = false;
  });
  return form;
}

/** @param {HTMLElement} answer @param {string} text @param {boolean} bad */
function tellAnswer(answer, text, bad) {
  say(answer, text || "(empty)");
  answer.classList.toggle("bad", bad);
  show(answer, true);
}

// JSON with its lines, anything else as it is.
/** @param {string} text */
function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch (notJson) {
    return text;
  }
}
