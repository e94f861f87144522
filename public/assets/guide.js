// This script marks the chapter in the list of a page of the guide, links the headings, and copies code.
(() => {
  for (const link of document.querySelectorAll(".guide-list a")) {
    if (link.pathname === location.pathname) link.setAttribute("aria-current", "page");
  }
  // The list scrolls to the chapter, and the page stays where it is.
  const list = document.querySelector(".guide-list");
  const current = list?.querySelector("[aria-current]");
  if (current) list.scrollTop = Math.max(0, current.offsetTop - list.clientHeight / 2);

  for (const heading of document.querySelectorAll(".prose :is(h2, h3, h4)[id]")) {
    const link = document.createElement("a");
    link.className = "place";
    link.href = `#${encodeURIComponent(heading.id)}`;
    link.textContent = "#";
    link.setAttribute("aria-label", `Link to “${heading.textContent}”`);
    heading.append(link);
  }

  if (!navigator.clipboard) return;
  for (const code of document.querySelectorAll(".prose pre > code")) {
    const frame = document.createElement("div");
    const button = document.createElement("button");
    frame.className = "code";
    button.type = "button";
    button.textContent = "Copy";
    code.parentElement.replaceWith(frame);
    frame.append(code.parentElement, button);
    button.addEventListener("click", async () => {
      // From the output of a terminal only the commands are copied, without the dollar signs.
      const commands = code.matches(".language-console")
        ? [...code.querySelectorAll(".code-word")].map((command) => command.textContent.replace(/^\$ /, "")) : [];
      try {
        await navigator.clipboard.writeText(commands.length > 0 ? commands.join("\n") : code.textContent);
        button.textContent = "Copied";
      } catch {
        button.textContent = "Not copied";
      }
      setTimeout(() => { button.textContent = "Copy"; }, 2000);
    });
  }
})();
