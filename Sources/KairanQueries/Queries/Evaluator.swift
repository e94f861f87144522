package import KairanContent
internal import KairanFormats
package import KairanModel

/// The values of a scope's frames, in the same order.
package struct Frames {
    package enum Frame {
        case element(Value)
        case names([Value])
    }

    package var frames: [Frame]
    /// The position of the innermost element in its list.
    private(set) var position = 0

    package init(frames: [Frame]) {
        self.frames = frames
    }

    package func entering(_ value: Value) -> Frames { Frames(frames: frames + [.element(value)]) }

    /// Replaces the innermost element by the next one of the same list, without a new array.
    package mutating func replaceInnermost(_ value: Value, at position: Int = 0) {
        frames[frames.count - 1] = .element(value)
        self.position = position
    }
}

/// Computes checked paths, queries and texts over a site.
package struct Evaluator {
    package let site: Site
    package let form: AddressForm
    /// The recorder of everything that the output reads; nil if nothing is recorded.
    let recorder: ReadRecorder?
    /// The position of the locale of the output.
    package let localePosition: Int
    /// The entry whose page is being made.
    package var ownEntry: EntryReference?
    /// Tells whether links of Markdown texts to other hosts open in a new tab.
    package var opensNewTabs = false

    package init(site: Site, form: AddressForm) { self.init(site: site, form: form, recorder: nil) }

    package init(site: Site, form: AddressForm, locale: Int = 0, recorder: ReadRecorder?) {
        (self.site, self.form, localePosition, self.recorder) = (site, form, locale, recorder)
    }

    /// Returns an evaluator for the same output that writes addresses in another form.
    package func with(_ form: AddressForm) -> Evaluator {
        Evaluator(site: site, form: form, locale: localePosition, recorder: recorder)
    }

    /// Counts an element that the output goes through. Returns false once the output is too large.
    ///
    /// - Parameter size: The number of the output's bytes so far.
    package func mayGrow(to size: Int) -> Bool { recorder?.count(size: size) != false }

    /// This is false once the output is too large.
    package var isWithinLimits: Bool { recorder?.excess == nil }

    /// An evaluator that records nothing, for reads that do not belong to one output.
    var silent: Evaluator { Evaluator(site: site, form: form, locale: localePosition, recorder: nil) }

    package var locale: SiteLocale { site.settings.locales[localePosition] }

    /// See `Schema.rootNames`.
    package var rootValues: [Value] { site.rootValues(form, localePosition) }

    package func value(_ path: Path, _ frames: Frames) -> Value {
        note(path.momentUse)
        let found: Value
        switch frames.frames[path.frame] {
        case .element(let element): found = value(path.steps, of: element)
        case .names(let values): found = path.slot.map { value(path.steps, of: values[$0]) } ?? .missing
        }
        guard let resolution = path.resolution else { return found }
        guard case .list(let texts) = found else { return resolved(found, resolution, frames) }
        return .list(texts.map { resolved($0, resolution, frames) })
    }

    /// Records that a value depends on the moment.
    package func note(_ use: Path.MomentUse) {
        switch use {
        case .none: break
        case .day: recorder?.note(Reads.Validity(steady: site.day))
        case .moment: recorder?.note(Reads.Validity(showsMoment: true))
        }
    }

    package func value(_ steps: [Step], of start: Value) -> Value {
        var value = start
        for index in steps.indices {
            if value.isMissing { return .missing }
            if steps[index].addsValue { return sum(steps[index...], from: value, of: start) }
            if steps[index] == .each { return each(Array(steps[(index + 1)...]), of: value) }
            value = apply(steps[index], to: value)
        }
        return value
    }

    /// Returns a list of the values to which steps lead from each element of a list.
    private func each(_ steps: [Step], of list: Value) -> Value {
        guard case .list(let elements) = list else { return .missing }
        return .list(
            elements.flatMap { element -> [Value] in
                let found = value(steps, of: element)
                if case .list(let values) = found { return values }
                return found.isMissing ? [] : [found]
            })
    }

    /// Returns the place in the content of the value of a path, or nil if no entry holds it.
    package func place(of path: Path, _ frames: Frames) -> SourceSpan? {
        guard path.slot == nil, case .element(var value) = frames.frames[path.frame] else { return nil }
        var place: SourceSpan?
        for step in path.steps.prefix(while: { $0 != .each }) {
            if case .entry(let reference) = value, case .field(let index) = step {
                place = site.content[reference].span(ofField: index)
            }
            value = apply(step, to: value)
        }
        return place
    }

    /// Returns nil if one of its paths has no value, because half a text would be wrong.
    package func text(_ pattern: TextPattern, _ frames: Frames) -> String? {
        var result = ""
        for part in pattern.parts {
            switch part {
            case .literal(let text): result += text
            case .path(let path, let format):
                let value = value(path, frames)
                guard !value.isMissing, let text = self.text(value, format, frames) else { return nil }
                result += text
            case .either(let parts):
                guard let text = parts.lazy.compactMap({ self.text(TextPattern(parts: [$0]), frames) }).first else {
                    return nil
                }
                result += text
            }
        }
        return result
    }

    private func text(_ value: Value, _ format: TextPattern.Format, _ frames: Frames) -> String? {
        switch format {
        case .plain: plainText(value)
        case .number: groupedNumber(plainText(value), locale.code)
        case .decimals(let count): groupedNumber(decimals(plainText(value), count), locale.code)
        case .date(let pattern): formatted(value, pattern)
        case .localizedDate(let patterns): locale.shown(patterns).map { formatted(value, $0) }
        case .percent(let path): percentage(of: value, self.value(path, frames))
        case .counted(let string): if case .text(let text) = counted(string, value) { text } else { nil }
        case .changed(let format, let changes): changed(value, format, changes, frames)
        }
    }

    private func changed(
        _ value: Value, _ format: TextPattern.Format, _ changes: [TextChange], _ frames: Frames
    ) -> String? {
        let values = if case .list(let elements) = value { elements } else { [value] }
        let texts = values.compactMap { text($0, format, frames) }
        guard texts.count == values.count else { return nil }
        return changes.reduce(texts) { $1.apply(to: $0, language: locale.code) }.joined()
    }

    package func formatted(_ value: Value, _ pattern: String) -> String {
        let language = locale.code
        if case .date(let date) = value { return formatDate(date, nil, pattern: pattern, language: language) }
        if case .time(let time) = value { return formatDate(nil, time, pattern: pattern, language: language) }
        guard case .dateTime(let moment) = value else { return "" }
        return formatDate(moment.date, moment.time, pattern: pattern, language: language)
    }

    /// Returns a percentage, rounded half away from zero. The percentage of a zero is 0. Returns nil if one of the two
    /// is missing.
    private func percentage(of part: Value, _ whole: Value) -> String? {
        guard let part = part.number, let whole = whole.number else { return nil }
        guard whole.significand != 0 else { return "0" }
        let percent = (part.doubleValue / whole.doubleValue * 100).rounded(.toNearestOrAwayFromZero)
        return Int(exactly: percent).map(String.init) ?? percent.description
    }
}
