// Places the marks and labels of a map of Kairan when it is zoomed or filtered, by the same rules as at build time.
// Lengths are in the units of the map's view box. Nothing here touches the page.

export const distance = 28;
const cellSize = 32;

// Returns the entries by mark. A mark stands in the middle of what it joins, where it may collide with another; then the
// two are joined, until no more do.
export function groups(positions) {
  let found = positions.map(({ x, y }, member) => ({ x, y, members: [member] }));
  for (;;) {
    const together = joined(found);
    if (together.length === found.length) return found;
    found = together.map((places) => {
      const members = places.flatMap((place) => found[place].members).sort((one, other) => one - other);
      const middle = (axis) => members.reduce((sum, member) => sum + positions[member][axis], 0) / members.length;
      return { x: middle("x"), y: middle("y"), members };
    });
  }
}

// Returns which marks collide: each joins the nearest one before it that it would collide with.
function joined(marks) {
  const found = [];
  const cells = new Map();
  const key = (column, row) => `${column},${row}`;
  marks.forEach((mark, place) => {
    const [column, row] = [Math.floor(mark.x / distance), Math.floor(mark.y / distance)];
    let best = null;
    let least = distance;
    for (let down = -1; down <= 1; down++) {
      for (let right = -1; right <= 1; right++) {
        for (const group of cells.get(key(column + right, row + down)) ?? []) {
          const first = marks[group[0]];
          const [across, along] = [first.x - mark.x, first.y - mark.y];
          // Math.hypot may round differently from the build.
          const apart = Math.sqrt(across * across + along * along);
          // Of two marks that are equally near, it is the earlier one.
          const isNearer = apart < least || (apart === least && group[0] < best?.[0]);
          if (isNearer) [best, least] = [group, apart];
        }
      }
    }
    if (best) return best.push(place);
    const group = [place];
    found.push(group);
    const own = key(column, row);
    cells.set(own, [...(cells.get(own) ?? []), group]);
  });
  return found;
}

// Returns a function that gives each label in turn its first free place, from its mark's middle, or null.
export function labelPlacer(frame, marks) {
  const height = 15;
  const taken = new Map();

  function cells(box) {
    const keys = [];
    for (let row = Math.floor(box.top / cellSize); row <= Math.floor(box.bottom / cellSize); row++) {
      for (let column = Math.floor(box.left / cellSize); column <= Math.floor(box.right / cellSize); column++) {
        keys.push(`${column},${row}`);
      }
    }
    return keys;
  }

  function take(box) {
    for (const cell of cells(box)) taken.set(cell, [...(taken.get(cell) ?? []), box]);
  }

  function isFree(box) {
    const overlaps = (other) =>
      other.left < box.right && box.left < other.right && other.top < box.bottom && box.top < other.bottom;
    return box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom &&
      !cells(box).some((cell) => taken.get(cell)?.some(overlaps));
  }

  const radiusOf = ({ members }) => members.length === 1 ? 8 : 11;
  for (const mark of marks) {
    const [{ x, y }, radius] = [mark, radiusOf(mark)];
    take({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius });
  }

  return (width, mark) => {
    const [{ x, y }, up, aside] = [mark, radiusOf(mark) + 1, radiusOf(mark) + 2];
    const [middle, above, below] = [y - height / 2, y - up - height, y + up];
    const [left, right] = [x - aside - width, x + aside];
    const centre = Math.max(frame.left + 2, Math.min(x - width / 2, frame.right - 2 - width));
    const corners = [
      [right, middle, "start"], [left, middle, "end"], [centre, below, "middle"], [centre, above, "middle"],
      [right - 4, below - 4, "start"], [right - 4, above + 4, "start"], [left + 4, below - 4, "end"],
      [left + 4, above + 4, "end"],
    ];
    for (const [cornerX, cornerY, anchor] of corners) {
      const box = { left: cornerX, right: cornerX + width, top: cornerY, bottom: cornerY + height };
      if (!isFree(box)) continue;
      take(box);
      const share = { start: 0, middle: 0.5, end: 1 }[anchor];
      return { x: cornerX + share * width - x, y: cornerY - y + 11.7, "text-anchor": anchor };
    }
    return null;
  };
}

// Returns the multiples of the smallest round step, in degrees, that is at least `apart`.
export function ticks(low, high, apart) {
  const steps = [10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 1.5e5, 3e5, 4.5e5];
  const step = steps.find((step) => step / 1e4 >= apart) ?? 9e5;
  const found = [];
  for (let tick = Math.ceil((low * 1e4) / step); tick <= Math.floor((high * 1e4) / step); tick++) {
    found.push((tick * step) / 1e4);
  }
  return found;
}

// Returns the longest bar of 1, 2 or 5 times a power of ten metres that is not wider than `width`.
export function scaleBar(unitsPerMetre, width) {
  const power = 10 ** Math.floor(Math.log10(width / unitsPerMetre));
  const metres = [5, 2, 1].map((mantissa) => mantissa * power).find((length) => length * unitsPerMetre <= width) ?? power;
  return { width: metres * unitsPerMetre, label: metres < 1000 ? `${metres} m` : `${metres / 1000} km` };
}
