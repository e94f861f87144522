internal import KairanQueries

/// The file in which some hosts look for redirects (Netlify, Cloudflare Pages and others).
package let redirectListPath = "_redirects"

extension OutputPlan {
    /// Returns the list of all redirects for such hosts; nil if there are none, or if the site has a list of its own or is
    /// not at the root of its host, where alone the list would be read.
    ///
    /// - Parameter moved: The redirects that no entry asks for.
    package func redirectList(_ moved: [Redirect]) -> [UInt8]? {
        let all = (redirects + moved).sorted { $0.path < $1.path }
        guard !all.isEmpty, site.settings.basePath == "/" else { return nil }
        return Array(all.map { "\(address($0.path)) \(address($0.target)) 301\n" }.joined().utf8)
    }

    private func address(_ path: String) -> String { site.address(ofOutput: path, .fromRoot) }
}
