internal import KairanContent

/// Where an address of an output leads, of what is known without looking at the places there.
enum AddressDestination {
    /// To another site.
    case elsewhere
    case output(String, fragment: String?)
    case empty
    /// On a page that is shown at any address.
    case relative
    case invalid
    /// To none of these paths.
    case nothing([String])
    /// What should be a picture is another file.
    case noPicture(String)
}

/// Follows the addresses that outputs hold.
struct AddressFollower: Sendable {
    let basePath: String
    let siteURL: String
    /// Whether a fact is that an output has a path. Strings that look the same are equal, and yet a host compares bytes:
    /// so do facts.
    let hasOutput: @Sendable (UInt64) -> Bool

    /// The page whose addresses are followed.
    struct Page {
        var path: String
        var hasBase = false
        /// The output that relative addresses start from; nil when that is another site's.
        var start: String?
    }

    func resolve(_ address: String, on page: String) -> ResolvedAddress {
        resolveAddress(address, onPage: page, basePath: basePath, siteURL: siteURL)
    }

    func isOutput(_ path: String) -> Bool { hasOutput(FactHash(path).value) }

    func page(_ path: String, base: String?) -> Page {
        guard let base else { return Page(path: path, start: path) }
        guard case .internal(let candidates, _) = resolve(base, on: path) else {
            return Page(path: path, hasBase: true)
        }
        return Page(path: path, hasBase: true, start: candidates.first)
    }

    func follow(_ address: String, _ use: FoundAddress.Use, on page: Page) -> AddressDestination {
        if address.isEmpty { return .empty }
        if page.path == "404.html", !page.hasBase, isRelative(address) { return .relative }
        // Without a start of this site, what is relative is another site's.
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

extension AddressFollower {
    init(_ settings: SiteSettings, _ hasOutput: @escaping @Sendable (UInt64) -> Bool) {
        self.init(basePath: settings.basePath, siteURL: settings.rootURL, hasOutput: hasOutput)
    }
}
