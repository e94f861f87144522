import CExpat

/// The name of an element or attribute, with the namespace that its prefix stands for.
package struct XMLName: Hashable, Sendable {
    package var namespace: String
    package var local: String

    package init(namespace: String, local: String) { (self.namespace, self.local) = (namespace, local) }
}

/// The reason why a text could not be read to its end.
package enum XMLMistake: Error {
    case malformed(line: Int, column: Int, reason: String)
    /// It has too many levels, or the receiver has had enough.
    case tooMuch
}

/// The place of a part of an XML text. Lines begin at 1 and columns at 0, as the parser counts them.
package struct XMLPlace: Sendable {
    package var line: Int
    package var column: Int
}

/// The one who gets the parts of an XML text, one after the other.
package protocol XMLReceiver {
    mutating func start(
        _ element: XMLName, _ attributes: [(name: XMLName, value: String)], at place: XMLPlace)
    mutating func end()
    mutating func text(_ bytes: [UInt8])
    mutating func instruction(_ target: String, at place: XMLPlace)
    /// Tells of an entity that the text does not declare. It is left out.
    mutating func unknownEntity(_ name: String, at place: XMLPlace)
    /// The number of bytes kept so far, which entities could multiply.
    var keptCount: Int { get }
}

/// The sign that the parser writes between a namespace and a name.
private let separator = UInt8(ascii: "\n")
/// The deepest nesting of elements, which browsers follow by recursion.
private let maximumDepth = 200

/// The state that the handlers of a parser share with the function that started it.
///
/// It is marked as safe because it lives only as long as `parseXML` runs, which frees the parser last.
@safe
private final class Parsing {
    var receiver: any XMLReceiver
    var depth = 0
    var isTooDeep = false
    var isTooLong = false
    /// The names of the entities that the text declares.
    var entities: Set<String> = ["lt", "gt", "amp", "quot", "apos"]
    let bytes: [UInt8]
    let parser: XML_Parser

    init(_ parser: XML_Parser, _ bytes: [UInt8], _ receiver: any XMLReceiver) {
        unsafe (self.parser, self.bytes, self.receiver) = (parser, bytes, receiver)
    }

    /// The number of bytes that may be kept.
    var limit: Int { bytes.count * 4 + 65_536 }

    /// Returns the entities in the attributes of the present tag that the text does not declare. The parser replaces them
    /// by nothing, and tells only of those in texts.
    func unknownEntities() -> [String] {
        let start = unsafe Int(XML_GetCurrentByteIndex(parser))
        let count = unsafe Int(XML_GetCurrentByteCount(parser))
        guard start >= 0, count > 0, start + count <= bytes.count else { return [] }
        let tag = bytes[start..<(start + count)]
        guard tag.contains(UInt8(ascii: "&")) else { return [] }
        return tag.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).dropFirst().compactMap {
            part in
            let name = String(decoding: part.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
            return name.hasPrefix("#") || entities.contains(name) ? nil : name
        }
    }
}

/// Passes the parts of an XML text to a receiver, and returns it. Entities of the text itself are replaced, all others
/// are left out, and no other file is read.
package func parseXML<Receiver: XMLReceiver>(
    _ bytes: [UInt8], into receiver: Receiver
) throws(XMLMistake) -> Receiver {
    guard let parser = unsafe XML_ParserCreateNS(nil, XML_Char(bitPattern: separator)) else {
        throw .malformed(line: 1, column: 0, reason: "out of memory")
    }
    defer { unsafe XML_ParserFree(parser) }
    let parsing = unsafe Parsing(parser, bytes, receiver)
    // The parser calls its handlers only while `XML_Parse` runs, and `parsing` lives longer.
    let status = withExtendedLifetime(parsing) {
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(parsing).toOpaque())
        unsafe XML_SetElementHandler(parser, onStart, onEnd)
        unsafe XML_SetCharacterDataHandler(parser, onText)
        unsafe XML_SetProcessingInstructionHandler(parser, onInstruction)
        unsafe XML_SetSkippedEntityHandler(parser, onSkippedEntity)
        unsafe XML_SetEntityDeclHandler(parser, onEntity)
        return unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) {
                unsafe XML_Parse(parser, $0.baseAddress, Int32(clamping: $0.count), 1)
            }
        }
    }
    if parsing.isTooDeep || parsing.isTooLong { throw .tooMuch }
    guard status == XML_STATUS_OK, let receiver = parsing.receiver as? Receiver else {
        let reason = unsafe XML_ErrorString(XML_GetErrorCode(parser)).map { unsafe String(cString: $0) }
        throw .malformed(
            line: unsafe Int(XML_GetCurrentLineNumber(parser)), column: unsafe Int(XML_GetCurrentColumnNumber(parser)),
            reason: reason ?? "it is not XML")
    }
    return receiver
}

/// Calls `body` with what the handlers of a parser share, and with the present place.
private func withParsing(_ data: UnsafeMutableRawPointer?, _ body: (Parsing, XMLPlace) -> Void) {
    guard let data = unsafe data else { return }
    let parsing = unsafe Unmanaged<Parsing>.fromOpaque(data).takeUnretainedValue()
    if parsing.isTooDeep || parsing.isTooLong { return }
    body(
        parsing,
        XMLPlace(
            line: unsafe Int(XML_GetCurrentLineNumber(parsing.parser)),
            column: unsafe Int(XML_GetCurrentColumnNumber(parsing.parser))))
    parsing.isTooDeep = parsing.depth > maximumDepth
    parsing.isTooLong = parsing.receiver.keptCount > parsing.limit
    if parsing.isTooDeep || parsing.isTooLong { unsafe _ = XML_StopParser(parsing.parser, 0) }
}

private let onStart: XML_StartElementHandler = { data, name, attributes in
    var given: [(name: XMLName, value: String)] = []
    var at = 0
    while let attributes = unsafe attributes, let key = unsafe attributes[at], let value = unsafe attributes[at + 1] {
        unsafe given.append((splitName(key), String(cString: value)))
        at += 2
    }
    guard let name = unsafe name else { return }
    let element = unsafe splitName(name)
    unsafe withParsing(data) { parsing, place in
        parsing.depth += 1
        for entity in parsing.unknownEntities() { parsing.receiver.unknownEntity(entity, at: place) }
        parsing.receiver.start(element, given, at: place)
    }
}

private let onEnd: XML_EndElementHandler = { data, _ in
    unsafe withParsing(data) { parsing, _ in
        parsing.depth -= 1
        parsing.receiver.end()
    }
}

private let onText: XML_CharacterDataHandler = { data, text, count in
    guard let text = unsafe text else { return }
    let bytes = unsafe UnsafeRawBufferPointer(start: text, count: Int(count)).map(\.self)
    unsafe withParsing(data) { parsing, _ in parsing.receiver.text(bytes) }
}

private let onInstruction: XML_ProcessingInstructionHandler = { data, target, _ in
    let name = unsafe target.map { unsafe String(cString: $0) } ?? ""
    unsafe withParsing(data) { parsing, place in parsing.receiver.instruction(name, at: place) }
}

/// The declaration of the entity may stand in another file, which is not read.
private let onSkippedEntity: XML_SkippedEntityHandler = { data, entity, _ in
    let name = unsafe entity.map { unsafe String(cString: $0) } ?? ""
    unsafe withParsing(data) { parsing, place in parsing.receiver.unknownEntity(name, at: place) }
}

private let onEntity: XML_EntityDeclHandler = { data, name, _, value, _, _, _, _, _ in
    guard unsafe value != nil, let name = unsafe name.map({ unsafe String(cString: $0) }) else { return }
    unsafe withParsing(data) { parsing, _ in parsing.entities.insert(name) }
}

/// Splits a name as expat writes it: the namespace, a line end, and the local name.
private func splitName(_ name: UnsafePointer<XML_Char>) -> XMLName {
    let parts = unsafe String(cString: name).split(separator: "\n", maxSplits: 1).map(String.init)
    return parts.count == 2
        ? XMLName(namespace: parts[0], local: parts[1]) : XMLName(namespace: "", local: parts.first ?? "")
}
