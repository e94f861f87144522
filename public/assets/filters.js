// The boxes beside a list work without scripts: a style sheet hides what does not fit. This script keeps the choice in
// the address, `?time=夜&time=昼`, so that it can be shared and Back undoes one step, and says how many items are left.
//
//   data-filtered       around the form with the boxes and the list
//   data-item           an item of the list
//   data-filter-count   how many items are shown, with data-unit="件"; without scripts the style sheet counts
//   data-filter-empty   the text for when nothing fits
(() => {
  for (const root of document.querySelectorAll("[data-filtered]")) {
    const form = root.querySelector("form");
    const boxes = [...form.querySelectorAll("[type=checkbox]")];
    const items = [...root.querySelectorAll("[data-item]")];
    const count = root.querySelector("[data-filter-count]");
    const empty = root.querySelector("[data-filter-empty]");

    function tell() {
      const shown = items.filter((item) => getComputedStyle(item).display !== "none").length;
      count.textContent = shown + count.dataset.unit;
      empty.hidden = shown > 0;
    }

    // Other parameters of the address stay.
    function remember() {
      const address = new URL(location.href);
      for (const { name } of boxes) address.searchParams.delete(name);
      for (const { name, value, checked } of boxes) if (checked) address.searchParams.append(name, value);
      history.pushState(null, "", address);
      tell();
    }

    function restore() {
      const parameters = new URLSearchParams(location.search);
      for (const box of boxes) box.checked = parameters.getAll(box.name).includes(box.value);
      tell();
    }

    form.addEventListener("change", remember);
    // The event comes before the boxes change.
    form.addEventListener("reset", () => setTimeout(remember));
    addEventListener("popstate", restore);
    restore();
  }
})();
