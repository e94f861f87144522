// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .strictMemorySafety(),
    .unsafeFlags(["-warnings-as-errors"]),
    // No expression may take a second to type-check. The limit is higher because the time of a busy machine counts, too.
    // A user's slow machine is not asked: it builds for release.
    .unsafeFlags(["-Xfrontend", "-warn-long-expression-type-checking=4000"], .when(configuration: .debug)),
]

/// The settings of targets that compute. They are optimized in the builds of the tests, too, which make thousands of sites:
/// such a test takes half the processor time, and a build from the start half as long again.
let hot = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// The settings of targets that do nothing once for each of many entries. To optimize them takes time in every build and
/// gains nothing. For others it matters: without it a form of a long table takes ten times as long, and `adopt` four.
let cold = strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// This is true if KairanSystem uses only POSIX: two renames for an exchange, repeated looks to watch a folder, and no
/// /proc. It has to outside Linux; on Linux KAIRAN_PORTABLE=1 asks for it, so that the tests can run on it.
#if os(Linux)
    let isLinux = true
    let isPortable = Context.environment["KAIRAN_PORTABLE"] == "1"
#else
    let isLinux = false
    let isPortable = true
#endif

/// Returns a library in C that the system has. Elsewhere than on Linux its files may be anywhere, and pkg-config tells
/// where. On Linux they are where the compiler looks, and pkg-config would name the shared library.
func system(_ name: String, pkgConfig: String, apt: [String], brew: String) -> Target {
    .systemLibrary(name: name, pkgConfig: isLinux ? nil : pkgConfig, providers: [.apt(apt), .brew([brew])])
}

/// Links libraries in C. On Linux they are linked statically, so that the program runs where they are not installed.
/// The shared gd, for instance, brings fifty others, which take half the memory and time of a small build.
func linking(_ libraries: String...) -> [LinkerSetting] {
    libraries.map { .linkedLibrary(isLinux ? ":lib\($0).a" : $0) }
}

/// The libraries that gd needs when it is linked statically.
let picturesLibraries = isLinux ? linking("gd", "jpeg", "png16", "webp", "z") + [.linkedLibrary("m")] : linking("gd")

let package = Package(
    name: "kairan",
    // `Array.span`, `Array.mutableSpan` and `String.UTF8View.span` are in the library that this system brings, and nowhere
    // else: only the types of spans go back to macOS 10.14. Without these three it would be 15, where Mutex and Atomic
    // are. `Scripts/darwin .build-portable --newest` tells what needs which system.
    platforms: [.macOS(.v26)],
    products: [
        .executable(name: "kairan", targets: ["kairan"])
    ],
    // Exact versions let everybody build the same program. They depend on no other packages.
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
    ],
    targets: [
        // Scripts/check makes sure that only one target imports each of these, and that target links it.
        system(
            "CMarkGFM", pkgConfig: "libcmark-gfm", apt: ["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"],
            brew: "cmark-gfm"),
        system("CGD", pkgConfig: "gdlib", apt: ["libgd-dev"], brew: "gd"),
        system("CExpat", pkgConfig: "expat", apt: ["libexpat1-dev"], brew: "expat"),
        // Only SHA-256 of nettle is used, which adds 34 KB. swift-crypto would bring BoringSSL to compile, and a small
        // library of its own would have to be looked after.
        system("CNettle", pkgConfig: "nettle", apt: ["nettle-dev"], brew: "nettle"),
        system("CYAML", pkgConfig: "yaml-0.1", apt: ["libyaml-dev"], brew: "libyaml"),
        system("CUTF8Proc", pkgConfig: "libutf8proc", apt: ["libutf8proc-dev"], brew: "utf8proc"),
        // The C file embeds texts that are beside the Swift code that uses them.
        .target(name: "CEmbedded"),
        .target(name: "CStart"),
        .target(
            name: "KairanSystem", dependencies: (isPortable ? [] : ["CLinux"]) + ["CEmbedded", "CStart", "CNettle"],
            exclude: [isPortable ? "Linux" : "Portable"], swiftSettings: hot, linkerSettings: linking("nettle")),
        .target(
            name: "KairanModel", dependencies: ["KairanSystem", "CUTF8Proc"],
            exclude: ["Rules/examples", "Rules/explanations", "locales.txt", "sorting.txt", "zones.txt"],
            swiftSettings: hot, linkerSettings: linking("utf8proc")),
        .target(
            name: "KairanMarkdown", dependencies: ["KairanSystem", "KairanModel", "CMarkGFM"], swiftSettings: hot,
            linkerSettings: linking("cmark-gfm-extensions", "cmark-gfm")),
        .target(name: "KairanXML", dependencies: ["CExpat"], swiftSettings: hot, linkerSettings: linking("expat")),
        .target(
            name: "KairanPictures", dependencies: ["KairanSystem", "KairanXML", "CGD"], swiftSettings: hot,
            linkerSettings: picturesLibraries),
        .target(
            name: "KairanReaders", dependencies: ["KairanModel", "KairanMarkdown", "CYAML"], swiftSettings: hot,
            linkerSettings: linking("yaml")),
        .target(
            name: "KairanEditing", dependencies: ["KairanModel", "KairanReaders"], swiftSettings: hot),
        .target(
            name: "KairanPublish", dependencies: ["KairanSystem", "KairanModel", "KairanReaders"], swiftSettings: hot
        ),
        .target(
            name: "KairanContent",
            dependencies: ["KairanSystem", "KairanModel", "KairanMarkdown", "KairanPictures", "KairanReaders"],
            swiftSettings: hot),
        .target(
            name: "KairanFormats", dependencies: ["KairanSystem", "KairanModel", "KairanReaders"],
            exclude: ["Maps/coastlines.txt"], swiftSettings: hot),
        .target(
            name: "KairanQueries",
            dependencies: [
                "KairanSystem", "KairanModel", "KairanMarkdown", "KairanPictures", "KairanReaders", "KairanContent",
                "KairanFormats",
            ], swiftSettings: hot),
        .target(
            name: "KairanTemplates",
            dependencies: [
                "KairanSystem", "KairanModel", "KairanMarkdown", "KairanPictures", "KairanReaders", "KairanContent",
                "KairanFormats", "KairanQueries", "KairanPublish",
            ], swiftSettings: hot),
        .target(
            name: "KairanContracts",
            dependencies: [
                "KairanSystem", "KairanModel", "KairanMarkdown", "KairanPictures", "KairanReaders", "KairanContent",
                "KairanFormats", "KairanQueries", "KairanTemplates", "KairanPublish",
            ], exclude: ["Page/apiPage.css", "Page/apiPage.js"], swiftSettings: hot),
        .target(
            name: "KairanClients",
            dependencies: [
                "KairanSystem", "KairanReaders", "KairanContent", "KairanFormats", "KairanTemplates", "KairanContracts",
            ],
            exclude: ["JavaScript", "Kotlin", "Swift"], swiftSettings: cold),
        .target(
            name: "KairanDeploy",
            dependencies: [
                "KairanSystem", "KairanModel", "KairanReaders", "KairanContent", "KairanFormats", "KairanContracts",
                "KairanPublish",
            ], swiftSettings: hot),
        .target(
            name: "KairanBuild",
            dependencies: [
                "KairanSystem", "KairanModel", "KairanMarkdown", "KairanPictures", "KairanReaders", "KairanContent",
                "KairanFormats", "KairanQueries", "KairanTemplates", "KairanContracts", "KairanClients",
                "KairanPublish",
            ],
            swiftSettings: hot),
        .target(
            name: "KairanForms",
            dependencies: [
                "KairanModel", "KairanReaders", "KairanEditing", "KairanContent", "KairanFormats", "KairanQueries",
            ], swiftSettings: hot),
        .target(
            name: "KairanImport",
            dependencies: [
                "KairanModel", "KairanReaders", "KairanEditing", "KairanContent", "KairanFormats", "KairanQueries",
                "KairanTemplates", "KairanPublish", "KairanBuild",
            ], swiftSettings: hot),
        .target(
            name: "KairanPull",
            dependencies: [
                "KairanSystem", "KairanXML", "KairanModel", "KairanReaders", "KairanEditing", "KairanPublish",
                "KairanContent", "KairanFormats", "KairanBuild",
            ], swiftSettings: cold),
        .target(
            name: "KairanAdopt",
            dependencies: [
                "KairanSystem", "KairanModel", "KairanReaders", "KairanEditing", "KairanContent", "KairanFormats",
                "KairanQueries", "KairanTemplates", "KairanPublish", "KairanBuild",
            ], exclude: ["Sites/pages.txt"], swiftSettings: hot),
        .target(
            name: "KairanPreview",
            dependencies: [
                "KairanSystem", "KairanModel", "KairanReaders", "KairanContent", "KairanFormats", "KairanQueries",
                "KairanTemplates", "KairanContracts",
                "KairanPublish", "KairanBuild",
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            exclude: ["preview.js"], swiftSettings: cold),
        .target(
            name: "KairanDesk",
            dependencies: [
                "KairanSystem", "KairanModel", "KairanMarkdown", "KairanPictures", "KairanReaders", "KairanContent",
                "KairanFormats", "KairanQueries", "KairanTemplates", "KairanPublish", "KairanDeploy", "KairanBuild",
                "KairanEditing", "KairanForms", "KairanPreview",
            ],
            exclude: ["Page"], swiftSettings: hot),
        .executableTarget(
            name: "kairan",
            dependencies: [
                "KairanSystem", "KairanModel", "KairanReaders", "KairanPictures", "KairanContent", "KairanFormats",
                "KairanQueries", "KairanTemplates", "KairanContracts", "KairanClients",
                "KairanPublish", "KairanDeploy", "KairanBuild",
                "KairanEditing", "KairanForms", "KairanImport", "KairanPull", "KairanAdopt", "KairanPreview",
                "KairanDesk",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            exclude: ["Examples"], swiftSettings: cold),
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
                "PlanTesting", "SiteTesting",
            ], swiftSettings: strict),
        .testTarget(
            name: "KairanContractsTests",
            dependencies: [
                "KairanContracts", "KairanTemplates", "KairanQueries", "KairanFormats", "KairanContent",
                "KairanReaders", "KairanPublish", "KairanModel", "KairanSystem", "PlanTesting", "SchemaTesting",
                "SiteTesting",
            ], swiftSettings: strict),
        .testTarget(
            name: "KairanClientsTests",
            dependencies: [
                "KairanClients", "KairanContracts", "KairanTemplates", "KairanFormats", "KairanReaders", "KairanModel",
                "SchemaTesting", "SiteTesting", "kairan",
            ], swiftSettings: strict),
        .testTarget(
            name: "KairanPublishTests",
            dependencies: [
                "KairanPublish", "KairanDeploy", "KairanSystem", "KairanContracts", "KairanTemplates", "KairanFormats",
                "KairanReaders", "KairanModel", "SiteTesting", "publish-probe",
            ], swiftSettings: strict),
        .testTarget(
            name: "KairanDeployTests",
            dependencies: [
                "KairanDeploy", "KairanPublish", "KairanFormats", "KairanReaders", "KairanModel", "KairanSystem",
                "SiteTesting",
            ], swiftSettings: strict),
        .testTarget(
            name: "KairanEditingTests", dependencies: ["KairanEditing", "KairanReaders", "KairanModel", "SiteTesting"],
            swiftSettings: strict),
        .testTarget(
            name: "KairanImportTests",
            dependencies: [
                "KairanImport", "KairanBuild", "KairanTemplates", "KairanQueries", "KairanContent", "KairanReaders",
                "KairanModel", "SiteTesting",
            ], swiftSettings: strict),
        .target(
            name: "SiteTesting", dependencies: ["KairanModel", "KairanSystem"], path: "Tests/SiteTesting",
            swiftSettings: strict),
        .target(
            name: "SchemaTesting", dependencies: ["KairanFormats", "KairanReaders", "KairanModel", "SiteTesting"],
            path: "Tests/SchemaTesting", swiftSettings: strict),
        .target(
            name: "PlanTesting",
            dependencies: [
                "KairanTemplates", "KairanPublish", "KairanFormats", "KairanContent", "KairanReaders", "KairanModel",
            ], path: "Tests/PlanTesting", swiftSettings: strict),
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
        .testTarget(
            name: "PreviewTests",
            dependencies: ["KairanDesk", "KairanPreview", "KairanModel", "SiteTesting", "kairan"],
            swiftSettings: strict),
        .testTarget(
            name: "CommandTests", dependencies: ["KairanSystem", "SiteTesting", "kairan"], swiftSettings: strict),
    ],
    // The C files embed others, which the language can do since C23.
    cLanguageStandard: .c2x
)

// Its headers are Linux's, so nobody else may compile it.
if !isPortable { package.targets.append(.target(name: "CLinux")) }
