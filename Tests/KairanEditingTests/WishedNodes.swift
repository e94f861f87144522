@testable import KairanEditing
import KairanModel
import KairanReaders
import Testing

private let nowhere = SourceSpan(path: "")

extension SourceNode {
    static func text(_ text: String) -> SourceNode { SourceNode(.scalar(text, .string), span: nowhere) }
    static func plain(_ text: String) -> SourceNode { SourceNode(.scalar(text, .plain), span: nowhere) }
    static func number(_ text: String) -> SourceNode { SourceNode(.scalar(text, .number), span: nowhere) }
    static func date(_ text: String) -> SourceNode { SourceNode(.scalar(text, .dateTime), span: nowhere) }
    static func boolean(_ flag: Bool) -> SourceNode { SourceNode(.scalar("\(flag)", .boolean), span: nowhere) }
    static var nothing: SourceNode { SourceNode(.scalar("", .null), span: nowhere) }
    static func list(_ elements: SourceNode...) -> SourceNode { SourceNode(.sequence(elements), span: nowhere) }
    static func texts(_ texts: String...) -> SourceNode { SourceNode(.sequence(texts.map(text)), span: nowhere) }

    static func record(_ members: KeyValuePairs<String, SourceNode>) -> SourceNode {
        SourceNode(.mapping(members.map { Member(key: $0.key, keySpan: nowhere, value: $0.value) }), span: nowhere)
    }
}

/// A change of a small file, and the file after it; nil if the change is refused.
struct SmallEdit: CustomTestStringConvertible {
    enum Change {
        case set(SourceNode?)
        case append(SourceNode)
        case remove
        case body(String)
    }

    var name: String
    var file: String
    var before: String
    var path: [SourceStep]
    var change: Change
    var order: [String] = []
    var after: String?

    init(
        _ file: String, _ name: String, _ before: String, _ path: String, _ change: Change, order: [String] = [],
        _ after: String?
    ) {
        (self.file, self.name, self.before, self.change, self.order) = (file, name, before, change, order)
        self.path = path.split(separator: ".").map { Int($0).map(SourceStep.element) ?? .key(String($0)) }
        self.after = after
    }

    var testDescription: String { "\(file): \(name)" }

    func edited() throws -> String {
        var editor = try SourceEditor(SourceFile(path: file, text: before))
        switch change {
        case .set(let node): try editor.set(path, to: node, order: order)
        case .append(let node): try editor.appendElement(node, to: path)
        case .remove: try editor.removeElement(at: path)
        case .body(let text): try editor.setBody(text)
        }
        return String(decoding: editor.file.bytes, as: UTF8.self)
    }
}
