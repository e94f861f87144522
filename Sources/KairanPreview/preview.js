(() => {
  "use strict";
  const folder = "/.kairan/";
  const build = document.currentScript.dataset.build;
  performance.setResourceTimingBufferSize(10000);

  // The preview stands apart from the page, so that neither gets the other's style.
  const host = document.createElement("kairan-preview");
  const root = host.attachShadow({ mode: "open" });
  // A page's security policy may forbid a style element.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
      :host { all: initial; color-scheme: dark; position: fixed; z-index: 2147483647; inset: auto 0 0 auto; }
      @media print { :host { display: none; } }
      * { box-sizing: border-box; }
      section, aside { font: 14px/1.5 system-ui, sans-serif; color: #eee; background: #1e1e24; overflow: auto; }
      section { position: fixed; inset: 0; padding: 5vh 5vw 4rem; overscroll-behavior: contain; }
      aside { position: relative; border: 1px solid #888; border-radius: 4px;
        max-width: min(36rem, 90vw); max-height: 70vh; padding: .5rem 1rem; margin: 0 .5rem .25rem; }
      [hidden] { display: none; }
      h2 { font-size: 1rem; margin: .75rem 0 .25rem; }
      ul { margin: 0; padding-left: 1.2rem; overflow-wrap: anywhere; }
      article { margin: 0 0 1.5rem; }
      p { margin: .2rem 0; overflow-wrap: anywhere; }
      pre { font: 13px/1.4 ui-monospace, monospace; margin: .4rem 0; padding-bottom: .4rem; overflow-x: auto; }
      .place, .breaking { color: #ff9b8f; font-weight: bold; }
      .place a { margin: 0; color: inherit; }
      .help { color: #9fd8ff; }
      .caret { color: #a5e8a0; }
      footer { position: relative; display: flex; justify-content: flex-end; }
      #put-away { float: right; margin: 0 0 0 1rem; }
      #mistakes { background: #a32018; border-color: #ff9b8f; }
      a { display: inline-block; margin: .5rem 0; color: #9fd8ff; }
      a:focus-visible { outline: 3px solid #9fd8ff; }
      button { font: 12px system-ui, sans-serif; color: #eee; background: #1e1e24; border: 1px solid #888;
        border-radius: 4px; padding: .2rem .6rem; margin: 0 .5rem .5rem 0; cursor: pointer; }
      button:focus-visible { outline: 3px solid #9fd8ff; }
  `);
  root.adoptedStyleSheets = [sheet];
  root.innerHTML = `
    <section id="overlay" role="alert" hidden></section>
    <aside id="panel" aria-label="Preview" hidden></aside>
    <footer>
      <button id="mistakes" aria-controls="overlay" hidden></button>
      <button id="facts" aria-controls="panel" aria-expanded="false">Kairan</button>
    </footer>`;
  const [overlay, panel, bar, button] =
    ["overlay", "panel", "mistakes", "facts"].map((id) => root.getElementById(id));
  document.documentElement.append(host);

  const element = (name, text, className) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    return made;
  };

  // A choice is kept for the tab's next page. Some pages may not store anything.
  const keep = (key, value) => {
    try {
      sessionStorage.setItem(`kairan ${key}`, JSON.stringify(value));
    } catch {}
  };
  const kept = (key) => {
    try {
      return JSON.parse(sessionStorage.getItem(`kairan ${key}`));
    } catch {
      return null;
    }
  };

  const excerpt = (text) => {
    const made = element("pre");
    const [before, carets, ...after] = text.split(/(\^+)$/m);
    made.append(before);
    if (carets) made.append(element("span", carets, "caret"), ...after);
    return made;
  };

  let known = [];
  const showMistakes = ({ mistakes, isBuilt }) => {
    const count = mistakes.length === 1 ? "1 mistake" : `${mistakes.length} mistakes`;
    const putAway = element("button", "Dismiss");
    putAway.id = "put-away";
    putAway.onclick = () => {
      toggleMistakes(false);
      bar.focus();
    };
    overlay.replaceChildren(
      putAway, element("h2", `${count}; ${isBuilt ? "the page below is as it was before" : "nothing could be built yet"}`));
    for (const mistake of mistakes) {
      const article = element("article");
      const place = element("p", undefined, "place");
      if (mistake.editor) {
        const link = element("a", mistake.place);
        link.href = mistake.editor;
        link.title = "Open in the editor";
        place.append(link);
      } else place.textContent = mistake.place;
      article.append(place, element("p", `${mistake.message} [${mistake.rule}]`));
      if (mistake.excerpt) article.append(excerpt(mistake.excerpt));
      if (mistake.help) article.append(element("p", `help: ${mistake.help}`, "help"));
      overlay.append(article);
    }
    known = mistakes.map((mistake) => `${mistake.place} ${mistake.message}`);
    bar.textContent = count;
    bar.hidden = mistakes.length === 0;
    const away = kept("put away") ?? [];
    showOverlay(known.some((mistake) => !away.includes(mistake)));
    // A mistake that was mended is shown if it is made again.
    keep("put away", away.filter((mistake) => known.includes(mistake)));
  };
  const showOverlay = (isOpen) => {
    overlay.hidden = !isOpen;
    bar.setAttribute("aria-expanded", isOpen);
    // The marked text may be far to the right.
    for (const caret of overlay.querySelectorAll(".caret")) {
      const [line, end] = [caret.parentElement, caret.offsetLeft - caret.parentElement.offsetLeft + caret.offsetWidth];
      line.scrollLeft = end > line.clientWidth ? end - line.clientWidth * 0.7 : 0;
    }
  };
  const toggleMistakes = (isOpen) => {
    keep("put away", isOpen ? [] : known);
    showOverlay(isOpen);
  };
  bar.onclick = () => toggleMistakes(overlay.hidden);

  const pathOf = (address) => {
    const url = new URL(address, location.href);
    try {
      return url.origin === location.origin ? decodeURIComponent(url.pathname) : null;
    } catch {
      return null;
    }
  };

  /// Style sheets that go once the new one is loaded, and the text by which the page wrote each new one.
  const leaving = new WeakSet();
  const written = new WeakMap();

  /// The old style sheet stays until the new one is loaded, so that the page is never without one.
  const swap = (link) => {
    const fresh = link.cloneNode();
    const url = new URL(link.href);
    url.searchParams.set("kairan", Date.now());
    fresh.href = url.href;
    fresh.onload = fresh.onerror = () => link.remove();
    leaving.add(link);
    written.set(fresh, textOf(link));
    link.after(fresh);
  };

  const foundation = "link[rel~=stylesheet], style, base";
  /// A style sheet that was swapped counts as the page wrote it.
  const textOf = (part) => written.get(part) ?? part.outerHTML;
  const foundations = (page) =>
    [...page.head.querySelectorAll(foundation)].filter((part) => !leaving.has(part)).map(textOf).join();
  const hasScripts = (page) => page.querySelector("script:not([data-build])") !== null;
  /// Returns whether the page could be changed to a new one without loading it again. Its style stays as it is, and
  /// it has no script that would have to run again.
  const change = (page) => {
    const [old, fresh] = [document.documentElement, page.documentElement];
    const isAlike = old.cloneNode().isEqualNode(fresh.cloneNode()) && foundations(document) === foundations(page);
    if (!isAlike || hasScripts(document) || hasScripts(page)) return false;
    const replaced = (page) => [...page.head.children].filter((part) => !part.matches(foundation));
    for (const part of replaced(document)) part.remove();
    document.head.append(...replaced(page));
    document.body.replaceWith(page.body);
    return true;
  };

  /// A page that is changed in place is seen sooner, and nobody loses the place where they read.
  let renewals = 0;
  const renew = async () => {
    renewals += 1;
    const number = renewals;
    const answer = await fetch(location.href).catch(() => null);
    const text = answer?.ok && !answer.redirected ? await answer.text().catch(() => null) : null;
    // By now there may be another page still.
    if (number !== renewals) return;
    if (!text || !change(new DOMParser().parseFromString(text, "text/html"))) return location.reload();
    if (!panel.hidden) showPanel();
  };

  // The form beside the page learns that its frame shows the page, not what a proxy says instead.
  if (parent !== window) parent.postMessage("kairan-shown", "*");

  // The form beside the page tells that somebody has typed.
  addEventListener("message", ({ source, data }) => {
    if (source === parent && data === "kairan-typed") renew();
  });

  const update = (news) => {
    showMistakes(news);
    const changed = new Set(news.changed);
    const sheets = [...document.querySelectorAll("link[rel~=stylesheet]")].filter((link) =>
      changed.has(pathOf(link.href)) && !leaving.has(link));
    const swapped = new Set(sheets.map((link) => pathOf(link.href)));
    const loaded = performance.getEntriesByType("resource").map((entry) => pathOf(entry.name));
    const isOld = loaded.some((path) => changed.has(path) && !swapped.has(path));
    if (isOld || !news.changed) return location.reload();
    sheets.forEach(swap);
    if (news.reload) return renew();
    // The contract and the next change may differ even if the page does not.
    if (!panel.hidden) showPanel();
  };

  // A browser has few connections for each host, so only visible pages use one.
  let events, last = build;
  const listen = () => {
    if (document.hidden || events) return;
    const query = new URLSearchParams({ page: location.pathname, build: last });
    events = new EventSource(`${folder}events?${query}`);
    events.onmessage = (event) => {
      last = event.lastEventId;
      update(JSON.parse(event.data));
    };
  };
  const leave = () => {
    events?.close();
    events = undefined;
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? leave() : listen()));
  addEventListener("pagehide", leave);
  addEventListener("pageshow", listen);
  listen();

  const list = (title, items) => {
    if (items.length === 0) return;
    const made = element("ul");
    for (const [text, className] of items) made.append(element("li", text, className));
    panel.append(element("h2", title), made);
  };
  const facts = async () => {
    const query = new URLSearchParams({ page: location.pathname });
    return (await fetch(`${folder}panel?${query}`)).json();
  };
  let asked = 0;
  const showPanel = async () => {
    const number = ++asked;
    const found = await facts().catch((error) => ({ error: String(error) }));
    // The answer to a later request may already be there.
    if (number !== asked) return;
    panel.replaceChildren();
    if (found.error) panel.append(element("p", found.error));
    if (found.desk) {
      const link = element("a", "Edit in a form");
      link.href = location.protocol === "https:" && found.forwardedDesk || found.desk;
      link.target = "kairan-desk";
      panel.append(link);
    }
    const sources = (found.sources ?? []).map((path) => [path]);
    if (found.sourceCount > sources.length) sources.push([`and ${found.sourceCount - sources.length} more`]);
    list("This page is made from", sources);
    for (const version of found.versions ?? []) {
      const changes = version.changes.map((c) => [`${c.place}: ${c.message}`, c.isBreaking ? "breaking" : ""]);
      list(`API ${version.name}, since the publication`, changes.length ? changes : [["no change"]]);
    }
    list("Next change by itself", [[found.next ?? "none"]]);
  };
  const toggle = (isOpen) => {
    keep("panel", isOpen);
    panel.hidden = !isOpen;
    button.setAttribute("aria-expanded", isOpen);
    if (!isOpen) return;
    panel.replaceChildren(element("p", "…"));
    showPanel();
  };
  button.onclick = () => toggle(panel.hidden);
  if (kept("panel")) toggle(true);

  addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    if (!panel.hidden && root.activeElement) {
      toggle(false);
      button.focus();
    } else if (!overlay.hidden) {
      toggleMistakes(false);
    }
  }, true);
})();
