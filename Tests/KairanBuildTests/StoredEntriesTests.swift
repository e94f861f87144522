import KairanModel
import Synchronization
import Testing

@testable import KairanBuild

@Suite struct StoredEntriesTests {
    private static let all = (0..<300).map { UInt8(truncatingIfNeeded: $0 * 7) }

    private func part(_ number: Int) -> StoredEntries.Part {
        let range = number * 3..<number * 3 + 3
        return .init(range: range, hash: ContentHash(Self.all[range]))
    }

    private final class Asked: Sendable { let ranges = Mutex<[Range<Int>]>([]) }

    /// Of which the last hundred bytes changed since.
    private func stored(_ file: [UInt8], _ asked: Asked = Asked()) -> StoredEntries {
        StoredEntries(size: 201, changed: Array(Self.all[201...])) { range in
            asked.ranges.withLock { $0.append(range) }
            return Array(file[min(range.lowerBound, file.count)..<min(range.upperBound, file.count)])
        }
    }

    private func bytes(_ number: Int, of entries: StoredEntries) throws -> [UInt8] {
        let (bytes, range) = try entries.bytes(of: part(number))
        return Array(bytes[range])
    }

    @Test func fewAreReadOneByOneAndManyAtOnce() throws {
        let asked = Asked()
        let entries = stored(Array(Self.all[..<201]), asked)
        for number in 0..<100 { #expect(try bytes(number, of: entries) == Array(Self.all[part(number).range])) }
        let ranges = asked.ranges.withLock(\.self)
        #expect(
            ranges.count == 64 && ranges.dropLast() == (0..<63).map { part($0).range }[...] && ranges.last == 0..<201)
    }

    @Test func whatIsNotAsItWasWrittenIsDamaged() throws {
        for place in [0, 100, 200] {
            var file = Array(Self.all[..<201])
            file[place] ^= 1
            let entries = stored(file)
            for number in 0..<200 {
                let wanted = number % 100
                if wanted == place / 3 {
                    #expect(throws: DamagedBytes.self) { try bytes(wanted, of: entries) }
                } else {
                    #expect(try bytes(wanted, of: entries) == Array(Self.all[part(wanted).range]))
                }
            }
        }
    }

    @Test func aFileThatIsTooShortOrCannotBeRead() throws {
        let short = stored(Array(Self.all[..<200]))
        for number in Array(0..<66) + Array(67..<100) { #expect(try bytes(number, of: short).count == 3) }
        #expect(throws: DamagedBytes.self) { try bytes(66, of: short) }
        let none = StoredEntries(size: 201, changed: Array(Self.all[201...])) { _ in nil }
        for number in 0..<67 { #expect(throws: DamagedBytes.self) { try bytes(number, of: none) } }
        for number in 67..<100 { #expect(try bytes(number, of: none).count == 3) }
    }
}
