internal import KairanPublish

/// The reason why a publication was not deployed, or not to its end.
package struct DeployError: Error, Equatable, CustomStringConvertible {
    package var description: String

    package init(_ description: String) { self.description = description }
}
