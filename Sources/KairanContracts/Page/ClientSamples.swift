package import KairanContent
package import KairanTemplates

/// Code of the clients that can be made of a version, as the version's page shows it.
package struct ClientSamples: Sendable {
    package struct Start: Sendable {
        var name: String
        /// The command that makes the client.
        var command: String
        var code: String

        package init(name: String, command: String, code: String) {
            (self.name, self.command, self.code) = (name, command, code)
        }
    }

    /// The line that uses an endpoint in one language, and the types that it is about.
    package struct Use: Sendable {
        var language: String
        var code: String
        var types: String

        package init(language: String, code: String, types: String) {
            (self.language, self.code, self.types) = (language, code, types)
        }
    }

    var starts: [Start]
    /// The uses of each endpoint, in the order of the contract.
    var uses: [[Use]]

    package init(starts: [Start], uses: [[Use]]) { (self.starts, self.uses) = (starts, uses) }
}

/// Writes the samples of a version. The code that writes clients makes them, of which a contract knows nothing.
///
/// The last argument has, for each endpoint, the values of the parameters in the path of an existing file.
package typealias SampleWriter =
    @Sendable (_ contract: VersionContract, _ settings: SiteSettings, _ values: [[String: String]]) -> ClientSamples
