internal import KairanContent
internal import KairanModel
internal import KairanReaders

/// What `kairan init` writes until the site has an address: a host that is reserved (RFC 2606, 3), where no app asks.
private let placeholder = "https://example.org/"

extension OutputPlan {
    /// Apps that are out ask at the address that they know.
    func movedAddress(from old: PublishedContract, to version: APIVersion) -> [ContractChange] {
        let new = version.address(site.settings)
        guard let address = old.address, address != new, !address.hasPrefix(placeholder) else { return [] }
        return [
            ContractChange(rule: .moved, endpoint: "", path: "", message: "the address '\(address)' becomes '\(new)'")
        ]
    }
}

extension ContractGate {
    /// Where the site says its address.
    var addressPlace: SourceSpan {
        let file = files.first { $0.path == "content/site.yml" }
        return file.flatMap { readYAML($0).value?["url"]?.span } ?? SourceSpan(path: "content/site.yml")
    }
}
