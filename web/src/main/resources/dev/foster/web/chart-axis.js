// The numbers that a person would write on the axes of a chart.

/** @param {number} milliseconds */
export function ago(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 120 ? `−${seconds} s` : `−${Math.round(seconds / 60)} min`;
}

const STEPS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

// The next number a person would write on an axis, which has a plain half as well.
/** @param {number} value */
export function rounded(value) {
  const size = 10 ** Math.floor(Math.log10(value || 1));
  return (STEPS.find((step) => step * size >= value * 0.999) ?? 10) * size;
}
