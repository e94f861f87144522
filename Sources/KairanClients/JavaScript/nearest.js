// The part of a client that finds what is nearest.

// Returns the name of the cell that a position is in. Wherever the tree has a 1, a part of the Earth is cut in half,
// across its longer side.
export function cellName(tree, latitude, longitude) {
  let [south, west, north, east] = [-90, -180, 90, 180];
  let [name, index] = ["0", 0];
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
function metres(latitude, longitude, to) {
  const [first, second, east] = [latitude, to.latitude, to.longitude - longitude].map((degrees) => (degrees * Math.PI) / 180);
  const [up, across] = [Math.sin((second - first) / 2), Math.sin(east / 2)];
  return 2 * 6371008.8 * Math.asin(Math.min(1, Math.sqrt(up * up + Math.cos(first) * Math.cos(second) * across * across)));
}

export const nearest = (entries, latitude, longitude) =>
  entries.map((entry) => ({ entry, metres: metres(latitude, longitude, entry) })).sort((one, other) => one.metres - other.metres);
