internal import KairanModel
internal import KairanReaders

/// The use of a text with names in it, such as `https://example.org/{cycle}/notes`. The names are those of the fields
/// of a collection, and the text is resolved where an entry of that collection is at hand.
package struct NamePattern: Sendable {
    package var collection: String
    /// This is true if the resolved text is an address.
    package var isAddress = false

    package static let words = ["of", "as"]
}

extension DeclarationReader {
    /// Reads `pattern: releases`, or `pattern: { of: releases, as: url }`.
    mutating func pattern(_ options: SourceNode?, of field: inout FieldDeclaration, at span: SourceSpan) -> Bool {
        field.type = .text
        let help: Help = "write { pattern: releases } for the names of content/releases"
        if let members = options?.members {
            let given = self.members(
                of: SourceNode(.mapping(members), span: span), allowed: NamePattern.words, what: "a pattern")
            guard given.count == members.count else { return false }
        }
        let named = options?["of"] ?? options
        guard let collection = text(named, "the collection of a pattern", help: help) else {
            if options == nil { error(.fieldDeclaration, "a pattern must name a collection", at: span, help: help) }
            return false
        }
        (field.pattern, field.collectionSpan) = (NamePattern(collection: collection), named?.span)
        guard let use = options?["as"] else { return true }
        field.pattern?.isAddress = use.scalar == "url"
        if use.scalar == "url" || use.scalar == "text" { return true }
        error(.declarationType, "a pattern makes a text or a url", at: use.span, help: "write as: url, or remove it")
        return false
    }
}

extension ValueReader {
    /// Checks that a text becomes an address, whatever its names stand for.
    mutating func checkAddress(ofPattern text: String, _ node: SourceNode, _ field: FieldDeclaration) {
        // Each name is replaced by as many digits as it has letters, so that the places of other mistakes stay right.
        var sample = text
        for name in text.matches(of: /\{[^{}]*\}|__[A-Z0-9_]+?__/).reversed() {
            sample.replaceSubrange(
                name.range, with: String(repeating: "0", count: text[name.range].unicodeScalars.count))
        }
        // A brace that is not closed is reported where the names are looked up.
        let names = text.replacing("{{", with: "").replacing("}}", with: "")
        if names.replacing(/\{[^{}]*\}/, with: "").contains("{") { return }
        guard sample.wholeMatch(of: /https?:\/\/.*/) != nil else {
            return error(
                .urlInvalid, "this is not a pattern of an address", at: node.span,
                help: "write the whole of it, such as https://example.org/{id}")
        }
        let host = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst(2).first ?? ""
        if host.contains("{") || host.contains("__") {
            error(
                .urlHost, "the host of an address cannot have names in it", at: node.span,
                help: "write the whole host, up to the next '/'")
        }
        // The sample leads nowhere. Where the names are filled in, the real addresses are checked.
        let known = addresses
        _ = url(
            sample, node, FieldDeclaration(name: field.name, type: .url, isOptional: false, span: field.span))
        addresses = known
    }
}
