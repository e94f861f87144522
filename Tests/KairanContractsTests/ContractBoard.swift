import KairanModel
import KairanPublish
import KairanQueries
import KairanReaders
import KairanSystem
import KairanTemplates
import PlanTesting
import Testing

@testable import KairanContracts

/// A site in memory that is published again and again: it goes from its sources to sealed outputs as in a build, and is
/// each time compared with the publication before. There is no folder, and nothing is kept of an earlier build.
final class ContractBoard {
    private var sources: [String: String] = [:]
    private var publication: [String: [UInt8]] = [:]

    struct NotPublished: Error { var path: String }

    /// Writes a source, or a published file as if somebody had changed it there; without a text it is removed.
    func write(_ text: String?, to path: String) throws {
        if path.hasPrefix("public/") {
            publication[String(path.dropFirst("public/".count))] = text.map { Array($0.utf8) }
        } else {
            sources[path] = text
        }
    }

    func published(_ path: String) throws -> String {
        guard let bytes = publication[path] else { throw NotPublished(path: path) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The mistakes and warnings of a build, in the order of their places, and what it made.
    struct Sealing {
        var diagnostics: [Diagnostic]
        var plan: OutputPlan?
        var outputs: SealedOutputs?

        var errors: [Diagnostic] { diagnostics.filter { $0.severity == .error } }
    }

    func sealing(accepting accepted: [AcceptedChange] = []) -> Sealing {
        var sealing = sealed(accepted)
        // Pages that an error takes away are not told of.
        let isWrong = sealing.diagnostics.hasErrors
        sealing.diagnostics =
            sealing.diagnostics.filter { !isWrong || $0.severity == .error || $0.rule != .addressGone }
            .sortedForReport
        return sealing
    }

    func errors() throws -> [Diagnostic] { sealing().errors }

    func messages() throws -> [String] { try errors().map(\.message) }

    func help() throws -> [String] { try errors().compactMap(\.help) }

    func places() throws -> [String] { try errors().map { "\($0.span.path):\($0.span.line)" } }

    func warnings(accepting accepted: [AcceptedChange]) throws -> [Diagnostic] {
        sealing(accepting: accepted).diagnostics.filter { $0.severity == .warning }
    }

    /// Returns the rules of what was noticed, and publishes the site if there is no error.
    func build(accepting accepted: [AcceptedChange] = []) throws -> [String] {
        let sealing = sealing(accepting: accepted)
        if sealing.errors.isEmpty { try publish(sealing) }
        return Set(sealing.diagnostics.filter { $0.rule != .templateUnused }.map(\.rule.rawValue)).sorted()
    }

    private func publish(_ sealing: Sealing) throws {
        let (plan, outputs) = (try #require(sealing.plan), try #require(sealing.outputs))
        let files = outputs.made.map(\.file)
        let notes = PublishedPromises.notes(PublishedEntries(windowedIn: plan.site.content), outputs.pages)
        let list = WholeList(
            files: files.map { WholeList.File(path: TreePath($0.path), hash: $0.hash) },
            promises: try PublishedPromises(of: files, notes: notes))
        publication = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.bytes) })
        publication[publishedListPath] = list.bytes
    }

    private func sealed(_ accepted: [AcceptedChange]) -> Sealing {
        let site = PlannedSite(sources)
        guard let plan = site.plan else { return Sealing(diagnostics: site.diagnostics) }
        let sealer = Sealer(plan) { contract, _, _ in
            ClientSamples(starts: [], uses: contract.endpoints.map { _ in [] })
        }
        let list = PublishedList(file(publishedListPath))
        let last = PublishedFiles(list, list.promisingPaths.union(plan.templates.pathsOfPromises), read: file)
        let terms = SealingTerms(
            site.sources, after: PublishedState(last), accepting: accepted, isFirstPublication: true)
        let review = sealer.review(terms)
        guard let rendered = site.rendered() else {
            return Sealing(diagnostics: site.diagnostics + review.diagnostics)
        }
        let outputs = sealer.seal(
            rendered.value, review, keeping: KeptFiles(), terms, RenderOptions(style: .pretty)
        ) { made in
            Set(made.flatMap { Reads.entries(of: ByteReader($0.trace), in: plan.site.content).map(\.entry) })
        }
        let diagnostics = site.diagnostics + rendered.diagnostics + outputs.diagnostics
        return Sealing(diagnostics: diagnostics, plan: plan, outputs: outputs.value)
    }

    private func file(_ path: String) -> PublishedFile { publication[path].map { .bytes($0) } ?? .nothing }
}
