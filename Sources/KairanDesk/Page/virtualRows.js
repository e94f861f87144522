import { h } from "./dom.js";

/** Rows beyond those in sight, so that scrolling shows no gaps. */
const margin = 12;

/**
 * The body of a grid that has only the rows in sight, however many there are. The page scrolls, not the grid. The arrow
 * keys move a mark from row to row, and Enter opens the marked one; the grid itself keeps the focus, as rows come and go.
 */
export class VirtualRows {
  constructor({ grid, drawRow, open, columns }) {
    Object.assign(this, { grid, drawRow, open });
    this.rows = [];
    this.active = -1;
    this.drawn = new Map();
    this.body = h("div.rows", { role: "rowgroup" });
    grid.append(this.body);
    grid.setAttribute("aria-colcount", columns);
    grid.tabIndex = 0;
    grid.addEventListener("keydown", (event) => this.#press(event));
    grid.addEventListener("focus", () => this.active < 0 && this.rows.length && this.#mark(this.#range().first));
    this.update = () => this.#draw();
    addEventListener("scroll", this.update, { passive: true });
    addEventListener("resize", this.update, { passive: true });
  }

  end() {
    removeEventListener("scroll", this.update);
    removeEventListener("resize", this.update);
  }

  /** Shows other rows. The mark stays on its row as long as that is among them. */
  show(rows) {
    const marked = this.rows[this.active]?.id;
    this.rows = rows;
    this.active = marked ? rows.findIndex(({ id }) => id === marked) : -1;
    if (this.active < 0) this.grid.removeAttribute("aria-activedescendant");
    else this.grid.setAttribute("aria-activedescendant", `row-${this.active}`);
    // The heading is the first row.
    this.grid.setAttribute("aria-rowcount", rows.length + 1);
    for (const element of this.drawn.values()) element.remove();
    this.drawn.clear();
    this.#draw();
  }

  get #height() {
    return parseFloat(getComputedStyle(this.grid).getPropertyValue("--row-height"));
  }

  #range() {
    const height = this.#height;
    const top = Math.max(0, -this.body.getBoundingClientRect().top);
    const first = Math.min(Math.floor(top / height), Math.max(0, this.rows.length - 1));
    return { first, last: Math.min(this.rows.length, first + Math.ceil(innerHeight / height)), height };
  }

  #draw() {
    const { first, last, height } = this.#range();
    this.body.style.height = `${this.rows.length * height}px`;
    const [from, to] = [Math.max(0, first - margin), Math.min(this.rows.length, last + margin)];
    for (const [index, element] of this.drawn) {
      if (index >= from && index < to) continue;
      element.remove();
      this.drawn.delete(index);
    }
    for (let index = from; index < to; index += 1) {
      const element = this.drawn.get(index) ?? this.#add(index);
      element.style.transform = `translateY(${index * height}px)`;
    }
  }

  #add(index) {
    const element = this.drawRow(this.rows[index]);
    element.id = `row-${index}`;
    element.setAttribute("aria-rowindex", index + 2);
    element.classList.toggle("is-active", index === this.active);
    this.drawn.set(index, element);
    // A reader of the page meets the rows in their order.
    const next = [...this.drawn.keys()].filter((key) => key > index).sort((one, two) => one - two)[0];
    this.body.insertBefore(element, next === undefined ? null : this.drawn.get(next));
    return element;
  }

  #mark(index) {
    this.drawn.get(this.active)?.classList.remove("is-active");
    this.active = Math.max(0, Math.min(index, this.rows.length - 1));
    this.#reveal();
    this.#draw();
    this.drawn.get(this.active)?.classList.add("is-active");
    this.grid.setAttribute("aria-activedescendant", `row-${this.active}`);
  }

  /** Scrolls so far that the marked row can be seen below the heading. */
  #reveal() {
    const height = this.#height;
    const top = this.body.getBoundingClientRect().top + this.active * height;
    const head = parseFloat(getComputedStyle(this.grid).getPropertyValue("--head-height"));
    if (top < head) scrollBy(0, top - head);
    else if (top + height > innerHeight) scrollBy(0, top + height - innerHeight + 8);
  }

  #press(event) {
    if (event.target !== this.grid || !this.rows.length || event.altKey || event.metaKey || event.ctrlKey) return;
    const page = Math.max(1, Math.floor(innerHeight / this.#height) - 3);
    const targets = {
      ArrowDown: this.active + 1,
      ArrowUp: this.active - 1,
      PageDown: this.active + page,
      PageUp: this.active - page,
      Home: 0,
      End: this.rows.length - 1,
    };
    if (event.key in targets) this.#mark(targets[event.key]);
    else if (event.key === "Enter" && this.active >= 0) this.open(this.rows[this.active]);
    else return;
    event.preventDefault();
  }
}
