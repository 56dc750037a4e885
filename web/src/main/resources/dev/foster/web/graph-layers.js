// Where the processes of a graph stand: each in the column behind all it depends on, ordered so that few lines cross.

const SWEEPS = 4;

// edges: [from, to] pairs of names, from what is depended on to who depends on it. Columns of names, the first first.
export function layers(names, edges) {
  const connected = new Set(edges.flat());
  const drawn = names.filter((name) => connected.has(name));
  const depth = depths(drawn, edges);
  const columns = [];
  for (const name of drawn) {
    (columns[depth.get(name)] ??= []).push(name);
  }
  const filled = columns.filter(Boolean);
  untangle(filled, edges);
  return { columns: filled, alone: names.filter((name) => !connected.has(name)) };
}

// The longest way to each. The daemon refuses circles; should one come all the same, this still ends.
function depths(names, edges) {
  const depth = new Map(names.map((name) => [name, 0]));
  for (let round = 0; round < names.length; round++) {
    let changed = false;
    for (const [from, to] of edges) {
      if (depth.get(to) < depth.get(from) + 1 && depth.get(from) + 1 < names.length) {
        depth.set(to, depth.get(from) + 1);
        changed = true;
      }
    }
    if (!changed) {
      break;
    }
  }
  return depth;
}

// Each goes to the middle of its neighbours, first from the left, then from the right.
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
            (beside.get(name) ?? []).map((other) => place.get(other)),
            place.get(name),
          ),
        ]),
      );
      column.sort((one, other) => middle.get(one) - middle.get(other));
    }
  }
}

function neighbours(edges, whose, which) {
  const found = new Map();
  for (const edge of edges) {
    if (!found.has(edge[whose])) {
      found.set(edge[whose], []);
    }
    found.get(edge[whose]).push(edge[which]);
  }
  return found;
}

// Counted from the middle of the column, so that columns of different lengths meet.
function places(columns) {
  const place = new Map();
  for (const column of columns) {
    column.forEach((name, at) => place.set(name, at - (column.length - 1) / 2));
  }
  return place;
}

function average(values, otherwise) {
  return values.length === 0 ? otherwise : values.reduce((sum, value) => sum + value, 0) / values.length;
}
