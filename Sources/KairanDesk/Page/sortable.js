/** Lets the elements of a list be dragged by their marks. Buttons do the same for those who use no pointer. */
export function makeSortable(list, move) {
	const mark = (dragged, target) => {
		for (const item of list.children) {
			item.classList.toggle("is-dragged", item === dragged);
			item.classList.toggle("is-target", item === target && item !== dragged);
		}
	};

	list.onpointerdown = (event) => {
		const handle = event.target.closest(".drag");
		if (handle?.closest("ol") !== list || event.button !== 0) return;
		const dragged = handle.closest("li");
		const items = [...list.children];
		const itemAt = ({ clientY }) => items.find((item) => clientY < item.getBoundingClientRect().bottom) ?? items.at(-1);
		handle.setPointerCapture(event.pointerId);
		handle.onpointermove = (event) => mark(dragged, itemAt(event));
		handle.onlostpointercapture = () => handle.onpointermove = mark();
		handle.onpointerup = (event) => {
			const target = itemAt(event);
			if (target !== dragged) move(items.indexOf(dragged), items.indexOf(target));
		};
		mark(dragged);
		return false;
	};
}
