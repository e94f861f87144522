internal import KairanModel

/// The target of an address of an output, as far as it is known without looking at places inside the target.
package enum AddressDestination {
    /// The address leads to another site.
    case elsewhere
    case output(String, fragment: String?)
    case empty
    /// The address is relative, on a page that is shown at any address.
    case relative
    case invalid
    /// The address leads to none of these paths.
    case nothing([String])
    /// The address should lead to a picture, but leads to another file.
    case noPicture(String)
}

/// Follows the addresses in outputs.
package struct AddressFollower: Sendable {
    let basePath: String
    let siteURL: String
    /// Returns whether an output has the path of this fact. Swift treats strings that look alike as equal, but a host
    /// compares bytes, and facts do so too.
    let hasOutput: @Sendable (UInt64) -> Bool

    package init(basePath: String, siteURL: String, hasOutput: @escaping @Sendable (UInt64) -> Bool) {
        (self.basePath, self.siteURL, self.hasOutput) = (basePath, siteURL, hasOutput)
    }

    /// The page whose addresses are followed.
    package struct Page {
        var path: String
        package var hasBase = false
        /// The output at which relative addresses start; nil if that is on another site.
        var start: String?

        package init(path: String, hasBase: Bool = false, start: String? = nil) {
            (self.path, self.hasBase, self.start) = (path, hasBase, start)
        }
    }

    package func resolve(_ address: String, on page: String) -> ResolvedAddress {
        resolveAddress(address, onPage: page, basePath: basePath, siteURL: siteURL)
    }

    package func isOutput(_ path: String) -> Bool { hasOutput(FactHash(path).value) }

    package func page(_ path: String, base: String?) -> Page {
        guard let base else { return Page(path: path, start: path) }
        guard case .internal(let candidates, _) = resolve(base, on: path) else {
            return Page(path: path, hasBase: true)
        }
        return Page(path: path, hasBase: true, start: candidates.first)
    }

    package func follow(_ address: String, _ use: FoundAddress.Use, on page: Page) -> AddressDestination {
        if address.isEmpty { return .empty }
        if page.path == "404.html", !page.hasBase, isRelative(address) { return .relative }
        // If the start is on another site, relative addresses lead to that site.
        guard let start = page.start ?? (hasScheme(address) ? page.path : nil) else { return .elsewhere }
        switch resolve(address, on: start) {
        case .external: return .elsewhere
        case .invalid: return .invalid
        case .internal(let candidates, let fragment):
            guard let output = candidates.first(where: isOutput) else { return .nothing(candidates) }
            return use == .picture && !isPicture(output) ? .noPicture(output) : .output(output, fragment: fragment)
        }
    }
}

extension AddressDestination {
    /// The facts that the address requires; nil if nothing can make it right.
    package var facts: [UInt64]? {
        switch self {
        case .elsewhere: []
        case .output(let path, let fragment): requiredFacts(path, fragment)
        case .nothing(let candidates): candidates.first.map { [LinkFacts.fact(ofPath: $0)] }
        case .empty, .relative, .invalid, .noPicture: nil
        }
    }
}

/// Returns the facts that a link to a place of an output requires. Only pages have places.
package func requiredFacts(_ path: String, _ fragment: String?) -> [UInt64] {
    let hash = FactHash(path)
    guard let fragment, isMarkup(path) else { return [hash.value] }
    return [hash.value, hash.place(fragment).value]
}

extension FoundAddress {
    /// The scheme by which an address would run with the rights of the site; nil if it would not.
    package var scriptScheme: String? {
        guard let scheme = dangerousScheme(of: value), scheme != "data" || use == .open else { return nil }
        return scheme
    }
}
