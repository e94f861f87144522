import Foundation
import KairanReaders

/// Writes a tree in the form in which the judge prints it.
func canonical(_ node: SourceNode) -> String {
    switch node.content {
    case .mapping(let members):
        let texts = members.map { "s" + hex($0.key) + ":" + canonical($0.value) }
        return "{" + texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: ",") + "}"
    case .sequence(let elements): return "[" + elements.map(canonical).joined(separator: ",") + "]"
    case .scalar(_, .null): return "null"
    case .scalar(let text, .boolean): return "b" + text
    case .scalar(let text, .number): return canonicalNumber(text)
    case .scalar(let text, .dateTime): return "d" + canonicalDateTime(text)
    case .scalar(let text, .string), .scalar(let text, .plain), .scalar(let text, .quoted): return "s" + hex(text)
    }
}

private func hex(_ text: String) -> String {
    text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

private func canonicalNumber(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }) {
        return "i" + (text == "-0" ? "0" : text)
    }
    guard let value = Double(text) else { return "?" + text }
    if value.isNaN { return "fnan" }
    let digits = String(value.bitPattern, radix: 16)
    return "f" + String(repeating: "0", count: 16 - digits.count) + digits
}

/// Python writes fractions with six digits, and an offset instead of `Z`.
private func canonicalDateTime(_ text: String) -> String {
    let text = text.hasSuffix("Z") ? text.dropLast() + "+00:00" : text
    let halves = text.split(separator: ".", maxSplits: 1).map(String.init)
    guard halves.count == 2 else { return text }
    let fraction = halves[1].prefix { $0.isNumber }
    let digits = String((fraction + "000000").prefix(6))
    return halves[0] + (digits == "000000" ? "" : "." + digits) + halves[1].dropFirst(fraction.count)
}
