/// The elements that browsers know (HTML standard, 4 and 13.1.2), including those of SVG and MathML.

private let htmlElements: Set<String> = [
    "a", "abbr", "acronym", "address", "applet", "area", "article", "aside", "audio", "b", "base", "bdi", "bdo", "big",
    "blockquote",
    "body", "br", "button", "canvas", "caption", "center", "cite", "code", "col", "colgroup", "data", "datalist", "dd",
    "del",
    "details", "dfn", "dialog", "dir", "div", "dl", "dt", "em", "embed", "fencedframe", "fieldset", "figcaption",
    "figure",
    "font", "footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hgroup", "hr",
    "html",
    "i", "iframe", "img", "input", "ins", "kbd", "label", "legend", "li", "link", "listing", "main", "map", "mark",
    "marquee",
    "math",
    "menu", "meta", "meter", "nav", "nobr", "noembed", "noframes", "noscript", "object", "ol", "optgroup", "option",
    "output",
    "p", "param", "picture", "plaintext", "pre", "progress", "q", "rb", "rp", "rt", "rtc", "ruby", "s", "samp",
    "script",
    "search", "section", "select", "selectedcontent", "slot", "small", "source", "span", "strike", "strong", "style",
    "sub",
    "summary", "sup", "svg", "table", "tbody", "td", "template", "textarea", "tfoot", "th", "thead", "time", "title",
    "tr",
    "track", "tt", "u", "ul", "var", "video", "wbr", "xmp",
]

private let svgElements: Set<String> = [
    "a", "animate", "animateMotion", "animateTransform", "circle", "clipPath", "defs", "desc", "discard", "ellipse",
    "feBlend",
    "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix", "feDiffuseLighting", "feDisplacementMap",
    "feDistantLight", "feDropShadow", "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR", "feGaussianBlur",
    "feImage",
    "feMerge", "feMergeNode", "feMorphology", "feOffset", "fePointLight", "feSpecularLighting", "feSpotLight", "feTile",
    "feTurbulence", "filter", "font", "foreignObject", "g", "hkern", "image", "line", "linearGradient", "marker",
    "mask",
    "metadata", "missing-glyph", "mpath", "path", "pattern", "polygon", "polyline", "radialGradient", "rect", "script",
    "set",
    "stop", "style", "svg", "switch", "symbol", "text", "textPath", "title", "tref", "tspan", "use", "view", "vkern",
]

private let mathElements: Set<String> = [
    "annotation", "annotation-xml", "maction", "math", "menclose", "merror", "mfenced", "mfrac", "mi", "mmultiscripts",
    "mn",
    "mo", "mover", "mpadded", "mphantom", "mprescripts", "mroot", "mrow", "ms", "mspace", "msqrt", "mstyle", "msub",
    "msubsup",
    "msup", "mtable", "mtd", "mtext", "mtr", "munder", "munderover", "none", "semantics",
]

/// The elements of SVG and MathML in lower case, because HTML ignores case.
private let foreignElements = Set((svgElements.union(mathElements)).map { $0.lowercased() })

func isKnownElement(_ name: String, isForeign: Bool, isXML: Bool) -> Bool {
    // A name with a hyphen is a custom element, and a name with a colon belongs to another language.
    if name.contains("-") || name.contains(":") { return true }
    if isXML { return svgElements.contains(name) || mathElements.contains(name) || htmlElements.contains(name) }
    return isForeign ? foreignElements.contains(name) : htmlElements.contains(name)
}

/// Returns the names that may be meant, for messages.
func elementNames(isForeign: Bool) -> [String] {
    (isForeign ? svgElements.union(mathElements) : htmlElements).sorted()
}

/// Returns whether an element has no content and therefore no end tag.
func isVoidElement(_ name: String) -> Bool {
    [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
        "frame",
    ].contains(name)
}

/// Returns whether an element's end tag may be left out.
func endsByItself(_ name: String) -> Bool {
    [
        "html", "head", "body", "p", "li", "dt", "dd", "rt", "rp", "rb", "rtc", "option", "optgroup", "thead", "tbody",
        "tfoot", "tr", "td", "th", "colgroup", "caption",
    ].contains(name)
}

/// Returns whether an element's text contains no tags.
func hasRawText(_ name: String) -> Bool {
    ["script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes"].contains(name)
}

/// Returns whether an element ends a paragraph before it.
func endsParagraph(_ name: String) -> Bool {
    [
        "address", "article", "aside", "blockquote", "center", "details", "dialog", "dir", "div", "dl", "fieldset",
        "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "li",
        "dt",
        "dd", "main", "menu", "nav", "ol", "p", "pre", "search", "section", "summary", "table", "ul", "xmp",
    ].contains(name)
}

/// Returns whether an element ends SVG and MathML in HTML.
func endsForeign(_ name: String) -> Bool {
    [
        "b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em", "embed", "h1", "h2",
        "h3", "h4",
        "h5", "h6", "head", "hr", "i", "img", "li", "listing", "menu", "meta", "nobr", "ol", "p", "pre", "ruby", "s",
        "small",
        "span", "strong", "strike", "sub", "sup", "table", "tt", "u", "ul", "var",
    ].contains(name)
}

/// Returns the names of the surrounding elements that an element ends. For example, `<li>` ends the list item before
/// it.
func endedSiblings(_ name: String) -> [String] {
    switch name {
    case "li": ["li"]
    case "dt", "dd": ["dt", "dd"]
    case "option": ["option"]
    case "optgroup": ["option", "optgroup"]
    case "rt", "rp", "rb", "rtc": ["rt", "rp", "rb", "rtc"]
    case "td", "th": ["td", "th"]
    case "tr": ["td", "th", "tr", "caption", "colgroup"]
    case "thead", "tbody", "tfoot": ["td", "th", "tr", "thead", "tbody", "tfoot", "caption", "colgroup"]
    case "body": ["head"]
    default: []
    }
}

/// Returns the elements that browsers expect as the parent of an element. The list is empty if any parent is allowed.
func expectedParents(_ name: String) -> [String] {
    switch name {
    case "li": ["ul", "ol", "menu", "dir", "template"]
    case "dt", "dd": ["dl", "div", "template"]
    case "tr": ["table", "thead", "tbody", "tfoot", "template"]
    case "td", "th": ["tr", "template"]
    case "thead", "tbody", "tfoot", "caption", "colgroup": ["table", "template"]
    case "col": ["colgroup", "table", "template"]
    default: []
    }
}

/// Returns whether an element may be a child of a table's parts. Browsers move all other elements before the table.
func isPartOfTable(_ name: String) -> Bool {
    [
        "caption", "colgroup", "col", "thead", "tbody", "tfoot", "tr", "td", "th", "script", "style", "template",
        "input",
        "form",
    ].contains(name)
}
