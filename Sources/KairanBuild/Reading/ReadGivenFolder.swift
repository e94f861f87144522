package import KairanModel
package import KairanReaders

/// Reads every file of a folder that is no site. Paths are relative to the folder, and sorted.
package func readGivenFolder(_ folder: String) throws(ReadError) -> Diagnosed<[SourceFile]> {
    let root = try openSite(folder)
    defer { root.close() }
    var finder = SourceFileFinder(root: folder, called: "folder")
    try finder.findFiles(in: ".")
    let reader = SourceFileReader(folder: folder, now: 0)
    var files: [SourceFile] = []
    var diagnostics = finder.diagnostics.map { diagnostic in
        var diagnostic = diagnostic
        if diagnostic.span.path.hasPrefix("./") { diagnostic.span.path.removeFirst("./".count) }
        return diagnostic
    }
    for path in finder.paths.map({ String($0.dropFirst("./".count)) }).sorted() {
        let read = try reader.readAll(path, in: root).get()
        diagnostics += read.diagnostics
        if let bytes = read.value { files.append(SourceFile(path: path, bytes: bytes)) }
    }
    return Diagnosed(files, diagnostics)
}
