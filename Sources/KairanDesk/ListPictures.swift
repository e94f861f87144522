internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

extension Desk {
    /// Returns the pictures of the content, each with the entries that show it and the words that these have for it.
    func listPictures() throws -> JSONValue {
        let site = try site()
        let uses = site.pictureUses()
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
                            ("canRemove", .boolean(uses[path] == nil && !site.isNamedElsewhere(path))),
                        ])
                })
        ]
    }

    /// Removes a picture that nothing shows.
    func removePicture(_ body: DeskBody) throws -> JSONValue {
        let (path, site) = (try body.text("path"), try site())
        guard site.content.files[path] != nil, isNamedAsPicture(path) else {
            throw DeskRefusal(404, "There is no picture '\(path)'.")
        }
        guard site.pictureUses()[path] == nil, !site.isNamedElsewhere(path) else {
            throw DeskRefusal(409, "An entry shows '\(path)', so it was not removed.")
        }
        let place = "content/" + path
        let trial = try tryFiles([place: nil], before: [place: try file(at: place).bytes], known: site)
        try trial.requireNoNewErrors()
        try write(trial)
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

    /// Tells whether a template, or a file that is not read as an entry, names a picture.
    fileprivate func isNamedElsewhere(_ path: String) -> Bool {
        let name = String(fileName(of: path))
        return content.usedFiles.contains(path)
            || tree.files.contains { file in
                KairanReaders.fileName(of: file.path).hasPrefix("_")
                    && String(decoding: file.bytes, as: UTF8.self).contains(name)
            }
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
