// Makes elements. Text always becomes text: nothing a process says or is called is ever read as markup, and there are no
// style attributes, which the page's content security policy would refuse.

const DRAWN = "http://www.w3.org/2000/svg";

// element("a", {class: "name", href: "#/", onclick: open}, "text", otherElement)
/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {...Content} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

// The same for what is drawn: element of SVG.
/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {...Content} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function drawn(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(DRAWN, tag), attributes, children);
}

/** @template {Element} Made @param {Made} made @param {Attributes} attributes @param {Content[]} children */
function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    set(made, name, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** @param {Element} made @param {string} name @param {Value | ((event: never) => unknown)} value */
function set(made, name, value) {
  if (typeof value === "function") {
    made.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
  } else if (name === "value" && "value" in made) {
    made.value = value;
  } else if (value === true) {
    made.setAttribute(name, "");
  } else if (value !== false && value !== null && value !== undefined) {
    made.setAttribute(name, String(value));
  }
}

// One that the document has from the beginning.
/** @param {string} id */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

// Writes only what differs: a text that is written anew loses a selection in it, and costs a layout. What was written is
// kept beside the node, since asking the document thousands of times a second costs as much as writing.
/** @param {Node & { said?: string }} node @param {string} text */
export function say(node, text) {
  if (node.said !== text) {
    node.said = text;
    node.textContent = text;
  }
}

// The same for an attribute; none of it when there is no value.
/** @param {Element & { given?: Record<string, Value> }} node @param {string} name @param {Value} value */
export function attribute(node, name, value) {
  const known = (node.given ??= {});
  const wanted = value === undefined || value === false ? null : value;
  if (known[name] === wanted) {
    return;
  }
  known[name] = wanted;
  if (wanted === null) {
    node.removeAttribute(name);
  } else {
    node.setAttribute(name, String(wanted));
  }
}

/** @param {HTMLElement} node @param {boolean} shown */
export function show(node, shown) {
  if (node.hidden === shown) {
    node.hidden = !shown;
  }
}

/** @type {Record<string, string>} */
const ICONS = {
  start: "M4.5 2.8v10.4L13 8z",
  stop: "M3.5 3.5h9v9h-9z",
  restart: "M8 2.2a5.8 5.8 0 1 0 5.8 5.8h-1.9A3.9 3.9 0 1 1 8 4.1v2.1l4-3.1L8 0z",
  help: "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zm-.9 10.2h1.8V13H7.1zM8 3.4c1.7 0 2.9 1 2.9 2.5 0 1.1-.6 1.7-1.3 2.2-.6.4-.8.6-.8 1.2v.6H7.1v-.8c0-1.1.6-1.7 1.3-2.1.6-.4.8-.6.8-1.1 0-.6-.5-.9-1.2-.9s-1.2.4-1.3 1.2H5c.1-1.7 1.2-2.8 3-2.8z",
  light:
    "M8 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM7.3 0h1.4v2.6H7.3zm0 13.4h1.4V16H7.3zM0 7.3h2.6v1.4H0zm13.4 0H16v1.4h-2.6zM1.9 2.9l1-1 1.8 1.9-1 1zm9.4 9.3 1-1 1.8 1.9-1 1zM1.9 13.1l1.8-1.9 1 1-1.8 1.9zm9.4-9.3 1.8-1.9 1 1-1.8 1.9z",
  dark: "M6.2 1.3a6.9 6.9 0 1 0 8.5 8.5A5.6 5.6 0 0 1 6.2 1.3z",
  auto: "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zm0 1.8v10.4a5.2 5.2 0 0 1 0-10.4z",
  leave: "M2 2h6v1.8H3.8v8.4H8V14H2zm8.3 2.4L14 8l-3.7 3.6-1.2-1.2 1.5-1.5H6V7.1h4.6L9.1 5.6z",
};

/** @param {string} name */
export function icon(name) {
  return drawn(
    "svg",
    { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" },
    drawn("path", { d: ICONS[name] }),
  );
}
