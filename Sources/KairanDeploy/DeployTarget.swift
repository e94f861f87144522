internal import KairanPublish

/// A place that a publication is deployed to, as people write it.
///
/// Both programs write places as `NAME:PATH`, so the text begins with the name of the program that uploads.
package enum DeployTarget: Sendable, Equatable {
    /// A remote that rclone knows, such as `board:bucket/site`.
    case rclone(String)
    /// A place for rsync, such as `www.example:/srv/www`, `rsync://www.example/site` or `/srv/www`.
    case rsync(String)

    /// The result is nil if the text names neither program, or no place.
    package init?(_ text: String) {
        if text.hasPrefix("rclone:") {
            self = .rclone(String(text.dropFirst("rclone:".count)))
        } else if text.hasPrefix("rsync://") {
            self = .rsync(text)
        } else if text.hasPrefix("rsync:") {
            self = .rsync(String(text.dropFirst("rsync:".count)))
        } else {
            return nil
        }
        // A place that starts with a hyphen would be an option of the program.
        if place.isEmpty || place.hasPrefix("-") { return nil }
    }

    private var place: String {
        switch self {
        case .rclone(let place), .rsync(let place): place
        }
    }

    /// The place, if it is a folder of this computer. Both programs take what stands before a colon as a host, unless
    /// a slash comes first.
    package var localFolder: String? { place.prefix { $0 != "/" }.contains(":") ? nil : place }

    /// Returns the program that uploads there.
    ///
    /// A folder of this computer gets its whole path: rsync 3.5 makes no folder at a path with `..`.
    ///
    /// - Parameter runner: It starts the program.
    func host(_ runner: ProgramRunner) throws -> any DeployHost {
        let place = try localFolder.map(plannedPath) ?? place
        return switch self {
        case .rclone: Rclone(place: place, runner: runner)
        case .rsync: Rsync(place: place, runner: runner)
        }
    }
}
