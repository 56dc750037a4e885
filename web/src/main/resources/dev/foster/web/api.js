// Asks the daemon. Every answer that is not well becomes a Problem, whose message is the daemon's own sentence. Addresses
// are relative: behind a proxy the page may live below a path.

import { say as noticeOf } from "./notice.js";

export class Problem extends Error {
  /** @param {string} code @param {string} message @param {number} status */
  constructor(code, message, status) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

// The daemon refuses requests that change something without it: no other site's page can send it.
const CHANGING = { "Foster-Request": "1" };
const JSON_BODY = { ...CHANGING, "Content-Type": "application/json" };
const RAW_BODY = { ...CHANGING, "Content-Type": "application/octet-stream" };

let loggedOut = () => {};

// Called whenever the daemon does not know who we are.
/** @param {() => void} action */
export function whenLoggedOut(action) {
  loggedOut = action;
}

/** @template {string} Path @param {Path} path @param {AbortSignal} [signal] @returns {Promise<Wire.Got<Path>>} */
export function ask(path, signal) {
  return answered(path, { signal });
}

/**
 * @template {string} Path
 * @param {Path} path
 * @param {Wire.Body<Path>} members
 * @param {AbortSignal} [signal]
 * @returns {Promise<Wire.Posted<Path>>}
 */
export function tell(path, members, signal) {
  return answered(path, { method: "POST", headers: JSON_BODY, body: JSON.stringify(members), signal });
}

// The text as it is, not in JSON.
/** @param {string} path @param {string} text */
export function send(path, text) {
  return answered(path, { method: "POST", headers: RAW_BODY, body: text });
}

/** @param {string} path */
export function remove(path) {
  return answered(path, { method: "DELETE", headers: CHANGING });
}

// An answer that may still be read: for streams.
/** @param {string} path @param {RequestInit} options */
export async function opened(path, options) {
  const response = await fetch(path, { credentials: "same-origin", cache: "no-store", ...options });
  if (response.ok) {
    return response;
  }
  throw await problem(response);
}

/** @param {string} path @param {RequestInit} options */
async function answered(path, options) {
  let response;
  try {
    response = await opened(path, options);
  } catch (failure) {
    if (failure instanceof TypeError) {
      throw new Problem("unreachable", "cannot reach foster: it does not answer; it may be restarting", 0);
    }
    throw failure;
  }
  return response.status === 204 ? {} : response.json();
}

/** @param {Response} response */
async function problem(response) {
  if (response.status === 401) {
    loggedOut();
  }
  try {
    const { code, message } = await response.json();
    return new Problem(code, message, response.status);
  } catch (unreadable) {
    return new Problem(
      "unreadable",
      `cannot read the answer of foster: it has status ${response.status}`,
      response.status,
    );
  }
}

/** @template {string} [Rest=""] @param {string} name @param {Rest} rest @returns {`v1/processes/${string}${Rest}`} */
export function process(name, rest = /** @type {Rest} */ ("")) {
  return `v1/processes/${encodeURIComponent(name)}${rest}`;
}

// What goes behind the question mark of an address.
/** @param {Record<string, string | number | boolean>} parameters */
export function query(parameters) {
  return String(new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)])));
}

// What a failure says for people.
/** @param {unknown} failure */
export function sentence(failure) {
  return failure instanceof Error ? failure.message : String(failure);
}

// For what somebody asked for by hand: tells how it went wrong instead of throwing.
/** @template Answer @param {Promise<Answer>} asked @returns {Promise<Answer | null>} */
export async function tried(asked) {
  try {
    return await asked;
  } catch (failure) {
    if (!(failure instanceof Error && failure.name === "AbortError")) {
      noticeOf(sentence(failure), "bad");
    }
    return null;
  }
}
