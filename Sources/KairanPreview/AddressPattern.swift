/// An address at which a proxy takes requests and sends them on to a server of this computer.
package struct NamedAddress: Sendable, Equatable {
    /// The name of the host, in lower case, without a port.
    let host: String
    /// The scheme, the host and the port, as browsers write them into `Origin`.
    package let origin: String
    /// The whole address, which ends with a slash.
    package let text: String
}

/// The addresses at which a proxy takes requests for servers of this computer, one for each port:
/// `https://name-{port}.host.example/`. Without `{port}` there is one address.
package struct AddressPattern: Sendable, Equatable {
    private let authority: String
    private let path: String
    private static let place = "{port}"

    /// The result is nil if a text is not such an address: `https`, a host, perhaps a port and a path, and nothing else.
    package init?(_ text: String) {
        guard let match = text.wholeMatch(of: /(?i)https:\/\/([a-z0-9.{}-]+)(?::([0-9]{1,5}|\{port\}))?(\/[^?#]*)?/),
            text.split(separator: Self.place, omittingEmptySubsequences: false).count <= 2
        else { return nil }
        let (host, port) = (match.1.lowercased(), match.2.map(String.init))
        let labels = host.replacing(Self.place, with: "0").split(separator: ".", omittingEmptySubsequences: false)
        guard labels.allSatisfy({ $0.wholeMatch(of: /[a-z0-9]([a-z0-9-]*[a-z0-9])?/) != nil }),
            port == nil || port == Self.place || port.flatMap({ UInt16($0) }).map({ $0 > 0 }) == true
        else { return nil }
        let path = String(match.3 ?? "/")
        let parts = path.replacing(Self.place, with: "0").split(separator: "/")
        guard parts.allSatisfy({ $0.wholeMatch(of: /[A-Za-z0-9._~%@:+-]+/) != nil && $0 != "." && $0 != ".." }),
            !path.contains("//")
        else { return nil }
        authority = host + (port.map { $0 == "443" ? "" : ":\($0)" } ?? "")
        self.path = path.hasSuffix("/") ? path : path + "/"
    }

    /// This is true if the servers are at the top of their hosts. Pages of the site work only there, as their links
    /// begin with a slash.
    package var isAtTop: Bool { path == "/" }

    /// This is true if each port is of another origin, so that scripts of one have no access to what another one shows.
    package var separatesPorts: Bool { isAtTop && authority.contains(Self.place) }

    package func address(ofPort port: UInt16) -> NamedAddress {
        let authority = authority.replacing(Self.place, with: "\(port)")
        let origin = "https://\(authority)"
        let path = path.replacing(Self.place, with: "\(port)")
        return NamedAddress(host: String(authority.prefix { $0 != ":" }), origin: origin, text: origin + path)
    }
}

/// The servers behind a proxy, as a browser gets to them.
package struct ForwardedServers: Sendable {
    package struct Server: Sendable {
        package var port: UInt16
        /// The address; nil if only this computer gets there.
        package var address: NamedAddress?

        package init(port: UInt16, address: NamedAddress?) { (self.port, self.address) = (port, address) }
    }

    package var forms: NamedAddress
    /// The preview and what is published, if they are shown at all.
    package var site: Server?
    package var published: Server?

    package init(forms: NamedAddress) { self.forms = forms }
}
