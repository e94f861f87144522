import { t } from "./language.js";

export { t };

/**
 * Makes an element: `h("p.hint", { id }, …)` is a paragraph of the class `hint`. What the element has no property for is
 * an attribute. `null`, `undefined` and `false` are left out, among attributes and among children. A listener such as
 * `onclick` that returns `false` keeps the browser from what it would do.
 */
export function h(name, ...children) {
	const [tag, ...classes] = name.split(".");
	const element = document.createElement(tag);
	if (classes.length) element.className = classes.join(" ");
	const properties = children[0]?.constructor === Object ? children.shift() : {};
	for (const [name, value] of Object.entries(properties)) setProperty(element, name, value);
	return fill(element, children);
}

export function fill(element, ...children) {
	element.replaceChildren(...children.flat(Infinity).filter((child) => (child ?? false) !== false));
	return element;
}

export const mainPart = document.getElementById("main");

export const showView = (...children) => fill(mainPart, h("div.view", children));

export const crumb = ({ name, label }, ...children) => h("p.crumb", h("a", { href: `#/${name}` }, label), children);

/** Puts newer children into an element. Who was on a link in it stays there. */
export function refill(element, ...children) {
	const address = element.contains(document.activeElement) && document.activeElement.getAttribute("href");
	fill(element, ...children);
	if (address) element.querySelector(`a[href="${CSS.escape(address)}"]`)?.focus();
}

function setProperty(element, name, value) {
	if (value === null || value === undefined) return;
	if (name in element) element[name] = value;
	else if (value !== false) element.setAttribute(name, value === true ? "" : value);
}

export const setAttribute = (element, name, value) =>
	value ? element.setAttribute(name, value) : element.removeAttribute(name);

/** Keys that belong to an input method, as when Enter takes a word of Japanese, mean nothing else. */
export const isComposing = ({ isComposing, keyCode }) => isComposing || keyCode === 229;

export const button = (text, onclick, kind, properties) =>
	h("button", { type: "button", class: kind, onclick, ...properties }, text);

/** Users who do not see what the button stands beside hear its name. */
export const removeButton = (name, onclick, text = "×", kind = "icon") =>
	button(text, onclick, kind, { ariaLabel: t("removeNamed", { name }) });

export function select(options, current, properties) {
	const option = ([value, text]) => h("option", { value: value ?? "", selected: value === current }, text);
	return h("select", properties, options.map(option));
}

/** The first one has the id by which the group is found. */
export function radios(id, options, current, choose) {
	const radio = ([value, text], index) => {
		const own = { id: index ? `${id}-${index}` : id, checked: value === current, onchange: () => choose(value) };
		return h("label.radio", h("input", { type: "radio", name: id, ...own }), text);
	};
	return h("div.radios", options.map(radio));
}

export const labelled = (text, control) => h("div.end", h("label", { htmlFor: control.id }, text), control);
