import KairanContracts
import KairanModel
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanBuild
@testable import KairanPublish

/// A site that is built again and again into one folder, with and without what an earlier build left.
struct ContractSite: ~Copyable {
    let sandbox: PublishingSandbox
    /// This is true if the options say that this is a first publication.
    var namesFirst = true

    init() throws { sandbox = try PublishingSandbox() }

    func write(_ text: String?, to path: String) throws {
        let place = path.hasPrefix("public/") ? path : "site/" + path
        if let text { try sandbox.write(text, to: place) } else { try sandbox.remove(place) }
    }

    /// Lets nothing but the published folder tell what was published.
    func forget() throws { try sandbox.remove("site/.kairan") }

    func published(_ path: String) throws -> String {
        try String(contentsOfFile: sandbox.target + "/" + path, encoding: .utf8)
    }

    private func options(_ accepted: [AcceptedChange]) -> BuildOptions {
        var options = BuildOptions(clock: 0)
        (options.folder, options.output, options.accepted) = (sandbox.root + "/site", sandbox.target, accepted)
        options.isFirstPublication = namesFirst
        return options
    }

    func errors() throws -> [Diagnostic] {
        try buildSite(options([])).result.diagnostics.filter { $0.severity == .error }
    }

    func messages() throws -> [String] { try errors().map(\.message) }

    func help() throws -> [String] { try errors().compactMap(\.help) }

    func places() throws -> [String] { try errors().map { "\($0.span.path):\($0.span.line)" } }

    func warnings(accepting accepted: [AcceptedChange]) throws -> [Diagnostic] {
        try buildSite(options(accepted)).result.diagnostics.filter { $0.severity == .warning }
    }

    /// Returns the rules of what was noticed, and publishes the site if there is no error.
    func build(accepting accepted: [AcceptedChange] = []) throws -> [String] {
        let clean = try buildSite(options(accepted)).result
        let publisher: Publisher? = try Publisher(
            to: sandbox.target, workFolder: options(accepted).workFolder, clock: sandbox.clock)
        var built = try buildSite(options(accepted), for: publisher)
        #expect(built.result.diagnostics == clean.diagnostics)
        let rules = Set(built.result.diagnostics.filter { $0.rule != .templateUnused }.map(\.rule.rawValue)).sorted()
        guard !built.result.diagnostics.hasErrors else { return rules }
        _ = try publisher?.publish(&built.result, after: built.earlier, seen: built.seen)
        for file in clean.files { #expect(Array(try published(file.path).utf8) == file.bytes, "\(file.path)") }
        return rules
    }
}
