import Foundation
import SiteTesting
import Testing

@testable import KairanPictures

@Suite struct SVGTests {
    private func cleaned(_ svg: String) throws -> (svg: String, removed: [RemovedPart]) {
        let picture = try Picture(Array(svg.utf8))
        #expect(picture.format == .svg)
        return (String(decoding: picture.bytes, as: UTF8.self), picture.removed)
    }

    /// Nothing is left that runs, loads or leads anywhere: only names of elements and attributes that show something,
    /// and addresses of places in the picture itself.
    @Test(arguments: HostileSVG.cleaned) func isHarmless(_ name: String, _ svg: String) throws {
        let text = try cleaned(svg).svg.replacing(/<title>.*?<\/title>/, with: "")
        let namespaces = ["http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"]
        let rest = namespaces.reduce(text) { $0.replacing($1, with: "") }
        let words = [
            "http", "//", "script", "foreign", "image", "data:", "<!", "<?", "@", "\\", "animate", "<set", "<a", "html",
            "iframe", "entity", "xml:base", "/x", "font-face", "passwd",
        ]
        for word in words { #expect(!rest.lowercased().contains(word), "\(name): \(word) in \(text)") }
        #expect(rest.firstMatch(of: /\son\w+=/.ignoresCase()) == nil, "\(text)")
        for address in rest.matches(of: /(?:href=\W|url\()\s*["']?(.)/) { #expect(address.1 == "#", "\(text)") }
    }

    /// A browser that opens the pictures asks for nothing else, while as they were most of them ask for something.
    @Test(.enabled(if: Node.hasBrowser)) func browsersAskForNothing() throws {
        struct Named: Encodable {
            var name: String
            var svg: String
        }
        struct Input: Encodable {
            var module: String
            var svgs: [Named]
        }
        let module = packageFolder.appending(path: "Tests/Browser/svg.mjs").path
        let script = """
            const { asking } = await import(input.module);
            console.log(JSON.stringify(await asking(input.svgs)));
            """
        let raw = HostileSVG.cleaned.map { Named(name: $0.name, svg: $0.svg) }
        let clean = try HostileSVG.cleaned.map { Named(name: $0.name, svg: try cleaned($0.svg).svg) }
        let asking: [String] = try Node.run(script, input: Input(module: module, svgs: clean))
        #expect(asking == [])
        let hostile: [String] = try Node.run(script, input: Input(module: module, svgs: raw))
        #expect(hostile.count > raw.count / 3, "\(hostile)")
    }

    /// A cleaned picture is well-formed, and stays as it is when it is cleaned again.
    @Test(arguments: HostileSVG.cleaned) func isStable(_ name: String, _ svg: String) throws {
        let once = try cleaned(svg)
        let again = try cleaned(once.svg)
        #expect(again.svg == once.svg && again.removed.isEmpty, "\(name)")
    }

    @Test(arguments: HostileSVG.refused) func isRefused(_ name: String, _ svg: String) {
        #expect(throws: Picture.Mistake.self) { _ = try Picture(Array(svg.utf8)) }
    }

    /// A link leads nowhere any more, and its parts look as before.
    @Test func linksKeepTheirLooks() throws {
        let svg = HostileSVG.svg(
            ##"<a id="b" transform="scale(2)" fill="red" href="https://x.example/"><path d="M0 0"/></a>"##
                + ##"<text><a href="#c" fill="blue">d</a></text>"##)
        let kept = try cleaned(svg).svg
        #expect(kept.contains(##"<g id="b" transform="scale(2)" fill="red"><path d="M0 0"/></g>"##), "\(kept)")
        #expect(kept.contains(##"<text><tspan fill="blue">d</tspan></text>"##), "\(kept)")
    }

    /// An entity that another file declares is not known.
    @Test func unknownEntitiesAreTold() throws {
        let type =
            "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"https://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\">\n"
        let removed = try cleaned(
            type + HostileSVG.svg("<text>Tea&nbsp;room</text>\n<text aria-label=\"A&eacute;&amp;&#65;\"/>")
        ).removed
        #expect(removed.map(\.what) == ["'&nbsp;'", "'&eacute;'"])
    }

    /// Entities that the file itself declares are known in attributes too.
    @Test func ownEntitiesStay() throws {
        let svg = "<!DOCTYPE svg [<!ENTITY red \"#f00\">]>\n" + HostileSVG.svg("<rect fill=\"&red;\"/>")
        let (kept, removed) = try cleaned(svg)
        #expect(removed.isEmpty && kept.contains("<rect fill=\"#f00\"/>"), "\(kept)")
    }

    @Test(arguments: [
        ("<script>f()</script>", "<script>"), ("<g onclick=\"f()\"/>", "the attribute 'onclick'"),
        ("<use href=\"https://x.example/a.svg#b\"/>", "the address 'https://x.example/a.svg#b'"),
        ("<rect fill=\"url(https://x.example/#a)\"/>", "'url(…)' in 'fill'"),
        ("<style>@import 'a';rect{fill:red}</style>", "the rule '@import'"),
        ("<style>a{b:image-set('a' 1x)}</style>", "a style sheet with 'image-set(…)'"),
        ("<a href=\"https://x.example/\"><rect/></a>", "a link"),
        ("<?xml-stylesheet href=\"a.css\"?>", "<?xml-stylesheet?>"), ("<animate attributeName=\"x\"/>", "<animate>"),
    ])
    func whatIsRemovedIsTold(_ part: String, _ what: String) throws {
        let removed = try cleaned(HostileSVG.svg("<g/>\n\(part)")).removed
        #expect(removed == [RemovedPart(what: what, line: 2)])
    }

    /// Everything that shows something stays as it is: shapes, colours, styles, texts and references within the
    /// picture.
    @Test(arguments: [
        "<path d=\"M0 0L9 9z\" fill=\"#f00\" stroke-width=\".5\"/>",
        "<defs><linearGradient id=\"a\"><stop offset=\"0\" stop-color=\"rgb(1, 2, 3)\"/></linearGradient></defs>",
        "<rect fill=\"url(#a)\" style=\"filter:url('#b');mask:url( #c )\"/>",
        "<style>.a{fill:#fff}/* b */.c:not(.d)&gt;e{transform:rotate(9deg)}</style>",
        "<text xml:space=\"preserve\"> a &amp; b</text>",
        "<g transform=\"matrix(1 0 0 1 2 3)\"><title>日本</title></g>", "<use xlink:href=\"#a\"/>",
    ])
    func whatShowsStays(_ part: String) throws {
        let (svg, removed) = try cleaned(HostileSVG.svg(part))
        #expect(removed.isEmpty)
        #expect(svg.contains(part), "\(svg)")
    }

    /// Data of editors goes without a word, as the metadata of other pictures does.
    @Test func dataOfEditorsGo() throws {
        let (svg, removed) = try cleaned(
            HostileSVG.svg(
                "<!-- by A --><metadata><x/></metadata><i:namedview xmlns:i=\"http://www.inkscape.org/\" a=\"/home/a\"/>"
                    + "<g xmlns:i=\"http://www.inkscape.org/\" i:label=\"Secret\" data-name=\"b\"/>"))
        #expect(removed.isEmpty)
        #expect(!svg.contains("by A") && !svg.contains("home") && !svg.contains("Secret") && svg.contains("<g/>"))
    }

    @Test(arguments: [
        ("width=\"30\" height=\"20\"", 30, 20), ("width=\"1in\" height=\"72pt\"", 96, 96),
        ("width=\"30\" viewBox=\"0 0 60 20\"", 30, 10), ("height=\"5\" viewBox=\"0,0,60,20\"", 15, 5),
        ("viewBox=\"0 0 16.4 8.6\"", 16, 9), ("width=\"100%\" height=\"100%\" viewBox=\"0 0 40 30\"", 40, 30),
        ("width=\"-3\" viewBox=\"0 0 0 0\"", 300, 150), ("", 300, 150), ("viewBox=\"0 0 1e9 5e8\"", 5000, 2500),
        ("width=\"1e999\" height=\"nan\"", 300, 150),
    ])
    func size(_ attributes: String, _ width: Int, _ height: Int) throws {
        let picture = try Picture(Array("<svg xmlns=\"http://www.w3.org/2000/svg\" \(attributes)/>".utf8))
        #expect(picture.width == width && picture.height == height)
        #expect(!picture.canShrink && !picture.isDamaged)
    }

    @Test(arguments: [
        "<svg xmlns=\"http://www.w3.org/1999/xhtml\"/>", "<html><svg/></html>", "svg", "<svgx/>",
    ])
    func isNone(_ text: String) {
        #expect(throws: Picture.Mistake.noPicture) { _ = try Picture(Array(text.utf8)) }
    }

    /// What a browser would not show either, and how to mend it, is told.
    @Test func reasonsAreTold() {
        #expect(throws: Picture.Mistake.lacksNamespace) { _ = try Picture(Array("<svg width=\"9\"/>".utf8)) }
        for order in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian] {
            let bytes = HostileSVG.svg("<g/>").data(using: order).map(Array.init) ?? []
            #expect(throws: Picture.Mistake.inUTF16) { _ = try Picture(bytes) }
        }
    }

    /// A style sheet of a drawing program names a gradient for many elements.
    @Test func manyReferencesAreKept() throws {
        let gradients = (0..<50).map { "<linearGradient id=\"g\($0)\"><stop/><stop/></linearGradient>" }.joined()
        let rules = (0..<50).map { ".c\($0),.d\($0){fill:url(#g\($0))}" }.joined()
        let paths = (0..<5_000).map { "<path class=\"c\($0 % 50)\" stroke=\"#123\"/>" }.joined()
        let svg = HostileSVG.svg("<defs><style>\(rules)</style>\(gradients)</defs><g fill=\"url(#g1)\">\(paths)</g>")
        #expect(try cleaned(svg).removed.isEmpty)
    }

    /// Any bytes end in a picture or a mistake.
    @Test func anyBytes() {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        for (_, svg) in HostileSVG.cleaned {
            for _ in 0..<20 {
                let bytes = mutated(Array(svg.utf8), alphabet: Array("<>&;\"'/=#: a".utf8), &random)
                do {
                    let picture = try Picture(bytes)
                    #expect(try Picture(picture.bytes).removed.isEmpty, "seed \(seed)")
                } catch {
                    continue
                }
            }
        }
    }
}
