/** Lets the elements of a list be dragged by their marks. Buttons do the same for those who use no pointer. */
export function makeSortable(list, move) {
  let dragged = null;

  list.addEventListener("pointerdown", (event) => {
    const mark = event.target.closest(".drag");
    if (!mark || mark.closest("ol") !== list || event.button !== 0) return;
    dragged = mark.closest("li");
    dragged.classList.add("is-dragged");
    mark.setPointerCapture(event.pointerId);
    event.preventDefault();
  });

  list.addEventListener("pointermove", (event) => {
    if (!dragged) return;
    for (const item of list.children) item.classList.remove("is-before", "is-after");
    const target = placeAt(event.clientY);
    if (target.index !== position()) {
      list.children[target.index].classList.add(target.isAfter ? "is-after" : "is-before");
    }
  });

  const position = () => [...list.children].indexOf(dragged);

  function placeAt(y) {
    const items = [...list.children];
    const found = items.findIndex((item) => y < item.getBoundingClientRect().bottom);
    const index = found < 0 ? items.length - 1 : found;
    return { index, isAfter: index > position() };
  }

  list.addEventListener("pointerup", (event) => {
    if (!dragged) return;
    const [from, to] = [position(), placeAt(event.clientY).index];
    stop();
    if (from !== to) move(from, to);
  });

  list.addEventListener("pointercancel", stop);

  function stop() {
    dragged?.classList.remove("is-dragged");
    for (const item of list.children) item.classList.remove("is-before", "is-after");
    dragged = null;
  }
}
