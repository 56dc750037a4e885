// The bus: what passes it, who is on it and listens to what, and a place to try a request.

import { ask, tell } from "./api.js";
import { bytes, count, tenths } from "./amounts.js";
import { element, say, show } from "./element.js";
import { repeated, Sheet } from "./sheet.js";
import { Sparkline } from "./sparkline.js";
import { hasBus, world } from "./world.js";

const PERIOD = 2000;
const FIGURES = [
  ["messages_in", "Messages in", count],
  ["messages_out", "Messages out", count],
  ["bytes_in", "Bytes in", bytes],
  ["bytes_out", "Bytes out", bytes],
  ["connections", "Connections", count],
  ["subscriptions", "Subscriptions", count],
  ["slow_consumers", "Slow consumers", count],
];

export function bus(main) {
  return new Bus(main);
}

class Bus {
  constructor(main) {
    this.rates = new Map();
    this.where = element("p", { class: "soft" });
    this.figures = new Map(FIGURES.map(([key, label]) => [key, figure(label, /messages|bytes/.test(key))]));
    this.numbers = element(
      "div",
      { class: "figures", hidden: true },
      ...[...this.figures.values()].map((each) => each.node),
    );
    this.subjects = new Sheet(
      "Subjects",
      [
        ["Subject", (each) => each.subject, "mono"],
        ["Queue", (each) => each.queue ?? ""],
        ["Delivered", (each) => count(each.delivered ?? 0), "number"],
        [
          "Per second",
          (each) => this.rate(subscription(each), each.delivered ?? 0),
          "number",
        ],
        ["Connection", (each) => this.named(each.connection)],
      ],
      subscription,
    );
    this.connections = new Sheet(
      "Connections",
      [
        ["Name", (each) => each.name || `#${each.id}`],
        ["Language", (each) => [each.language, each.version].filter(Boolean).join(" ")],
        ["Listens to", (each) => count(each.subscriptions ?? 0), "number"],
        ["Sent", (each) => count(each.messages_in ?? 0), "number"],
        ["Got", (each) => count(each.messages_out ?? 0), "number"],
        ["Waiting", (each) => bytes(each.pending_bytes ?? 0), "number"],
      ],
      (each) => each.id,
    );
    this.commands = new Sheet(
      "Commands",
      [
        ["Command", (each) => `!${each.word}`, "mono"],
        ["Plugin", (each) => each.plugin],
        ["What it does", (each) => each.description],
      ],
      (each) => each.word,
    );
    this.parts = {
      subjects: part("Subjects", this.subjects),
      connections: part("Connections", this.connections),
      commands: part("Commands", this.commands),
    };
    this.request = this.requestForm();
    main.append(
      element("div", { class: "tools" }, element("h1", {}, "Bus"), this.where),
      this.numbers,
      this.request,
      this.parts.connections,
      this.parts.subjects,
      this.parts.commands,
    );
    this.names = new Map();
    this.stop = repeated(() => this.refresh(), PERIOD);
  }

  async refresh() {
    if (!(await hasBus())) {
      say(
        this.where,
        world.project
          ? "This project has none. Add a line bus: embedded to its file, then foster reload."
          : "Foster does not answer.",
      );
      return;
    }
    try {
      const now = await ask("v1/bus");
      this.paint(now);
    } catch (failure) {
      say(this.where, failure.message);
      return;
    }
    await this.list("connections", "v1/bus/connections", this.connections);
    await this.list("subjects", "v1/bus/subjects", this.subjects);
    this.at = performance.now();
  }

  paint(now) {
    say(
      this.where,
      [
        now.embedded ? "inside Foster" : "elsewhere",
        ...now.servers,
        now.connected ? "connected" : "not connected",
      ].join(" · "),
    );
    show(this.numbers, Object.keys(now.traffic).length > 0);
    for (const [key, , format] of FIGURES) {
      this.figures.get(key).paint(now.traffic[key] ?? 0, format);
    }
    show(this.parts.commands, now.commands.length > 0);
    this.commands.paint(now.commands);
  }

  // What this daemon does not tell has no place here.
  async list(key, address, sheet) {
    if (this.parts[key].absent) {
      return;
    }
    try {
      const found = (await ask(address))[key];
      if (key === "connections") {
        this.names = new Map(found.map((each) => [each.id, each.name]));
      }
      sheet.paint(found);
      if (key === "subjects") {
        this.forget(new Set(found.map(subscription)));
      }
      show(this.parts[key], found.length > 0);
    } catch (failure) {
      this.parts[key].absent = failure.status === 404;
    }
  }

  named(id) {
    return this.names.get(id) || (id === undefined ? "" : `#${id}`);
  }

  // Subjects for answers come and go without end.
  forget(shown) {
    for (const key of this.rates.keys()) {
      if (!shown.has(key)) {
        this.rates.delete(key);
      }
    }
  }

  rate(key, total) {
    const now = performance.now();
    const before = this.rates.get(key);
    if (!before || now - before.at > PERIOD / 2) {
      const rate = before ? Math.max(0, total - before.total) / ((now - before.at) / 1000) : 0;
      this.rates.set(key, { at: now, total, rate });
    }
    return tenths(this.rates.get(key).rate);
  }

  requestForm() {
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
        tellAnswer(answer, failure.message, true);
      }
      send.disabled = false;
    });
    return form;
  }

  close() {
    this.stop();
  }
}

function subscription(each) {
  return `${each.connection} ${each.subject} ${each.queue ?? ""}`;
}

function tellAnswer(answer, text, bad) {
  say(answer, text || "(empty)");
  answer.classList.toggle("bad", bad);
  show(answer, true);
}

// JSON with its lines, anything else as it is.
function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch (notJson) {
    return text;
  }
}

function part(title, sheet) {
  return element("section", { class: "part", hidden: true }, element("h2", {}, title), sheet.node);
}

// A number with how fast it grows.
function figure(label, grows) {
  const number = element("b", {});
  const rate = element("span", { class: "soft" });
  const curve = new Sparkline(1);
  const rates = [];
  let before;
  return {
    node: element(
      "div",
      { class: "figure card" },
      element("span", { class: "soft" }, label),
      number,
      ...(grows ? [rate, curve.node] : []),
    ),
    paint(total, format) {
      say(number, format(total));
      const at = performance.now();
      if (grows && before) {
        const perSecond = Math.max(0, total - before.total) / ((at - before.at) / 1000);
        rates.push(perSecond);
        rates.splice(0, Math.max(0, rates.length - 60));
        say(rate, format === bytes ? `${bytes(perSecond)}/s` : `${tenths(perSecond)}/s`);
        curve.paint(rates);
      }
      before = { total, at };
    },
  };
}
