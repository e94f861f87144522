internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

extension Desk {
    /// Returns the pictures of the content, each with the entries that show it and the words that these have for it.
    func listPictures() throws -> JSONValue {
        let site = try site()
        let (uses, others) = (site.pictureUses(), site.otherTexts)
        let paths = site.content.files.keys.filter(isNamedAsPicture).sorted()
        return [
            "pictures": .array(
                paths.map { path in
                    let known = site.content.pictures[path]
                    let size: [(key: String, value: JSONValue)] =
                        known?.picture.map { [("width", .integer($0.width)), ("height", .integer($0.height))] } ?? []
                    return .object(
                        size + [
                            ("path", .string(path)), ("uses", .array(uses[path] ?? [])),
                            ("canRemove", .boolean(uses[path] == nil && !site.isNamed(path, in: others))),
                        ])
                })
        ]
    }

    /// Removes a picture that nothing shows. That can be taken back.
    func removePicture(_ body: DeskBody) throws -> JSONValue {
        let (path, site) = (try body.text("path"), try site())
        guard site.content.files[path] != nil, isNamedAsPicture(path) else {
            throw DeskRefusal(404, "There is no picture '\(path)'.")
        }
        guard site.pictureUses()[path] == nil, !site.isNamed(path, in: site.otherTexts) else {
            throw DeskRefusal(409, "Something names '\(path)', so it was not removed.")
        }
        let place = "content/" + path
        let trial = try tryFiles([place: nil], before: [place: try file(at: place).bytes], known: site)
        try trial.requireNoNewErrors()
        try write(trial)
        keep(trial.files, before: trial.before, of: EntryName(picture: path), known: trial.known)
        return [:]
    }
}

extension DeskSite {
    /// Returns the entries that name each picture, in the trash and among the drafts too, by the path of the picture.
    fileprivate func pictureUses() -> [String: [JSONValue]] {
        var uses: [String: [JSONValue]] = [:]
        for declaration in declarations.collections {
            for found in entries(of: declaration) {
                let paths = Set(found.files.filter { isNamedAsPicture($0) && content.files[$0] != nil })
                guard !paths.isEmpty else { continue }
                var words = PictureWords()
                words.add(found.values, of: declaration.fields.map(\.name))
                let holder = editable(found)
                for path in paths {
                    uses[path, default: []].append(
                        [
                            "collection": .string(holder.declaration.name), "id": .string(holder.id),
                            "title": .string(title(of: holder)),
                            "words": .array((words.byPath[path] ?? []).map(JSONValue.string)),
                        ])
                }
            }
        }
        return uses
    }

    /// Tells whether the site names a picture where no entry does.
    fileprivate func isNamed(_ path: String, in texts: [String]) -> Bool {
        let name = fileName(of: path).utf8
        return content.usedFiles.contains(path) || texts.contains { $0.utf8.contains(name) }
    }

    /// The texts of all files that may name a picture although no entry of theirs is known to: templates,
    /// declarations, and whatever could not be read or has mistakes.
    fileprivate var otherTexts: [String] {
        let wrong = Set(diagnostics.filter { $0.severity == .error }.map(\.span.path))
        let read = Set(
            content.collections.flatMap { $0.files.all.map(\.path) } + content.withheld.map(\.entry.span.path)
                + content.trash.map(\.entry.span.path)
        ).subtracting(wrong)
        let suspects = tree.files.filter { file in
            if file.path.hasPrefix("templates/") { return !isNamedAsPicture(file.path) }
            return isEntrySource(file) ? !read.contains(file.path) : fileName(of: file.path).hasPrefix("_")
        }
        // A link may have letters of a name as `%C3%A9`.
        return suspects.map { unescapedPath(String(decoding: $0.bytes, as: UTF8.self)) }
    }
}

/// The words that an entry has for each of its pictures, for people who cannot see them.
private struct PictureWords {
    private(set) var byPath: [String: [String]] = [:]

    mutating func add(_ values: [Value], of names: [String]) {
        let said = zip(names, values).compactMap { name, value -> String? in
            guard isDescription(name), case .text(let text) = value, !text.isEmpty else { return nil }
            return text
        }
        for value in values { add(value, said: said.first) }
    }

    private mutating func add(_ value: Value, said words: String?) {
        switch value {
        case .asset(let asset):
            if asset.picture != nil, let words { byPath[asset.path, default: []].append(words) }
        case .markdown(let text):
            let (html, folder) = (text.rendered.openHTML, folder(of: text.span.path).dropFirst("content/".count))
            for link in text.rendered.links where link.isImage {
                guard let path = linkedPath(link.destination, from: folder)?.path,
                    let words = alternative(in: html, at: Int(link.offset)), !words.isEmpty
                else { continue }
                byPath[path, default: []].append(words)
            }
        case .record(let values, let type): add(values, of: type.fields.map(\.name))
        case .localized, .list, .dictionary, .member: for part in value.parts { add(part, said: words) }
        case .missing, .null, .text, .html, .sitePath, .integer, .decimal, .boolean, .date, .time, .dateTime,
            .duration, .version, .window, .schedule, .point, .choice, .entry:
            break
        }
    }

    /// Returns the alternative text of a picture, whose address belongs at an offset.
    private func alternative(in html: String, at offset: Int) -> String? {
        let rest = html.utf8.dropFirst(offset)
        let start = Array(#"" alt=""#.utf8)
        guard rest.starts(with: start) else { return nil }
        let escaped = String(rest.dropFirst(start.count).prefix { $0 != UInt8(ascii: "\"") }) ?? ""
        return escaped.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&amp;", with: "&")
    }
}

/// Tells whether a field of this name describes the picture beside it.
private func isDescription(_ name: String) -> Bool {
    ["alt", "caption", "description"].contains { name.lowercased().contains($0) }
}
