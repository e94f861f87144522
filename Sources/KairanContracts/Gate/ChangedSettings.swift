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

    /// Returns a change if the days of the site begin in another time zone. Apps read it from the manifest, but those
    /// that were made before it stood there know only the one of their time.
    func changedTimeZone(from old: PublishedContract) -> [ContractChange] {
        let new = plan.site.settings.timeZone.identifier
        guard let zone = old.timeZone, zone != new else { return [] }
        return [
            ContractChange(
                rule: .timeZoneChanged, endpoint: "", path: "", message: "the time zone '\(zone)' becomes '\(new)'")
        ]
    }

    /// The place in `site.yml` at which a setting stands.
    func settingPlace(_ name: String) -> SourceSpan {
        let file = files.first { $0.path == "content/site.yml" }
        return file.flatMap { readYAML($0).value?[name]?.span } ?? SourceSpan(path: "content/site.yml")
    }
}
