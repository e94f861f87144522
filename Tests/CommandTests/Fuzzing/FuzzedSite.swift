import Foundation
import SiteTesting

/// A site that is damaged again and again, in two folders: in one, builds take over what earlier ones left in the cache;
/// in the other, every build is one of everything.
struct FuzzedSite: ~Copyable {
    static let steps = 20

    private let cached: TemporaryFolder
    private let clean: TemporaryFolder
    private let original: [String: [UInt8]]
    private let others: [SampleSite]
    /// Tells whether something is mounted at `public/` of the cached site, so that it is published file by file.
    private let isMounted: Bool
    private var sources: [String: [UInt8]]
    private var published: [String: [UInt8]] = [:]

    init(
        _ files: SampleSite, _ others: [SampleSite], isMounted: Bool, cached: consuming TemporaryFolder,
        clean: consuming TemporaryFolder
    ) {
        (original, sources, self.others, self.isMounted) = (files.sources, files.sources, others, isMounted)
        self.cached = cached
        self.clean = clean
    }

    mutating func publish() throws {
        for (path, bytes) in sources {
            for folder in [cached.url, clean.url] { try put(bytes, at: path, in: folder) }
        }
        for arguments in [["build", "--first-publication"], ["build"]] {
            _ = try command(arguments, in: cached.url)
            _ = try command(arguments + ["--no-cache"], in: clean.url)
        }
    }

    private static func sources(in folder: URL) throws -> [String: [UInt8]] {
        try filesIn(folder).filter { $0.key.hasPrefix("content/") || $0.key.hasPrefix("templates/") }
    }

    /// Damages a file, builds, and mends the file or not. Returns what the program did wrong.
    mutating func step(_ random: inout SeededNumbers, _ tally: inout FuzzTally) throws -> String? {
        let damage = try draw(&random)
        try damage.apply(in: cached.url)
        if damage.place != .cache { try damage.apply(in: clean.url) }
        let before = try publication(cached.url)
        let run = try command(["build"], in: cached.url)
        tally.add(run)
        let after = try publication(cached.url)
        if let fault = fault(run, damage) { return "\(damage): \(fault)" }
        if run.exitCode != 0, before != after { return "\(damage): public/ was changed: \(run)" }
        if run.exitCode == 0, let name = missingPicture(after) { return "\(damage): nobody made \(name)" }
        if let fault = try compare(run, after, damage) ?? aside(&random, after) { return "\(damage): \(fault)" }
        try goOn(after: damage, run, &random)
        return nil
    }

    /// Returns a picture of the site that data names and that is not there.
    private func missingPicture(_ published: [String: [UInt8]]) -> String? {
        let names = Set(published.keys.map { $0.split(separator: "/").last.map(String.init) ?? $0 })
        for (path, bytes) in published where path.hasSuffix("json") {
            for text in String(decoding: bytes, as: UTF8.self).split(separator: "\"") {
                guard text.hasPrefix("/") || text.hasPrefix("https://"), !text.contains(" "),
                    [".png", ".jpg", ".webp"].contains(where: text.hasSuffix)
                else { continue }
                let name = text.split(separator: "/").last.map(String.init) ?? ""
                // The name of a smaller picture has its width and a hash.
                if name.split(separator: ".").count == 4, !names.contains(name) {
                    return "\(name), which is in \(path)"
                }
            }
        }
        return nil
    }

    /// Compares a build with a build of everything.
    private func compare(_ run: Run, _ made: [String: [UInt8]], _ damage: Damage) throws -> String? {
        // A link in the cache is refused, and only the cache may know what a damaged list was.
        if damage.place == .list || damage.place == .cache && run.exitCode == 3 { return nil }
        let whole = try command(["build", "--no-cache"], in: clean.url)
        // If the cache cannot be written, only a build that writes it says so.
        let warned = damage.place == .cache && run.errors.contains("[contract.memory]")
        if whole.exitCode != run.exitCode || whole.errors != run.errors && !warned && !isMounted {
            return "with the cache \(run)\nwithout \(whole)"
        }
        let other = try publication(clean.url)
        return other == made ? nil : "other outputs with the cache: \(differing(other, made))"
    }

    /// Runs another command now and then, which must not change what is published.
    private func aside(_ random: inout SeededNumbers, _ published: [String: [UInt8]]) throws -> String? {
        let commands = [
            ["check"], ["list"], ["list", "--outputs"], ["next"], ["diff"], ["lint", "public"], ["schema"],
        ]
        guard Int.random(in: 0..<10, using: &random) == 0, let arguments = commands.randomElement(using: &random)
        else { return nil }
        let run = try command(arguments, in: cached.url)
        if let fault = crash(run) { return "\(arguments): \(fault)" }
        guard [0, 1, 3, 10, 11].contains(run.exitCode) else { return "\(arguments): \(run)" }
        return try publication(cached.url) == published ? nil : "\(arguments) changed public/"
    }

    /// Mends a broken source nearly always, because a mistake hides whatever comes after it.
    private mutating func goOn(after damage: Damage, _ run: Run, _ random: inout SeededNumbers) throws {
        switch damage.place {
        case .sources where Int.random(in: 0..<8, using: &random) < (run.exitCode == 0 ? 4 : 1):
            sources = try Self.sources(in: clean.url)
        case .sources:
            for folder in [cached.url, clean.url] {
                for name in ["content", "templates"] { try remove(name, in: folder) }
                for (path, bytes) in original { try put(bytes, at: path, in: folder) }
            }
            sources = original
        case .cache: try remove(damage.path, in: cached.url)
        case .list:
            try remove(".kairan", in: cached.url)
            for folder in [cached.url, clean.url] {
                try remove("public", in: folder)
                for (path, bytes) in published { try put(bytes, at: "public/\(path)", in: folder) }
            }
        }
    }

    private func remove(_ path: String, in folder: URL) throws {
        let file = folder.appending(path: path)
        var status = stat()
        if unsafe lstat(file.path, &status) == 0 { try FileManager.default.removeItem(at: file) }
    }

    private mutating func draw(_ random: inout SeededNumbers) throws -> Damage {
        switch Int.random(in: 0..<20, using: &random) {
        case 0:
            published = try publication(cached.url)
            return Damage(of: "public/.kairan.json", published[".kairan.json"] ?? [], others, &random)
        case 1...3:
            let files = try filesIn(cached.url.appending(path: ".kairan")).sorted { $0.key < $1.key }
            guard let file = files.randomElement(using: &random) else { fallthrough }
            return Damage(of: ".kairan/\(file.key)", file.value, others, &random)
        default:
            let file = sources.sorted { $0.key < $1.key }.randomElement(using: &random)
            return Damage(of: file?.key ?? "content/site.yml", file?.value ?? [], others, &random)
        }
    }

    private func fault(_ run: Run, _ damage: Damage) -> String? {
        if let fault = crash(run) { return fault }
        let allowed: [Int32] = damage.isOfBytes && damage.place == .sources ? [0, 1] : [0, 1, 3]
        if !allowed.contains(run.exitCode) { return "\(run)" }
        return run.exitCode != 0 && !run.errors.contains("error: ") ? "no error is told: \(run)" : nil
    }

    private func crash(_ run: Run) -> String? {
        if run.exitCode == 124 { return "it hangs" }
        let died = run.exitCode < 0 || run.exitCode > 100 || run.errors.contains("Kairan has a defect")
        return died ? "it died: \(run)" : nil
    }

    private func command(_ arguments: [String], in folder: URL) throws -> Run {
        let script = "mkdir -p public && mount --bind public public && exec \"$0\" \"$@\""
        let mounting = isMounted && folder == cached.url ? ["unshare", "--mount", "sh", "-c", script] : []
        return try run(
            URL(filePath: "/usr/bin/timeout"), ["120"] + mounting + [kairanExecutable.path] + arguments, in: folder,
            environment: ["SOURCE_DATE_EPOCH": "1775000000"])
    }

    private func publication(_ folder: URL) throws -> [String: [UInt8]] {
        try filesIn(folder.appending(path: "public"))
    }

    private func differing(_ one: [String: [UInt8]], _ other: [String: [UInt8]]) -> [String] {
        Set(one.keys).union(other.keys).filter { one[$0] != other[$0] }.sorted()
    }
}

func put(_ bytes: [UInt8], at path: String, in folder: URL) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
}
