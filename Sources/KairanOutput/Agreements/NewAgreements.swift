package import KairanModel

/// A version that users are asked to agree to, which they were not before.
package struct NewAgreement: Sendable {
    package var collection: String
    package var version: Version
    /// Whether they agreed to another one already.
    package var isAgain: Bool
    package var span: SourceSpan
}

extension OutputPlan {
    /// The highest of each collection, where it is new.
    ///
    /// - Parameter old: The published `agreements.json`; nil when there is none that can be read.
    package func newAgreements(from old: [UInt8]?, to new: [UInt8]) -> [NewAgreement] {
        let settings = site.settings
        let published = old.flatMap { AgreementLedger(reading: $0, settings) } ?? AgreementLedger(settings)
        guard let ledger = AgreementLedger(reading: new, settings) else { return [] }
        return site.content.collections.compactMap { collection in
            guard let agreement = collection.declaration.agreement,
                let highest = ledger.versions[collection.name]?.map(\.version).max()
            else { return nil }
            let before = published.versions[collection.name]?.map(\.version).max()
            guard before.map({ $0 < highest }) ?? true else { return nil }
            return NewAgreement(
                collection: collection.name, version: highest, isAgain: before != nil, span: agreement.span)
        }
    }
}
