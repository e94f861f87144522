// swift-tools-version: 5.9
import PackageDescription

// The client is not in the repository, because Kairan makes it from what is published: see README.md.
let package = Package(
    name: "BoardApp",
    platforms: [.macOS(.v12)],
    dependencies: [.package(path: "BoardV2")],
    targets: [.executableTarget(name: "board", dependencies: [.product(name: "BoardV2", package: "BoardV2")])]
)
