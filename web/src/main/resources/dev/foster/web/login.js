// What stands here while the daemon does not know who is asking.

import { sentence, tell } from "./api.js";
import { element, say } from "./element.js";

/** @param {HTMLElement} main */
export function login(main) {
  const token = element("input", { id: "token", type: "password", autocomplete: "off", required: true });
  const wrong = element("p", { class: "bad", role: "alert" });
  const form = element(
    "form",
    { class: "card" },
    element("h1", {}, "Log in"),
    element(
      "p",
      { class: "soft" },
      "Run ",
      element("code", {}, "foster web"),
      " in the project's folder and open the link it prints, or write here what ",
      element("code", {}, "foster web --token"),
      " prints.",
    ),
    element("label", { for: "token" }, "Token"),
    token,
    wrong,
    element("button", { class: "primary" }, "Log in"),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await tell("login", { token: token.value.trim() });
      location.reload();
    } catch (failure) {
      say(wrong, sentence(failure));
      token.select();
    }
  });
  main.className = "view-login";
  main.replaceChildren(form);
  document.title = "Log in · Foster";
  token.focus();
}
