// The part of a client that leaves out what it cannot read of lenient endpoints.
// swift-format-ignore-file

import Foundation

extension Client {
    /// Reads a file.
    ///
    /// - Parameter report: Is called for each record that is left out.
    static func read<Value: Decodable>(
        _ type: Value.Type, _ path: String, leavingOut report: @escaping @Sendable (any Error) -> Void,
        _ load: (_ path: String) throws -> Data
    ) throws -> Value {
        let decoder = JSONDecoder()
        if let key = LeftOut.key { decoder.userInfo[key] = LeftOut { report(Failure.leftOut(path, $0)) } }
        return try read(type, path, load, decoder)
    }
}

/// Whom a decoder tells of the records that are left out.
struct LeftOut: Sendable {
    static let key = CodingUserInfoKey(rawValue: "leftOut")

    let report: @Sendable (_ reason: String) -> Void
}

/// The objects of a list that can be read. If none can, the list is unreadable as a whole.
struct LenientList<Element: Decodable>: Decodable {
    let value: [Element]

    init(from decoder: any Decoder) throws {
        var json = try decoder.unkeyedContainer()
        var (elements, failures): ([Element], [any Error]) = ([], [])
        while !json.isAtEnd {
            // Only this goes on to the next element if there is something wrong with one.
            let element = try json.superDecoder()
            do { elements.append(try element.singleValueContainer().decode(Element.self)) } catch { failures.append(error) }
        }
        if let failure = failures.first, elements.isEmpty { throw failure }
        let told = LeftOut.key.flatMap { decoder.userInfo[$0] as? LeftOut }
        for failure in failures { told?.report(String(describing: failure)) }
        value = elements
    }
}
