// Pages are built for one day, readers come on others. This moves what stands in `data-today` to the reader's own day,
// by the clock of Japan, with the file that the site has for each day. Where there is no file, or no network, the page
// stays as it was built and says so. `?day=2026-05-05` asks for a certain day.
//
//   data-today="2026-04-15"     the day that it was built for
//   data-offset="1"             how many days after the reader's day
//   data-site="/board/"         where the site begins
//   data-today-title, -total, -titles, -cards, -groups, -note, -href   its parts
//
// In `data-mark-today` it only marks the link to the reader's day.
(() => {
  const weekdays = "日月火水木金土";
  const asked = new URLSearchParams(location.search).get("day");
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(asked ?? "") && !Number.isNaN(Date.parse(asked));
  const today = isDay ? asked : isoDay(Date.now() + 9 * 3_600_000);

  for (const link of document.querySelectorAll(`[data-mark-today] td a[href$="/days/${today}/"]`)) {
    link.setAttribute("aria-current", "date");
  }
  for (const root of document.querySelectorAll("[data-today]")) move(root);

  async function move(root) {
    const { site, offset } = root.dataset;
    const day = isoDay(Date.parse(today) + Number(offset) * 86_400_000);
    if (day === root.dataset.today) return;
    root.setAttribute("aria-busy", "true");
    try {
      const response = await fetch(`${site}api/v2/deals/days/${day}.json`);
      if (!response.ok) throw new Error(`${response.status}`);
      show(root, await response.json());
    } catch {
      const note = root.querySelector("[data-today-note]");
      note.textContent = note.dataset.text.replace("{day}", longDate(day));
    }
    root.removeAttribute("aria-busy");
  }

  function show(root, { day, next, holiday, deals }) {
    const { site } = root.dataset;
    root.dataset.today = day;
    fill(root, "title", (title) => {
      title.className = `day-title w${weekday(day)}${holiday ? ` h-${holiday.kind}` : ""}`;
      title.replaceChildren(
        element("small", {}, `${Number(day.slice(0, 4))}年`),
        " ",
        element("time", { datetime: day }, shortDate(day)),
        element("span", { class: "day-week" }, `(${weekdays[weekday(day)]})`),
        ...(holiday ? [" ", element("span", { class: "day-name" }, holiday.name)] : []),
      );
    });
    fill(root, "total", (total) => (total.textContent = deals.length));
    fill(root, "titles", (list) => {
      list.replaceChildren(...deals.map((deal) => element("li", { class: `c-${deal.category}` }, link(deal))));
      list.dispatchEvent(new Event("update"));
    });
    fill(root, "cards", (list) => list.replaceChildren(...(deals.length ? deals.map(card) : [element("li", empty, none)])));
    fill(root, "groups", (box) => box.replaceChildren(...(deals.length ? groups(deals) : [element("p", empty, none)])));
    const month = today.slice(0, 7);
    const nextMonth = isoDay(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1)).slice(0, 7);
    for (const link of document.querySelectorAll("[data-today-href]")) {
      // The last day of all has no month after it.
      const path = link.dataset.todayHref;
      if (next === null && path.includes("{next}")) continue;
      link.href = site + path.replace("{day}", day).replace("{month}", month).replace("{next}", nextMonth);
    }
  }

  // The markup of the templates: _partials/deal-groups, deal-card and deal-body.

  const none = "この日のお得は、まだありません。";
  const empty = { class: "empty" };

  function groups(deals) {
    const labels = [...new Set(deals.map((deal) => deal.categoryLabel))];
    return labels.map((label) => {
      const own = deals.filter((deal) => deal.categoryLabel === label);
      const heading = element("h2", {}, `${label} `, element("small", {}, `${own.length}件`));
      return element("section", { class: "deal-group" }, heading, element("ul", { class: "deals" }, ...own.map(card)));
    });
  }

  function card(deal) {
    const { path, width, height } = deal.image;
    return element(
      "li",
      { class: `deal c-${deal.category}` },
      element("img", { src: path, width, height, alt: "", loading: "lazy", decoding: "async" }),
      element(
        "div",
        {},
        element("p", { class: "deal-kind" }, deal.categoryLabel),
        element("h3", {}, link(deal)),
        element("p", { class: "deal-summary" }, deal.summary),
        ...(deal.price ? [element("p", { class: "deal-price" }, deal.price)] : []),
      ),
    );
  }

  // What is over has no page.
  function link({ path, title }) {
    return path ? element("a", { href: path }, title) : element("span", {}, title);
  }

  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  function fill(root, part, change) {
    for (const found of root.querySelectorAll(`[data-today-${part}]`)) change(found);
  }

  function isoDay(milliseconds) {
    return new Date(milliseconds).toISOString().slice(0, 10);
  }

  function weekday(day) {
    return new Date(`${day}T00:00:00Z`).getUTCDay();
  }

  function shortDate(day) {
    return `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`;
  }

  function longDate(day) {
    return `${Number(day.slice(0, 4))}年${shortDate(day)}`;
  }
})();
