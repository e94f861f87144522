import Foundation

// Prints what a client decoded as JSON, for any client. Objects are arrays of their members' values, in the order in
// which the contract has the members.

func show(_ path: String, _ value: () async throws -> Any) async {
    do {
        print("\(path)\t\(shown(try await value()))")
    } catch {
        print("\(path)\terror: \(error)")
    }
}

func shown(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    switch value {
    case let flag as Bool: return String(flag)
    case let number as Int: return String(number)
    case let number as Int64: return String(number)
    case let number as Double: return number == number.rounded() ? String(Int64(number)) : String(number)
    case let text as String: return quoted(text)
    case let url as URL: return quoted(url.absoluteString)
    case let date as Date: return String(Int64((date.timeIntervalSince1970 * 1000).rounded()))
    case let choice as any RawRepresentable: return shown(choice.rawValue)
    case let text as any CustomStringConvertible where mirror.displayStyle == .struct: return quoted(text.description)
    default: break
    }
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { shown($0.value) } ?? "null"
    case .collection, .struct, .tuple:
        // An audience also has the names of parts that came later.
        let isAudience = String(describing: mirror.subjectType) == "Audience"
        let members = mirror.children.filter { !isAudience || $0.label != "others" }
        return "[\(members.map { shown($0.value) }.joined(separator: ","))]"
    case .dictionary:
        let members = mirror.children.map { child in
            Mirror(reflecting: child.value).children.map { shown($0.value) }.joined(separator: ":")
        }
        return "{\(members.sorted().joined(separator: ","))}"
    // A case of a union has its value; `null` of any JSON has none.
    case .enum: return mirror.children.first.map { shown($0.value) } ?? "null"
    default: return quoted("\(value)")
    }
}

private func quoted(_ text: String) -> String {
    let inner = text.unicodeScalars.map { scalar in
        switch scalar {
        case "\"", "\\": "\\\(scalar)"
        case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}":
            "\\u" + String(repeating: "0", count: 4 - String(scalar.value, radix: 16).count)
                + String(scalar.value, radix: 16)
        default: String(scalar)
        }
    }
    return "\"\(inner.joined())\""
}
