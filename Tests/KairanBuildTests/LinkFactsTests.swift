import KairanContent
import KairanContracts
import KairanModel
import KairanReaders
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanBuild
@testable import KairanFormats
@testable import KairanQueries

/// For outputs that are not made again, facts tell the same as a check of the whole site.
@Suite struct LinkFactsTests {
    @Test func factsSayWhatTheWholeCheckSays() throws {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        var fineCount = 0
        for _ in 0..<150 {
            let state = try State(RandomSite(deadness: 0.01, &random))
            let required = state.facts.flatMap(\.required)
            let isFine =
                state.provided.isSuperset(of: required)
                && state.plan.entriesAreFine(state.files, FactSet(Array(state.provided)))
            #expect(isFine == state.mistakes.isEmpty, "seed \(seed): \(state.mistakes)")
            if isFine { fineCount += 1 }
        }
        #expect((10...140).contains(fineCount))
    }

    @Test func outputsThatAreNotMadeAgainStayRight() throws {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        var counts = [true: 0, false: 0]
        for _ in 0..<150 {
            var site = RandomSite(deadness: 0, &random)
            let before = try State(site)
            try #require(before.mistakes.isEmpty, "seed \(seed): \(before.mistakes)")
            for _ in 0..<Int.random(in: 1...3, using: &random) { site.change(&random) }
            let after = try State(site)
            let isFine = after.isFine(since: before)
            #expect(isFine == after.mistakes.isEmpty, "seed \(seed): \(after.mistakes)")
            counts[isFine, default: 0] += 1
        }
        #expect(counts.values.allSatisfy { $0 > 10 }, "\(counts)")
    }

    /// Strings of two normal forms are equal, and so are places named by them.
    @Test func normalFormsOfPlaces() throws {
        let composed = "\u{304C}"
        let decomposed = "\u{304B}\u{3099}"
        let page = "<p id=\"\(composed)\"><a href=\"#\(decomposed)\">"
        #expect(try State(["templates/index.html.mustache": page]).mistakes.isEmpty)
        let second = "<p id=\"\(composed)\"><p id=\"\(decomposed)\">"
        #expect(try State(["templates/index.html.mustache": second]).mistakes.map(\.rule) == ["link.place"])
    }
}

/// A site with all its outputs, however wrong its links are.
private struct State {
    var plan: OutputPlan
    var files: [OutputFile]
    var facts: [LinkFacts]
    var provided: Set<UInt64>
    var mistakes: [Diagnostic]

    init(_ site: RandomSite) throws { try self.init(site.files) }

    init(_ texts: [String: String]) throws {
        var texts = texts
        texts["content/site.yml"] = "title: T\nurl: https://example.org/b/\n"
        let sources = texts.map { SourceFile(path: $0.key, text: $0.value) }
        let result = try build(SourceTree(files: sources), BuildOptions(clock: 0))
        plan = try #require(result.plan, "\(result.diagnostics)")
        let outputs = plan.outputs(sources, sources.map { ContentHash($0.bytes) })
        let options = RenderOptions(style: .compact)
        let rendered = plan.render(outputs, options)
        files = Sealer(plan).seal(rendered.value, try #require(result.versions), options, after: .none).value.map(
            \.file)
        facts = plan.scanLinks(files, plan.pathFacts(files)).map(\.facts)
        mistakes = result.diagnostics.filter { $0.rule.hasPrefix("link.") }
        provided = Set(facts.flatMap(\.provided))
        let others = result.diagnostics.filter { $0.severity == .error && !$0.rule.hasPrefix("link.") }
        try #require(others.isEmpty, "\(others)")
    }

    /// Looks only at what changed and at the facts of the rest.
    func isFine(since before: State) -> Bool {
        let old = Dictionary(zip(before.files.map(\.path), zip(before.files, before.facts))) { $1 }
        let made = files.filter { old[$0.path]?.0.bytes != $0.bytes }
        let kept = files.compactMap { file in
            old[file.path].flatMap { $0.0.bytes == file.bytes ? $0.1 : nil }
        }
        let paths = plan.pathFacts(files)
        let scans = plan.scanLinks(made, paths)
        let provided = FactSet(kept.flatMap(\.provided) + scans.flatMap(\.facts.provided))
        return scans.allSatisfy { $0.holds(provided) }
            && kept.allSatisfy { $0.required.allSatisfy(provided.contains) }
            && plan.entriesAreFine(files, provided)
    }
}

extension OutputPlan {
    fileprivate func entriesAreFine(_ files: [OutputFile], _ provided: FactSet) -> Bool {
        linkFacts(of: site.entries, pathFacts(files)).allSatisfy { $0?.allSatisfy(provided.contains) == true }
    }

    fileprivate func pathFacts(_ files: [OutputFile]) -> FactSet {
        FactSet(files.map { LinkFacts.fact(ofPath: $0.path) })
    }
}

/// Notes in Markdown with a page each, pages and pictures of templates, and a style sheet, all with links to one another.
private struct RandomSite {
    private struct Page {
        var anchors: Set<String>
        var links: [Link]
    }

    private struct Link {
        var page: String
        var anchor: String?
        var form: Int
    }

    /// The pages, by output path.
    private var pages: [String: Page] = [:]
    private static let anchors = ["one", "two", "\u{7B2C}1\u{6761}", "top", "a-b"]

    init(deadness: Double, _ random: inout SeededNumbers) {
        for number in 0..<Int.random(in: 2...5, using: &random) { addPage("notes/n\(number)/index.html", &random) }
        for number in 0..<Int.random(in: 1...3, using: &random) { addPage("static/s\(number).html", &random) }
        addPage("pics/p.svg", &random)
        addPage("made/m.html", &random)
        addPage("site.css", &random)
        for path in pages.keys.sorted() { addLinks(to: path, &random) }
        for path in pages.keys.sorted() where Double.random(in: 0..<1, using: &random) < deadness * 10 {
            pages[path]?.anchors = []
        }
    }

    private mutating func addPage(_ path: String, _ random: inout SeededNumbers) {
        let anchors = path.hasSuffix(".css") ? [] : Self.anchors.filter { _ in Bool.random(using: &random) }
        pages[path] = Page(anchors: Set(anchors), links: [])
    }

    private mutating func addLinks(to path: String, _ random: inout SeededNumbers) {
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            guard let target = pages.keys.sorted().randomElement(using: &random) else { return }
            let anchor = pages[target]?.anchors.sorted().randomElement(using: &random)
            let link = Link(
                page: target, anchor: Bool.random(using: &random) ? anchor : nil,
                form: Int.random(in: 0..<8, using: &random))
            pages[path]?.links.append(link)
        }
    }

    /// Adds or removes a page or places, or gives a page other links.
    mutating func change(_ random: inout SeededNumbers) {
        guard let path = pages.keys.sorted().randomElement(using: &random) else { return }
        switch Int.random(in: 0..<5, using: &random) {
        case 0: pages[path] = nil
        case 1:
            let anchors = pages[path]?.anchors.sorted().dropFirst() ?? []
            pages[path]?.anchors = Set(anchors)
        case 2: if !path.hasSuffix(".css") { pages[path]?.anchors.formUnion(Self.anchors) }
        case 3:
            addPage("notes/n\(Int.random(in: 0...9, using: &random))/index.html", &random)
        default:
            pages[path]?.links = []
            addLinks(to: path, &random)
        }
    }

    var files: [String: String] {
        var files = [
            "content/notes/_collection.yml": "entry: note\nmayBeEmpty: true\nfields: { see: url? }\nbody: markdown\n",
            "templates/notes/{id}/index.html.mustache":
                "---\nfor: { each: notes }\n---\n<a href=\"{{see}}\">{{{body.html}}}",
        ]
        for (path, page) in pages {
            switch path.split(separator: "/")[0] {
            case "notes":
                let name = path.split(separator: "/")[1]
                files["content/notes/\(name).md"] = markdown(page, path)
            case "made": files["templates/\(path).mustache"] = html(page, path)
            case "site.css": files["templates/\(path)"] = css(page, path)
            default: files["templates/\(path)"] = html(page, path)
            }
        }
        return files
    }

    private func markdown(_ page: Page, _ path: String) -> String {
        let headings = page.anchors.sorted().map { "## \($0)\n" }
        let links = page.links.map { "[x](\(address($0, from: path, isSource: true)))\n" }
        return "---\nsee: https://example.com/\n---\n" + (headings + links).joined(separator: "\n")
    }

    private func html(_ page: Page, _ path: String) -> String {
        let places = page.anchors.sorted().map { "<p id=\"\($0)\">" }
        let links = page.links.map { link in
            let address = address(link, from: path, isSource: false)
            return link.form == 0 && link.page.hasSuffix(".svg")
                ? "<img src=\"\(address)\">" : "<a href=\"\(address)\">"
        }
        return (places + links).joined(separator: "\n")
    }

    private func css(_ page: Page, _ path: String) -> String {
        page.links.map { "a { b: url('\(address($0, from: path, isSource: false))') }" }.joined(separator: "\n")
    }

    /// Writes where a link leads, in one of the possible ways.
    private func address(_ link: Link, from path: String, isSource: Bool) -> String {
        let suffix = link.anchor.map { "#" + (link.form % 2 == 0 ? $0 : escapedPath($0)) } ?? ""
        let short = link.page.replacing("index.html", with: "")
        switch link.form {
        case 0, 1: return "/\(isSource ? "" : "b/")\(short)\(suffix)"
        case 2: return "https://example.org/b/\(link.page)\(suffix)"
        case 3: return "https://example.org/b/\(short)?a=1\(suffix)"
        case 4: return "/\(isSource ? "" : "b/")\(short.hasSuffix("/") ? String(short.dropLast()) : short)\(suffix)"
        case 5: return "/\(isSource ? "" : "b/")\(short.replacing("s", with: "%73"))\(suffix)"
        default:
            if !isSource {
                return String(repeating: "../", count: path.split(separator: "/").count - 1) + link.page + suffix
            }
            guard link.page.hasPrefix("notes/") else { return "/\(short)\(suffix)" }
            return "\(link.page.split(separator: "/")[1]).md\(suffix)"
        }
    }
}
