// Asks the daemon. Every answer that is not well becomes a Problem, whose message is the daemon's own sentence. Addresses
// are relative: behind a proxy the page may live below a path.

import { say as noticeOf } from "./notice.js";

export class Problem extends Error {
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
export function whenLoggedOut(action) {
  loggedOut = action;
}

export function ask(path, signal) {
  return answered(path, { signal });
}

export function tell(path, members, signal) {
  return answered(path, { method: "POST", headers: JSON_BODY, body: JSON.stringify(members), signal });
}

// The text as it is, not in JSON.
export function send(path, text) {
  return answered(path, { method: "POST", headers: RAW_BODY, body: text });
}

export function remove(path) {
  return answered(path, { method: "DELETE", headers: CHANGING });
}

// An answer that may still be read: for streams.
export async function opened(path, options) {
  const response = await fetch(path, { credentials: "same-origin", cache: "no-store", ...options });
  if (response.ok) {
    return response;
  }
  throw await problem(response);
}

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

export function process(name, rest = "") {
  return `v1/processes/${encodeURIComponent(name)}${rest}`;
}

// For what somebody asked for by hand: tells how it went wrong instead of throwing.
export async function tried(asked) {
  try {
    return await asked;
  } catch (failure) {
    if (failure.name !== "AbortError") {
      noticeOf(failure.message, "bad");
    }
    return null;
  }
}
