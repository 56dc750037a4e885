// Talks to the plugins on the bus, as people in a chat room do.

import { ask, sentence, tell } from "./api.js";
import { clock } from "./amounts.js";
import { element } from "./element.js";
import { hasBus } from "./world.js";

/** @type {Record<string, number | undefined>} */
const BACK = { ArrowUp: -1, ArrowDown: 1 };
const KEY = "foster.chat.name";

/** @typedef {{ who: string, text: string, mine?: boolean, bad?: boolean, at: number }} Entry */

// What was said stays when somebody looks at another view.
/** @type {Entry[]} */
const said = [];
/** @type {string[]} */
const sent = [];

/** @param {HTMLElement} main */
export function chat(main) {
  return new Chat(main);
}

class Chat {
  /** @param {HTMLElement} main */
  constructor(main) {
    this.room = element("ol", { class: "room", role: "log", "aria-label": "Conversation", tabindex: "0" });
    this.user = element("input", {
      class: "user",
      "aria-label": "Your name",
      placeholder: "your name",
      value: remembered(),
      required: true,
      maxlength: 40,
      autocomplete: "off",
    });
    this.text = element("input", {
      class: "text",
      "aria-label": "Message",
      placeholder: "!help",
      required: true,
      autocomplete: "off",
      list: "commands",
      onkeydown: (event) => this.recall(event),
    });
    this.commands = element("datalist", { id: "commands" });
    this.hints = element("div", { class: "hints" });
    const form = element(
      "form",
      { class: "say" },
      this.user,
      this.text,
      element("button", { class: "primary" }, "Say"),
      this.commands,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.say();
    });
    main.append(
      element("div", { class: "tools" }, element("h1", {}, "Chat"), this.hints),
      element("section", { class: "card chat" }, this.room, form),
    );
    this.at = sent.length;
    said.forEach((entry) => this.add(entry));
    this.offer();
    this.text.focus();
    this.keys = { "/": () => this.text.focus() };
  }

  async offer() {
    if (!(await hasBus())) {
      return;
    }
    try {
      const { commands } = await ask("v1/bus");
      this.commands.replaceChildren(
        ...commands.map((command) => element("option", { value: `!${command.word} ` }, command.description)),
      );
      this.hints.replaceChildren(
        ...commands
          .slice(0, 8)
          .map((command) =>
            element(
              "button",
              { class: "chip", title: command.description, onclick: () => this.write(`!${command.word} `) },
              `!${command.word}`,
            ),
          ),
      );
    } catch (none) {
      // One can write without.
    }
  }

  /** @param {string} text */
  write(text) {
    this.text.value = text;
    this.text.focus();
  }

  async say() {
    const user = this.user.value.trim();
    const text = this.text.value.trim();
    if (!user || !text) {
      return;
    }
    remember(user);
    sent.push(text);
    this.at = sent.length;
    this.text.value = "";
    this.tell({ who: user, text, mine: true });
    try {
      const answer = await tell("v1/chat", { user, text });
      this.tell({ who: answer.plugin ?? "foster", text: answer.text, bad: !answer.well });
    } catch (failure) {
      this.tell({ who: "foster", text: sentence(failure), bad: true });
    }
  }

  /** @param {Omit<Entry, "at">} words */
  tell(words) {
    const entry = { ...words, at: Date.now() };
    said.push(entry);
    said.splice(0, Math.max(0, said.length - 500));
    this.add(entry);
  }

  /** @param {Entry} given */
  add({ who, text, mine, bad, at }) {
    this.room.append(
      element(
        "li",
        { class: mine ? "mine" : "" },
        element("time", { class: "soft" }, clock(at)),
        element("b", {}, who),
        element("span", { class: bad ? "bad" : "" }, text),
      ),
    );
    this.room.scrollTop = this.room.scrollHeight;
  }

  // The arrow keys bring back what was said before, as in a shell.
  /** @param {KeyboardEvent} event */
  recall(event) {
    const by = BACK[event.key];
    if (by && sent.length > 0) {
      event.preventDefault();
      this.at = Math.min(sent.length, Math.max(0, this.at + by));
      this.text.value = sent[this.at] ?? "";
    }
  }
}

function remembered() {
  try {
    return localStorage.getItem(KEY) ?? "me";
  } catch (forbidden) {
    return "me";
  }
}

/** @param {string} name */
function remember(name) {
  try {
    localStorage.setItem(KEY, name);
  } catch (forbidden) {
    // Then it is asked for again.
  }
}
