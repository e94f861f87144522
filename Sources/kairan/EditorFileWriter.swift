import Foundation
import KairanBuild
import KairanContent
import KairanOutput

/// Puts schemas and editors' settings into a site, and changes no file that is somebody else's.
struct EditorFileWriter {
    let site: String

    struct Result {
        /// From where the user stands.
        var written: [String] = []
        var unchanged: [String] = []
        /// Settings that are there in another form, and what they lack.
        var byHand: [(path: String, text: String)] = []
    }

    func write(_ files: EditorFiles) throws -> Result {
        var result = Result()
        var changes: [(path: String, bytes: [UInt8])] = []
        for (path, schema) in files.schemas {
            let bytes = writeJSON(schema)
            let existing = try read(path)
            guard existing.map(isOurs) ?? true else {
                throw OptionError(
                    description: "\(shown(path)) is not from 'kairan schema'; name another folder: --into .schemas")
            }
            if existing == bytes { result.unchanged.append(shown(path)) } else { changes.append((path, bytes)) }
        }
        for (path, bytes, text) in try settings(files) {
            if let bytes {
                if try read(path) == bytes {
                    result.unchanged.append(shown(path))
                } else {
                    changes.append((path, bytes))
                }
            } else {
                result.byHand.append((shown(path), text))
            }
        }
        for (path, bytes) in changes {
            try write(bytes, to: path)
            result.written.append(shown(path))
        }
        return result
    }

    /// What each file of settings shall hold, or nil and what somebody has to add to it.
    private func settings(_ files: EditorFiles) throws -> [(path: String, bytes: [UInt8]?, text: String)] {
        let (code, toml) = (".vscode/settings.json", ".taplo.toml")
        let codeText = String(decoding: writeJSON(files.settings), as: UTF8.self)
        let tomlIsOurs = try read(toml).map(isOurs) ?? true
        return [
            (code, try codeSettings(files, try read(code), path: code), codeText),
            (toml, tomlIsOurs ? Array(files.tomlSettings.utf8) : nil, files.tomlSettings),
        ]
    }

    /// Comments, which editors allow there, could not be kept.
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

    /// Nil when there is no such file.
    private func read(_ path: String) throws -> [UInt8]? {
        do {
            return Array(try Data(contentsOf: URL(filePath: shown(path))))
        } catch CocoaError.fileReadNoSuchFile {
            return nil
        } catch {
            throw ReadError(path: shown(path), reason: error.localizedDescription)
        }
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        let url = URL(filePath: shown(path))
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: url, options: .atomic)
        } catch {
            throw ReadError(path: shown(path), reason: error.localizedDescription)
        }
    }
}
