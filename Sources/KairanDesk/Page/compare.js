import { fill, h, radios, select } from "./dom.js";
import { openDialog } from "./dialogs.js";
import { t } from "./language.js";
import { reached } from "./site.js";

const sides = ["published", "coming"];

/** Shows a page as it is published beside what would take its place. On a phone a switch shows one of the two. */
export function comparePages(changes, first) {
  const frames = h("div.frames");
  const show = ({ published, address, kind }) =>
    fill(frames, [
      frame("published", kind === "added" ? null : published),
      frame("coming", kind === "removed" ? null : address),
    ]);
  const menu = select(changes.map(({ path }) => [path, path]), first.path, {
    "aria-label": t("pageChoice"),
    onchange: () => show(changes[menu.selectedIndex]),
  });
  show(first);
  const look = (side) => frames.dataset.side = side;
  look("coming");
  return openDialog({
    title: t("compare"),
    size: "full",
    body: [menu, radios("side", sides.map((side) => [side, t(`side_${side}`)]), "coming", look), frames],
    actions: [{ text: t("close"), value: "ok", isMain: true }],
  });
}

/** Both frames are of other origins than this page, and nothing in them can lead it elsewhere. */
function frame(side, address) {
  const title = t(`side_${side}`);
  const sandbox = "allow-scripts allow-same-origin allow-forms";
  return h(`section.${side}`, [
    h("h3", title),
    address ? h("iframe", { src: reached(address), title, sandbox }) : h("p.nothing", t(`none_${side}`)),
  ]);
}
