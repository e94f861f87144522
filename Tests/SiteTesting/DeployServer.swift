package import Foundation
internal import Testing

/// A server of rclone or rsync on this computer, with an empty folder. It ends with the value.
package struct DeployServer: ~Copyable {
    package enum Kind: String, CaseIterable, Sendable { case s3, webdav, sftp, rsync }

    /// Tells whether this computer has all of them.
    package static let hasAll = Kind.allCases.allSatisfy(has)

    private static func has(_ kind: Kind) -> Bool {
        let words = kind == .rsync ? ["rsync", "--help"] : ["rclone", "serve", kind.rawValue, "--help"]
        // Older ones of rclone cannot serve S3, and then show another help.
        do { return try run(env, words).output.contains(kind == .rsync ? "--mkpath" : "--addr") } catch { return false }
    }

    private let kind: Kind
    private let box: TemporaryFolder
    /// The process of the server; rsync's own one is started for each connection.
    private let process: Process?
    /// The host and port of the server.
    private let place: String

    package init(_ kind: Kind) throws {
        let box = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: "\(box.path)/files/bucket", withIntermediateDirectories: true)
        // Root would otherwise write as nobody.
        let user = getuid() == 0 ? "uid = 0\ngid = 0\n" : ""
        try box.write(
            "use chroot = no\n\(user)[bucket]\npath = \(box.path)/files/bucket\nread only = no\n", to: "rsyncd.conf")
        let (process, place) = kind == .rsync ? (nil, "") : try serve(kind, in: box)
        try box.write(try remote(kind, at: place), to: "rclone.conf")
        (self.kind, self.process, self.place) = (kind, process, place)
        self.box = box
    }

    deinit { process?.terminate() }

    /// The target of a deploy.
    package var target: String { kind == .rsync ? "rsync://board.example/bucket/site" : "rclone:host:bucket/site" }

    /// The variables by which the programs find the server.
    package var environment: [String: String] {
        [
            "RCLONE_CONFIG": "\(box.path)/rclone.conf",
            "RSYNC_CONNECT_PROG": "rsync --daemon --config=\(box.path)/rsyncd.conf",
        ]
    }

    /// The folder that holds what was deployed.
    package var folder: URL { box.url.appending(path: "files/bucket/site") }

    /// The address at which anybody can read what was deployed. Servers for uploading alone have none.
    package var address: String {
        switch kind {
        case .rsync, .sftp: "file://\(folder.path)/"
        case .s3, .webdav: "http://\(place)/bucket/site/"
        }
    }
}

private let env = URL(filePath: "/usr/bin/env")

/// Starts a server of rclone, and waits until it says where it listens.
private func serve(_ kind: DeployServer.Kind, in box: borrowing TemporaryFolder) throws -> (Process, String) {
    let said = try box.emptyFile("said")
    let process = Process()
    process.executableURL = env
    process.arguments =
        ["rclone", "serve", kind.rawValue, "\(box.path)/files", "--addr", "127.0.0.1:0"]
        + (kind == .sftp ? ["--user", "user", "--pass", "secret"] : [])
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, try FileHandle(forWritingTo: said))
    try process.start()
    var place: Substring?
    try wait {
        place = try String(contentsOf: said, encoding: .utf8).firstMatch(of: /127\.0\.0\.1:\d+/)?.0
        return place != nil
    }
    return (process, String(try #require(place)))
}

/// Returns what rclone has to know of a server.
private func remote(_ kind: DeployServer.Kind, at place: String) throws -> String {
    let lines =
        switch kind {
        case .s3:
            ["provider = Rclone", "access_key_id = key", "secret_access_key = secret", "endpoint = http://\(place)"]
        case .webdav: ["url = http://\(place)"]
        case .sftp:
            [
                "host = 127.0.0.1", "port = \(place.split(separator: ":")[1])", "user = user",
                "pass = \(try run(env, ["rclone", "obscure", "secret"]).output)",
            ]
        case .rsync: [String]()
        }
    return (["[host]", "type = \(kind.rawValue)"] + lines).joined(separator: "\n") + "\n"
}
