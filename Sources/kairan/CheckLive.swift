import ArgumentParser
import KairanBuild
internal import KairanContent
internal import KairanDeploy
import KairanModel
internal import KairanPublish
internal import KairanReaders
import KairanSystem

/// A look at a host: whether what is live is what was published.
struct LiveLook {
    /// The address, or `url` for the one in site.yml.
    var address: String
    var asksAll = false
    /// The seconds for which a host that is behind is asked again.
    var wait = 0
    let site: SiteOptions
    /// The publication's folder.
    let publication: String

    static var addressHelp: ArgumentHelp {
        ArgumentHelp(
            "Ask the host whether it shows what was published. 'url' is the address in site.yml.", valueName: "address")
    }

    /// Says what is wrong with an address; nil if nothing is.
    static func mistake(in address: String) -> String? {
        if address == "url" || splitSiteURL(address) != nil { return nil }
        return "'\(Excerpt.printable(address))' is no address; write --live https://example.org/board/, or --live url"
    }

    /// Asks until the host is not behind any more, or the time is over.
    func check(_ ready: ReadyPublication, with runner: ProgramRunner, _ show: (String) -> Void) throws -> LiveCheck {
        let (options, earlier) = (try options(), site.earlierPublications(in: publication))
        let end = ContinuousClock.now + .seconds(wait)
        var pause = 5
        while true {
            let check = try LiveCheck(ready, after: earlier, options, with: runner, show: show)
            if !check.isBehind || ContinuousClock.now >= end { return check }
            show("waiting for the host, which is behind")
            sleep(max(.zero, min(.seconds(pause), end - .now)))
            pause = min(60, 2 * pause)
        }
    }

    private func options() throws -> LiveOptions {
        let folder = siteFolder(site.folder)
        let settings = located("content/site.yml", in: folder)
        let found = address == "url" ? try siteAddress(settings) : address
        guard let place = WebPlace(found.hasSuffix("/") ? found : found + "/") else {
            throw DeployError("'\(found)' is no address on the web")
        }
        return LiveOptions(
            place, isNamed: address != "url", asksAll: asksAll, folder: publication, settings: settings)
    }

    /// Returns the address that site.yml gives.
    private func siteAddress(_ path: String) throws -> String {
        let file: SourceFile
        do { file = SourceFile(path: path, bytes: try workingFolder.readGivenFile(path)) } catch {
            throw DeployError("\(path): \(error)\nhelp: name the address: --live https://example.org/board/")
        }
        let settings = readSiteSettings(file).value
        return settings.origin + settings.basePath + (site.channel == .preview ? "preview/" : "")
    }
}

extension SiteOptions {
    /// The publications before this one, as git knows them, the newest first. There are none without git.
    fileprivate func earlierPublications(in folder: String) -> [EarlierPublication] {
        guard folder == publication, channel == .live else { return [] }
        let (git, path) = (Git(folder: siteFolder(self.folder)), "public/\(WholeList.path.text)")
        do {
            let commits = try git.lines(["log", "-n", "20", "--format=%h %cs", "--", path]).map {
                $0.split(separator: " ")
            }
            let lists = try git.contents(of: commits.map { "\($0[0]):./\(path)" })
            return commits.compactMap { commit in
                guard commit.count == 2, let list = lists["\(commit[0]):./\(path)"].flatMap({ WholeList(reading: $0) })
                else {
                    return nil
                }
                return EarlierPublication("\(commit[1]) (\(commit[0]))", list)
            }
        } catch {
            return []
        }
    }
}

extension CheckCommand {
    /// Asks a host, and builds nothing.
    func checkLive(_ address: String) throws {
        var report = Report(format: format)
        report.isQuiet = loudness.quiet
        let look = LiveLook(
            address: address, asksAll: all, wait: wait, site: site, publication: site.publication)
        do {
            let start = ContinuousClock.now
            let runner = try ProgramRunner()
            let check = try showingSteps("checking the files", since: start) { show in
                try look.check(try ReadyPublication(in: look.publication), with: runner, show)
            }
            try report.live(check, isStrict: strictness.strict, duration: ContinuousClock.now - start)
        } catch  where error is DeployError || error is PublishError || error is SystemError {
            report.problem(Excerpt.printableLines("\(error)"))
            throw ExitCode.inputOutput
        }
    }
}

extension Report {
    /// Says what a look at a host has found. Throws the exit code if something is wrong.
    func live(_ check: LiveCheck, isStrict: Bool, duration: Duration) throws {
        let found = check.findings(isStrict: isStrict)
        switch format {
        case .human, .github:
            diagnostics(found, SourceLines(SourceTree(files: []), in: "."))
            if check.isAdvised, let host = check.hostName {
                note("the guide's page on hosting has settings for \(host) with which nothing is found")
            }
            if !isQuiet || found.hasErrors { Terminal.standardOutput.write(sentence(check, found, duration)) }
        case .json: output.write(json(check.facts(found), found))
        case .sarif: output.write(sarif(results(found)))
        }
        if found.hasErrors { throw ExitCode.mistakes }
    }

    private func sentence(_ check: LiveCheck, _ found: [Diagnostic], _ duration: Duration) -> String {
        let isWhole = check.askedCount == check.fileCount || check.askedCount == 0
        let files = isWhole ? "" : "a sample of \(check.askedCount) of "
        let host = check.hostName.map { " of \($0)" } ?? ""
        let errors = found.errorCount
        let numbers = [(errors, "mistake"), (found.count - errors, "warning")].filter { $0.0 > 0 }
        let outcome = numbers.isEmpty ? "all as published" : numbers.map { count($0.0, $0.1) }.joined(separator: ", ")
        let asked = check.askedCount == 0 ? "no file" : files + count(check.fileCount, "file")
        let more = isWhole ? "" : "; --all asks for every file"
        return output.styled("\(asked)\(host) asked for: \(outcome); \(duration.words)\(more)", .bold) + "\n"
    }
}

extension LiveCheck {
    func findings(isStrict: Bool) -> [Diagnostic] {
        diagnostics.map { diagnostic in
            var diagnostic = diagnostic
            if isStrict { diagnostic.severity = .error }
            return diagnostic
        }
    }

    func facts(_ found: [Diagnostic]) -> [String: ReportValue] {
        var facts: [String: ReportValue] = [
            "done": .boolean(!found.hasErrors), "files": .integer(fileCount), "asked": .integer(askedCount),
        ]
        if let hostName { facts["host"] = .string(hostName) }
        return facts
    }
}

extension Excerpt {
    /// Returns lines that a terminal can show. Messages quote what programs and hosts say.
    static func printableLines(_ text: String) -> String {
        text.split(separator: "\n").map { printable(String($0)) }.joined(separator: "\n")
    }
}
