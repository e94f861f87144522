// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Scenario",
    platforms: [.macOS(.v12)],
    dependencies: [.package(path: "../plain"), .package(path: "../bundled")],
    targets: [
        .executableTarget(name: "Plain", dependencies: [.product(name: "BoardV1", package: "plain")]),
        .executableTarget(
            name: "Bundled", dependencies: [.product(name: "BundledBoard", package: "bundled")],
            swiftSettings: [.define("BUNDLED")]),
    ]
)
