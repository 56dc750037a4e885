// The MCP servers of the project, the sessions of their clients, and how often which method was asked for.

import { ask, remove, sentence, tried } from "./api.js";
import { count, elapsed, tenths } from "./amounts.js";
import { element, say, show } from "./element.js";
import { say as noticeOf } from "./notice.js";
import { confirmed } from "./question.js";
import { repeated, Sheet } from "./sheet.js";

const PERIOD = 2000;

/** @param {HTMLElement} main */
export function mcp(main) {
  return new Mcp(main);
}

class Mcp {
  /** @param {HTMLElement} main */
  constructor(main) {
    this.where = element("p", { class: "soft" });
    /** @type {Sheet<Wire.McpServerView>} */
    this.servers = new Sheet(
      "Servers",
      [
        ["Server", (each) => each.name],
        ["What it is", (each) => each.description ?? ""],
        ["Address", (each) => each.url, "mono"],
        ["Speaks", (each) => each.era ?? "–"],
        ["Shared by", (each) => (each.sharing === "all" ? "all clients" : "nobody")],
        ["Children", (each) => count(each.children), "number"],
        ["Sessions", (each) => count(each.sessions), "number"],
        ["Restarts", (each) => count(each.restarts), "number"],
        ["Calls", (each) => count(each.calls), "number"],
        ["Errors", (each) => count(each.errors), "number"],
      ],
      (each) => each.name,
    );
    /** @type {Sheet<Wire.McpSessionView>} */
    this.sessions = new Sheet(
      "Sessions",
      [
        ["Session", (each) => each.id, "mono"],
        ["Server", (each) => each.server],
        ["Client", (each) => each.caller],
        ["Revision", (each) => each.version],
        ["Open for", (each) => since(each.opened_at), "number"],
        ["Heard", (each) => `${since(each.heard_at)} ago`, "number"],
        ["Running", (each) => count(each.running), "number"],
        ["Lost", (each) => count(each.lost), "number"],
        ["Process", (each) => String(each.pid ?? "–"), "number"],
        ["", (each) => this.endButton(each)],
      ],
      (each) => each.id,
    );
    /** @type {Sheet<Wire.McpMethodView>} */
    this.methods = new Sheet(
      "Methods",
      [
        ["Server", (each) => each.server],
        ["Method", (each) => each.method, "mono"],
        ["Calls", (each) => count(each.calls), "number"],
        ["Errors", (each) => count(each.errors), "number"],
        ["Average", (each) => `${tenths(each.calls === 0 ? 0 : each.total_ms / each.calls)} ms`, "number"],
        ["Slowest", (each) => `${tenths(each.slowest_ms)} ms`, "number"],
      ],
      (each) => `${each.server} ${each.method}`,
    );
    this.none = element("p", { class: "empty small", hidden: true }, "No client has a session now.");
    this.methodPart = element(
      "section",
      { class: "part", hidden: true },
      element("h2", {}, "Methods"),
      this.methods.node,
    );
    main.append(
      element("div", { class: "tools" }, element("h1", {}, "MCP servers"), this.where),
      element("section", { class: "part" }, this.servers.node),
      element("section", { class: "part" }, element("h2", {}, "Sessions"), this.sessions.node, this.none),
      this.methodPart,
    );
    this.stop = repeated(() => this.refresh(), PERIOD);
  }

  async refresh() {
    try {
      const now = await ask("v1/mcp");
      say(
        this.where,
        [
          now.listen,
          now.auth && `clients show a ${now.auth}`.replace("a none", "nothing").replace("a tokens", "tokens"),
        ]
          .filter(Boolean)
          .join(" · "),
      );
      this.servers.paint(now.servers);
      this.sessions.paint(now.sessions);
      this.methods.paint(now.methods);
      show(this.sessions.node, now.sessions.length > 0);
      show(this.none, now.sessions.length === 0);
      show(this.methodPart, now.methods.length > 0);
    } catch (failure) {
      say(this.where, sentence(failure));
    }
  }

  /** @param {Wire.McpSessionView} session */
  endButton(session) {
    return element(
      "button",
      { "aria-label": `End session ${session.id}`, onclick: () => this.end(session) },
      "End",
    );
  }

  /** @param {Wire.McpSessionView} session */
  async end(session) {
    if (
      await confirmed(
        `End the session of ${session.caller} with ${session.server}?`,
        "Its client has to begin a new one.",
        "End it",
      )
    ) {
      if (await tried(remove(`v1/mcp/sessions/${encodeURIComponent(session.id)}`))) {
        noticeOf("The session has ended.");
      }
      this.refresh();
    }
  }

  close() {
    this.stop();
  }
}

/** @param {string} instant */
function since(instant) {
  return elapsed(Date.now() - Date.parse(instant));
}
