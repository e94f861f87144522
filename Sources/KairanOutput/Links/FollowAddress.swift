internal import KairanContent

/// The target of an address of an output, as far as it is known without looking at places inside the target.
enum AddressDestination {
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
struct AddressFollower: Sendable {
    let basePath: String
    let siteURL: String
    /// Returns whether an output has the path of this fact. Swift treats strings that look alike as equal, but a host
    /// compares bytes, and facts do so too.
    let hasOutput: @Sendable (UInt64) -> Bool

    /// The page whose addresses are followed.
    struct Page {
        var path: String
        var hasBase = false
        /// The output at which relative addresses start; nil if that is on another site.
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

extension AddressFollower {
    init(_ settings: SiteSettings, _ hasOutput: @escaping @Sendable (UInt64) -> Bool) {
        self.init(basePath: settings.basePath, siteURL: settings.rootURL, hasOutput: hasOutput)
    }
}
