/// The head of the API page.
let pageHead = """
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <style>
    :root { color-scheme: light dark; --line: #8884; --soft: #8881; --link: light-dark(#0b5cad, #8cc4ff); background: Canvas; color: CanvasText; }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 60rem; padding: 1rem 1.25rem 4rem; font: 1rem/1.6 system-ui, sans-serif; }
    a { color: var(--link); }
    h1 { font-size: 1.75rem; line-height: 1.3; margin: 0 0 .5rem; }
    h2 { line-height: 1.3; margin: 0 0 .5rem; overflow-wrap: anywhere; }
    h3, summary, caption { font-size: .9rem; font-weight: 600; margin: 1rem 0 .25rem; text-align: left; }
    summary { cursor: pointer; padding: .25rem 0; }
    section { border-top: 1px solid var(--line); margin-top: 2rem; padding-top: 1.5rem; }
    nav ul { list-style: none; margin: 0; padding: 0; }
    nav li { padding: .3rem 0; border-top: 1px solid var(--soft); }
    nav span { display: block; font-size: .9rem; opacity: .8; }
    h2 code { font-size: 1.15rem; }
    code, pre { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .875rem; overflow-wrap: anywhere; }
    pre { background: var(--soft); border-radius: .4rem; margin: 0; padding: .75rem 1rem; overflow: auto; max-height: 24rem; }
    pre code { overflow-wrap: normal; }
    .table { overflow-x: auto; }
    table { border-collapse: collapse; width: 100%; }
    th, td { border-top: 1px solid var(--line); font-weight: 400; padding: .3rem .75rem .3rem 0; text-align: left; vertical-align: top; }
    th { width: 45%; }
    dl { display: grid; grid-template-columns: minmax(8rem, 1fr) 2fr; gap: .25rem 1rem; }
    dd { margin: 0; overflow-wrap: anywhere; font-size: .9rem; }
    .status { border: 1px solid; border-radius: 1rem; font-size: .85rem; padding: .1rem .7rem; vertical-align: middle; }
    .retired, .draft { color: light-dark(#a23b00, #ffb27a); }
    .copy { display: block; font: inherit; font-size: .8rem; margin: -2.1rem 0 .4rem auto; position: relative; }
    pre + .copy { margin-top: .5rem; }
    @media (max-width: 30rem) {
      dl, th, td { display: block; width: auto; }
      td { border: 0; padding-top: 0; }
      dt { margin-top: .5rem; }
    }
    input { font: inherit; padding: .4rem .6rem; width: 100%; }
    :target h2 { text-decoration: underline; }
    </style>
    </head>
    <body>

    """

let pageScript = """
    const list = document.getElementById("list");
    const field = Object.assign(document.createElement("input"), {
      type: "search", placeholder: "Filter by endpoint or key", ariaLabel: "Filter by endpoint or key" });
    list.before(field);
    field.oninput = () => {
      const words = field.value.toLowerCase().split(/\\s+/);
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

    """
