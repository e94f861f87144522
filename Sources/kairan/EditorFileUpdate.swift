import KairanBuild
import KairanContent
internal import KairanForms
internal import KairanReaders
import KairanSystem
import KairanTemplates

/// Finds which schemas and editor settings a site lacks. Files of somebody else are not changed.
struct EditorFileUpdate {
    let site: String
    /// Tells whether the settings of a dev container are among the files.
    var hasDevContainer = false

    struct Result {
        /// The files to write, and those without bytes to remove. Paths start from the user's working folder.
        var changed: [WishedFile] = []
        var unchanged: [String] = []
        /// The settings files that exist in another form, with the text that somebody has to add.
        var byHand: [(path: String, text: String)] = []

        fileprivate mutating func add(_ bytes: [UInt8], at path: String, replacing old: [UInt8]?) {
            if old == bytes {
                unchanged.append(path)
            } else {
                changed.append(WishedFile(path: path, bytes: bytes, isNew: old == nil, expected: old))
            }
        }
    }

    func compared(with files: EditorFiles) throws -> Result {
        var result = Result()
        for (path, schema) in files.schemas {
            let bytes = writeJSON(schema)
            let existing = try read(path)
            guard existing.map(isOurs) ?? true else {
                throw OptionError(
                    description: "\(shown(path)) is not from 'kairan schema'; name another folder: --into .schemas")
            }
            result.add(bytes, at: shown(path), replacing: existing)
        }
        result.changed += try schemasLeft(by: files)
        for (path, bytes, text) in try settings(files) {
            if let bytes {
                result.add(bytes, at: shown(path), replacing: try read(path))
            } else {
                result.byHand.append((shown(path), text))
            }
        }
        return result
    }

    /// Returns the removals of the schemas of collections that are gone.
    private func schemasLeft(by files: EditorFiles) throws -> [WishedFile] {
        guard workingFolder.knownStatus(of: shown(files.folder), followsLink: true) != nil else { return [] }
        let entries: [FolderEntry]
        do { entries = try OpenFolder(shown(files.folder)).entries() } catch {
            throw ReadError(path: shown(files.folder), error)
        }
        return try entries.filter { $0.kind == .file }.map(\.name.text).sorted().compactMap { name in
            let path = "\(files.folder)/\(name)"
            guard let bytes = try read(path), let schema = readJSON(SourceFile(path: path, bytes: bytes)).value,
                files.isLeft(name, schema)
            else { return nil }
            return WishedFile(path: shown(path), bytes: nil, isNew: false, expected: bytes)
        }
    }

    /// Returns what each settings file should hold, or nil and the text that somebody has to add to it.
    private func settings(_ files: EditorFiles) throws -> [(path: String, bytes: [UInt8]?, text: String)] {
        let (code, toml) = (".vscode/settings.json", ".taplo.toml")
        let codeText = String(decoding: writeJSON(files.settings), as: UTF8.self)
        let tomlIsOurs = try read(toml).map(isOurs) ?? true
        var settings = [
            (code, try codeSettings(files, try read(code), path: code), codeText),
            (toml, tomlIsOurs ? Array(files.tomlSettings.utf8) : nil, files.tomlSettings),
        ]
        if hasDevContainer {
            let (path, text) = (DevContainer.path, DevContainer.text)
            let isOurs = try read(path).map { String(decoding: $0, as: UTF8.self).contains(DevContainer.mark) } ?? true
            settings.append((path, isOurs ? Array(text.utf8) : nil, text))
        }
        return settings
    }

    /// Returns the merged settings, or nil if the file has comments, which editors allow there but merging would lose.
    private func codeSettings(_ files: EditorFiles, _ existing: [UInt8]?, path: String) throws -> [UInt8]? {
        guard let existing else { return writeJSON(files.settings) }
        guard let node = readJSON(SourceFile(path: path, bytes: existing)).value,
            let merged = files.merged(into: JSONValue(node))
        else { return nil }
        return JSONValue(node) == merged ? existing : writeJSON(merged)
    }

    private func isOurs(_ bytes: [UInt8]) -> Bool {
        String(decoding: bytes, as: UTF8.self).contains(EditorFiles.mark)
    }

    private func shown(_ path: String) -> String { located(path, in: site) }

    /// Reads a file, or returns nil if there is none.
    private func read(_ path: String) throws -> [UInt8]? {
        do {
            return try workingFolder.readGivenFile(shown(path))
        } catch {
            if error == .noSuchFileOrDirectory { return nil }
            throw ReadError(path: shown(path), error)
        }
    }
}
