internal import KairanContent
internal import KairanModel
internal import KairanReaders

// A moment or a time with durations added or taken away: `starts + length`, `starts - 30m`.
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
                if let duration = MinuteDuration(String(term)) {
                    sum.steps.append(.minutesLater(isTaken ? -duration.minutes : duration.minutes))
                    continue
                }
                let signs = term.hasPrefix("$") ? "" : text.prefix { $0 == "$" }
                let path = try duration("\(signs)\(term)", beside: start, in: scope, at: place)
                sum.steps += [isTaken ? .earlier(path.steps.count) : .later(path.steps.count)] + path.steps
                sum.isOptional = sum.isOptional || path.isOptional
                if path.isOptional { sum.gaps.append(sum.steps.count) }
            }
            sum.text = text.replacing("$", with: "")
            return sum
        }
    }

    /// Returns whether durations are added in a text. `$day + 3 days` is a day, which only queries count.
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
            ? "only a duration can be added, as in \(root)\(start) + 30m" : "write blanks around the sign: \(spaced)"
    }

    private func start(_ name: Substring, in scope: Scope, at span: SourceSpan) throws(PathError) -> Path {
        let path = try path(String(name), in: scope, at: span).get()
        guard path.type == .dateTime || path.type == .time else {
            throw mistake(
                "'\(name)' is \(path.type.withArticle), to which no duration can be added", at: span,
                help: path.type == .date
                    ? "days are added where a query names a day, as in from: $day + 3 days"
                    : [.integer, .decimal].contains(path.type)
                        ? "numbers are added as in { sum: [\(name), other, -another] }"
                        : "add it to a dateTime or a time, as in starts + length or starts - 30m")
        }
        guard path.momentUse == .none else {
            throw mistake(
                "no duration can be added to the moment of the build", at: span,
                help: "add it to what is compared with it, as in where: { starts - 2h: { atMost: now } }")
        }
        return path
    }

    private func duration(
        _ name: String, beside start: Path, in scope: Scope, at span: SourceSpan
    ) throws(PathError) -> Path {
        if name.first?.isNumber == true {
            throw mistake("'\(name)' is not a duration", at: span, help: "write it as 30m or 1h 30m")
        }
        let path = try path(name, in: scope, at: span).get()
        if path.type == .duration, path.frame == start.frame, path.slot == start.slot { return path }
        throw mistake(
            path.type == .duration
                ? "'\(name)' and '\(start.text)' are not of the same entry"
                : "'\(name)' is \(path.type.withArticle), not a duration", at: span,
            help: "name a duration of the same entry, or write one, such as 30m or 1h 30m")
    }

    private func mistake(_ message: String, at span: SourceSpan, help: String) -> PathError {
        PathError(diagnostic: Diagnostic(.error, .pathType, message, at: span, help: help))
    }
}

extension Path {
    /// This is true if a duration is added at its end.
    package var isSum: Bool { steps.contains(where: \.addsDuration) }

    /// The paths to the values of which it is the sum, or the path alone if it is none.
    var summands: [Path] {
        guard isSum else { return [self] }
        var (summands, rest) = ([Path](), steps[...])
        while !rest.isEmpty {
            var summand = self
            let end = rest.firstIndex { $0.durationSteps != nil } ?? rest.endIndex
            summand.steps = Array(rest[..<end])
            summands.append(summand)
            rest = rest[end...].dropFirst()
        }
        return summands
    }
}

extension Step {
    /// This is true if it and some steps after it add a duration.
    var addsDuration: Bool { durationSteps != nil }

    /// The number of the steps after it that lead to a duration; nil if it adds none.
    fileprivate var durationSteps: Int? {
        switch self {
        case .later(let count), .earlier(let count): count
        case .minutesLater: 0
        default: nil
        }
    }
}

extension Evaluator {
    /// Follows steps of which some add durations, each of which starts at the same value as the path.
    func sum(_ steps: ArraySlice<Step>, from value: Value, of start: Value) -> Value {
        var (sum, rest) = (value, steps)
        while let step = rest.popFirst() {
            let duration = rest.prefix(step.durationSteps ?? 0)
            rest = rest.dropFirst(duration.count)
            if case .minutesLater(let minutes) = step {
                sum = moved(sum, by: minutes)
            } else if case .duration(let added) = self.value(Array(duration), of: start) {
                sum = moved(sum, by: step == .earlier(duration.count) ? -added.minutes : added.minutes)
            } else {
                return .missing
            }
        }
        return sum
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
