internal import CYAML

/// Something that libyaml finds in a text. Events come in the order of the text.
struct YAMLEvent {
    enum Kind {
        case scalar(String, YAMLStyle)
        case beginSequence(isFlow: Bool)
        case beginMapping(isFlow: Bool)
        case end
    }

    var kind: Kind
    /// The range in the file, from the anchor or tag on. It is empty if nothing is written, and for a block mapping
    /// without an anchor or tag.
    var range: Range<Int>
    /// The tag; for `!` it may be nil.
    var tag: String?

    fileprivate init(_ kind: Kind, _ range: Range<Int>, tag: String? = nil) {
        (self.kind, self.range, self.tag) = (kind, range, tag)
    }
}

enum YAMLStyle { case plain, quoted, doubleQuoted, block }

/// A report of libyaml about text that is not YAML, with places in the file.
struct YAMLProblem: Error {
    var message: String
    var offset: Int
    /// The step that libyaml was at, such as `while scanning a quoted scalar`. `contextOffset` says where that began.
    var context: String?
    var contextOffset: Int
}

/// A message of libyaml, and two of Kairan's own for mistakes that libyaml does not mind.
let scanningAnchor = "while scanning an anchor"
let anotherDocument = "another document"
let anchorGoesOn = "the name of the anchor goes on"

/// libyaml's parser, which reads on whenever it is asked for an event.
///
/// YAML is too large a language to write another parser for, so Kairan builds on the events of libyaml. Each event has
/// its place, and nothing is expanded or refused before Kairan sees it: aliases stay within limits, and every duplicate
/// key is named. `YAMLText` and `YAMLStrictness` deal with what libyaml reads differently from YAML 1.2.
///
/// It is marked as safe because it owns what it points to, and copies whatever it hands out.
@safe
struct YAMLParser: ~Copyable {
    /// libyaml keeps the address of its parser and of the text.
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let text: UnsafeMutableBufferPointer<UInt8>
    private var places: ScalarPlaces
    private var isInDocument = false

    /// - Parameter text: The text for libyaml, with as many scalars as `source`. All places are in the file of
    ///   `source`.
    init(_ text: YAMLText, of source: YAMLSource) {
        places = ScalarPlaces(source)
        unsafe self.text = .allocate(capacity: text.bytes.count)
        _ = unsafe self.text.initialize(from: text.bytes)
        unsafe parser = .allocate(capacity: 1)
        // If this fails, the first event fails too.
        _ = unsafe yaml_parser_initialize(parser)
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        unsafe yaml_parser_set_input_string(parser, self.text.baseAddress, self.text.count)
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
        unsafe text.deallocate()
    }

    /// Returns the next event of the only document, or nil at its end.
    mutating func next() throws(YAMLProblem) -> YAMLEvent? {
        while true {
            var event = unsafe yaml_event_t()
            guard unsafe yaml_parser_parse(parser, &event) == 1, unsafe event.type != YAML_NO_EVENT else {
                throw problem()
            }
            defer { unsafe yaml_event_delete(&event) }
            let range = unsafe places.offset(event.start_mark)..<places.offset(event.end_mark)
            switch unsafe event.type {
            case YAML_SCALAR_EVENT:
                let scalar = unsafe event.data.scalar
                let value = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
                let text = unsafe String(decoding: value, as: UTF8.self)
                return unsafe YAMLEvent(.scalar(text, YAMLStyle(scalar.style)), range, tag: copy(scalar.tag))
            case YAML_SEQUENCE_START_EVENT:
                let sequence = unsafe event.data.sequence_start
                let isFlow = unsafe sequence.style == YAML_FLOW_SEQUENCE_STYLE
                return unsafe YAMLEvent(.beginSequence(isFlow: isFlow), range, tag: copy(sequence.tag))
            case YAML_MAPPING_START_EVENT:
                let mapping = unsafe event.data.mapping_start
                let isFlow = unsafe mapping.style == YAML_FLOW_MAPPING_STYLE
                return unsafe YAMLEvent(.beginMapping(isFlow: isFlow), range, tag: copy(mapping.tag))
            case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return YAMLEvent(.end, range)
            case YAML_STREAM_END_EVENT: return nil
            case YAML_DOCUMENT_START_EVENT:
                guard !isInDocument else {
                    throw YAMLProblem(message: anotherDocument, offset: range.lowerBound, contextOffset: 0)
                }
                isInDocument = true
            default: break
            }
        }
    }

    private mutating func problem() -> YAMLProblem {
        let state = unsafe parser.pointee
        return unsafe YAMLProblem(
            message: state.problem.map { unsafe String(cString: $0) } ?? "there was too little memory",
            offset: places.offset(state.problem_mark), context: state.context.map { unsafe String(cString: $0) },
            contextOffset: places.offset(state.context_mark))
    }
}

private func copy(_ tag: UnsafePointer<UInt8>?) -> String? { unsafe tag.map { unsafe String(cString: $0) } }

extension YAMLStyle {
    fileprivate init(_ style: yaml_scalar_style_t) {
        switch style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE: self = .quoted
        case YAML_DOUBLE_QUOTED_SCALAR_STYLE: self = .doubleQuoted
        case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: self = .block
        default: self = .plain
        }
    }
}

/// Turns libyaml's places, which count scalars, into byte offsets. It walks to each from the one before.
private struct ScalarPlaces {
    private let bytes: [UInt8]
    private let end: Int
    private var count = 0
    private var offset: Int

    init(_ source: YAMLSource) {
        (bytes, offset, end) = (source.file.bytes, source.range.lowerBound, source.range.upperBound)
    }

    mutating func offset(_ mark: yaml_mark_t) -> Int {
        while count < mark.index, offset < end {
            repeat { offset += 1 } while offset < end && isContinuation(bytes[offset])
            count += 1
        }
        while count > mark.index {
            repeat { offset -= 1 } while isContinuation(bytes[offset])
            count -= 1
        }
        return offset
    }
}
