// The part of a client that reads JSON into the types of the client.
// swift-format-ignore-file

import Foundation

#if canImport(CryptoKit)
    import CryptoKit
#endif

extension Client {
    /// A date without a time, such as a day of the site's calendar.
    public struct Day: Hashable, Comparable, Sendable, CustomStringConvertible {
        public let year: Int
        public let month: Int
        public let day: Int

        public init(year: Int, month: Int, day: Int) { (self.year, self.month, self.day) = (year, month, day) }

        /// Makes the day of the site's calendar on which a moment falls.
        ///
        /// - Parameter zone: The time zone of the publication.
        public init(_ moment: Date, in zone: TimeZone = Client.timeZone) {
            let parts = Day.calendar(zone).dateComponents([.year, .month, .day], from: moment)
            self.init(year: parts.year ?? 1, month: parts.month ?? 1, day: parts.day ?? 1)
        }

        /// Reads a text such as `2026-04-15`.
        public init?(_ text: String) {
            guard let numbers = digits(text, "0000-00-00") else { return nil }
            self.init(year: numbers[0], month: numbers[1], day: numbers[2])
        }

        /// The moment at which the day begins at the site, in the time zone of this client.
        public var start: Date { start(in: Client.timeZone) }

        /// Returns the moment at which the day begins at the site.
        ///
        /// - Parameter zone: The time zone of the publication.
        public func start(in zone: TimeZone) -> Date {
            Day.calendar(zone).date(from: DateComponents(year: year, month: month, day: day)) ?? .distantPast
        }

        public var description: String { [padded(year, 4), padded(month, 2), padded(day, 2)].joined(separator: "-") }

        public static func < (left: Day, right: Day) -> Bool {
            (left.year, left.month, left.day) < (right.year, right.month, right.day)
        }

        private static func calendar(_ zone: TimeZone) -> Calendar {
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = zone
            return calendar
        }
    }

    /// A time of day.
    public struct Time: Hashable, Comparable, Sendable, CustomStringConvertible {
        public let hour: Int
        public let minute: Int
        public let second: Int

        /// Reads a text such as `09:30` or `09:30:15`.
        public init?(_ text: String) {
            guard let numbers = digits(text, "00:00") ?? digits(text, "00:00:00") else { return nil }
            (hour, minute, second) = (numbers[0], numbers[1], numbers.count > 2 ? numbers[2] : 0)
        }

        public var description: String {
            ([hour, minute] + (second == 0 ? [] : [second])).map { padded($0, 2) }.joined(separator: ":")
        }

        public static func < (left: Time, right: Time) -> Bool {
            (left.hour, left.minute, left.second) < (right.hour, right.minute, right.second)
        }
    }

    /// A version such as `3.10`, which is newer than `3.9`. A suffix such as `-beta.2` makes it older than without.
    public struct Version: Hashable, Comparable, Sendable, CustomStringConvertible {
        public let description: String

        public init(_ text: String) { description = text }

        /// Returns true if a user who accepted an older version, or none, has to be asked.
        public func needsAgreement(accepted: String?) -> Bool { accepted.map { Version($0) < self } ?? true }

        public static func == (left: Version, right: Version) -> Bool { !(left < right) && !(right < left) }

        public func hash(into hasher: inout Hasher) { hasher.combine(parts.numbers.reversed().drop { $0 == 0 }.count) }

        public static func < (left: Version, right: Version) -> Bool {
            let (one, other) = (left.parts, right.parts)
            for index in 0..<max(one.numbers.count, other.numbers.count) {
                let first = index < one.numbers.count ? one.numbers[index] : 0
                let second = index < other.numbers.count ? other.numbers[index] : 0
                if first != second { return first < second }
            }
            if one.suffix.isEmpty || other.suffix.isEmpty { return !one.suffix.isEmpty && other.suffix.isEmpty }
            for (first, second) in zip(one.suffix, other.suffix) where first != second {
                switch (number(first), number(second)) {
                case (let first?, let second?): return first < second
                case (_?, nil): return true
                case (nil, _?): return false
                case (nil, nil): return first < second
                }
            }
            return one.suffix.count < other.suffix.count
        }

        /// Returns the number that a word of a suffix is. One with a sign is no number.
        private static func number(_ word: String) -> Int64? { word.allSatisfy { ("0"..."9").contains($0) } ? Int64(word) : nil }

        private var parts: (numbers: [Int64], suffix: [String]) {
            // Build metadata after a `+` does not count in comparisons (semver.org, 10).
            let halves = description.prefix { $0 != "+" }.split(separator: "-", maxSplits: 1)
            let numbers = halves.first?.split(separator: ".").map { Int64($0) ?? 0 } ?? []
            return (numbers, halves.count > 1 ? halves[1].split(separator: ".").map(String.init) : [])
        }
    }

    /// Reads a date as in a header of HTTP, such as `Wed, 15 Apr 2026 09:00:00 GMT`.
    static func httpDate(_ text: String) -> Date? {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return format.date(from: text)
    }

    /// Something with a position.
    public protocol Located {
        var latitude: Double { get }
        var longitude: Double { get }
    }

    /// Any JSON.
    public indirect enum JSONValue: Decodable, Hashable, Sendable {
        case null
        case boolean(Bool)
        case number(Double)
        case string(String)
        case array([JSONValue])
        case object([String: JSONValue])

        public init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() { self = .null; return }
            do { self = .boolean(try value.decode(Bool.self)); return } catch {}
            do { self = .number(try value.decode(Double.self)); return } catch {}
            do { self = .string(try value.decode(String.self)); return } catch {}
            do { self = .array(try value.decode([JSONValue].self)); return } catch {}
            self = .object(try value.decode([String: JSONValue].self))
        }
    }
}

extension Client {
    static func read<Value: Decodable>(
        _ type: Value.Type, _ path: String, _ load: (_ path: String) throws -> Data, _ decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        let data = try load(path)
        if isNestedTooDeeply(data) { throw Failure.unreadable(path, "it is nested too deeply") }
        do {
            return try decoder.decode(type, from: data)
        } catch {
            throw Failure.unreadable(path, String(describing: error))
        }
    }
}

/// Returns whether arrays and objects are nested so deeply that their values would not fit on the stack of a small thread, which has
/// 512 KB. The decoder calls itself for each level.
func isNestedTooDeeply(_ data: Data) -> Bool {
    data.withUnsafeBytes { bytes in
        var (depth, isText, isEscaped) = (0, false, false)
        for byte in bytes {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\"") {
                isText.toggle()
            } else if isText {
                isEscaped = byte == UInt8(ascii: "\\")
            } else if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
                depth += 1
                if depth > 128 { return true }
            } else if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
                depth -= 1
            }
        }
        return false
    }
}

/// The members of an object. Members that the client does not know are ignored.
struct JSONMembers {
    private let container: KeyedDecodingContainer<Key>

    init(_ decoder: any Decoder) throws { container = try decoder.container(keyedBy: Key.self) }

    func required<Value: Decodable>(_ key: String, _ type: Value.Type) throws -> Value {
        try container.decode(type, forKey: Key(stringValue: key))
    }

    /// Returns nil if the member is null or missing.
    func optional<Value: Decodable>(_ key: String, _ type: Value.Type) throws -> Value? {
        try container.decodeIfPresent(type, forKey: Key(stringValue: key))
    }

    /// The names of all members that are not null.
    var names: Set<String> {
        get throws { Set(try container.allKeys.filter { try !container.decodeNil(forKey: $0) }.map(\.stringValue)) }
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

/// The elements of an array that has a type for each of them.
struct JSONElements {
    private var container: any UnkeyedDecodingContainer

    init(_ decoder: any Decoder) throws { container = try decoder.unkeyedContainer() }

    mutating func required<Value: Decodable>(_ type: Value.Type) throws -> Value { try container.decode(type) }

    mutating func optional<Value: Decodable>(_ type: Value.Type) throws -> Value? { try container.decodeIfPresent(type) }
}

/// A date and time such as `2026-04-15T09:30:00+09:00`.
struct ISOMoment: Decodable, Hashable, Sendable {
    let value: Date

    init(from decoder: any Decoder) throws {
        let text = try text(decoder)
        let zone = text.dropFirst(19).drop { $0 == "." || $0.isASCII && $0.isNumber }
        guard let numbers = digits(String(text.prefix(19)), "0000-00-00T00:00:00"),
            let offset = zone == "Z" ? [0, 0] : digits(String(zone.dropFirst()), "00:00"), "Z+-".contains(zone.prefix(1))
        else { throw unreadable("a date and time", text, decoder) }
        // The days since 1970 in the calendar of Gregory, in which the year begins in March.
        let (year, month) = numbers[1] > 2 ? (numbers[0], numbers[1] - 3) : (numbers[0] - 1, numbers[1] + 9)
        let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + numbers[2] - 719_469
        let seconds = numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
        let shift = (offset[0] * 60 + offset[1]) * (zone.hasPrefix("-") ? -60 : 60)
        let fraction = Double("0" + text.dropFirst(19).dropLast(zone.count)) ?? 0
        value = Date(timeIntervalSince1970: Double(days) * 86_400 + Double(seconds - shift) + fraction)
    }
}

/// An address, in which letters of all scripts may stand; `about:invalid` stands for one that this platform cannot read,
/// since no other value may be lost for it.
struct WebAddress: Decodable, Hashable, Sendable {
    let value: URL

    init(from decoder: any Decoder) throws {
        let text = try text(decoder)
        let escaped = text.addingPercentEncoding(withAllowedCharacters: CharacterSet(charactersIn: "!"..."~")) ?? text
        let known = URL(string: text) ?? URL(string: escaped) ?? URL(string: "about:invalid")
        guard let url = known else { throw unreadable("an address", text, decoder) }
        value = url
    }
}

extension Client.Day: Decodable {
    public init(from decoder: any Decoder) throws {
        let text = try text(decoder)
        guard let day = Self(text) else { throw unreadable("a date", text, decoder) }
        self = day
    }
}

extension Client.Time: Decodable {
    public init(from decoder: any Decoder) throws {
        let text = try text(decoder)
        guard let time = Self(text) else { throw unreadable("a time", text, decoder) }
        self = time
    }
}

extension Client.Version: Decodable {
    public init(from decoder: any Decoder) throws { self.init(try text(decoder)) }
}

private func text(_ decoder: any Decoder) throws -> String { try decoder.singleValueContainer().decode(String.self) }

private func unreadable(_ what: String, _ text: String, _ decoder: any Decoder) -> DecodingError {
    .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "'\(text)' is not \(what)"))
}

/// Returns the numbers in a text of a form in which every 0 stands for a digit; nil if the text has another form.
private func digits(_ text: String, _ form: String) -> [Int]? {
    guard text.utf8.count == form.utf8.count else { return nil }
    var numbers = [0]
    for (byte, kind) in zip(text.utf8, form.utf8) {
        if kind == 48 {
            guard (48...57).contains(byte) else { return nil }
            numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte) - 48
        } else {
            guard byte == kind else { return nil }
            numbers.append(0)
        }
    }
    return numbers
}

/// Returns whether a path is one of those that a regular expression describes.
func fits(_ path: String, _ expression: String) -> Bool { path.range(of: expression, options: .regularExpression) != nil }

private func padded(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
}

#if canImport(CryptoKit)
extension Client {
    /// Returns the SHA-256 of data in hexadecimal digits.
    static func sha256(_ data: Data) -> String {
        let digits = Array("0123456789abcdef")
        return String(SHA256.hash(data: data).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
#else
extension Client {
    /// Returns the SHA-256 of data (FIPS 180-4) in hexadecimal digits, where there is no CryptoKit.
    static func sha256(_ data: Data) -> String {
        var message = [UInt8](data)
        message.append(0x80)
        message += [UInt8](repeating: 0, count: (120 - message.count % 64) % 64)
        for shift in stride(from: 56, through: 0, by: -8) { message.append(UInt8(truncatingIfNeeded: (data.count * 8) >> shift)) }
        var state: [UInt32] = [
            0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
        ]
        var words = [UInt32](repeating: 0, count: 64)
        func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
        for block in stride(from: 0, to: message.count, by: 64) {
            for index in 0..<16 {
                let place = block + index * 4
                words[index] = UInt32(message[place]) << 24 | UInt32(message[place + 1]) << 16
                    | UInt32(message[place + 2]) << 8 | UInt32(message[place + 3])
            }
            for index in 16..<64 {
                let (early, late) = (words[index - 15], words[index - 2])
                let first = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
                let second = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
                words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
            }
            var (a, b, c, d) = (state[0], state[1], state[2], state[3])
            var (e, f, g, h) = (state[4], state[5], state[6], state[7])
            for index in 0..<64 {
                let first = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
                let one = h &+ first &+ (e & f ^ ~e & g) &+ constants[index] &+ words[index]
                let second = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
                let other = second &+ (a & b ^ a & c ^ b & c)
                (h, g, f, e, d, c, b, a) = (g, f, e, d &+ one, c, b, a, one &+ other)
            }
            for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] = state[index] &+ value }
        }
        let digits = Array("0123456789abcdef")
        return String(state.flatMap { word in stride(from: 28, through: 0, by: -4).map { digits[Int(word >> $0 & 15)] } })
    }
}

private let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
]
#endif
