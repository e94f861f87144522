package import KairanModel

/// The reason why a source cannot be taken now. What was taken before stays.
package struct PullFailure: Error {
    package var rule = Rule.pullSource
    package var message: String
    package var help: String?

    init(_ message: String, help: String? = nil, rule: Rule = .pullSource) {
        (self.message, self.help, self.rule) = (message, help, rule)
    }
}
