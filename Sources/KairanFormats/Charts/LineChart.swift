package import KairanModel

/// A line chart as inline SVG that needs no script and no style sheet.
///
/// Every colour is `currentColor`, so the chart follows dark mode. A style sheet can change the chart through the
/// classes `chart`, `chart-grid`, `chart-label`, `chart-area`, `chart-line`, `chart-point` and `chart-value`.
package struct LineChart: Sendable {
    package struct Point: Sendable {
        package var label: String
        package var value: Double
        /// The place on the horizontal axis, in any unit; nil if all points are equally far apart.
        package var place: Double?

        package init(_ label: String, _ value: Double, at place: Double? = nil) {
            (self.label, self.value, self.place) = (label, value, place)
        }

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

    /// The places of the points on the horizontal axis, of which 0 is the left and 1 the right end. They are equally far
    /// apart unless all have a place and the places have an order, in which they may also fall.
    var fractions: [Double] {
        let count = Double(points.count - 1)
        let even = points.indices.map { Double($0) / count }
        let places = points.compactMap(\.place)
        guard places.count == points.count, let first = places.first, let last = places.last, first != last else {
            return even
        }
        let fractions = places.map { ($0 - first) / (last - first) }
        guard zip(fractions, fractions.dropFirst()).allSatisfy({ $0 <= $1 }) else { return even }
        // Places at equal distances are drawn as if they were none, whatever the rounding.
        return zip(fractions, even).allSatisfy { abs($0 - $1) < 1e-9 } ? even : fractions
    }

    func text(_ value: Double) -> String { prefix + chartNumber(value, in: numbers) + suffix }

    var summaryText: String {
        if let summary { return summary }
        guard let first = points.first, let last = points.last else { return "" }
        return "\(first.label): \(text(first.value)) → \(last.label): \(text(last.value))"
    }
}
