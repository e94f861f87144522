package import KairanModel

/// Returns the error for a missing collection that others name. Most likely its folder was lost or renamed.
///
/// Returns nil if the name is more likely misspelt.
///
/// - Parameter places: The places that name it. There is at least one.
package func missingCollection(_ name: String, namedAt places: [SourceSpan], among names: [String]) -> Diagnostic? {
    guard let first = places.min(), nearestName(to: name, in: names) == nil, isSafeID(name) else { return nil }
    let others = Set(places).count - 1
    let more = others == 0 ? "" : others == 1 ? "; one more place names it" : "; \(others) more places name it"
    return Diagnostic(
        .error, .collectionMissing, "there is no collection '\(name)'\(more)", at: first,
        help: "bring content/\(name) back if it is lost, or name another"
            + (names.isEmpty ? "" : "; collections: \(names.joined(separator: ", "))"))
}
