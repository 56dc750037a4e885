// Begins the page: follows the daemon, and shows the view that the address names.

import * as announce from "./announce.js";
import { ask, whenLoggedOut } from "./api.js";
import { Bar, banners } from "./bar.js";
import { bus } from "./bus.js";
import { chat } from "./chat.js";
import { byId, element } from "./element.js";
import { events } from "./events.js";
import { graph } from "./graph.js";
import { help } from "./help.js";
import * as keys from "./keys.js";
import { login } from "./login.js";
import { mcp } from "./mcp.js";
import { overview } from "./overview.js";
import { plugins } from "./plugins.js";
import { process } from "./process.js";
import * as route from "./route.js";
import { looks } from "./states.js";
import * as theme from "./theme.js";
import { begin, listen, logOut, world } from "./world.js";

/** @type {Tab[]} */
const VIEWS = [
  { word: "overview", label: "Overview", key: "o", show: overview },
  { word: "graph", label: "Graph", key: "g", show: graph },
  { word: "events", label: "Events", key: "e", show: events },
  { word: "plugins", label: "Plugins", key: "p", show: plugins, optional: true },
  { word: "bus", label: "Bus", key: "b", show: bus, optional: true },
  { word: "mcp", label: "MCP", key: "m", show: mcp, optional: true },
  { word: "chat", label: "Chat", key: "c", show: chat, optional: true },
].map((view) => ({ ...view, address: route.to(view.word) }));

/** @type {Map<string, View>} */
const SHOWN = new Map(
  [...VIEWS, { word: "process", label: "Process", show: process }].map((view) => [view.word, view]),
);

theme.apply();
const bar = new Bar(VIEWS);
const main = byId("main");
/** @type {{ word: string, label: string, shown: Shown } | undefined} */
let open;
let shownBefore = false;

function go() {
  if (world.link === "logged out") {
    return;
  }
  const { view: word, about, parameters } = route.read();
  if (open?.word === word && open.shown.follow?.(about, parameters)) {
    return;
  }
  open?.shown.close?.();
  // A question about another view has no place here any more.
  document.querySelectorAll("dialog").forEach((dialog) => dialog.close("no"));
  main.replaceChildren();
  keys.take({});
  const view = SHOWN.get(word);
  bar.current(word);
  if (!view) {
    main.append(
      element(
        "p",
        { class: "empty" },
        "There is no such view. ",
        element("a", { href: "#/" }, "Go to the overview."),
      ),
    );
    open = undefined;
    return;
  }
  main.className = `view-${word}`;
  open = { word, label: view.label, shown: view.show(main, about, parameters) };
  keys.take(open.shown.keys ?? {});
  entitle();
  scrollTo(0, 0);
  // Who came by a key or a link goes on from the beginning of the new view; who comes first, from that of the page.
  if (shownBefore && document.activeElement === document.body) {
    main.focus({ preventScroll: true });
  }
  shownBefore = true;
}

// The title tells in a tab's few letters whether somebody should look.
function entitle() {
  const bad = [...world.processes.values()].filter((each) =>
    looks(each.state).tone === "bad",
  ).length;
  const what = open?.shown.title?.() ?? open?.label ?? "";
  const title = `${bad > 0 ? `✖${bad} ` : ""}${what} · ${world.project?.name ?? "Foster"}`;
  if (document.title !== title) {
    document.title = title;
  }
}

// What this project does not have needs no place in the bar.
async function offer() {
  bar.offer(
    "plugins",
    [...world.processes.values()].some((each) => each.kind === "plugin"),
  );
  const hasServers = await ask("v1/mcp").then(
    (found) => found.servers.length > 0,
    () => false,
  );
  bar.offer("mcp", hasServers);
}

function offerBus() {
  const there = world.project?.bus === true;
  bar.offer("bus", there);
  bar.offer("chat", there);
}

whenLoggedOut(() => {
  // Several requests may hear it, and a wrong token is one of them.
  if (world.link === "logged out") {
    return;
  }
  logOut();
  keys.take({});
  open?.shown.close?.();
  open = undefined;
  login(main);
});
listen(({ others }) => {
  if (world.link === "logged out") {
    return;
  }
  entitle();
  offerBus();
  if (others) {
    offer();
  }
});
const jumps = VIEWS.map((view) => [`g ${view.key}`, () => (location.hash = view.address)]);
keys.begin({ ...Object.fromEntries(jumps), "?": help });
byId("skip").addEventListener("click", (event) => {
  // The address belongs to the view: the link moves the focus only.
  event.preventDefault();
  main.focus();
});
addEventListener("hashchange", go);
banners();
announce.begin();
begin();
go();
