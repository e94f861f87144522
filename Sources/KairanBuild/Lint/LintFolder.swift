internal import KairanContent
package import KairanModel
package import KairanReaders
internal import KairanSystem

/// The options of a check of a folder: how to check links and schemas, and where known findings are listed.
package struct LintOptions: Sendable {
    /// The address that the folder is published at, with a slash at its end.
    package var base: String?
    package var schemas: [LintSchema] = []
    /// The file with known findings. It may lie in the folder, but is not checked.
    package var baselinePath: String?

    package init() {}
}

/// The rules of findings in a folder. Rules about schemas that cannot be read are not among them.
package let lintRules: [Rule] = [
    .fileTooLarge, .imageFormat, .imageSize, .jsonByteOrderMark, .jsonComma, .jsonComment, .jsonControlCharacter,
    .jsonDepth, .jsonDuplicateKey, .jsonEscape, .jsonNumber, .jsonQuote, .jsonSpace, .jsonSurrogate, .jsonSyntax,
    .jsonTrailingComma, .linkDead, .numberSize, .pathEncoding, .pathForm, .pathKind, .pathMark, .pathSymlink,
    .schemaValue, .textControl, .textEncoding,
]

/// The result of the check of a folder.
package struct LintResult: Sendable {
    /// The diagnostics, sorted by place.
    package var diagnostics: [Diagnostic] = []
    package var jsonCount = 0
    package var pictureCount = 0
    /// The files that diagnostics name.
    package var files: [SourceFile] = []
}

/// Checks every JSON file and every picture in a folder, each on its own and many at once. Nothing is built: a folder
/// that is kept by hand goes through the same readers as a site. Paths are relative to the folder.
package func lint(_ folder: String, _ options: LintOptions) throws(ReadError) -> LintResult {
    let root = try openSite(folder)
    defer { root.close() }
    var finder = SourceFileFinder(root: folder, called: "folder")
    try finder.findFiles(in: ".")
    let paths = finder.paths.map { String($0.dropFirst("./".count)) }
    let links = LintLinks(base: options.base, paths: paths)
    let baseline = options.baselinePath.flatMap(realPath)
    let checked = paths.filter {
        isJSON($0) && (baseline == nil || realPath(of: located($0, in: folder)) != baseline) || isNamedAsPicture($0)
    }
    // A schema is not an example of itself.
    let schemaPaths = Set(options.schemas.map(\.path))
    let reader = SourceFileReader(folder: folder, now: 0)
    let results = concurrentMap(checked.count) { index in
        reader.readAll(checked[index], in: root).map { read in
            guard let bytes = read.value?.bytes else { return LintedFile(diagnostics: read.diagnostics) }
            let file = SourceFile(path: checked[index], bytes: bytes)
            let schemas = schemaPaths.contains(located(file.path, in: folder)) ? [] : options.schemas
            let diagnostics =
                isJSON(file.path) ? jsonDiagnostics(file, links, schemas) : pictureMistake(file).map { [$0] } ?? []
            return LintedFile(file: diagnostics.isEmpty ? nil : file, diagnostics: diagnostics)
        }
    }
    var result = LintResult()
    result.diagnostics = finder.diagnostics.map(withoutDot)
    for outcome in results {
        let linted = try outcome.get()
        result.diagnostics += linted.diagnostics
        if let file = linted.file { result.files.append(file) }
    }
    result.diagnostics = result.diagnostics.sortedForReport
    // Only sources of a site can be mended, and this folder has none.
    for index in result.diagnostics.indices { result.diagnostics[index].fix = nil }
    result.jsonCount = checked.count(where: isJSON)
    result.pictureCount = checked.count - result.jsonCount
    return result
}

private struct LintedFile: Sendable {
    /// The file, to show its mistakes; nil if it has none.
    var file: SourceFile?
    var diagnostics: [Diagnostic]
}

private func isJSON(_ path: String) -> Bool { ["json", "geojson", "webmanifest"].contains(fileExtension(of: path)) }

/// Returns the mistakes in a JSON file. Links and schemas are checked only if it is valid JSON.
private func jsonDiagnostics(_ file: SourceFile, _ links: LintLinks, _ schemas: [LintSchema]) -> [Diagnostic] {
    let mistakes = jsonMistakes(file)
    guard mistakes.allSatisfy({ [.jsonByteOrderMark, .jsonDuplicateKey].contains($0.rule) }) else {
        return mistakes
    }
    let file = file.withoutByteOrderMark
    return mistakes + numbersTooLarge(in: file) + links.mistakes(in: file) + schemas.flatMap { $0.violations(of: file) }
}

private func withoutDot(_ diagnostic: Diagnostic) -> Diagnostic {
    var diagnostic = diagnostic
    if diagnostic.span.path.hasPrefix("./") { diagnostic.span.path.removeFirst("./".count) }
    return diagnostic
}

/// Reads every file of a folder that is no site. Paths are relative to the folder, and sorted.
package func readGivenFolder(_ folder: String) throws(ReadError) -> Diagnosed<[SourceFile]> {
    let root = try openSite(folder)
    defer { root.close() }
    var finder = SourceFileFinder(root: folder, called: "folder")
    try finder.findFiles(in: ".")
    let reader = SourceFileReader(folder: folder, now: 0)
    var files: [SourceFile] = []
    var diagnostics = finder.diagnostics.map(withoutDot)
    for path in finder.paths.map({ String($0.dropFirst("./".count)) }).sorted() {
        let read = try reader.readAll(path, in: root).get()
        diagnostics += read.diagnostics
        if let bytes = read.value?.bytes { files.append(SourceFile(path: path, bytes: bytes)) }
    }
    return Diagnosed(files, diagnostics)
}
