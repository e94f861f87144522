import ArgumentParser
import KairanPreview

/// The addresses of the forms and of the site behind a proxy.
struct Forwarding {
    let forms: AddressPattern
    /// The address of the site; nil if there is none, because scripts of its pages must not be of the origin of the forms.
    let site: AddressPattern?

    init(_ forms: AddressPattern, site: AddressPattern? = nil) {
        (self.forms, self.site) = (forms, site ?? (forms.separatesPorts ? forms : nil))
    }

    /// Returns the servers as a browser gets to them. Each has to be of an origin of its own.
    func servers(forms: UInt16, site: UInt16?, published: UInt16?) throws -> ForwardedServers {
        var servers = ForwardedServers(forms: self.forms.address(ofPort: forms))
        servers.site = site.map { .init(port: $0, address: self.site?.address(ofPort: $0)) }
        servers.published = published.map { port in
            .init(port: port, address: self.site.flatMap { $0.separatesPorts ? $0.address(ofPort: port) : nil })
        }
        let origins = [servers.forms, servers.site?.address, servers.published?.address].compactMap { $0?.origin }
        guard Set(origins).count == origins.count else {
            throw ValidationError(
                "--site-address needs another host or port than --address, as scripts of the site could use the forms there"
            )
        }
        return servers
    }
}

/// The address at which a browser reaches the ports of this computer, as far as the environment tells it.
enum HostedAddress {
    case known(AddressPattern)
    /// There is a proxy whose host is not known. It has an address like the example.
    case unknown(host: String, example: String)
    /// There is no proxy that is known here.
    case nowhere
}

/// Returns the address at which the host of this computer forwards its ports.
///
/// - Parameter variable: Returns a variable of the environment; nil if there is none.
func hostedAddress(_ variable: (String) -> String?) -> HostedAddress {
    func filled(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
    if filled("CODESPACES") == "true", let name = filled("CODESPACE_NAME"),
        let domain = filled("GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN"),
        let pattern = AddressPattern("https://\(name)-{port}.\(domain)/")
    {
        return .known(pattern)
    }
    if let workspace = filled("GITPOD_WORKSPACE_URL"),
        let pattern = AddressPattern(workspace.replacing("https://", with: "https://{port}-", maxReplacements: 1))
    {
        return .known(pattern)
    }
    if let proxy = filled("VSCODE_PROXY_URI")?.replacing("{{port}}", with: "{port}") {
        // Without a scheme it is the one of the page, and a host or a path alone depends on it too.
        let pattern = AddressPattern(proxy.hasPrefix("//") ? "https:" + proxy : proxy)
        if let pattern { return .known(pattern) }
        return .unknown(host: "code-server", example: "https://HOST/proxy/{port}/")
    }
    guard let prefix = filled("JUPYTERHUB_SERVICE_PREFIX"), prefix.hasPrefix("/") else { return .nowhere }
    let path = (prefix.hasSuffix("/") ? prefix : prefix + "/") + "proxy/{port}/"
    let known = filled("JUPYTERHUB_PUBLIC_URL").map { $0 + ($0.hasSuffix("/") ? "" : "/") + "proxy/{port}/" }
    if let pattern = (known ?? filled("JUPYTERHUB_HOST").map { $0 + path }).flatMap(AddressPattern.init) {
        return .known(pattern)
    }
    return .unknown(host: "JupyterHub", example: "https://HOST\(path)")
}
