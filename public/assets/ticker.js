// Lets the list in `data-ticker` move slowly to the left and begin again. It stands still while the pointer is over it
// or the focus is in it. A button, labelled by `data-stop` and `data-start`, turns it into a line to scroll by hand. It
// also is one without scripts and for readers who asked for less motion.
(() => {
  const pixelsPerSecond = 36;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  for (const ticker of document.querySelectorAll("[data-ticker]")) {
    const line = ticker.querySelector(".ticker-line");
    const list = line.querySelector("ul");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "ticker-button";
    button.addEventListener("click", () => move(!ticker.classList.contains("is-moving")));
    ticker.prepend(button);

    let copy;
    function move(isMoving) {
      copy?.remove();
      line.scrollLeft = 0;
      const isLong = list.scrollWidth > line.clientWidth;
      ticker.classList.toggle("is-moving", isMoving && isLong);
      button.hidden = !isLong;
      button.textContent = isMoving ? ticker.dataset.stop : ticker.dataset.start;
      if (!isMoving || !isLong) return;
      ticker.style.setProperty("--ticker-time", `${Math.round(list.scrollWidth / pixelsPerSecond)}s`);
      copy = list.cloneNode(true);
      copy.inert = true;
      copy.setAttribute("aria-hidden", "true");
      for (const name of ["aria-label", "data-today-titles"]) copy.removeAttribute(name);
      line.append(copy);
    }

    // While the keyboard goes through the titles, the line stands still and scrolls each of them into view.
    line.addEventListener("focusin", ({ target }) => {
      if (!target.matches(":focus-visible")) return;
      ticker.classList.add("is-held");
      target.scrollIntoView({ block: "nearest", inline: "center" });
    });
    line.addEventListener("focusout", ({ relatedTarget }) => {
      if (line.contains(relatedTarget)) return;
      ticker.classList.remove("is-held");
      if (ticker.classList.contains("is-moving")) line.scrollLeft = 0;
    });
    list.addEventListener("update", () => move(ticker.classList.contains("is-moving") || !calm.matches));
    calm.addEventListener("change", () => move(!calm.matches));
    move(!calm.matches);
  }
})();
