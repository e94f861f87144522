import { button, fill, h, refill, t } from "./dom.js";
import { formatNumber, language, languages, setLanguage } from "./language.js";
import { parseHash, showAgain } from "./router.js";
import { site } from "./site.js";
import { statusLine } from "./status.js";
import { isError } from "./values.js";

export function drawHeader() {
	const { classList } = document.body;
	classList.remove("menu-open");
	const menu = button(
		t("menu"),
		() => {
			menu.ariaExpanded = classList.toggle("menu-open");
		},
		"small menu-button",
		{ ariaExpanded: false, "aria-controls": "navigation" },
	);
	document.body.onkeydown = ({ key }) => {
		if (key !== "Escape" || !classList.contains("menu-open")) return;
		menu.click();
		menu.focus();
	};
	const options = Object.entries(languages).map(([id, name]) =>
		h("option", { value: id, lang: id, selected: id === language() }, name)
	);
	const choose = async (event) => {
		await setLanguage(event.target.value);
		showAgain();
		document.querySelector("select.language").focus();
	};
	fill(document.getElementById("header"), [
		menu,
		h("a.site-title", { href: "#/", lang: site()?.language }, site()?.title ?? "Kairan"),
		statusLine,
		site() && h("a.publish-link", { href: "#/publish", ariaCurrent: current("publish") }, t("publish")),
		h("select.language", { ariaLabel: t("language"), onchange: choose }, options),
	]);
}

const current = (name) => parseHash(location.hash).parts[0] === name ? "page" : null;

export function drawNavigation() {
	const element = document.getElementById("navigation");
	element.ariaLabel = t("menu");
	element.hidden = !site();
	if (!site()) return;
	const { collections, mistakes } = site();
	refill(element, [
		h("ul", item("", t("overview"))),
		h("h2", t("collections")),
		h("ul", { ariaLabel: t("collections") }, [
			collections.map(({ name, label, ...counts }) =>
				item(name, label, badge(counts.mistakes), h("span.count", formatNumber(counts.count)))
			),
		]),
		h("ul", [
			item("+month", t("monthView")),
			item("+pictures", t("pictures")),
			item("mistakes", t("mistakes"), badge(mistakes.filter(isError).length)),
			item("publish", t("publish")),
		]),
	]);
}

const item = (name, text, ...more) =>
	h("li", h("a", { href: `#/${name}`, ariaCurrent: current(name || undefined) }, h("span.name", text), more));

export const badge = (n) => n > 0 && h("span.badge", { role: "img", ariaLabel: t("summary_error", { n }) }, `${n}`);
