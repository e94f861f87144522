// Code and tables that are wider than the page scroll within it; here the keyboard learns to reach them.
(() => {
  const isEnglish = document.documentElement.lang.startsWith("en");
  const names = isEnglish ? { PRE: "Code", TABLE: "Table" } : { PRE: "コード", TABLE: "表" };
  const counts = {};

  // A table keeps its own role, so that it is read as a table.
  function mark(part) {
    const isWide = part.scrollWidth > part.clientWidth;
    if (isWide) part.tabIndex = 0;
    else part.removeAttribute("tabindex");
    if (part.tagName !== "PRE") return;
    if (!isWide) {
      part.removeAttribute("role");
      return part.removeAttribute("aria-label");
    }
    counts.PRE = (counts.PRE ?? 0) + 1;
    part.setAttribute("role", "region");
    part.setAttribute("aria-label", `${names.PRE} ${counts.PRE}`);
  }

  function markAll() {
    counts.PRE = 0;
    document.querySelectorAll(".prose pre, .prose table").forEach(mark);
  }

  markAll();
  addEventListener("resize", markAll);
})();
