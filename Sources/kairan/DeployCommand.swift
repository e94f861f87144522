import ArgumentParser
internal import KairanBuild
internal import KairanDeploy
internal import KairanPublish
internal import KairanReaders
import KairanSystem

struct DeployCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deploy",
        abstract: "Uploads what is published to a host, so that readers always find a whole site.",
        discussion: """
            The target begins with the program that uploads, which must be installed:
              rclone:NAME:PATH        a remote of 'rclone config': S3 and its kin, SFTP,
                                      WebDAV and many more
              rsync:HOST:PATH         a folder of another computer, through ssh
              rsync://HOST/MODULE     a server of rsync
              rsync:FOLDER            a folder of this computer

            Only files whose content changed are uploaded: first those that nothing refers
            to yet, in layers by their links, last the manifests and pages that lead to the
            others. What is no longer
            published stays for a day, for readers who have the pages of before, and goes
            with a later deploy. A deploy that fails or is killed leaves a site that can be
            read; the same command continues it. What was lost or damaged at the host since
            is not noticed, unless you say --verify: then everything is compared there. With
            --dry-run too, nothing is mended, and exit code 1 says that something differs.

            With --live the host is asked at the end whether it shows what was uploaded, as
            'kairan check --live' does, for a minute while it is behind. In JSON that is a
            second line.

            EXAMPLES
              kairan deploy rclone:web:board --dry-run     says what would be done
              kairan deploy rclone:web:board
              kairan deploy rsync:www.example:/srv/board --keep 2
              kairan deploy rclone:web:board --live https://board.example/
            """)

    @Argument(help: "Where to upload, such as rclone:NAME:PATH or rsync:HOST:PATH.")
    var target: String

    @Argument(help: ArgumentHelp("The site's folder.", valueName: "site"), completion: .directory)
    var folder = "."

    @Option(
        help: ArgumentHelp("What to upload (default: public in the site's folder).", valueName: "folder"),
        completion: .directory)
    var from: String?

    @Option(
        help: ArgumentHelp("How many hours files stay that are no longer published.", valueName: "hours"))
    var keep = 24

    @Flag(help: "Compare all files at the host, and upload again what was lost or damaged there.")
    var verify = false

    @Option(help: LiveLook.addressHelp)
    var live: String?

    @Flag(help: "Say what would be uploaded and removed, and do nothing.")
    var dryRun = false

    @OptionGroup var loudness: Loudness

    @Option(help: "How to report: human, json, or github.")
    var format = PlainReportFormat.human

    func validate() throws {
        if !(0...100_000).contains(keep) { throw ValidationError("--keep must be a number of hours from 0 to 100000") }
        if from?.isEmpty == true { throw ValidationError("--from needs a folder, such as --from public") }
        if let mistake = live.flatMap(LiveLook.mistake) { throw ValidationError(mistake) }
        if live != nil, dryRun { throw ValidationError("--live asks for what was uploaded: leave --dry-run out") }
        if DeployTarget(target) == nil {
            throw ValidationError(
                "'\(target)' does not say how to upload; write rclone:NAME:PATH, with a name from 'rclone config', "
                    + "or rsync:HOST:PATH")
        }
    }

    func run() throws {
        guard let place = DeployTarget(target) else { return }
        var report = Report(format: format.format)
        report.isQuiet = loudness.quiet
        var common = try SiteOptions.parse([])
        common.folder = siteFolder(folder)
        do {
            try deploy(from: from ?? common.publication, to: place, common, report)
        } catch  where error is DeployError || error is PublishError {
            report.problem(Excerpt.printableLines("\(error)"))
            throw ExitCode.inputOutput
        } catch let error as SystemError {
            report.problem("no temporary folder can be made: \(error)")
            throw ExitCode.inputOutput
        }
    }

    private func deploy(
        from publication: String, to place: DeployTarget, _ site: SiteOptions, _ report: Report
    ) throws {
        let start = ContinuousClock.now
        do {
            var options = try site.buildOptions()
            (options.output, options.namesOutput) = (publication, from != nil)
            try options.checkOwnFolder()
            if let target = place.localFolder { try options.checkDeployTarget(target, of: publication) }
        } catch let error as OptionError {
            throw DeployError(error.description)
        }
        // Nothing is made for a mistyped folder, not even the lock beside it.
        guard workingFolder.knownStatus(of: publication, followsLink: true)?.isFolder == true else {
            throw DeployError("nothing is published in \(publication); run kairan build first")
        }
        let publisher = try Publisher(to: publication, clock: .system)
        let runner = try ProgramRunner(holding: publisher.lockFile())
        handleTermination {
            runner.end {
                Terminal.standardError.write("stopped; the same command continues\n")
                exitImmediately(ExitCode.inputOutput.rawValue)
            }
        }
        let ready = try showingSteps("checking the files", since: start) { _ in
            try ReadyPublication(in: publication)
        }
        var deploy = try showingSteps("asking what is there", since: start) { _ in
            try Deploy(
                ready, to: place, with: runner, at: secondsSince1970(),
                Deploy.Options(keeping: keep * 3600, isVerifying: verify))
        }
        let plan = deploy.plan
        let warnings = deploy.warnings(at: secondsSince1970())
        report.diagnostics(warnings.located(in: site.folder), SourceLines(SourceTree(files: []), in: site.folder))
        if verify { report.verified(deploy, at: target) }
        if dryRun {
            report.planned(deploy, for: target, keep: keep)
            // A check at night need not read what is printed.
            if !deploy.damagedPaths.isEmpty { throw ExitCode.mistakes }
        } else {
            do {
                try showingSteps("uploading", since: start) { show in
                    try deploy.run(now: secondsSince1970) { kind, done in
                        show("uploading \(kind.words): \(done) of \(plan.uploadCount)")
                    }
                }
            } catch let error as DeployError {
                throw DeployError("\(error)\nhelp: the target can still be read; the same command continues")
            }
            report.deployed(deploy, to: target, duration: ContinuousClock.now - start)
            if let live { try checkLive(live, ready, site, runner, report) }
        }
        // Its lock is held until here.
        _ = consume publisher
    }
}

extension DeployCommand {
    /// Asks the host whether readers have what was uploaded. A CDN may be behind for a while.
    private func checkLive(
        _ address: String, _ ready: ReadyPublication, _ site: SiteOptions, _ runner: ProgramRunner, _ report: Report
    ) throws {
        let look = LiveLook(address: address, wait: 60, site: site, publication: from ?? site.publication)
        let start = ContinuousClock.now
        let check = try showingSteps("asking for the files", since: start) { try look.check(ready, with: runner, $0) }
        try report.live(check, isStrict: false, duration: ContinuousClock.now - start)
    }
}

extension DeployPlan.Kind {
    /// The words for the files of a stage.
    fileprivate var words: String {
        switch self {
        case .named: "files named by their content"
        case .new: "new files"
        case .moved: "files where a folder was, or in a folder that was a file"
        case .changed: "changed files"
        case .leading: "pages and feeds that lead to the others"
        case .manifests: "lists of an API's files"
        case .list: "the list of all files"
        }
    }
}

extension Report {
    /// Says what a comparison has found.
    fileprivate func verified(_ deploy: Deploy, at target: String) {
        if format == .json { return }
        let paths = deploy.damagedPaths
        if paths.isEmpty { return output.write("nothing was lost or damaged in \(Excerpt.printable(target))\n") }
        output.write("lost or damaged in \(Excerpt.printable(target)):\n")
        list(paths)
    }

    /// Lists what a deploy would do, in the order in which it would.
    fileprivate func planned(_ deploy: Deploy, for target: String, keep: Int) {
        let plan = deploy.plan
        if format == .json {
            return output.write(json(facts(deploy, isDone: false), []))
        }
        var last: DeployPlan.Kind?
        let firstMoved = plan.stages.firstIndex { $0.kind == .moved }
        for (index, stage) in plan.stages.enumerated() {
            if index == firstMoved, !plan.replacedPaths.isEmpty {
                output.write("remove what is in the way:\n")
                list(plan.replacedPaths)
            }
            if stage.kind != last { output.write("upload \(stage.kind.words):\n") }
            list(stage.paths)
            last = stage.kind
        }
        if !plan.removedPaths.isEmpty {
            output.write("remove what is no longer published:\n")
            list(plan.removedPaths)
        }
        if !plan.leavingPaths.isEmpty {
            output.write("keep for \(count(keep, "hour")), though no longer published:\n")
            list(plan.leavingPaths)
        }
        output.write(
            output.styled(
                "\(count(plan.uploadCount, "file")), \((plan.byteCount + 999) / 1000) KB to upload to \(Excerpt.printable(target)), "
                    + "\(plan.unchangedCount) unchanged; nothing was done", .bold) + "\n")
    }

    private func list(_ paths: [String]) {
        for path in paths { output.write("  \(Excerpt.printable(path))\n") }
    }

    fileprivate func deployed(_ deploy: Deploy, to target: String, duration: Duration) {
        if format == .json { return output.write(json(facts(deploy, isDone: true), [])) }
        if isQuiet { return }
        let plan = deploy.plan
        let counts = [
            (plan.uploadCount, "uploaded"), (plan.replacedPaths.count + plan.removedPaths.count, "removed"),
            (plan.leavingPaths.count, "kept for a while"),
        ]
        let words = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let target = Excerpt.printable(target)
        let sentence = words.isEmpty ? "nothing changed in \(target)" : "\(words.joined(separator: ", ")) in \(target)"
        output.write(output.styled("\(sentence); \(duration.words)", .bold) + "\n")
    }

    private func facts(_ deploy: Deploy, isDone: Bool) -> [String: ReportValue] {
        let plan = deploy.plan
        var facts: [String: ReportValue] = [
            "done": .boolean(isDone), "unchanged": .integer(plan.unchangedCount), "bytes": .integer(plan.byteCount),
            "removed": .list((plan.replacedPaths + plan.removedPaths).map { .string($0) }),
            "damaged": .list(deploy.damagedPaths.map { .string($0) }),
            "leaving": .list(plan.leavingPaths.map { .string($0) }),
        ]
        facts["uploaded"] = .list(plan.stages.flatMap(\.paths).map { .string($0) })
        return facts
    }
}
