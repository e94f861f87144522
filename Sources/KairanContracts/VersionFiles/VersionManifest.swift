internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders
internal import KairanTemplates

/// The list of a version's files. A client that synchronizes uses it to find out what to download again.
///
/// Each line holds one file, in a layout that does not depend on `JSONStyle`, so that reading can be verified by
/// writing again.
package struct VersionManifest: Sendable, Equatable {
    package struct File: Sendable, Equatable {
        /// The path below the version's folder.
        package var path: String
        /// The size in bytes.
        package var size: Int
        package var sha256: String
        /// The revision of the manifest at which the file last changed.
        package var revision: Int
        /// The path of the endpoint that made it; nil if no other endpoint's path fits it.
        package var endpoint: String?
    }

    package var version: String
    package var status: String
    /// The revision, which grows if and only if one of the files changes.
    package var revision: Int
    /// The next moment at which one of the files may change without an edit, in RFC 3339; nil if there is none.
    package var nextChange: String?
    /// The name of the time zone in which the site's days begin; nil in manifests that do not have it.
    package var timeZone: String?
    /// The files, sorted by path.
    package var files: [File]

    /// Returns the revision of a manifest, or nil if the bytes are not a manifest.
    static func revision(of bytes: [UInt8]) -> Int? {
        let start = Array("\"revision\":".utf8)
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 4)
        guard lines.count > 3, lines[3].starts(with: start) else { return nil }
        return Int(String(decoding: lines[3].dropFirst(start.count).dropLast(), as: UTF8.self))
    }

    package var bytes: [UInt8] {
        var writer = JSONWriter(.compact)
        func text(_ text: String) -> [UInt8] {
            var writer = JSONWriter(.compact)
            writer.write(text)
            return writer.bytes
        }
        let next = nextChange.map(text) ?? Array("null".utf8)
        writer.bytes += "{\n\"version\":".utf8 + text(version) + ",\n\"status\":".utf8 + text(status)
        writer.bytes += ",\n\"revision\":\(revision),\n\"nextChange\":".utf8 + next
        if let timeZone { writer.bytes += ",\n\"timeZone\":".utf8 + text(timeZone) }
        writer.bytes += ",\n\"files\":[\n".utf8
        for (index, file) in files.enumerated() {
            if index > 0 { writer.bytes += ",\n".utf8 }
            writer.bytes += "{\"path\":".utf8
            writer.write(file.path)
            writer.bytes += ",\"size\":".utf8
            writer.bytes += String(file.size).utf8
            writer.bytes += ",\"sha256\":\"".utf8
            writer.bytes += file.sha256.utf8
            writer.bytes += "\",\"revision\":".utf8
            writer.bytes += String(file.revision).utf8
            if let endpoint = file.endpoint {
                writer.bytes += Self.endpointKey
                writer.write(endpoint)
            }
            writer.bytes += "}".utf8
        }
        writer.bytes += "\n]}".utf8
        return writer.finish()
    }

    fileprivate static let endpointKey = Array(",\"endpoint\":".utf8)

    /// Returns nil unless the bytes are exactly a manifest.
    package init?(reading bytes: [UInt8]) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.count > 6 else { return nil }
        func value(_ line: Int, _ key: String) -> String? {
            let start = "\"\(key)\":".utf8
            guard lines[line].starts(with: start), lines[line].last == UInt8(ascii: ",") else { return nil }
            return String(decoding: lines[line].dropFirst(start.count).dropLast(), as: UTF8.self)
        }
        guard let version = value(1, "version").flatMap(unquoted), let status = value(2, "status").flatMap(unquoted),
            let revision = value(3, "revision").flatMap(Int.init), let next = value(4, "nextChange")
        else { return nil }
        (self.version, self.status, self.revision) = (version, status, revision)
        nextChange = next == "null" ? nil : unquoted(next)
        timeZone = value(5, "timeZone").flatMap(unquoted)
        files = []
        files.reserveCapacity(lines.count)
        for line in lines[6...] where line.first == UInt8(ascii: "{") {
            guard let file = File(reading: line) else { return nil }
            files.append(file)
        }
        guard self.bytes == bytes else { return nil }
    }

    init(version: APIVersion, revision: Int, nextChange: String?, timeZone: String, files: [File]) {
        (self.version, status) = (version.name, version.status.rawValue)
        (self.revision, self.nextChange, self.timeZone, self.files) = (revision, nextChange, timeZone, files)
    }
}

extension VersionManifest.File {
    /// Reads a line without checking it completely. The caller checks the whole manifest by writing it again.
    fileprivate init?(reading line: ArraySlice<UInt8>) {
        let quote = UInt8(ascii: "\"")
        var line = line.last == UInt8(ascii: ",") ? line.dropLast() : line
        // No text in JSON has a quotation mark behind a comma, so the key is found.
        if line.dropLast().last == quote, let key = line.firstRange(of: VersionManifest.endpointKey) {
            endpoint = unquoted(String(decoding: line[key.upperBound...].dropLast(), as: UTF8.self))
            line = line[..<key.lowerBound]
        }
        // A path may contain anything, but only digits and known words follow it.
        let ends = line.indices.reversed().filter { line[$0] == quote }.prefix(9)
        guard ends.count == 9, let pathEnd = ends.last.map({ $0 }) else { return nil }
        let places = Array(ends.reversed())
        func digits(after place: Int) -> Int? {
            let start = line.index(after: place)
            guard start < line.endIndex, line[start] == UInt8(ascii: ":") else { return nil }
            return Int(String(decoding: line[(start + 1)...].prefix { $0 >= 0x30 && $0 <= 0x39 }, as: UTF8.self))
        }
        let pathStart = line.startIndex + "{\"path\":".utf8.count
        guard pathStart <= pathEnd, let size = digits(after: places[2]), let revision = digits(after: places[8]),
            let path = unquoted(String(decoding: line[pathStart...pathEnd], as: UTF8.self))
        else { return nil }
        (self.path, self.size, self.revision) = (path, size, revision)
        sha256 = String(decoding: line[(places[5] + 1)..<places[6]], as: UTF8.self)
    }
}

/// Returns the text of a JSON string.
private func unquoted(_ text: String) -> String? {
    let (bytes, quote) = (text.utf8.span, UInt8(ascii: "\""))
    if bytes.firstOffset(of: UInt8(ascii: "\\"), in: bytes.indices) == nil {
        guard bytes.count >= 2, bytes[0] == quote, bytes[bytes.count - 1] == quote else { return nil }
        return String(decoding: bytes.extracting(1..<(bytes.count - 1)))
    }
    return readJSON(SourceFile(path: "", bytes: Array(text.utf8))).value?.scalar
}
