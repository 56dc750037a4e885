// What passes the bus, in figures.

import { bytes, tenths } from "./amounts.js";
import { element, say } from "./element.js";
import { Sparkline } from "./sparkline.js";

// A number with how fast it grows.
/** @param {string} label @param {boolean} grows */
export function figure(label, grows) {
  const number = element("b", {});
  const rate = element("span", { class: "soft" });
  const curve = new Sparkline(1);
  /** @type {number[]} */
  const rates = [];
  /** @type {{ total: number, at: number } | undefined} */
  let before;
  return {
    node: element(
      "div",
      { class: "figure card" },
      element("span", { class: "soft" }, label),
      number,
      ...(grows ? [rate, curve.node] : []),
    ),
    /** @param {number} total @param {(amount: number) => string} format */
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
