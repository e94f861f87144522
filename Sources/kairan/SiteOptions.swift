import ArgumentParser
import KairanBuild
import KairanModel
internal import KairanReaders
import KairanSystem

/// The options that every command about a site takes.
struct SiteOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The site's folder.", valueName: "site"), completion: .directory)
    var folder = "."

    @Option(help: ArgumentHelp("Build as of this moment, in the site's time zone.", valueName: "moment"))
    var at: String?

    @Option(
        help: ArgumentHelp(
            "Base path (/board/) or address (https://…/board/) instead of site.yml's.", valueName: "base"))
    var base: String?

    @Option(
        help: ArgumentHelp(
            "live, or preview: with everything that says 'channel: preview', below the site's preview/.",
            valueName: "channel"
        ))
    var channel = Channel.live

    @Flag(help: "Write JSON without spaces, for hosting.")
    var compact = false

    @Flag(help: "Write JSON with line breaks, for readable differences (the default).")
    var pretty = false

    func validate() throws {
        if compact, pretty { throw ValidationError("--compact and --pretty cannot be used together") }
    }

    /// The folder that the site is published to unless the user names another one.
    var publication: String {
        let folder = siteFolder(folder)
        return (folder == "." ? "public" : "\(folder)/public") + (channel == .preview ? "/preview" : "")
    }

    /// Returns the options of a build. This is the only place where the environment and the clock enter.
    func buildOptions() throws -> BuildOptions {
        var clock = secondsSince1970()
        if let epoch = environmentVariable("SOURCE_DATE_EPOCH"), !epoch.isEmpty {
            guard let seconds = Int(epoch), (0...253_402_300_799).contains(seconds) else {
                throw ValidationError("SOURCE_DATE_EPOCH is not a number of seconds since 1970: '\(epoch)'")
            }
            clock = seconds
        }
        var options = BuildOptions(clock: clock)
        options.program = programIdentity()
        options.folder = siteFolder(folder)
        options.output = publication
        options.channel = channel
        options.moment = at
        options.base = base
        options.style = compact ? .compact : .pretty
        return options
    }
}

/// Returns a hash of the program's version and file, since a build takes over only what the same program left.
private func programIdentity() -> ContentHash {
    var identity = ContentHash()
    identity.combine(Kairan.configuration.version)
    if let status = programStatus() {
        identity.combine("\(status.size) \(status.modified) \(status.inode)")
    }
    return identity
}

extension Channel: ExpressibleByArgument {}

enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
    case human, json, github, sarif
}

/// The formats of commands that report more than findings at places, which are all that SARIF can hold.
enum PlainReportFormat: String, ExpressibleByArgument, CaseIterable {
    case human, json, github

    var format: ReportFormat {
        switch self {
        case .human: .human
        case .json: .json
        case .github: .github
        }
    }
}
