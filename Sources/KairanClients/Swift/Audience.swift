// The part of a client that decides on the device for which apps something is.
// swift-format-ignore-file

import Foundation

extension Client {
    /// The apps that something is for. Whatever this client does not know of it, because it came later, excludes the app.
    public struct Audience: Decodable, Hashable, Sendable {
        /// The names of platforms; nil for all.
        public let platforms: [String]?
        /// Versions such as `>=1.4.0 <2.0.0`; nil for all.
        public let versions: String?
        /// The percentage of devices.
        public let share: Double
        /// The moment from which it is for them; nil if it always was.
        public let from: Date?
        /// The text that, with the number of a device, decides whether the device is in the share.
        public let seed: String
        /// The names of parts that this client does not know.
        private let others: Set<String>

        /// An app on a device.
        public struct App: Hashable, Sendable {
            public enum Platform: String, Hashable, Sendable, CaseIterable { case android, ios, linux, macos, web, windows }

            public let platform: Platform
            /// The app's version, such as `1.4.0`.
            public let version: String
            /// The device's random number; nil if the device has none. A share below 100 % is then not for it.
            public let device: Int?

            public init(platform: Platform, version: String, device: Int?) {
                (self.platform, self.version, self.device) = (platform, version, device)
            }
        }

        public init(platforms: [String]? = nil, versions: String? = nil, share: Double = 100, from: Date? = nil, seed: String = "") {
            (self.platforms, self.versions, self.share, self.from, self.seed, others) = (platforms, versions, share, from, seed, [])
        }

        public init(from decoder: any Decoder) throws {
            let json = try JSONMembers(decoder)
            platforms = try json.optional("platforms", [String].self)
            versions = try json.optional("versions", String.self)
            share = try json.required("share", Double.self)
            from = try json.optional("from", ISOMoment.self)?.value
            seed = try json.required("seed", String.self)
            others = try json.names.subtracting(["platforms", "versions", "share", "from", "seed"])
        }

        /// Returns whether it is for an app, now or at another moment.
        public func isFor(_ app: App, at moment: Date = Date()) -> Bool {
            others.isEmpty && platforms?.contains(app.platform.rawValue) ?? true && (from ?? .distantPast) <= moment
                && versions.map { holds($0, app.version) } ?? true && has(app.device)
        }

        /// Tells whether a device is in the share. Each has a place among ten thousand, so a share that grows keeps those that it had.
        private func has(_ device: Int?) -> Bool {
            if share >= 100 { return true }
            guard let device else { return false }
            return murmur3(Array("\(seed)/\(device)".utf8)) % 10_000 < UInt32(max(0, share * 100).rounded())
        }
    }
}

extension Client.Store {
    /// This app on this device, whose number the store makes once, keeps beside the publication and sends to nobody.
    ///
    /// - Parameters:
    ///   - platform: The platform; by default the one that this code was compiled for.
    ///   - version: The version; by default the one in the app's `Info.plist`.
    public func app(platform: Client.Audience.App.Platform? = nil, version: String? = nil) -> Client.Audience.App {
        #if os(macOS)
            let own = Client.Audience.App.Platform.macos
        #elseif os(Linux)
            let own = Client.Audience.App.Platform.linux
        #elseif os(Windows)
            let own = Client.Audience.App.Platform.windows
        #elseif os(Android)
            let own = Client.Audience.App.Platform.android
        #elseif os(WASI)
            let own = Client.Audience.App.Platform.web
        #else
            let own = Client.Audience.App.Platform.ios
        #endif
        let bundled = Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String
        return .init(platform: platform ?? own, version: version ?? bundled ?? "", device: folder.device())
    }
}

extension Optional where Wrapped == Client.Audience {
    /// Returns whether it is for an app. What has no audience is for all.
    public func isFor(_ app: Client.Audience.App, at moment: Date = Date()) -> Bool { self?.isFor(app, at: moment) ?? true }
}

/// Returns whether all comparisons of a range such as `>=1.4.0 <2.0.0` hold for a version. One that cannot be read holds for none.
func holds(_ range: String, _ version: String) -> Bool {
    guard isVersion(version) else { return false }
    let version = Client.Version(version)
    return range.split(separator: " ").allSatisfy { word in
        let sign = word.prefix { "<>=".contains($0) }
        let text = String(word.dropFirst(sign.count))
        guard isVersion(text) else { return false }
        let other = Client.Version(text)
        switch sign {
        case ">=": return version >= other
        case "<=": return version <= other
        case ">": return version > other
        case "<": return version < other
        case "=": return version == other
        default: return false
        }
    }
}

/// Returns whether a text is one to four numbers, perhaps with a suffix such as `-beta.2`. What follows a `+` is not compared.
private func isVersion(_ text: String) -> Bool {
    let plain = text.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)[0]
    let halves = plain.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = halves[0].split(separator: ".", omittingEmptySubsequences: false)
    let words = halves.dropFirst().flatMap { $0.split(separator: ".", omittingEmptySubsequences: false) }
    return (1...4).contains(numbers.count)
        && numbers.allSatisfy { (1...15).contains($0.count) && $0.allSatisfy { ("0"..."9").contains($0) } }
        && words.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") } }
}

/// MurmurHash3 of 32 bits with the seed 0.
func murmur3(_ bytes: [UInt8]) -> UInt32 {
    var hash: UInt32 = 0
    for start in stride(from: 0, to: bytes.count, by: 4) {
        let block = bytes[start..<min(start + 4, bytes.count)]
        var word = block.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) } &* 0xCC9E_2D51
        word = (word << 15 | word >> 17) &* 0x1B87_3593
        hash ^= word
        if block.count == 4 { hash = (hash << 13 | hash >> 19) &* 5 &+ 0xE654_6B64 }
    }
    hash ^= UInt32(truncatingIfNeeded: bytes.count)
    hash = (hash ^ hash >> 16) &* 0x85EB_CA6B
    hash = (hash ^ hash >> 13) &* 0xC2B2_AE35
    return hash ^ hash >> 16
}
