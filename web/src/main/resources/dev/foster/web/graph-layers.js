// Where the processes of a graph stand: each in the column behind all it depends on, ordered so that few lines cross.

/** @typedef {[from: string, to: string]} Edge */

const SWEEPS = 4;

// edges: [from, to] pairs of names, from what is depended on to who depends on it. Columns of names, the first first.
/** @param {string[]} names @param {Edge[]} edges */
export function layers(names, edges) {
  const connected = new Set(edges.flat());
  const drawn = names.filter((name) => connected.has(name));
  const depth = depths(drawn, edges);
  /** @type {string[][]} */
  const columns = [];
  for (const name of drawn) {
    (columns[of(depth, name)] ??= []).push(name);
  }
  const filled = columns.filter(Boolean);
  untangle(filled, edges);
  return { columns: filled, alone: names.filter((name) => !connected.has(name)) };
}

// The longest way to each. The daemon refuses circles; should one come all the same, this still ends.
/** @param {string[]} names @param {Edge[]} edges @returns {Map<string, number>} */
function depths(names, edges) {
  const depth = new Map(names.map((name) => [name, 0]));
  for (let round = 0; round < names.length; round++) {
    let changed = false;
    for (const [from, to] of edges) {
      const behind = of(depth, from) + 1;
      if (of(depth, to) < behind && behind < names.length) {
        depth.set(to, behind);
        changed = true;
      }
    }
    if (!changed) {
      break;
    }
  }
  return depth;
}

/** @param {Map<string, number>} numbers @param {string} name */
function of(numbers, name) {
  return numbers.get(name) ?? 0;
}

// Each goes to the middle of its neighbours, first from the left, then from the right.
/** @param {string[][]} columns @param {Edge[]} edges */
function untangle(columns, edges) {
  const left = neighbours(edges, 1, 0);
  const right = neighbours(edges, 0, 1);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const [order, beside] = sweep % 2 === 0 ? [columns, left] : [[...columns].reverse(), right];
    for (const column of order) {
      const place = places(columns);
      const middle = new Map(
        column.map((name) => [
          name,
          average(
            (beside.get(name) ?? []).map((other) => of(place, other)),
            of(place, name),
          ),
        ]),
      );
      column.sort((one, other) => of(middle, one) - of(middle, other));
    }
  }
}

/** @param {Edge[]} edges @param {0 | 1} whose @param {0 | 1} which */
function neighbours(edges, whose, which) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const edge of edges) {
    const known = found.get(edge[whose]) ?? [];
    known.push(edge[which]);
    found.set(edge[whose], known);
  }
  return found;
}

// Counted from the middle of the column, so that columns of different lengths meet.
/** @param {string[][]} columns */
function places(columns) {
  /** @type {Map<string, number>} */
  const place = new Map();
  for (const column of columns) {
    column.forEach((name, at) => place.set(name, at - (column.length - 1) / 2));
  }
  return place;
}

/** @param {number[]} values @param {number} otherwise */
function average(values, otherwise) {
  return values.length === 0 ? otherwise : values.reduce((sum, value) => sum + value, 0) / values.length;
}
