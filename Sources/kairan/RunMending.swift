import ArgumentParser
internal import KairanBuild
internal import KairanEditing
import KairanModel
internal import KairanPublish
internal import KairanReaders

extension Runner {
    /// Mends what Kairan can, and writes it.
    func mended() throws -> [Diagnostic] {
        let report = Report(format: format)
        let mending = try showingProgress("mending") { _ in
            let mending = try self.mending()
            try mending.write()
            return mending
        }
        let mended = mending.mended.located(in: options.folder)
        report.list(mended: mended, unmended: mending.unmended)
        return mended
    }

    /// Prints what `kairan check --fix` would change, and writes nothing. The mistakes themselves are told of aside, so
    /// that the diff can be piped. Those that would stay end the run as they would end the other.
    func printMends() throws {
        let report = Report(format: format)
        do {
            let mending = try showingProgress("mending") { _ in try self.mending() }
            report.list(mended: mending.mended, unmended: mending.unmended, on: .standardError)
            for (old, new) in mending.changes { report.output.write(unifiedDiff(old.path, old.bytes, new.bytes)) }
            var result = try build(mending.tree, options, published: LookBack(options))
            result.add(mending.found)
            if let old = result.plan?.oldTrash(days: PurgeCommand.days) { result.add(old) }
            result.locate(in: options.folder)
            if readsPublished { result.add(try options.changedOutputs()) }
            if isStrict { result.takeWarningsForErrors() }
            report.diagnostics(result.diagnostics, SourceLines(mending.tree, in: options.folder))
            guard !result.diagnostics.hasErrors else {
                report.failed(result, isPublished: false)
                throw ExitCode.mistakes
            }
        } catch let error as PublishError {
            try fail(error.description)
        } catch let error as ReadError {
            try fail(error.description)
        }
    }

    /// Mends the sources in memory. If a mend cannot be written, that is told, and nothing is mended.
    private func mending() throws -> SourceMending {
        do {
            var mending = try SourceMending(options)
            try mending.mend()
            return mending
        } catch let error as CannotEdit {
            let report = Report(format: format)
            let sources = try readSourceTree(options.folder, publishedTo: options.output).value
            let lines = SourceLines(sources, in: options.folder)
            report.diagnostics([error.diagnostic].located(in: options.folder), lines)
            report.failed(count: 1, "; nothing was mended")
            throw ExitCode.mistakes
        }
    }
}
