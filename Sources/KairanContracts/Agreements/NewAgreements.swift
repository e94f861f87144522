internal import KairanFormats
package import KairanModel
internal import KairanTemplates

/// A version that users are asked to agree to for the first time.
package struct NewAgreement: Sendable {
    package var collection: String
    package var version: Version
    /// This is true if users already agreed to another version.
    package var isAgain: Bool
    /// The differences from the version before, in its own text and in the texts that it includes.
    package var difference: [String] = []
    package var span: SourceSpan
}

extension Sealer {
    /// Returns the highest version of each collection, if it is new.
    ///
    /// - Parameter old: The published `agreements.json`; nil if none can be read.
    package func newAgreements(from old: [UInt8]?, to new: [UInt8]) -> [NewAgreement] {
        let settings = plan.site.settings
        let published = old.flatMap { AgreementLedger(reading: $0, settings) } ?? AgreementLedger(settings)
        guard let ledger = AgreementLedger(reading: new, settings) else { return [] }
        return plan.site.content.collections.compactMap { collection in
            guard let agreement = collection.declaration.agreement,
                let highest = ledger.inForce(collection.name).max(by: { $0.version < $1.version })
            else { return nil }
            let before = published.inForce(collection.name).max { $0.version < $1.version }
            guard before.map({ $0.version < highest.version }) ?? true else { return nil }
            return NewAgreement(
                collection: collection.name, version: highest.version, isAgain: before != nil,
                difference: before.map { difference(from: $0, to: highest) } ?? [], span: agreement.span)
        }
    }

    private func difference(from old: AgreementLedger.Version, to new: AgreementLedger.Version) -> [String] {
        func lines(_ name: String?, _ old: AgreedText?, _ new: AgreedText?) -> [String] {
            plan.site.settings.locales.flatMap { locale -> [String] in
                let lines = differenceLines(from: old?[locale.code] ?? "", to: new?[locale.code] ?? "")
                return lines.isEmpty ? [] : (name.map { ["\($0):"] } ?? []) + lines
            }
        }
        let names = Set(old.includes.keys).union(new.includes.keys).sorted()
        return lines(nil, old.text, new.text) + names.flatMap { lines($0, old.includes[$0], new.includes[$0]) }
    }
}

extension AgreementLedger {
    /// Returns the versions that are in force, without announced ones.
    fileprivate func inForce(_ collection: String) -> [Version] {
        (versions[collection] ?? []).filter { $0.from == nil }
    }
}
