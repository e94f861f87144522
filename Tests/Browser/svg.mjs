// Opens SVGs as someone who follows their addresses does, and tells what they ask a server for.
import { createServer } from "node:http";
import { openBrowser, pause } from "./browser.mjs";

/** Returns the names of the SVGs that ask for something, where `https://x.example` is the server. */
export async function asking(svgs) {
  const asked = new Set();
  let present = "";
  const server = createServer((request, response) => {
    const path = request.url.slice(1);
    const svg = svgs.find(({ name }) => encodeURIComponent(name) + ".svg" === path);
    if (!svg && path !== "favicon.ico" && path !== "page") asked.add(present);
    const text = svg?.svg.replaceAll("https://x.example", `http://localhost:${server.address().port}/x`);
    const html = `<object data="${encodeURIComponent(present)}.svg"></object>`;
    response.writeHead(svg || path === "page" ? 200 : 404, {
      "content-type": path === "page" ? "text/html" : "image/svg+xml", "access-control-allow-origin": "*",
      "cache-control": "no-store",
    });
    response.end(path === "page" ? html : text ?? "");
  });
  await new Promise((resolve) => server.listen(0, "localhost", resolve));
  const browser = await openBrowser();
  try {
    const page = await browser.page();
    for (const { name } of svgs) {
      present = name;
      for (const path of [encodeURIComponent(name) + ".svg", "page"]) {
        const loaded = page.nextLoad();
        await page.goTo(`http://localhost:${server.address().port}/${path}`);
        await Promise.race([loaded, pause(1_000)]);
        // Scripts, animations and style sheets ask a little later.
        await pause(60);
      }
    }
    return [...asked];
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}
