internal import KairanModel
internal import KairanQueries
internal import Synchronization

extension OutputPlan {
    /// Returns the error for outputs that are too large to be made.
    func tooLarge(_ what: String, _ words: String, _ template: Template) -> Diagnostic {
        Diagnostic(
            .error, .outputSize, "\(what) would be \(words)", at: template.span,
            help: "a list, a section or a partial stands inside one that repeats it: leave one of them out, or choose "
                + "fewer elements with 'where' or 'limit'")
    }
}

extension Evaluator {
    /// Returns whether the number of a template's files is one that a site can have, and reports a larger one.
    func areFew(_ count: Int, _ template: Template, _ diagnostics: inout [Diagnostic]) -> Bool {
        if count <= OutputLimits.files { return true }
        // Combinations are not counted to their end.
        let isMore = if case .combinations = template.iteration { true } else { false }
        diagnostics.append(
            Diagnostic(
                .error, .outputCount,
                "this 'for' would make \(isMore ? "more than \(OutputLimits.files)" : "\(count)") files",
                at: template.span,
                help: "choose fewer with 'where', 'from' and 'until'; a template may make \(OutputLimits.files)"))
        return false
    }
}

/// The sizes of the files of each template, as far as they are made.
final class TemplateSizes: Sendable {
    private struct Size {
        var count = 0
        var bytes = 0
        var isTooLarge = false
    }

    private let sizes = Mutex<[Int: Size]>([:])

    /// Enough files must be made before the size of the others is estimated, in bytes.
    private static let leastSample = 4 << 30
    /// The largest size of all files of one template, in bytes: 16 KiB for each of a million entries.
    private static let limit = 16 << 30

    func isTooLarge(_ template: Int) -> Bool { sizes.withLock { $0[template]?.isTooLarge == true } }

    /// Counts a file that was made. Returns the size that all files of the template would have, in GiB, if that is too
    /// large and was not known before.
    ///
    /// - Parameter total: The number of all files of the template.
    func excess(adding bytes: Int, of template: Int, total: Int) -> Int? {
        sizes.withLock { sizes in
            var size = sizes[template] ?? Size()
            size.count += 1
            size.bytes += bytes
            defer { sizes[template] = size }
            guard size.bytes > Self.leastSample, !size.isTooLarge else { return nil }
            let expected = size.bytes / size.count * total
            size.isTooLarge = expected > Self.limit
            return size.isTooLarge ? expected >> 30 : nil
        }
    }
}
