internal import KairanContracts
internal import KairanFormats
internal import KairanModel
internal import KairanTemplates

extension BuildResult {
    /// Returns what becomes of former addresses that do not lead to these pages yet.
    ///
    /// - Parameter published: Returns what stands at a path now.
    func movedPages(
        besides published: (_ path: String) throws(ReadError) -> [UInt8]?
    ) throws(ReadError) -> [PublicationChange] {
        guard let plan else { return [] }
        func address(_ path: String) -> String { plan.site.address(ofOutput: path, .fromRoot) }
        var moved: [Redirect] = []
        for redirect in redirects.sorted(by: { $0.path < $1.path }) {
            var leads = XMLText()
            leads.markup("content=\"0; url=")
            leads.text(address(redirect.target))
            leads.markup("\"")
            if try published(redirect.path)?.firstRange(of: leads.bytes) == nil { moved.append(redirect) }
        }
        if moved.isEmpty { return [] }
        let shown = moved.prefix(3).map { "\(address($0.path)) to \(address($0.target))" }
        let rest = moved.count > 3 ? " and \(moved.count - 3) more" : ""
        let what = moved.count == 1 ? "a former address leads on" : "\(moved.count) former addresses lead on"
        return [
            PublicationChange(
                weight: .data, rule: "address.moved", message: "\(what): \(shown.joined(separator: ", "))\(rest)",
                elements: moved.map { address($0.path) }, span: SourceSpan(path: "content/site.yml"))
        ]
    }
}
