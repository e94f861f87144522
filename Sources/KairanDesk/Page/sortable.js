/** Lets the elements of a list be dragged by their marks. Buttons do the same for those who use no pointer. */
export function makeSortable(list, move) {
  let dragged = null;
  const items = () => [...list.children];
  const itemAt = (y) => items().find((item) => y < item.getBoundingClientRect().bottom) ?? list.lastElementChild;
  const stop = () => {
    for (const item of items()) item.classList.remove("is-dragged", "is-target");
    dragged = null;
  };

  list.addEventListener("pointerdown", (event) => {
    const mark = event.target.closest(".drag");
    if (mark?.closest("ol") !== list || event.button !== 0) return;
    dragged = mark.closest("li");
    dragged.classList.add("is-dragged");
    mark.setPointerCapture(event.pointerId);
    event.preventDefault();
  });

  list.addEventListener("pointermove", ({ clientY }) => {
    if (!dragged) return;
    const target = itemAt(clientY);
    for (const item of items()) item.classList.toggle("is-target", item === target && item !== dragged);
  });

  list.addEventListener("pointerup", ({ clientY }) => {
    if (!dragged) return;
    const [from, to] = [dragged, itemAt(clientY)].map((item) => items().indexOf(item));
    stop();
    if (from !== to) move(from, to);
  });

  list.addEventListener("pointercancel", stop);
}
