internal import KairanModel
internal import KairanReaders

/// The front matter of a post or a page of the old site, and where it stands.
struct OldMatter {
    enum Form { case none, yaml, toml, json }

    var form = Form.none
    /// The members that stand in the file.
    var members: [SourceNode.Member] = []
    /// The members that the settings give to the page, which stand elsewhere.
    var inherited: [SourceNode.Member] = []
    /// The offset at which new lines go in: the start of the line after the opening marks.
    var insertion = 0
    /// The offset at which the text starts, and its line.
    var bodyStart = 0
    var bodyLine = 1

    var all: [SourceNode.Member] { inherited.isEmpty ? members : members + inherited }

    subscript(key: String) -> SourceNode? {
        all.first { $0.key == key }?.value ?? all.first { $0.key.lowercased() == key.lowercased() }?.value
    }

    /// The place of a key, for messages.
    func span(_ key: String, in path: String) -> SourceSpan {
        members.first { $0.key.lowercased() == key.lowercased() }?.keySpan ?? SourceSpan(path: path)
    }

    func word(_ key: String) -> String? {
        guard let text = self[key]?.text, !text.allSatisfy(\.isWhitespace) else { return nil }
        return text
    }
}

/// Reads the front matter of a file of the old site. A file of Jekyll without one is no page; see `form`.
func readOldMatter(_ file: SourceFile, allowsJSON: Bool) -> Diagnosed<OldMatter?> {
    if allowsJSON, file.bytes.first == UInt8(ascii: "{") { return readJSONMatter(file) }
    let read = splitFrontMatter(file)
    guard !read.diagnostics.hasErrors else { return Diagnosed(nil, read.diagnostics) }
    var matter = OldMatter()
    matter.bodyStart = read.value.bodyStart
    matter.bodyLine = read.value.bodyLine
    guard let node = read.value.node else { return Diagnosed(matter) }
    matter.members = node.members ?? []
    matter.form = file.bytes.first == UInt8(ascii: "+") ? .toml : .yaml
    matter.insertion = (file.bytes.firstIndex(of: UInt8(ascii: "\n")) ?? 0) + 1
    return Diagnosed(matter)
}

/// Reads an object of JSON at the start of a file, as Hugo allows it.
private func readJSONMatter(_ file: SourceFile) -> Diagnosed<OldMatter?> {
    let bytes = file.bytes
    var (depth, isText, at) = (0, false, 0)
    while at < bytes.count {
        switch bytes[at] {
        case UInt8(ascii: "\\") where isText: at += 1
        case UInt8(ascii: "\""): isText.toggle()
        case UInt8(ascii: "{") where !isText: depth += 1
        case UInt8(ascii: "}") where !isText: depth -= 1
        default: break
        }
        at += 1
        if depth == 0 { break }
    }
    let read = readJSON(SourceFile(path: file.path, bytes: Array(bytes[..<min(at, bytes.count)])))
    guard let members = read.value?.members, !read.diagnostics.hasErrors else {
        return Diagnosed(nil, read.diagnostics)
    }
    while at < bytes.count, bytes[at] != UInt8(ascii: "\n"), bytes[at] <= 0x20 { at += 1 }
    if at < bytes.count, bytes[at] == UInt8(ascii: "\n") { at += 1 }
    var matter = OldMatter(form: .json, members: members)
    matter.bodyStart = min(at, bytes.count)
    matter.bodyLine = 1 + bytes[..<matter.bodyStart].count { $0 == UInt8(ascii: "\n") }
    return Diagnosed(matter)
}

/// Returns a file without the byte order mark that some editors write.
func withoutMark(_ file: SourceFile) -> SourceFile {
    file.bytes.starts(with: [0xEF, 0xBB, 0xBF])
        ? SourceFile(path: file.path, bytes: Array(file.bytes.dropFirst(3))) : file
}

/// Returns a file whose front matter is written as Kairan reads it, where other readers of YAML are less strict: a value
/// goes on at the start of a line, a key is there twice and the last one counts, or tabs indent. No line is added.
func withReadableMatter(_ file: SourceFile) -> SourceFile {
    guard file.bytes.starts(with: "---".utf8) else { return file }
    let text = String(decoding: file.bytes, as: UTF8.self).replacing("\r\n", with: "\n")
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let end = lines.dropFirst().firstIndex(where: { $0.trimmedEnd == "---" }) else { return file }
    var seen: Set<String> = []
    var isDropped = false
    // The last of several keys counts, so they are looked at from the end.
    for index in (1..<end).reversed() {
        if let match = lines[index].firstMatch(of: /^([A-Za-z0-9_-]+):(\s|$)/) {
            if !seen.insert(String(match.1)).inserted { lines[index] = "# " + lines[index] }
        } else if lines[index].first?.isWhitespace == false, lines[index].first != "#", !lines[index].hasPrefix("- ") {
            lines[index] = "  " + lines[index]
        }
        lines[index] = lines[index].replacing("\t", with: "  ")
    }
    for index in 1..<end {
        if lines[index].hasPrefix("# ") {
            isDropped = lines[index].contains(/^# [A-Za-z0-9_-]+:/)
        } else if lines[index].first?.isWhitespace == true || lines[index].hasPrefix("- ") {
            if isDropped { lines[index] = "# " + lines[index] }
        } else {
            isDropped = false
        }
    }
    return SourceFile(path: file.path, text: lines.joined(separator: "\n"))
}
