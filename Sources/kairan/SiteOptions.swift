import ArgumentParser
import Foundation
import KairanBuild
import KairanModel

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
            "live, or preview: with all that says 'channel: preview', below preview/ of the site.", valueName: "channel"
        ))
    var channel = Channel.live

    @Option(help: "How to report: human, json, github (annotations), or sarif.")
    var format = ReportFormat.human

    @Flag(help: "Write JSON without spaces, for hosting.")
    var compact = false

    @Flag(help: "Write JSON with line breaks, for readable differences (the default).")
    var pretty = false

    func validate() throws {
        if compact, pretty { throw ValidationError("--compact and --pretty exclude each other") }
    }

    /// The one place where the environment and the clock enter.
    func buildOptions() throws -> BuildOptions {
        let environment = ProcessInfo.processInfo.environment
        var clock = Int(Date().timeIntervalSince1970)
        if let epoch = environment["SOURCE_DATE_EPOCH"], !epoch.isEmpty {
            guard let seconds = Int(epoch), (0...253_402_300_799).contains(seconds) else {
                throw ValidationError("SOURCE_DATE_EPOCH is not a number of seconds since 1970: '\(epoch)'")
            }
            clock = seconds
        }
        var options = BuildOptions(clock: clock)
        options.program = programIdentity()
        options.folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        options.output = options.folder == "." ? "public" : "\(options.folder)/public"
        if channel == .preview { options.output += "/preview" }
        options.channel = channel
        options.moment = at
        options.base = base
        options.style = compact ? .compact : .pretty
        return options
    }
}

/// What a build left is taken over by the same program only: by its version and its file.
private func programIdentity() -> ContentHash {
    var identity = ContentHash()
    identity.combine(Kairan.configuration.version)
    var attributes: [FileAttributeKey: Any] = [:]
    do {
        attributes = try FileManager.default.attributesOfItem(atPath: Bundle.main.executablePath ?? "")
    } catch {
        // Then the version alone tells.
    }
    for key in [FileAttributeKey.size, .modificationDate, .systemFileNumber] {
        identity.combine(attributes[key].map { "\($0)" } ?? "")
    }
    return identity
}

extension Channel: ExpressibleByArgument {}

enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
    case human, json, github, sarif

    /// SARIF knows mistakes and other findings at places, and nothing else.
    func refuseSARIF() throws {
        if self == .sarif { throw ValidationError("--format sarif is for build, check and diff") }
    }
}
