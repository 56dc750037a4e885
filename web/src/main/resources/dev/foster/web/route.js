// Addresses within the page: what is behind the # names a view, what it is about, and how it is filtered, so that each
// can be kept, sent and opened again: #/process/web?find=error.

/** @param {string} hash */
export function read(hash = location.hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [view, ...rest] = path.split("/").map(decoded);
  return { view: view || "overview", about: rest.join("/"), parameters: new URLSearchParams(query) };
}

/** @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch (notEncoded) {
    return part;
  }
}

/** @param {string} view @param {string} about @param {Record<string, string | null | undefined>} parameters */
export function to(view, about = "", parameters = {}) {
  const kept = Object.entries(parameters).flatMap(([name, value]) =>
    value === "" || value === null || value === undefined ? [] : [[name, value]],
  );
  const query = kept.length > 0 ? `?${new URLSearchParams(kept)}` : "";
  const path = view === "overview" ? "" : view;
  return `#/${path}${about ? `/${encodeURIComponent(about)}` : ""}${query}`;
}

/** @param {string} name */
export function toProcess(name) {
  return to("process", name);
}

// Changes the address to what is shown now, without a step in the browser's history for each letter somebody types.
/** @param {string} view @param {string} about @param {Record<string, string | null | undefined>} parameters */
export function keep(view, about, parameters) {
  const address = to(view, about, parameters);
  if (address !== location.hash) {
    history.replaceState(null, "", address);
  }
}
