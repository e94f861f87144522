internal import KairanFormats
internal import KairanModel
internal import KairanQueries

extension PageProgram {
    /// Returns the page's text.
    ///
    /// - Parameter root: The values of the outermost names. The value of `content` is missing.
    func run(_ evaluator: Evaluator, _ root: Frames) -> PageText {
        var run = ProgramRun(self, evaluator, root)
        run.runLevel(levels.count - 1)
        return run.text
    }
}

/// One page that is being written.
private struct ProgramRun {
    private let program: PageProgram
    private let evaluator: Evaluator
    private let root: Frames
    private var frames: Frames
    /// The position in a list; nil outside lists, in partials, and in sections inside an element.
    private var position: ListPosition?
    /// The indentation of each line of the partials being written.
    private var indentation: [UInt8] = []
    /// The level of the program that is being written.
    private var level = 0
    private(set) var output: [UInt8] = []
    /// The place of the template's next piece; nil if only the output's bytes matter.
    private var place: SourceSpan?
    private(set) var parts: [TextPart] = []

    init(_ program: PageProgram, _ evaluator: Evaluator, _ root: Frames) {
        (self.program, self.evaluator, self.root, frames) = (program, evaluator, root, root)
        output.reserveCapacity(4096)
    }

    var text: PageText { PageText(bytes: output, parts: parts) }

    /// Writes the content of a layout at its place in the layout.
    mutating func runLevel(_ level: Int) {
        let outer = (self.level, frames, position, indentation)
        (self.level, frames, position, indentation) = (level, root, nil, [])
        run(program.levels[level])
        (self.level, frames, position, indentation) = outer
    }

    private mutating func run(_ instructions: [MustacheInstruction]) {
        guard indentation.isEmpty else { return runIndented(instructions) }
        // An element of a span is lent, where one of an array would be copied.
        let instructions = instructions.span
        for index in instructions.indices { run(instructions[index]) }
    }

    private mutating func run(_ instruction: MustacheInstruction) {
        switch instruction {
        case .literal(let bytes):
            let start = output.count
            output += bytes
            note(.literal, from: start)
        case .mark(let place): self.place = place
        case .print(let operand, let isEscaped): print(value(operand), isEscaped)
        case .printText(let pattern, let isEscaped):
            let text = evaluator.text(pattern, frames)
            print(text.map { pattern.isHTML ? .html($0) : .text($0) } ?? .missing, isEscaped)
        case .content: runLevel(level - 1)
        case .section(let operand, let isInverted, let inner): section(value(operand), isInverted, inner)
        case .printPosition(let part): print(position?.value(part) ?? .missing, true)
        case .positionSection(let part, let isInverted, let inner):
            let value = position?.value(part) ?? .boolean(false)
            if (value == .boolean(false)) == isInverted { run(inner) }
        case .partial(let inner, let indentation):
            guard evaluator.mayGrow(to: output.count) else { return }
            let outer = (self.indentation, position)
            self.indentation += indentation
            position = nil
            run(inner)
            (self.indentation, position) = outer
        case .block(let inner, let indentation, let startsLine): block(inner, indentation, startsLine)
        }
    }

    private mutating func block(_ inner: [MustacheInstruction], _ indentation: [UInt8], _ startsLine: Bool) {
        let outer = self.indentation
        if startsLine { output += indentation }
        let start = output.count
        self.indentation += indentation
        run(inner)
        self.indentation = outer
        if startsLine, output.count == start { removeIndentation(indentation.count) }
    }

    private mutating func print(_ value: Value, _ isEscaped: Bool) {
        let start = output.count
        defer { note(TextPart.Kind(of: value, isEscaped: isEscaped), from: start) }
        if evaluator.appendDigits(of: value, to: &output) { return }
        let text = evaluator.plainText(value)
        // A format with a writer escapes the text itself.
        if isEscaped, place == nil { appendEscaped(text) } else { output += text.utf8 }
    }

    private mutating func note(_ kind: TextPart.Kind, from start: Int) {
        if let place { parts.append(TextPart(kind: kind, range: start..<output.count, place: place)) }
    }

    private func value(_ operand: MustacheOperand) -> Value {
        var value = isContent(operand.path) ? content() : evaluator.value(operand.path, frames)
        if !operand.changes.isEmpty {
            for change in operand.changes { value = evaluator.apply(change, to: value) }
        }
        return value
    }

    private mutating func section(_ value: Value, _ isInverted: Bool, _ inner: [MustacheInstruction]) {
        switch value {
        case .missing, .null, .member(_, .boolean(false)): if isInverted { run(inner) }
        case .boolean(let flag): if flag != isInverted { run(inner) }
        case .list where isInverted, .dictionary where isInverted:
            guard value.elementsOfEach?.isEmpty == true else { return }
            let outer = position
            position = nil
            run(inner)
            position = outer
        case .list, .dictionary:
            let elements = value.elementsOfEach ?? []
            for index in elements.indices where evaluator.isWithinLimits {
                enter(elements[index], ListPosition(index: index, count: elements.count), inner)
            }
        default: if !isInverted { enter(value, nil, inner) }
        }
    }

    private mutating func enter(_ value: Value, _ position: ListPosition?, _ inner: [MustacheInstruction]) {
        guard evaluator.mayGrow(to: output.count) else { return }
        let outer = self.position
        self.position = position
        frames.frames.append(.element(value))
        run(inner)
        frames.frames.removeLast()
        self.position = outer
    }

    /// Writes text with references for the characters that HTML reads as markup.
    private mutating func appendEscaped(_ text: String) {
        let utf8 = text.utf8.span
        var clean = 0
        for index in utf8.indices {
            guard let reference = reference(for: utf8[index]) else { continue }
            output.append(copying: utf8.extracting(clean..<index))
            output += reference.utf8
            clean = index + 1
        }
        output.append(copying: utf8.extracting(clean...))
    }

    private func reference(for byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }
}

// A layout may also check whether its content is empty, or enter it.
extension ProgramRun {
    private func isContent(_ path: Path) -> Bool {
        guard level > 0, path.frame == root.frames.count - 1, let slot = path.slot,
            case .names(let values) = root.frames[path.frame]
        else { return false }
        return slot == values.count - 1
    }

    private func content() -> Value {
        var inner = ProgramRun(program, evaluator, root)
        inner.runLevel(level - 1)
        return .html(String(decoding: inner.text.written(as: program.format).bytes, as: UTF8.self))
    }
}

// A line starts after a line end that the section or partial itself wrote, and never in the middle of a value.
extension ProgramRun {
    private mutating func runIndented(_ instructions: [MustacheInstruction]) {
        let start = output.count
        for instruction in instructions {
            if case .literal(let bytes) = instruction {
                appendLines(bytes, start)
                // At most one line is recorded, and the indentation stands before it.
                note(.literal, from: output.count - bytes.count)
                continue
            }
            let isIndented = endsLine(start)
            if isIndented { output += indentation }
            let indented = output.count
            run(instruction)
            if isIndented, output.count == indented { removeIndentation(indentation.count) }
        }
    }

    private mutating func appendLines(_ bytes: [UInt8], _ start: Int) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
            if endsLine(start) { output += indentation }
            output += rest[..<end]
            rest = rest[end...]
        }
    }

    private mutating func removeIndentation(_ length: Int) {
        output.removeLast(length)
        // These parts stand for missing values, which wrote no bytes after the indentation.
        for index in parts.indices.reversed() {
            guard parts[index].range.upperBound > output.count else { break }
            parts[index].range = output.count..<output.count
        }
    }

    private func endsLine(_ start: Int) -> Bool {
        guard output.count > start, output.last == UInt8(ascii: "\n") else { return false }
        return parts.last.map { $0.kind == .literal || $0.range.upperBound < output.count } ?? true
    }
}
