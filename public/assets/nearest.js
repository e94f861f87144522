// Finds what is nearest to a position in the files that a `nearest:` template of Kairan makes; the guide's page on
// places tells their format. Nothing here touches the page, so that other pages, workers and tests can use it too.

// Returns the name of the cell that a position is in. Wherever the tree has a 1, a part of the Earth is cut in half,
// across its longer side.
export function cellName(tree, latitude, longitude) {
  let [south, west, north, east] = [-90, -180, 90, 180];
  let name = "0";
  let index = 0;
  while (tree[index] === "1") {
    const [middle, centre] = [(south + north) / 2, (west + east) / 2];
    const isWide = (east - west) * Math.cos((middle * Math.PI) / 180) > north - south;
    const half = (isWide ? longitude >= centre : latitude >= middle) ? 1 : 0;
    if (isWide) [west, east] = half ? [centre, east] : [west, centre];
    else [south, north] = half ? [middle, north] : [south, middle];
    name += half;
    index = 1 + 2 * (tree.slice(0, index).split("1").length - 1) + half;
  }
  return name;
}

// Returns the distance along the great circle, in metres.
export function metres(from, to) {
  const [first, second, east] = [from.latitude, to.latitude, to.longitude - from.longitude]
    .map((degrees) => (degrees * Math.PI) / 180);
  const [up, across] = [Math.sin((second - first) / 2), Math.sin(east / 2)];
  return 2 * 6371008.8 * Math.asin(Math.min(1, Math.sqrt(up * up + Math.cos(first) * Math.cos(second) * across * across)));
}

// Returns the nearest entries of a list, each with its distance.
export function nearestOf(entries, position, count) {
  return entries
    .map((entry) => ({ ...entry, distance: metres(position, entry) }))
    .sort((first, second) => first.distance - second.distance)
    .slice(0, count);
}

async function loadJSON(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}

// Returns the nearest of all entries, from two small files. `folder` has `index.json` and the cells.
export async function nearest(folder, position, load = loadJSON) {
  const { tree, count } = await load(`${folder}index.json`);
  const name = cellName(tree, position.latitude, position.longitude);
  return nearestOf(await load(`${folder}${name}.json`), position, count);
}
