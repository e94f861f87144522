import ArgumentParser
import KairanBuild
import KairanModel
internal import KairanReaders
import KairanSystem
import KairanTemplates

struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Says what a build would change for apps and readers.",
        discussion: """
            It builds everything in memory and compares it with what is published: what
            apps rely on, by the version of the API, their data, and the pages. It also
            shows what a build would be refused for. It writes nothing.

            EXAMPLES
              kairan diff                          against public/
              kairan diff --against origin/main    against the public/ of that revision
              kairan diff --against ../old-site    against another publication
              kairan diff --format github          as annotations on GitHub

            EXIT CODES
              0 no changes, 10 what apps rely on grows, or only data changes,
              11 a build is refused, as it breaks what apps or users rely on,
              unless --accept-breaking accepts it;
              1 mistakes in the content, 2 misuse, 3 input or output failed
            """)

    @OptionGroup var site: SiteOptions
    @OptionGroup var accepted: AcceptedChanges

    @Option(help: "How to report: human, json, github (annotations), or sarif.")
    var format = ReportFormat.human

    @Option(
        help: ArgumentHelp(
            "A folder with a publication, or a revision of Git (default: public in the site's folder).",
            valueName: "folder or revision"),
        completion: .directory)
    var against: String?

    func validate() throws {
        if against?.isEmpty == true {
            throw ValidationError("--against needs a folder or a revision, such as --against origin/main")
        }
    }

    func run() throws {
        var options = try site.buildOptions()
        options.isComparison = true
        options.accepted = try accepted.changes()
        try Runner(site: site, format: format, options: options).diff(against)
    }
}

extension Runner {
    fileprivate func diff(_ against: String?) throws {
        do {
            guard let against else { return try compare(with: options.output, named: options.output) }
            guard !isFolder(against) else { return try compare(with: against, named: against, isPublication: false) }
            let publication = try PublicationOfRevision(against, site: options.folder)
            try compare(with: publication.path, named: against)
        } catch let error as ReadError {
            try fail(error.description)
        } catch let error as GitError {
            try fail(error.description)
        }
    }

    /// - Parameter isPublication: If this is true, the folder certainly holds a publication.
    private func compare(with folder: String, named name: String, isPublication: Bool = true) throws {
        let report = Report(format: format)
        var options = options
        (options.output, options.isAgainstAnother) = (folder, folder != self.options.output)
        let start = ContinuousClock.now
        var built = try showingProgress(since: start) { try buildSite(options, progress: $0) }
        guard !built.result.diagnostics.hasErrors else {
            built.result.diagnostics.removeAll(where: \.isRefusal)
            built.result.locate(in: options.folder)
            report.diagnostics(built.result.diagnostics, SourceLines(built.tree, in: options.folder))
            report.failed(built.result, isPublished: false)
            throw ExitCode.mistakes
        }
        guard isPublication || holdsPublication(built, folder) else {
            throw ValidationError(
                "'\(name)' is not a publication of this site: it holds neither .kairan.json nor a file that Kairan makes"
            )
        }
        var comparison = try showingProgress("comparing", since: start) { _ in
            try comparePublication(built, with: folder)
        }
        comparison.locate(in: options.folder)
        if format == .human {
            report.diagnostics(comparison.warnings, SourceLines(built.tree, in: options.folder))
        }
        report.compared(comparison, with: name)
        switch comparison.outcome {
        case .nothing: break
        case .growing: throw ExitCode.growing
        case .breaking: throw ExitCode.breaking
        }
    }

    private func isFolder(_ path: String) -> Bool {
        workingFolder.knownStatus(of: path, followsLink: true)?.isFolder == true
    }
}
