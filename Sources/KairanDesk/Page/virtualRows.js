import { fill, h, setAttribute } from "./dom.js";

/** Rows beyond those in sight, so that scrolling shows no gaps. */
const margin = 12;

/**
 * The body of a grid that has only the rows in sight, however many there are. The arrow keys move a mark from row to row;
 * the grid itself keeps the focus, as rows come and go.
 */
export class VirtualRows {
	rows = [];
	active = -1;
	drawn = "";
	body = h("div.rows", { role: "rowgroup" });

	constructor({ grid, drawRow, open, toggle }) {
		Object.assign(this, { grid, drawRow, open, toggle });
		grid.append(this.body);
		grid.tabIndex = 0;
		grid.onkeydown = (event) => this.#press(event);
		grid.onfocus = () => this.active < 0 && this.#mark(this.#first);
		globalThis.onscroll = globalThis.onresize = this.draw;
	}

	end() {
		globalThis.onscroll = globalThis.onresize = null;
	}

	redraw() {
		this.drawn = "";
		this.draw();
	}

	show(rows) {
		const marked = this.rows[this.active]?.id;
		this.rows = rows;
		this.active = rows.findIndex(({ id }) => id === marked);
		// The heading is the first row.
		this.grid.ariaRowCount = rows.length + 1;
		this.redraw();
	}

	#size(name) {
		return parseFloat(getComputedStyle(this.grid).getPropertyValue(name));
	}

	get #first() {
		const top = Math.max(0, -this.body.getBoundingClientRect().top);
		return Math.min(Math.floor(top / this.#size("--row-height")), this.rows.length - 1);
	}

	draw = () => {
		const { active, body, rows } = this;
		const height = this.#size("--row-height");
		const from = Math.max(0, this.#first - margin);
		const to = from + Math.ceil(innerHeight / height) + 2 * margin;
		const drawn = `${from} ${to} ${active}`;
		if (drawn === this.drawn) return;
		this.drawn = drawn;
		const hadFocus = body.contains(document.activeElement);
		fill(body, rows.slice(from, to).map((row, index) => this.#row(row, from + index)));
		body.style = `height: ${rows.length * height}px; padding-top: ${from * height}px`;
		setAttribute(this.grid, "aria-activedescendant", active >= 0 && `row-${active}`);
		if (hadFocus) this.grid.focus({ preventScroll: true });
	};

	/** Moves the mark to the row that somebody uses by its own control. */
	use(id) {
		this.active = this.rows.findIndex((row) => row.id === id);
	}

	#row(row, index) {
		const element = this.drawRow(row);
		element.id = `row-${index}`;
		element.ariaRowIndex = index + 2;
		element.classList.toggle("is-active", index === this.active);
		return element;
	}

	#mark(index) {
		this.active = Math.max(0, Math.min(index, this.rows.length - 1));
		const height = this.#size("--row-height");
		const top = this.body.getBoundingClientRect().top + this.active * height;
		const head = this.#size("--head-height");
		if (top < head) scrollBy(0, top - head);
		else if (top + height > innerHeight) scrollBy(0, top + height - innerHeight + 8);
		this.draw();
	}

	#press(event) {
		if (event.target !== this.grid || !this.rows.length || event.altKey || event.metaKey || event.ctrlKey) return;
		const { active } = this;
		const page = Math.max(1, Math.floor(innerHeight / this.#size("--row-height")) - 3);
		const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
		if (event.key in steps) this.#mark(active + steps[event.key]);
		else if (event.key === "Enter" && active >= 0) this.open(this.rows[active]);
		else if (event.key === " " && active >= 0) this.toggle(this.rows[active]);
		else return;
		return false;
	}
}
