internal import KairanContent
internal import KairanFormats
package import KairanModel

// These tables name every kind of field or value on one line each. Everything else about a kind is in its own file.

extension FieldType {
    package var traits: FieldTraits {
        switch self {
        case .text: .text
        case .markdown: .markdown
        case .html: .html
        case .integer: .integer
        case .decimal: .decimal
        case .boolean: .boolean
        case .date: .date
        case .time: .time
        case .dateTime: .dateTime
        case .duration: .duration
        case .url: .url
        case .email: .email
        case .phone: .phone
        case .color: .color
        case .image: .image
        case .file: .file
        case .choice(let choice): .choice(choice)
        case .version: .version
        case .window: .window
        case .schedule: .schedule
        case .point: .point
        case .reference(let collection): .reference(to: collection)
        case .list(let element): .list(of: element)
        case .record(let type): .record(type)
        case .dictionary(let element): .map(of: element)
        case .oneOf(let types): .oneOf(types)
        }
    }
}

extension Evaluator {
    package func apply(_ step: Step, to value: Value) -> Value {
        switch value {
        case .record(let values, _): if case .field(let index) = step { values[index] } else { .missing }
        case .entry(let reference): entryPart(step, reference)
        case .markdown(let markdown): markdownView(step, markdown)
        case .asset(let asset): assetView(step, asset)
        case .window(let window): windowView(step, window)
        case .schedule(let schedule): scheduleView(step, schedule)
        case .date(let date): dateView(step, date)
        case .dateTime(let moment): dateTimeView(step, moment)
        case .duration(let duration): durationView(step, duration)
        case .version(let version): versionView(step, version)
        case .point(let point): pointView(step, point)
        case .choice(let index, let choice): choiceView(step, index, choice)
        case .text(let text): colorView(step, text)
        case .integer, .decimal: .text(groupedNumber(plainText(value), locale.code))
        case .list(let elements): .integer(elements.count)
        case .dictionary(let pairs): .integer(pairs.count)
        case .member(let index, let member): step == .member(index) ? member : .missing
        case .missing, .localized, .html, .sitePath, .boolean, .time, .null: .missing
        }
    }

    /// Returns the plain text of a value, which is the same in JSON strings, pages and file names. It is empty if the
    /// value has none.
    package func plainText(_ value: Value) -> String {
        switch value {
        case .text(let text), .html(let text): text
        case .sitePath(let path):
            (form == .absolute ? site.settings.origin : "") + site.settings.basePath + path.dropFirst()
        case .integer(let number): String(number)
        case .decimal(let number): number.description
        case .boolean(let flag): flag ? "true" : "false"
        case .date(let date): date.description
        case .time(let time): time.description
        case .dateTime(let moment): moment.description
        case .duration(let duration): duration.description
        case .version(let version): version.description
        case .choice(let index, let choice): choice.options[index].value
        case .entry(let reference): site.id(of: reference)
        case .member(_, let value): plainText(value)
        case .missing, .localized, .markdown, .window, .schedule, .point, .asset, .list, .record, .dictionary, .null:
            ""
        }
    }
}

/// Returns a negative number, zero or a positive number if the first value comes before, with or after the second.
func compare(_ left: Value, _ right: Value) -> Int {
    switch left {
    case .integer(let a):
        if case .integer(let b) = right {
            order(a, b)
        } else if case .decimal(let b) = right {
            order(DecimalNumber(a), b)
        } else {
            0
        }
    case .decimal(let a):
        if case .integer(let b) = right {
            order(a, DecimalNumber(b))
        } else if case .decimal(let b) = right {
            order(a, b)
        } else {
            0
        }
    // Texts are compared by code point, so that the order is the same on every machine.
    case .text(let a): if case .text(let b) = right { order(a, b) } else { 0 }
    case .boolean(let a): if case .boolean(let b) = right { order(a ? 1 : 0, b ? 1 : 0) } else { 0 }
    case .date(let a): if case .date(let b) = right { order(a, b) } else { 0 }
    case .time(let a): if case .time(let b) = right { order(a, b) } else { 0 }
    case .duration(let a): if case .duration(let b) = right { order(a, b) } else { 0 }
    case .dateTime(let a): if case .dateTime(let b) = right { order(a, b) } else { 0 }
    case .version(let a): if case .version(let b) = right { order(a, b) } else { 0 }
    case .choice(let a, _): if case .choice(let b, _) = right { order(a, b) } else { 0 }
    // Values of one of several types are in the order of their types, and a null comes last.
    case .member(let a, let one):
        if case .member(let b, let other) = right { a == b ? compare(one, other) : order(a, b) } else { -1 }
    case .null: if case .member = right { 1 } else { 0 }
    case .missing, .localized, .html, .sitePath, .markdown, .window, .schedule, .point, .asset, .entry, .list, .record,
        .dictionary:
        0
    }
}

private func order(_ left: String, _ right: String) -> Int {
    left == right ? 0 : left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars) ? -1 : 1
}

private func order<Ordered: Comparable>(_ left: Ordered, _ right: Ordered) -> Int {
    left < right ? -1 : left > right ? 1 : 0
}

extension ValueNumbers {
    /// Returns the number of a value that fields are compared with, or nil if numbers cannot decide.
    func number(of value: Value) -> Int? {
        switch value {
        case .missing: Self.missing
        case .integer(let number): number > Self.unknown ? own(number) : nil
        case .boolean(let flag): own(flag ? 1 : 0)
        case .date(let date): own(date.daysSinceEpoch)
        case .time(let time): own(time.secondsSinceMidnight)
        case .dateTime(let moment): own(moment.epochSeconds)
        case .duration(let duration): own(duration.minutes)
        case .choice(let index, let choice): number(ofChoice: choice.options[index].value)
        case .text(let text): number(ofText: text)
        case .entry(let reference): number(of: reference)
        case .localized, .html, .sitePath, .markdown, .decimal, .version, .window, .schedule, .point, .asset, .list,
            .record, .dictionary, .member, .null:
            nil
        }
    }
}

extension ContentHash {
    /// Adds the entries and values that an item is made of. The contents of entries are recorded when they are read.
    package mutating func combine(_ value: Value, _ entryKeys: [[UInt64]]) {
        switch value {
        case .entry(let reference): combine(entryKeys[reference.collection][reference.index])
        case .list(let values), .record(let values, _):
            combine(UInt64(values.count))
            for value in values { combine(value, entryKeys) }
        case .dictionary(let pairs):
            combine(UInt64(pairs.count))
            for pair in pairs {
                combine(pair.key)
                combine(pair.value, entryKeys)
            }
        case .member(let index, let value):
            combine(UInt64(index))
            combine(value, entryKeys)
        case .missing: combine(0)
        case .null: combine(1)
        case .text(let text), .html(let text), .sitePath(let text): combine(text)
        case .integer(let number): combine(UInt64(bitPattern: Int64(number)))
        case .decimal(let number): combine(number.description)
        case .boolean(let flag): combine(flag ? 1 : 2)
        case .date(let date): combine(date.description)
        case .time(let time): combine(time.description)
        case .dateTime(let moment): combine(moment.description)
        case .duration(let duration): combine(duration.description)
        case .version(let version): combine(version.description)
        case .choice(let index, let choice): combine(choice.options[index].value)
        case .point(let point): combine(point.description)
        case .asset(let asset): combine(asset.publishedPath)
        case .window(let window):
            for bound in [window.from, window.until] { combine(bound?.description ?? "") }
        case .schedule(let schedule):
            var writer = ByteWriter()
            writer.write(schedule)
            combine(ContentHash(writer.bytes))
        // No output is made for each of these values.
        case .markdown, .localized: break
        }
    }
}
