import Foundation
import SiteTesting
import Testing

/// Before a name shows a file, the file is on the disk. Only then a power failure leaves the file or the one before it,
/// and never an empty one.
///
/// The system calls of the program tell. This needs strace, and a system that lets it look on.
@Suite struct DiskOrderTests {
    /// - Parameter isWhole: This is false where no call waits for a whole file system, so that each file has one.
    @Test(.onLinux, arguments: [true, false]) func whatABuildPublishes(isWhole: Bool) throws {
        let site = try publishedSite()
        try FileManager.default.removeItem(atPath: site.path + "/public")
        for (edit, arguments) in [
            (nil, ["build"]), ("Tennis", ["build"]), ("Table tennis", ["build", "--no-cache"]),
            (nil, ["build", "--out", "other/public"]),
        ] {
            if let edit { try site.write("id,name,tags\ntennis,\(edit),\n", to: "content/clubs/all.csv") }
            guard let calls = try TracedCalls(of: arguments, in: site.url, isWhole: isWhole) else { return }
            #expect(calls.shown.contains { $0.hasSuffix("/public") }, "\(arguments)")
            #expect(calls.unforced == [], "\(arguments)")
            #expect(!calls.changesBeforeExchange, "\(arguments)")
        }
    }

    @Test(.onLinux, arguments: [true, false]) func whatIsWrittenForPeople(isWhole: Bool) throws {
        let site = try TemporaryFolder()
        try site.write("[{\"id\":\"a\",\"name\":\"A\"},{\"id\":\"b\",\"name\":\"B\"}]\n", to: "api/shops.json")
        for arguments in [["adopt", "api"], ["schema", "board"], ["init", "other"]] {
            guard let calls = try TracedCalls(of: arguments, in: site.url, isWhole: isWhole) else { return }
            #expect(calls.unforced == [], "\(arguments)")
            #expect(calls.unforcedFolders == [], "\(arguments)")
        }
    }
}

/// The calls of one run by which files are written, forced to the disk, and shown by a name.
private struct TracedCalls {
    /// The paths that files or folders got by being renamed.
    private(set) var shown: [String] = []
    /// Those of them that were not on the disk yet.
    private(set) var unforced: [String] = []
    /// This is true if names were changed after the exchange of two folders that was not on the disk yet.
    private(set) var changesBeforeExchange = false
    /// The folders that have new folders in them whose names are not on the disk.
    private(set) var unforcedFolders: Set<String> = []
    /// The files that are not on the disk as they are.
    private var written: Set<String> = []
    private var hasExchanged = false

    /// The caches, whose readers notice that one is damaged, and a name that is only tried.
    private static var sealed: Regex<(Substring, Substring)> {
        /\/\.kairan\/(store|next|folders|pictures\/[^\/]*|link\.new-\w*)$/
    }

    /// The result is nil if strace is missing or may not look on.
    init?(of arguments: [String], in folder: URL, isWhole: Bool = true) throws {
        let trace = try TemporaryFolder()
        let file = trace.path + "/calls"
        let names = "openat,write,pwrite64,ftruncate,fsync,syncfs,renameat,renameat2,linkat,unlinkat,mkdirat"
        let run = try run(
            URL(filePath: "/usr/bin/env"),
            ["strace", "-f", "-y", "-s", "0", "-o", file, "-e", "trace=\(names)"]
                + (isWhole ? [] : ["-e", "inject=syncfs:error=ENOSYS"]) + [kairanExecutable.path] + arguments,
            in: folder)
        guard FileManager.default.fileExists(atPath: file), run.exitCode != 127 else {
            print("skipped, strace cannot look on here: \(run.errors)")
            return nil
        }
        #expect(run.exitCode == 0, "\(run.errors)")
        var begun: [Substring: Substring] = [:]
        for line in try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n") {
            guard let space = line.firstIndex(of: " ") else { continue }
            let (thread, rest) = (line[..<space], line[space...].drop { $0 == " " })
            if rest.hasSuffix("<unfinished ...>") {
                begun[thread] = rest.dropLast("<unfinished ...>".count)
            } else if let end = rest.firstRange(of: " resumed>")?.upperBound, let start = begun[thread] {
                add(String(start + rest[end...]), in: folder.path)
            } else {
                add(String(rest), in: folder.path)
            }
        }
    }

    private mutating func add(_ call: String, in folder: String) {
        guard let name = call.firstMatch(of: /^(\w+)\(/)?.1, !call.contains(" = -1 ") else { return }
        let paths = call.matches(of: /(?:\d+|AT_FDCWD)<([^>]*)>(?:, "([^"]*)")?/).map { match in
            match.2.map { $0.hasPrefix("/") ? String($0) : URL(filePath: "\(match.1)/\($0)").standardizedFileURL.path }
                ?? String(match.1)
        }
        guard let path = paths.first, paths.last?.hasPrefix(folder) == true || name == "syncfs" else { return }
        switch name {
        case "openat": if call.contains("O_CREAT") { written.insert(path) }
        case "write", "pwrite64", "ftruncate": written.insert(path)
        case "fsync":
            written.remove(path)
            unforcedFolders.remove(path)
            hasExchanged = false
        case "syncfs": (written, unforcedFolders) = ([], [])
        case "mkdirat":
            noteChange()
            unforcedFolders.insert(URL(filePath: path).deletingLastPathComponent().path)
        case "renameat", "renameat2":
            noteChange()
            guard let new = paths.last, paths.count == 2 else { return }
            show(path, as: new)
            // A folder that comes to a free place is the first publication, and there is no tree before it to protect.
            hasExchanged = call.contains("RENAME_EXCHANGE")
        case "linkat":
            noteChange()
            if written.contains(path), let new = paths.last, new.firstMatch(of: Self.sealed) == nil {
                unforced.append(new)
            }
        default: noteChange()
        }
    }

    private mutating func noteChange() { if hasExchanged { changesBeforeExchange = true } }

    private mutating func show(_ path: String, as new: String) {
        shown.append(new)
        for file in written where file == path || file.hasPrefix(path + "/") {
            written.remove(file)
            if new.firstMatch(of: Self.sealed) == nil { unforced.append(new + file.dropFirst(path.count)) }
        }
    }
}
