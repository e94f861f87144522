internal import KairanContent
package import KairanModel
package import KairanReaders

/// Turns the JSON of a field into what an author would write.
package struct FieldWriter {
    let evaluator: Evaluator
    package var pictures: PictureFinder
    package private(set) var diagnostics: [Diagnostic] = []

    package init(evaluator: Evaluator, pictures: PictureFinder) {
        (self.evaluator, self.pictures) = (evaluator, pictures)
    }

    /// Returns nil if there is no value, and after a mistake.
    package mutating func node(_ told: Recovered, _ type: FieldType) -> SourceNode? {
        guard !told.isNothing || type == .window || type.allowsNull && told.value?.isWrittenNull == true
        else { return nil }
        return type.traits.written(&self, told)
    }

    mutating func mistake(_ rule: Rule, _ message: String, _ told: Recovered, help: String? = nil) {
        guard let span = told.span ?? told.anyOrigin else { return }
        report(rule, message, at: span, help: help)
    }

    package mutating func report(_ rule: Rule, _ message: String, at span: SourceSpan, help: String?) {
        diagnostics.append(Diagnostic(.error, rule, message, at: span, help: help))
    }
}

extension FieldWriter {
    var zone: SiteTimeZone { evaluator.site.settings.timeZone }

    /// Returns nil unless all values are there.
    func scalars(_ told: Recovered, _ steps: [Step]) -> [String]? {
        let texts = steps.compactMap { told[$0]?.value?.scalar }
        return texts.count == steps.count ? texts : nil
    }
}

extension Recovered {
    func node(_ content: SourceNode.Content) -> SourceNode {
        SourceNode(content, span: span ?? anyOrigin ?? SourceSpan(path: ""))
    }

    func text(_ text: String) -> SourceNode { node(.scalar(text, .string)) }
    func number(_ text: String) -> SourceNode { node(.scalar(text, .number)) }

    /// Returns whether there is enough information to write a value of the type.
    package func tells(_ type: FieldType) -> Bool {
        value != nil || type.traits.isTold(self)
    }

    func has(_ steps: Step...) -> Bool { steps.allSatisfy { self[$0] != nil } }
}
