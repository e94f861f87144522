import { t } from "./language.js";

/**
 * Makes an element: `h("p.hint", { id }, …)` is a paragraph of the class `hint`. A property that begins with "on" is a
 * listener, and names with a hyphen are attributes, as is everything that the element has no property for. `null`,
 * `undefined` and `false` are left out, among properties and among children.
 */
export function h(name, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  const properties = children[0]?.constructor === Object ? children.shift() : {};
  for (const [name, value] of Object.entries(properties)) setProperty(element, name, value);
  element.append(...present(children));
  return element;
}

const svgSpace = "http://www.w3.org/2000/svg";

/** Makes an element of a drawing. */
export function svg(tag, attributes, ...children) {
  const element = document.createElementNS(svgSpace, tag);
  for (const [name, value] of Object.entries(attributes ?? {})) element.setAttribute(name, value);
  element.append(...present(children));
  return element;
}

/** Puts other children into an element. */
export function fill(element, ...children) {
  element.replaceChildren(...present(children));
  return element;
}

/** Puts newer children into an element. Who was on a link in it stays there. */
export function refill(element, ...children) {
  const address = element.contains(document.activeElement) && document.activeElement.getAttribute("href");
  fill(element, ...children);
  if (address) [...element.querySelectorAll("a")].find((link) => link.getAttribute("href") === address)?.focus();
  return element;
}

function present(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}

function setProperty(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name in element && !name.includes("-") && !attributeNames.has(name)) element[name] = value;
  else element.setAttribute(name, value === true ? "" : value);
}

/** These are read only as properties, or have another meaning there. */
const attributeNames = new Set(["class", "list", "form", "role", "width", "height"]);

/** A button that is only a word. */
export function button(text, onclick, properties) {
  return h("button", { type: "button", onclick, ...properties }, text);
}

/** A button that takes something away, whose name only those hear who do not see what it stands beside. */
export function removeButton(name, onclick, text = "×", kind = "icon") {
  return button(text, onclick, { class: kind, "aria-label": t("removeNamed", { name }) });
}

/** A menu of values, each with its text. */
export function select(options, current, properties) {
  const option = ([value, text]) => h("option", { value: value ?? "", selected: value === current }, text);
  return h("select", properties, options.map(option));
}

/** Values of which one is chosen. The first one has the id by which a group is found. */
export function radios(id, options, current, choose) {
  const radio = ([value, text], index) =>
    h("label.radio", [
      h("input", {
        ...{ id: index ? `${id}-${index}` : id, type: "radio", name: id, checked: value === current },
        onchange: () => choose(value),
      }),
      text,
    ]);
  return h("div.radios", options.map(radio));
}

/** A control with its label above it. */
export const labelled = (text, control) => h("div.end", h("label", { htmlFor: control.id }, text), control);

/** The mark that a row can be dragged by. */
export function dragMark() {
  const dots = [3, 8, 13].flatMap((y) => [5, 11].map((x) => svg("circle", { cx: x, cy: y, r: 1.4 })));
  return svg("svg", { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true", class: "drag-mark" }, dots);
}

let count = 0;

/** An id that no other element has. */
export function freshID(stem) {
  count += 1;
  return `${stem}-${count}`;
}
