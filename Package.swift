// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .strictMemorySafety(),
    .unsafeFlags(["-warnings-as-errors"]),
]

/// Whether KairanSystem uses only POSIX: two renames for an exchange, repeated looks to watch a folder, and no /proc.
/// It has to outside Linux; on Linux KAIRAN_PORTABLE=1 asks for it, so that the tests can run on it.
#if os(Linux)
    let isPortable = Context.environment["KAIRAN_PORTABLE"] == "1"
#else
    let isPortable = true
#endif

let package = Package(
    name: "kairan",
    products: [
        .executable(name: "kairan", targets: ["kairan"])
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        // These are linked statically. Scripts/check makes sure that only one target imports each of them.
        .systemLibrary(
            name: "CMarkGFM", providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
        .systemLibrary(name: "CGD", providers: [.apt(["libgd-dev"])]),
        .systemLibrary(name: "CNettle", providers: [.apt(["nettle-dev"])]),
        .systemLibrary(name: "CYAML", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CUTF8Proc", providers: [.apt(["libutf8proc-dev"])]),
        // The table is embedded by the C file.
        .target(name: "CZones", exclude: ["zones.txt"]),
        .target(name: "CLinux"),
        .target(name: "CStart"),
        .target(
            name: "KairanSystem", dependencies: isPortable ? ["CStart"] : ["CLinux", "CStart"],
            exclude: [isPortable ? "Linux" : "Portable"], swiftSettings: strict),
        .target(
            name: "KairanModel", dependencies: ["KairanSystem", "CUTF8Proc", "CZones"], swiftSettings: strict),
        .target(
            name: "KairanMarkdown", dependencies: ["KairanSystem", "KairanModel", "CMarkGFM"], swiftSettings: strict),
        .target(name: "KairanPictures", dependencies: ["KairanSystem", "CGD"], swiftSettings: strict),
        .target(
            name: "KairanReaders", dependencies: ["KairanModel", "KairanMarkdown", "CYAML"], swiftSettings: strict),
        .target(
            name: "KairanContent",
            dependencies: ["KairanSystem", "KairanModel", "KairanMarkdown", "KairanPictures", "KairanReaders"],
            swiftSettings: strict),
        .target(
            name: "KairanFormats", dependencies: ["KairanSystem", "KairanModel", "KairanReaders", "CNettle"],
            swiftSettings: strict),
        .target(
            name: "KairanQueries",
            dependencies: [
                "KairanSystem", "KairanModel", "KairanMarkdown", "KairanPictures", "KairanReaders", "KairanContent",
                "KairanFormats",
            ], swiftSettings: strict),
        .target(
            name: "KairanTemplates",
            dependencies: [
                "KairanSystem", "KairanModel", "KairanMarkdown", "KairanPictures", "KairanReaders", "KairanContent",
                "KairanFormats", "KairanQueries",
            ], swiftSettings: strict),
        .target(
            name: "KairanContracts",
            dependencies: [
                "KairanSystem", "KairanModel", "KairanMarkdown", "KairanPictures", "KairanReaders", "KairanContent",
                "KairanFormats", "KairanQueries", "KairanTemplates",
            ], swiftSettings: strict),
        .target(
            name: "KairanPublish",
            dependencies: [
                "KairanSystem", "KairanModel", "KairanReaders", "KairanFormats", "KairanTemplates", "KairanContracts",
            ], swiftSettings: strict),
        .target(
            name: "KairanBuild",
            dependencies: [
                "KairanSystem", "KairanModel", "KairanMarkdown", "KairanPictures", "KairanReaders", "KairanContent",
                "KairanFormats", "KairanQueries", "KairanTemplates", "KairanContracts", "KairanPublish",
            ],
            swiftSettings: strict),
        .target(
            name: "KairanAuthoring",
            dependencies: [
                "KairanSystem", "KairanModel", "KairanMarkdown", "KairanPictures", "KairanReaders", "KairanContent",
                "KairanFormats", "KairanQueries", "KairanTemplates", "KairanContracts", "KairanPublish", "KairanBuild",
            ], swiftSettings: strict),
        .target(
            name: "KairanPreview",
            dependencies: [
                "KairanSystem", "KairanModel", "KairanReaders", "KairanContent", "KairanFormats", "KairanQueries",
                "KairanTemplates", "KairanContracts",
                "KairanPublish", "KairanBuild",
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            swiftSettings: strict),
        // The page is embedded by the C file.
        .target(name: "CDesk"),
        .target(
            name: "KairanDesk",
            dependencies: [
                "KairanSystem", "KairanModel", "KairanMarkdown", "KairanPictures", "KairanReaders", "KairanContent",
                "KairanFormats", "KairanQueries", "KairanTemplates", "KairanPublish", "KairanBuild", "KairanAuthoring",
                "KairanPreview", "CDesk",
            ],
            exclude: ["Page"], swiftSettings: strict),
        .executableTarget(
            name: "kairan",
            dependencies: [
                "KairanSystem", "KairanModel", "KairanReaders", "KairanContent", "KairanFormats", "KairanQueries",
                "KairanTemplates", "KairanContracts",
                "KairanPublish", "KairanBuild", "KairanAuthoring",
                "KairanPreview", "KairanDesk",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "KairanSystemTests", dependencies: ["KairanSystem", "SiteTesting"], swiftSettings: strict),
        .testTarget(name: "KairanModelTests", dependencies: ["KairanModel", "SiteTesting"], swiftSettings: strict),
        .testTarget(
            name: "KairanMarkdownTests", dependencies: ["KairanMarkdown", "KairanModel", "SiteTesting"],
            swiftSettings: strict),
        .testTarget(
            name: "KairanPicturesTests", dependencies: ["KairanPictures", "SiteTesting"], swiftSettings: strict),
        .testTarget(
            name: "KairanReadersTests", dependencies: ["KairanReaders", "KairanModel", "SiteTesting"],
            swiftSettings: strict),
        .testTarget(
            name: "KairanContentTests", dependencies: ["KairanReaders", "KairanContent", "KairanModel", "SiteTesting"],
            swiftSettings: strict),
        .testTarget(
            name: "KairanFormatsTests", dependencies: ["KairanFormats", "KairanReaders", "KairanModel", "SiteTesting"],
            swiftSettings: strict),
        .testTarget(
            name: "KairanQueriesTests",
            dependencies: [
                "KairanQueries", "KairanFormats", "KairanContent", "KairanReaders", "KairanModel", "SiteTesting",
            ], swiftSettings: strict),
        .testTarget(
            name: "KairanTemplatesTests",
            dependencies: [
                "KairanTemplates", "KairanQueries", "KairanFormats", "KairanContent", "KairanReaders", "KairanModel",
                "SiteTesting",
            ], swiftSettings: strict),
        .testTarget(
            name: "KairanContractsTests",
            dependencies: [
                "KairanContracts", "KairanTemplates", "KairanQueries", "KairanFormats", "KairanContent",
                "KairanReaders", "KairanModel", "SiteTesting",
            ], swiftSettings: strict),
        .testTarget(
            name: "KairanPublishTests",
            dependencies: [
                "KairanPublish", "KairanSystem", "KairanContracts", "KairanTemplates", "KairanFormats", "KairanReaders",
                "KairanModel", "SiteTesting", "publish-probe",
            ], swiftSettings: strict),
        .testTarget(
            name: "KairanAuthoringTests",
            dependencies: [
                "KairanAuthoring", "KairanBuild", "KairanContracts", "KairanTemplates", "KairanQueries",
                "KairanFormats", "KairanContent", "KairanReaders", "KairanModel", "SiteTesting",
            ], swiftSettings: strict),
        .target(
            name: "SiteTesting", dependencies: ["KairanModel", "KairanSystem"], path: "Tests/SiteTesting",
            swiftSettings: strict),
        .executableTarget(
            name: "publish-probe", dependencies: ["KairanPublish", "KairanSystem", "KairanTemplates"],
            path: "Tests/PublishProbe",
            swiftSettings: strict),
        .testTarget(
            name: "KairanBuildTests",
            dependencies: [
                "KairanSystem", "KairanPublish", "KairanBuild", "KairanFormats", "KairanQueries", "KairanTemplates",
                "KairanContracts",
                "KairanContent", "KairanReaders",
                "KairanModel",
                "SiteTesting", "kairan",
                "publish-probe",
            ],
            swiftSettings: strict),
        .testTarget(name: "PreviewTests", dependencies: ["SiteTesting", "kairan"], swiftSettings: strict),
        .testTarget(
            name: "CommandTests", dependencies: ["KairanSystem", "SiteTesting", "kairan"], swiftSettings: strict),
    ],
    // The C files embed others, which the language can do since C23.
    cLanguageStandard: .c2x
)
