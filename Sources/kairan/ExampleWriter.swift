import KairanBuild
internal import KairanDeploy
import KairanModel
internal import KairanPublish
internal import KairanReaders
import KairanSystem

/// Writes a board that breaks a rule into a new folder. If the rule compares with what was published, the board without
/// the mistake is published there before.
struct ExampleWriter {
    let board: ExampleBoard
    let folder: String

    /// The files that have the mistake: those that the base, or what was published before, has not or has otherwise.
    var changed: [String] {
        let old = board.filesBefore ?? ExampleBoard.base
        let own = board.files.filter { old[$0.key] != $0.value }.map(\.key)
        return (own + board.published.keys.map { "public/\($0)" }).sorted()
    }

    /// The files that are missing.
    var removed: [String] {
        let files = board.files
        return (board.filesBefore ?? ExampleBoard.base).keys.filter { files[$0] == nil }.sorted()
    }

    /// The commands as somebody types them here.
    var commands: [String] {
        let word = shellWord((folder.hasPrefix("-") ? "./" : "") + folder)
        return board.commands.map { $0.replacing("FOLDER", with: word) }
    }

    /// Throws unless nothing is in the folder yet.
    func requireNewFolder() throws {
        guard let status = workingFolder.knownStatus(of: folder, followsLink: true) else { return }
        let name = Excerpt.printable(folder)
        guard status.isFolder else { throw OptionError(description: "\(name) is a file, not a folder") }
        guard try OpenFolder(folder).entries().isEmpty else {
            throw OptionError(description: "nothing was written: \(name) is not empty; name a new folder")
        }
    }

    func write() throws {
        guard let before = board.filesBefore else { return try write(board.files, over: [:]) }
        try write(before, over: [:])
        try publish()
        try write(board.files, over: before)
        let published = board.published.map { ("public/\($0.key)", $0.value) }
        try write(Dictionary(published) { $1 }, over: [:])
    }

    /// Writes the files that differ from those that are there, and removes the others.
    private func write(_ files: [String: [UInt8]], over old: [String: [UInt8]]) throws {
        let paths = Set(files.keys).union(old.keys).filter { files[$0] != old[$0] }.sorted()
        try writeFiles(
            paths.map { WishedFile(path: located($0, in: folder), bytes: files[$0], isNew: false) })
    }

    /// Publishes the board as `kairan build --first-publication` does. Nothing else remembers it, so that what is changed
    /// in the publication afterwards is not mended by itself.
    private func publish() throws {
        var site = try SiteOptions.parse([])
        site.folder = folder
        var options = try site.buildOptions()
        options.isFirstPublication = true
        let publisher: Publisher? = try Publisher(
            to: options.output, workFolder: nil, memoryFolder: options.workFolder, clock: .system, order: placingOrder)
        var built = try buildSite(options, for: publisher)
        precondition(!built.result.diagnostics.hasErrors, "the board is wrong before its mistake: \(folder)")
        _ = try publisher?.publish(&built.result, after: built.earlier, seen: built.seen)
    }
}
