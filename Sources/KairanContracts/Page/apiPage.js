const list = document.getElementById("list");
const field = Object.assign(document.createElement("input"), {
  type: "search", placeholder: "Filter by endpoint or key", ariaLabel: "Filter by endpoint or key" });
list.before(field);
field.oninput = () => {
  const words = field.value.toLowerCase().split(/\s+/);
  for (const item of list.children) {
    const section = document.getElementById(decodeURIComponent(item.firstElementChild.hash.slice(1)));
    const text = section.textContent.toLowerCase();
    item.hidden = section.hidden = !words.every(word => text.includes(word));
  }
};
// Without a script they stay open, because not every browser's search looks into closed ones.
for (const details of document.querySelectorAll("details")) details.open = false;
for (const pre of document.querySelectorAll("pre")) {
  const button = Object.assign(document.createElement("button"), { className: "copy", textContent: "Copy" });
  button.onclick = async () => {
    // The text is selected too, to be copied by hand if the page may not write to the clipboard.
    getSelection().selectAllChildren(pre);
    try {
      await navigator.clipboard.writeText(pre.textContent);
      button.textContent = "Copied";
    } catch {}
  };
  pre.before(button);
}
