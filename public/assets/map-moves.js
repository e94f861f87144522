// Moves a map's picture by pointers, wheel and keys.
export function listenToMoves(map, { zoom, pan, isZoomed }) {
  const picture = map.querySelector(".map-picture");
  const pointers = new Map();
  let isDragged = false;

  function inPicture({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(picture.getScreenCTM().inverse());
    return { x, y };
  }

  picture.addEventListener("pointerdown", (event) => {
    if (pointers.size === 0) isDragged = false;
    pointers.set(event.pointerId, inPicture(event));
  });

  picture.addEventListener("pointermove", (event) => {
    const last = pointers.get(event.pointerId);
    if (!last) return;
    const next = inPicture(event);
    // The pointer may tremble during a click.
    if (!isDragged && Math.hypot(next.x - last.x, next.y - last.y) < 4) return;
    isDragged = true;
    picture.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, next);
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return pan(next.x - last.x, next.y - last.y);
    const spread = ({ x, y }) => Math.max(1, Math.hypot(x - other.x, y - other.y));
    zoom(spread(next) / spread(last), other);
  });

  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, ({ pointerId }) => pointers.delete(pointerId));
  picture.addEventListener("dragstart", (event) => event.preventDefault());
  // The end of a drag opens no link. A click by keyboard, whose detail is 0, does.
  picture.addEventListener("click", (event) => {
    if (!isDragged || event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);

  // Without Ctrl or Command the wheel scrolls the page, unless the map has the focus.
  picture.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey && !map.contains(document.activeElement)) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 300), inPicture(event));
  }, { passive: false });

  const steps = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
  const zooms = { "+": 1.6, "=": 1.6, "-": 1 / 1.6, 0: 0 };
  picture.setAttribute("tabindex", "0");
  picture.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key in zooms) zoom(zooms[event.key]);
    else if (event.key in steps && isZoomed()) pan(...steps[event.key]);
    else return;
    event.preventDefault();
  });
}
