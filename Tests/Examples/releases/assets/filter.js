// Leaves only what has the words that somebody types. Without scripts the field stays hidden.
const filter = document.querySelector(".filter");
const items = [...document.querySelectorAll("[data-find]")];
if (filter && items.length) {
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const texts = items.map((item) => plain(item.textContent));
  const input = filter.querySelector("input");
  filter.hidden = false;
  input.addEventListener("input", () => {
    const words = plain(input.value).split(/\s+/);
    items.forEach((item, index) => {
      item.hidden = !words.every((word) => texts[index].includes(word));
    });
    const count = items.filter((item) => !item.hidden).length;
    filter.querySelector("output").textContent = input.value.trim() ? `${count} / ${items.length}` : "";
  });
}
