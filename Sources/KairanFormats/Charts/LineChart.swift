package import KairanModel

/// A line chart as inline SVG that needs no script and no style sheet.
///
/// Every colour is `currentColor`, so the chart follows dark mode. A style sheet can change the chart through the
/// classes `chart`, `chart-grid`, `chart-label`, `chart-area`, `chart-line`, `chart-point` and `chart-value`.
package struct LineChart: Sendable {
    package struct Point: Sendable {
        package var label: String
        package var value: Double

        package init(_ label: String, _ value: Double) { (self.label, self.value) = (label, value) }

        package init(_ label: String, _ value: Int) { self.init(label, Double(value)) }
    }

    /// The prefix of the ids in the SVG, which distinguishes the charts of one page.
    package var id: String
    package var title: String
    /// The text that is read out after the title; nil for the first and the last value.
    package var summary: String?
    package var points: [Point]
    /// The texts around every value, such as `¥` and ` 人`.
    package var prefix: String
    package var suffix: String
    /// The way in which every value is written.
    var numbers = NumberForm()

    package init(
        id: String, title: String, points: [Point], unit: (prefix: String, suffix: String), numbers: NumberForm
    ) {
        self.init(id: id, title: title, points: points, unit: unit)
        self.numbers = numbers
    }

    package init(
        id: String, title: String, summary: String? = nil, points: [Point], unit: (prefix: String, suffix: String)
    ) {
        self.id = id
        self.title = title
        self.summary = summary
        self.points = points.filter(\.value.isFinite)
        (prefix, suffix) = unit
    }

    /// Returns one line of markup that can stand inside HTML. It ends with a newline.
    package func svg() -> String {
        var drawing = LineChartDrawing(chart: self)
        drawing.draw()
        return String(decoding: drawing.markup.bytes, as: UTF8.self)
    }

    func text(_ value: Double) -> String { prefix + chartNumber(value, in: numbers) + suffix }

    var summaryText: String {
        if let summary { return summary }
        guard let first = points.first, let last = points.last else { return "" }
        return "\(first.label): \(text(first.value)) → \(last.label): \(text(last.value))"
    }
}
