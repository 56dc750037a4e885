// Times and sizes as every front end of Foster shows them, short enough for a table.

const UNITS = ["KB", "MB", "GB", "TB"];
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// Such as 12s, 3m12s, 2h05m, 3d04h.
/** @param {number} milliseconds */
export function elapsed(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < MINUTE) {
    return `${seconds}s`;
  }
  if (seconds < HOUR) {
    return `${Math.floor(seconds / MINUTE)}m${twoDigits(seconds % MINUTE)}s`;
  }
  if (seconds < DAY) {
    return `${Math.floor(seconds / HOUR)}h${twoDigits(Math.floor((seconds % HOUR) / MINUTE))}m`;
  }
  return `${Math.floor(seconds / DAY)}d${twoDigits(Math.floor((seconds % DAY) / HOUR))}h`;
}

// Such as 12.3 MB, in thousands, as the project's file has it.
/** @param {number} count */
export function bytes(count) {
  let amount = count / 1000;
  let unit = 0;
  while (amount >= 999.95 && unit < UNITS.length - 1) {
    amount /= 1000;
    unit++;
  }
  return `${tenths(amount)} ${UNITS[unit]}`;
}

/** @param {number} value */
export function percent(value) {
  return `${tenths(value)}%`;
}

/** @param {number} value */
export function tenths(value) {
  return (Math.round(value * 10) / 10).toFixed(1);
}

const GROUPED = new Intl.NumberFormat("en");

// Such as 12,345.
/** @param {number} number */
export function count(number) {
  return GROUPED.format(number);
}

// "1 line", "2 lines".
/** @param {number} number @param {string} word */
export function counted(number, word) {
  return `${count(number)} ${word}${number === 1 ? "" : "s"}`;
}

// The time of day, here: 14:03:07.
/** @param {number} milliseconds */
export function clock(milliseconds) {
  const at = new Date(milliseconds);
  return `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}:${twoDigits(at.getSeconds())}`;
}

// The same with its day in front unless that is today.
/** @param {number} milliseconds */
export function moment(milliseconds) {
  const at = new Date(milliseconds);
  const day = at.toDateString() === new Date().toDateString();
  return day
    ? clock(milliseconds)
    : `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())} ${clock(milliseconds)}`;
}

/** @param {number} number */
function twoDigits(number) {
  return number < 10 ? `0${number}` : `${number}`;
}
