internal import KairanContent
internal import KairanModel
internal import KairanReaders
internal import KairanTemplates

/// The address that `kairan init` writes until the site has its own. Its host is reserved (RFC 2606, 3), so no app uses
/// it.
private let placeholder = "https://example.org/"

extension ContractGate {
    /// Returns a change if the version's address changed, because released apps use the address that they know.
    func movedAddress(from old: PublishedContract, to version: APIVersion) -> [ContractChange] {
        let new = version.address(plan.site.settings)
        guard let address = old.address, address != new, !address.hasPrefix(placeholder) else { return [] }
        return [
            ContractChange(rule: .moved, endpoint: "", path: "", message: "the address '\(address)' becomes '\(new)'")
        ]
    }
}

extension ContractGate {
    /// The place at which the site states its address.
    var addressPlace: SourceSpan {
        let file = files.first { $0.path == "content/site.yml" }
        return file.flatMap { readYAML($0).value?["url"]?.span } ?? SourceSpan(path: "content/site.yml")
    }
}
