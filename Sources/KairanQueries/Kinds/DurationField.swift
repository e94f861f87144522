internal import KairanContent
internal import KairanModel
internal import KairanReaders

extension FieldTraits {
    static let duration = FieldTraits(
        views: [
            "minutes": TypedStep(step: .minutes, type: .integer), "text": TypedStep(step: .displayText, type: .text),
        ], isOrdered: true, isWord: true, numbers: { _ in .own }, form: "duration",
        shownForm: .localeWords("duration"), schema: { _ in .string(format: "duration") },
        editor: { _ in .text("^([0-9]+ *h)?( *[0-9]+ *m(in)?)?$|^PT([0-9]+H)?([0-9]+M)?$", write: "1h 44m") },
        isTold: { $0.has(.minutes) || $0.has(.displayText) }, written: { $0.duration($1) })
}

extension Evaluator {
    func durationView(_ step: Step, _ duration: MinuteDuration) -> Value {
        step == .minutes ? .integer(duration.minutes) : .text(formatDuration(duration, language: locale.code))
    }
}

/// Returns a duration in words, such as "1 h 44 min".
func formatDuration(_ duration: MinuteDuration, language: String) -> String {
    switch primaryLanguage(of: language) {
    case "ja": duration.joined("時間", "", "分")
    case "ko": duration.joined("시간", " ", "분")
    case "en": duration.joined(" h", " ", " min")
    default: LocaleData.of(language)?.text(duration) ?? duration.joined(" h", " ", " min")
    }
}

extension FieldWriter {
    func duration(_ told: Recovered) -> SourceNode? {
        if let minutes = told[.minutes]?.value?.scalar.flatMap({ Int($0) }) {
            return told.text(MinuteDuration(minutes: minutes).written)
        }
        guard let node = told.value ?? told[.displayText]?.value, let text = node.scalar else { return told.value }
        let plain = [("時間", "h"), ("시간", "h"), ("分", "m"), ("분", "m")].reduce(text) { text, word in
            text.replacing(word.0, with: word.1)
        }
        return MinuteDuration(plain).map { told.text($0.written) } ?? node
    }
}
