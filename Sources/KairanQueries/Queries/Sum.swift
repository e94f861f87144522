internal import KairanContent
internal import KairanModel
internal import KairanReaders

// A moment or a time with durations added or taken away, `starts + length`, `starts - 30m`, or numbers: `ours - theirs`.
extension Schema {
    /// Returns the path to a sum; nil if the text is none.
    func sum(_ text: String, in scope: Scope, at span: SourceSpan) -> Result<Path, PathError>? {
        let signs = isSum(text) ? text.matches(of: /\s+([+-])\s+/) : []
        guard let first = signs.first else { return nil }
        return Result { () throws(PathError) -> Path in
            var sum = try start(
                text[..<first.range.lowerBound], in: scope, at: span.part(text[..<first.range.lowerBound], of: text))
            let start = sum
            for (index, sign) in signs.enumerated() {
                let end = index + 1 < signs.count ? signs[index + 1].range.lowerBound : text.endIndex
                let term = text[sign.range.upperBound..<end]
                let place = span.part(term, of: text)
                let isTaken = sign.output.1 == "-"
                if !start.type.isNumber, let duration = MinuteDuration(String(term)) {
                    sum.steps.append(.minutesLater(isTaken ? -duration.minutes : duration.minutes))
                    continue
                }
                let signs = term.hasPrefix("$") ? "" : text.prefix { $0 == "$" }
                let path = try summand("\(signs)\(term)", beside: start, in: scope, at: place)
                if path.type == .decimal { sum.type = .decimal }
                sum.steps += [isTaken ? .earlier(path.steps.count) : .later(path.steps.count)] + path.steps
                sum.isOptional = sum.isOptional || path.isOptional
                if path.isOptional { sum.gaps.append(sum.steps.count) }
            }
            sum.text = text.replacing("$", with: "")
            return sum
        }
    }

    /// Returns whether durations or numbers are added in a text. `$day + 3 days` is a day, which only queries count.
    func isSum(_ text: String) -> Bool {
        guard text.contains(" + ") || text.contains(" - ") else { return false }
        let words = text.split(separator: " ").suffix(2)
        guard let last = words.last, CalendarRange.Unit(word: String(last)) != nil else { return true }
        return Int(words[words.startIndex]) == nil
    }

    /// Returns a `help` text for a name that was meant as a sum, such as `starts+length`; nil for any other one.
    func sumHelp(_ text: String, among known: [String]) -> String? {
        guard let match = text.wholeMatch(of: /(\$*)([\w.\-]*\w)\s*([+-])\s*(\$*)(\w.*)/) else { return nil }
        let (_, root, start, sign, _, term) = match.output
        func isKnown(_ name: Substring) -> Bool { known.contains { $0 == name.prefix { $0 != "." } } }
        guard isKnown(start), sign == "+" || isKnown(term) || MinuteDuration(String(term)) != nil else { return nil }
        let spaced = "\(root)\(start) \(sign) \(match.output.4)\(term)"
        return spaced == text
            ? "only a duration or a number can be added, as in \(root)\(start) + 30m"
            : "write blanks around the sign: \(spaced)"
    }

    private func start(_ name: Substring, in scope: Scope, at span: SourceSpan) throws(PathError) -> Path {
        let path = try path(String(name), in: scope, at: span).get()
        guard path.type == .dateTime || path.type == .time || path.type.isNumber else {
            throw mistake(
                "'\(name)' is \(path.type.withArticle), to which nothing can be added", at: span,
                help: path.type == .date
                    ? "days are added where a query names a day, as in from: $day + 3 days"
                    : "add to a dateTime, a time or a number, as in starts + length or ours - theirs")
        }
        guard path.momentUse == .none else {
            throw mistake(
                "no duration can be added to the moment of the build", at: span,
                help: "add it to what is compared with it, as in where: { starts - 2h: { atMost: now } }")
        }
        return path
    }

    /// Returns the path to what is added to the value of another one.
    private func summand(
        _ name: String, beside start: Path, in scope: Scope, at span: SourceSpan
    ) throws(PathError) -> Path {
        let (what, help) =
            start.type.isNumber
            ? ("a number", "name a number of the same entry")
            : ("a duration", "name a duration of the same entry, or write one, such as 30m or 1h 30m")
        if name.first?.isNumber == true {
            throw mistake(
                "'\(name)' is not \(start.type.isNumber ? "the name of a number" : what)", at: span, help: help)
        }
        let path = try path(name, in: scope, at: span).get()
        let fits = start.type.isNumber ? path.type.isNumber : path.type == .duration
        if fits, path.frame == start.frame, path.slot == start.slot { return path }
        throw mistake(
            fits
                ? "'\(name)' and '\(start.text)' are not of the same entry"
                : "'\(name)' is \(path.type.withArticle), not \(what)", at: span, help: help)
    }

    private func mistake(_ message: String, at span: SourceSpan, help: String) -> PathError {
        PathError(diagnostic: Diagnostic(.error, .pathType, message, at: span, help: help))
    }
}

extension Path {
    /// This is true if durations or numbers are added at its end.
    package var isSum: Bool { steps.contains(where: \.addsValue) }

    /// The paths to the values of which it is the sum, or the path alone if it is none.
    var summands: [Path] {
        guard isSum else { return [self] }
        var (summands, rest) = ([Path](), steps[...])
        while !rest.isEmpty {
            var summand = self
            let end = rest.firstIndex { $0.addedSteps != nil } ?? rest.endIndex
            summand.steps = Array(rest[..<end])
            summands.append(summand)
            rest = rest[end...].dropFirst()
        }
        return summands
    }
}

extension Step {
    /// This is true if it and some steps after it add a duration or a number.
    var addsValue: Bool { addedSteps != nil }

    /// The number of the steps after it that lead to what it adds; nil if it adds nothing.
    fileprivate var addedSteps: Int? {
        switch self {
        case .later(let count), .earlier(let count): count
        case .minutesLater: 0
        default: nil
        }
    }
}

extension Evaluator {
    /// Follows steps of which some add durations or numbers, each of which starts at the same value as the path.
    func sum(_ steps: ArraySlice<Step>, from value: Value, of start: Value) -> Value {
        var (sum, rest) = (value, steps)
        while let step = rest.popFirst() {
            let steps = rest.prefix(step.addedSteps ?? 0)
            rest = rest.dropFirst(steps.count)
            let isTaken = step == .earlier(steps.count)
            if case .minutesLater(let minutes) = step {
                sum = moved(sum, by: minutes)
                continue
            }
            let added = self.value(Array(steps), of: start)
            if case .duration(let duration) = added {
                sum = moved(sum, by: isTaken ? -duration.minutes : duration.minutes)
            } else if let number = added.number, let first = sum.number {
                sum = total(of: first, isTaken ? -number : number, isWhole: sum.isInteger && added.isInteger)
            } else {
                return .missing
            }
        }
        return sum
    }

    /// Returns the sum of two numbers; nothing if JSON cannot have so many digits.
    private func total(of first: DecimalNumber, _ second: DecimalNumber, isWhole: Bool) -> Value {
        guard let sum = first.adding(second) else { return .missing }
        guard isWhole else { return .decimal(sum) }
        return wholeNumbersOfJSON.contains(sum.significand) ? .integer(sum.significand) : .missing
    }

    /// Returns a moment, or a time on any day, so many minutes later. Clocks that go forward or back do not change how
    /// long something takes.
    private func moved(_ value: Value, by minutes: Int) -> Value {
        if case .time(let time) = value {
            let seconds = (time.secondsSinceMidnight + minutes % 1_440 * 60 + 86_400) % 86_400
            return .time(LocalTime(secondsSinceMidnight: seconds))
        }
        guard case .dateTime(let moment) = value else { return .missing }
        let moved = site.settings.timeZone.dateTime(epochSeconds: moment.epochSeconds + minutes * 60)
        return moved.isWritable ? .dateTime(moved) : .missing
    }
}

extension Value {
    fileprivate var isInteger: Bool { if case .integer = self { true } else { false } }
}
