internal import KairanModel
internal import Mustache

// The template library asks for values as `Any` and finds out what they are by casting; this file is where that ends.

/// A value with its type, as the template library sees it.
struct MustacheBinding: MustacheParent, MustacheCustomRenderable, MustacheTransformable {
    let value: Value
    let type: FieldType
    let evaluator: Evaluator

    var renderText: String { evaluator.plainText(value) }
    var isNull: Bool { value.isMissing }

    func transform(_ name: String) -> Any? { renderText.transform(name) }

    func child(named name: String) -> Any? {
        guard let step = evaluator.site.schema.step(named: name, on: type) else { return nil }
        return bind(evaluator.apply(step.step, to: value), step.type, evaluator)
    }
}

/// The names a template starts from: the outermost frames, the named values before the element's own.
struct MustacheRoot: MustacheParent {
    let names: [String: Any]
    let element: MustacheBinding?

    func child(named name: String) -> Any? { names[name] ?? element?.child(named: name) }
}

/// A list that can be walked as a section and asked for its `count`.
struct MustacheList: MustacheSequence, MustacheParent, MustacheTransformable {
    let elements: [Any]

    func makeIterator() -> IndexingIterator<[Any]> { elements.makeIterator() }

    func child(named name: String) -> Any? { name == "count" ? elements.count : nil }

    func transform(_ name: String) -> Any? {
        switch name {
        case "count": elements.count
        case "empty": elements.isEmpty
        case "first": elements.first
        case "last": elements.last
        case "reversed": MustacheList(elements: elements.reversed())
        default: nil
        }
    }
}

/// A declared name without a value: it must not be looked up further out, where another has the same name.
private struct MissingValue: MustacheCustomRenderable, MustacheTransformable {
    var renderText: String { "" }
    var isNull: Bool { true }

    func transform(_ name: String) -> Any? {
        switch name {
        case "empty": true
        case "count": 0
        default: self
        }
    }
}

func bind(_ value: Value, _ type: FieldType, _ evaluator: Evaluator) -> Any {
    switch value {
    case .missing: return MissingValue()
    case .boolean(let flag): return flag
    case .list(let elements):
        let element = if case .list(let element) = type { element } else { FieldType.text }
        return MustacheList(elements: elements.map { bind($0, element, evaluator) })
    case .text(let text), .html(let text): return text
    default: return MustacheBinding(value: value, type: type, evaluator: evaluator)
    }
}
