@testable import KairanEditing
import KairanModel
import KairanReaders
import SiteTesting
import Testing

/// These properties hold of every change, whatever the file.
@Suite struct EditPropertyTests {
    @Test func whatIsTheSameStaysUntouched() throws {
        for file in try editableContent() {
            var editor = try SourceEditor(file)
            let all = paths(in: editor.root)
            for path in all.count > 200 ? Array(all.prefix(200)) : all {
                let node = try #require(editor.root[path])
                try editor.set(path, to: node)
            }
            #expect(editor.file.bytes == file.bytes, "\(file.path)")
        }
    }

    @Test func randomChangesOfRandomYAML() throws {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        var made = RandomYAML(&random)
        var refused: [String] = []
        for round in 0..<600 {
            let file = SourceFile(path: "a.yml", text: made.text())
            let place = "seed \(seed), round \(round)"
            let editor = try SourceEditor(file)
            if let refusal = try RandomChange(editor, &random).check(place) { refused.append(refusal) }
        }
        // Such a file has nothing that could not be changed.
        #expect(refused == [])
    }

    /// Python's parsers find in a changed file what Kairan's readers find.
    @Test(.enabled(if: PythonJudge.isAvailable && PythonJudge.canImport("ruamel.yaml")), arguments: EditJudge.all)
    func othersReadTheSame(_ judge: EditJudge) throws {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        var made = RandomYAML(&random)
        var (documents, texts): ([[UInt8]], [String]) = ([], [])
        let files = samples.filter { $0.fileExtension == judge.fileExtension }
        for _ in 0..<200 {
            let file = judge.fileExtension == "yml" ? SourceFile(path: "a.yml", text: made.text()) : nil
            let editor = try SourceEditor(try #require(file ?? files.randomElement(using: &random)))
            guard let edited = try RandomChange(editor, &random).made() else { continue }
            documents.append(edited.file.withoutByteOrderMark.bytes)
            texts.append(canonicalTexts(edited.root, isJSON: judge.fileExtension == "json"))
        }
        let verdicts = try PythonJudge.judge(documents, with: judge.parse)
        #expect(verdicts.count == documents.count)
        for (document, (text, verdict)) in zip(documents, zip(texts, verdicts)) {
            #expect(text == verdict, "seed \(seed):\n\(String(decoding: document, as: UTF8.self))")
        }
    }

    @Test func randomChangesOfRealFiles() throws {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        let files = try editableContent().filter { $0.bytes.count < 3_000 } + samples
        var refused: [String] = []
        for round in 0..<600 {
            let file =
                round.isMultiple(of: 2) ? samples.randomElement(using: &random) : files.randomElement(using: &random)
            let editor = try SourceEditor(try #require(file))
            let place = "seed \(seed), round \(round), \(editor.file.path)"
            if let refusal = try RandomChange(editor, &random).check(place) { refused.append(refusal) }
        }
        let isExpected = { (refusal: String) in
            ["no column", "cannot hold", "used again elsewhere", "inherited through"].contains(where: refusal.contains)
        }
        #expect(refused.filter { !isExpected($0) }.count <= 12, "\(refused)")
    }
}

/// One random change of a file, and what must be true after it.
private struct RandomChange {
    var old: SourceEditor
    var path: [SourceStep]
    var wished: SourceNode?

    init(_ editor: SourceEditor, _ random: inout SeededNumbers) throws {
        old = editor
        path = paths(in: editor.root).randomElement(using: &random) ?? []
        let node = try #require(editor.root[path])
        switch node.content {
        case .scalar: wished = Int.random(in: 0..<5, using: &random) > 0 ? randomScalar(&random) : randomNode(&random)
        case .sequence(var elements):
            let index = Int.random(in: 0...elements.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: elements.insert(randomNode(&random), at: index)
            case 1 where index < elements.count: elements.remove(at: index)
            case 2 where index < elements.count: elements.swapAt(0, index)
            case 3, 4:
                // Whoever sorts a list may change, remove and add some of it in the same save.
                elements.shuffle(using: &random)
                for index in elements.indices where Bool.random(using: &random) {
                    elements[index] = randomlyChanged(elements[index], &random)
                }
                if elements.count > 1, Bool.random(using: &random) { elements.removeLast() }
                if Bool.random(using: &random) { elements.insert(randomNode(&random), at: 0) }
            default: elements.shuffle(using: &random)
            }
            wished = SourceNode(.sequence(elements), span: node.span)
        case .mapping(var members):
            let index = Int.random(in: 0...members.count, using: &random)
            if index < members.count, Bool.random(using: &random) {
                members.remove(at: index)
            } else {
                let key = ["new", "日本語", "a b"].randomElement(using: &random) ?? ""
                members.removeAll { $0.key == key }
                let value = randomNode(&random)
                members.insert(.init(key: key, keySpan: node.span, value: value), at: min(index, members.count))
            }
            wished = SourceNode(.mapping(members), span: node.span)
        }
    }

    /// Returns the changed file, or nil if the change was refused.
    func made() throws -> SourceEditor? {
        var editor = old
        do throws(CannotEdit) {
            try editor.set(path, to: wished)
            return editor
        } catch {
            return nil
        }
    }

    /// Returns why the change was refused, or nil if it was made.
    func check(_ place: String) throws -> String? {
        var editor = old
        do throws(CannotEdit) {
            try editor.set(path, to: wished)
        } catch {
            #expect(editor.file.bytes == old.file.bytes)
            return "\(place): \(error.diagnostic.message) \(path) \(wished.map(brief) ?? "nil")"
        }
        let text = String(decoding: editor.file.bytes, as: UTF8.self)
        let before = String(decoding: old.file.bytes, as: UTF8.self)
        let story: Comment = "\(place): \(path)\n\(before)\n-->\n\(text)"
        let again = try SourceEditor(SourceFile(path: editor.file.path, bytes: editor.file.bytes))
        let state = try EditedFile(editor.file)
        let expected = old.root.replacing(path[...]) { _ in wished ?? .nothing }
        #expect(state.format.isSame(again.root, expected), story)
        try checkBytes(editor, story)
        if try isMoveAlone { #expect(comments(of: editor).sorted() == comments(of: old).sorted(), story) }
        return nil
    }

    /// Tells whether elements of a list change places, and nothing else changes. A text that keeps the empty lines
    /// below it cannot go where others follow.
    private var isMoveAlone: Bool {
        get throws {
            guard try isOwn, let elements = old.root[path]?.elements, let wishes = wished?.elements else {
                return false
            }
            let written = old.root[path].map { String(decoding: old.file.bytes[$0.range], as: UTF8.self) } ?? ""
            guard !written.contains(/[|>][0-9]?\+/) else { return false }
            return elements.map(brief).sorted() == wishes.map(brief).sorted()
        }
    }

    /// This is false for what an alias or `<<` repeats from elsewhere.
    private var isOwn: Bool {
        get throws {
            let file = try EditedFile(old.file)
            return path.indices.allSatisfy { index in
                let (outer, inner) = (old.root[path[..<index]], old.root[path[...index]])
                guard let outer, let inner, !file.isAlias(outer), !file.isAlias(inner) else { return false }
                return file.format != .yaml || outer.range.contains(inner.range.lowerBound)
            }
        }
    }

    private func checkBytes(_ editor: SourceEditor, _ story: Comment) throws {
        guard let node = old.root[path], case .scalar(let oldText, let kind) = node.content,
            case .scalar(let newText, _)? = wished?.content, kind != .null, try isOwn,
            wished?.isNull != true || !["toml", "md"].contains(editor.file.fileExtension)
        else { return }
        let (before, after) = (old.file.bytes, editor.file.bytes)
        let head = zip(before, after).prefix { $0 == $1 }.count
        let tail = zip(before.reversed(), after.reversed()).prefix { $0 == $1 }.count
        #expect(comments(of: editor) == comments(of: old), story)
        let isBlock = before[node.range].contains(newline) || newText.contains("\n")
        guard !isBlock else { return }
        #expect(head >= node.range.lowerBound && tail >= before.count - node.range.upperBound, story)
        let written = editor.root[path].map { after[$0.range] } ?? []
        guard let first = before[node.range].first, let newFirst = written.first,
            // TOML has several ways to write a number or a moment.
            try EditedFile(editor.file).format != .toml || kind == .string,
            !before[node.range].contains(UInt8(ascii: "\\")), !written.isEmpty,
            "'\"".utf8.contains(first) ? first == newFirst : !"'\"".utf8.contains(newFirst)
        else { return }
        var back = editor
        try back.set(path, to: SourceNode(.scalar(oldText, kind), span: node.span))
        #expect(String(decoding: back.file.bytes, as: UTF8.self) == String(decoding: before, as: UTF8.self), story)
    }
}

/// Returns an element with another value for one of its members; any other one as it is.
private func randomlyChanged(_ node: SourceNode, _ random: inout SeededNumbers) -> SourceNode {
    guard case .mapping(var members) = node.content, let index = members.indices.randomElement(using: &random) else {
        return node
    }
    members[index].value = randomScalar(&random)
    return SourceNode(.mapping(members), span: node.span)
}

private func brief(_ node: SourceNode) -> String {
    switch node.content {
    case .scalar(let text, let kind): "\(kind) \(text.debugDescription)"
    case .sequence(let elements): "[\(elements.map(brief).joined(separator: ", "))]"
    case .mapping(let members): "{\(members.map { "\($0.key): \(brief($0.value))" }.joined(separator: ", "))}"
    }
}

private let samples = [
    SourceFile(
        path: "a.toml",
        text: """
            # top
            title = "x" # t
            literal = 'C:\\x'
            long = \"\"\"
            one
            two\"\"\"
            when = 2026-04-01
            n = 12 # twelve
            list = ["a", 'b', 3] # l
            many = [
              # first
              "x", # one
              { a = 1, b = "y" },
            ]
            inline = { a = 1, b = { c = "d" } }
            dotted.a = 1
            dotted.b.c = "x"

            # about t
            [t] # head
            x = 1
            y = true

            [t.sub]
            z = "w" # z

            # about e
            [[e]]
            id = "one"
            [e.part]
            p = 1

            [[e]]
            id = "two" # two

            """),
    SourceFile(path: "b.toml", text: "a = 1\r\n\r\n[[x]]\r\nid = 'p'\r\n[[x]]\r\nid = 'q'"),
    SourceFile(
        path: "a.json",
        text: """
            {
              "a": "x", "b": 12,
              "list": ["p", "q", { "r": null }],
              "many": [
                true,
                "日本",
                {
                  "k": []
                }
              ],
              "esc": "\\u65e5\\n",
              "o": {}
            }

            """),
    SourceFile(path: "b.json", text: "[{\"id\":\"x\",\"n\":[1,2,3]},{\"id\":\"y\"}]"),
    SourceFile(path: "c.json", text: "[\r\n\t{ \"id\": \"x\" },\r\n\t{ \"id\": \"y\", \"l\": [\r\n\t\t1\r\n\t] }\r\n]"),
    SourceFile(path: "a.csv", text: "\u{FEFF}id,t,w.a,w.b\r\nx,\"y, z\",1,2\r\n\r\ny,,3,4\r\nz,\"a\nb\",5,"),
    SourceFile(path: "c.csv", text: "\u{FEFF}id;t;w.a;w.b\r\nx;\"y; z\";1,5;2\r\n\r\ny;,;3;4\r\nz;\"a\nb\";5;"),
    SourceFile(path: "b.csv", text: "id,t\nx,1\ny,2\nz,3\n"),
    SourceFile(
        path: "a.yml",
        text: """
            # anchors
            base: &base # b
              p: 1
              q: [x, y] # q
            one:
              <<: *base
              q: z # own
            two: *base
            used: &text some text
            same: *text
            list:
              - &e { a: 1 }
              - *e
              - <<: [*base, *e]
            ? odd
            : value

            """),
    SourceFile(
        path: "a.md", text: "---\ntitle: x # t\ntags: [a, b]\nlong: >\n  one\n  two\n\n# end\n---\n\nBody # x\n"),
    SourceFile(path: "b.md", text: "+++\r\ntitle = 'x' # t\r\n+++\r\nBody"),
]
