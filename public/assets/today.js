// Pages are built for one day, but readers come on others. This script shows them their own day, by the clock of Japan,
// from the files that the site has for each day and month. Without a file or a network the page stays as it was built
// and says so. `?day=2026-05-05` asks for a certain day.
//
//   data-today="2026-04-15"     around the parts that show a day: the day that they were built for
//   data-offset="1"             how many days or months that day or month is after the reader's
//   data-site="/board/"         the path of the site
//   data-today-title, -date, -total, -titles, -cards, -rare, -groups, -note, -href   its parts
//
//   data-today-from="/board/deals/agenda/"   around a part that shows a month: the folder of the months' pages,
//   data-today-part="picks"                  the id of the part in those pages,
//   data-month="2026-04"                     and the month that the part was built for
//
//   data-today-month="2026-04"  on a link to a month's calendar: the month that it was built for
//
// In an element with `data-mark-today`, only the link to the reader's day is marked.
(() => {
  const weekdays = "日月火水木金土";
  const asked = new URLSearchParams(location.search).get("day");
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(asked ?? "") && !Number.isNaN(Date.parse(asked));
  const today = isDay ? asked : isoDay(Date.now() + 9 * 3_600_000);

  for (const link of document.querySelectorAll(`[data-mark-today] td a[href$="/days/${today}/"]`)) {
    link.setAttribute("aria-current", "date");
  }
  for (const link of document.querySelectorAll("[data-today-month]")) {
    const { todayMonth: built } = link.dataset;
    const month = today.slice(0, 7);
    // The site has calendars for the month of the build and the twelve after it.
    const last = `${Number(built.slice(0, 4)) + 1}${built.slice(4)}`;
    if (built <= month && month <= last) link.href = link.href.replace(`/${built}/`, `/${month}/`);
  }
  for (const root of document.querySelectorAll("[data-today]")) {
    const { site, offset, today: built } = root.dataset;
    const day = isoDay(Date.parse(today) + Number(offset) * 86_400_000);
    if (day === built) continue;
    move(root, `${site}api/v2/deals/days/${day}.json`, async (response) => show(root, await response.json()), longDate(day));
  }
  for (const root of document.querySelectorAll("[data-today-from]")) {
    const { todayFrom, todayPart, offset, month: built } = root.dataset;
    const month = isoDay(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1 + Number(offset), 1)).slice(0, 7);
    if (month === built) continue;
    const take = async (response) => {
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      root.replaceChildren(page.getElementById(todayPart));
    };
    move(root, `${todayFrom}${month}/`, take, `${Number(month.slice(0, 4))}年${Number(month.slice(5))}月`);
  }

  async function move(root, address, show, name) {
    root.setAttribute("aria-busy", "true");
    try {
      const response = await fetch(address);
      if (!response.ok) throw new Error(`${response.status}`);
      await show(response);
    } catch {
      fill(root, "note", (note) => (note.textContent = note.dataset.text.replace("{day}", name)));
    }
    root.removeAttribute("aria-busy");
  }

  function show(root, { day, holiday, deals }) {
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
    fill(root, "date", (date) => (date.textContent = shortDate(day)));
    fill(root, "total", (total) => (total.textContent = deals.length));
    fill(root, "titles", (list) => {
      list.replaceChildren(...deals.map((deal) => element("li", { class: `c-${deal.category}` }, link(deal))));
      list.dispatchEvent(new Event("update"));
    });
    fill(root, "cards", (list) => cards(list, deals));
    // Rare deals come first; see the home page's template.
    fill(root, "rare", (list) => {
      const rare = deals.filter((deal) => deal.when !== "毎日").sort((one, other) => (one.when > other.when) - (one.when < other.when));
      cards(list, rare.slice(0, Number(list.dataset.todayRare)));
    });
    fill(root, "groups", (box) => box.replaceChildren(...(deals.length ? groups(deals) : [element("p", empty, none)])));
    fill(root, "href", (link) => (link.href = link.dataset.todayHref.replace("{day}", day)));
  }

  // The markup is that of the templates _partials/deal-groups, deal-card and deal-body.

  const none = "この日のお得は、まだありません。";
  const empty = { class: "empty" };

  function cards(list, deals) {
    list.replaceChildren(...(deals.length ? deals.map(card) : [element("li", empty, none)]));
  }

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

  // A deal that is over has no page.
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
