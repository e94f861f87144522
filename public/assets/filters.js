// Filters for any list. Without scripts each filter is a link to a page of its own; with them it is a button that
// shows and hides what is in the list: any of a group's values must fit, and every group that has one chosen.
//
//   data-filters                             around it all
//   data-group="time" data-key="tags"        a group, its name in the address, and which data an item is judged by
//   a data-value="夜"                         one of its filters
//   data-item data-tags="夜 港"               an item, its values with spaces between
//   data-filter-count data-text="{count}件"  how many are shown
//   data-filter-reset, data-filter-empty     the button that takes all filters away, and what to say if nothing fits
//
// The choice is in the address, `?time=夜&time=昼`, so it can be shared, and Back goes one step back.
(() => {
  for (const root of document.querySelectorAll("[data-filters]")) {
    const items = [...root.querySelectorAll("[data-item]")];
    const count = root.querySelector("[data-filter-count]");
    const reset = root.querySelector("[data-filter-reset]");
    const empty = root.querySelector("[data-filter-empty]");
    const groups = [...root.querySelectorAll("[data-group]")].map((group) => ({
      name: group.dataset.group,
      key: group.dataset.key,
      buttons: [...group.querySelectorAll("a[data-value]")].map(button),
    }));

    function button(link) {
      const made = document.createElement("button");
      made.type = "button";
      made.className = link.className;
      made.value = link.dataset.value;
      made.append(...link.childNodes);
      made.addEventListener("click", () => {
        press(made, !isPressed(made));
        remember();
        show();
      });
      link.replaceWith(made);
      return made;
    }

    function show() {
      const active = groups
        .map(({ key, buttons }) => ({ key, values: chosen(buttons) }))
        .filter(({ values }) => values.length);
      let shown = 0;
      for (const item of items) {
        const fits = active.every(({ key, values }) => {
          const own = item.dataset[key].split(/\s+/);
          return values.some((value) => own.includes(value));
        });
        item.hidden = !fits;
        shown += fits ? 1 : 0;
      }
      count.textContent = count.dataset.text.replace("{count}", shown);
      reset.hidden = !active.length;
      empty.hidden = shown > 0;
    }

    // Parameters of others stay.
    function remember() {
      const address = new URL(location.href);
      for (const { name, buttons } of groups) {
        address.searchParams.delete(name);
        for (const value of chosen(buttons)) address.searchParams.append(name, value);
      }
      history.pushState(null, "", address);
    }

    function restore() {
      const parameters = new URLSearchParams(location.search);
      for (const { name, buttons } of groups) {
        const values = parameters.getAll(name);
        for (const button of buttons) press(button, values.includes(button.value));
      }
      show();
    }

    reset.addEventListener("click", () => {
      for (const { buttons } of groups) for (const button of buttons) press(button, false);
      remember();
      show();
      groups[0].buttons[0].focus();
    });
    addEventListener("popstate", restore);
    restore();
  }

  function chosen(buttons) {
    return buttons.filter(isPressed).map((button) => button.value);
  }

  function isPressed(button) {
    return button.getAttribute("aria-pressed") === "true";
  }

  function press(button, isPressed) {
    button.setAttribute("aria-pressed", isPressed);
  }
})();
