internal import KairanModel

/// One chart that is being drawn. Lengths are in the units of the view box, which is narrow so that it is legible on a
/// phone.
struct LineChartDrawing {
    let chart: LineChart
    private(set) var markup = XMLText()

    private let axis: ChartAxis
    private let left: Double
    private let right: Double
    /// See `LineChart.fractions`.
    private let fractions: [Double]

    private static let width = 480.0
    private static let height = 280.0
    private static let top = 34.0
    private static let bottom = height - 32
    private static let fontSize = 13.0

    init(chart: LineChart) {
        self.chart = chart
        axis = ChartAxis(values: chart.points.map(\.value))
        fractions = chart.fractions
        let tickWidth = axis.ticks.map { textWidth(chartNumber($0, in: chart.numbers)) }.max() ?? 0
        left = tickWidth * Self.fontSize + 14
        // This leaves room for the half of the last label that extends beyond its point.
        right = Self.width - max(12, textWidth(chart.points.last?.label ?? "") * Self.fontSize / 2 + 2)
    }

    mutating func draw() {
        let (width, height) = (number(Self.width), number(Self.height))
        markup.markup("<svg class=\"chart\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\"")
        markup.markup(" role=\"img\" font-size=\"\(number(Self.fontSize))\" fill=\"currentColor\" aria-labelledby=\"")
        markup.text("\(chart.id)-title \(chart.id)-desc")
        markup.markup("\">\n")
        heading("title", chart.title)
        heading("desc", chart.summaryText)
        drawAxis()
        if !chart.points.isEmpty {
            drawLabels()
            drawLine()
            drawPoints()
        }
        markup.markup("</svg>\n")
    }

    private mutating func heading(_ name: String, _ text: String) {
        markup.markup("<\(name) id=\"")
        markup.text("\(chart.id)-\(name)")
        markup.markup("\">")
        markup.text(text)
        markup.markup("</\(name)>\n")
    }

    private mutating func drawAxis() {
        markup.markup("<g class=\"chart-grid\" stroke=\"currentColor\">\n")
        for tick in axis.ticks {
            let y = number(y(tick))
            // The zero line is stronger because values are measured from it.
            let opacity = tick == 0 ? "0.5" : "0.15"
            markup.markup(
                "<path d=\"M\(number(left)) \(y)H\(number(Self.width - 4))\" stroke-opacity=\"\(opacity)\"/>\n")
        }
        markup.markup("</g>\n<g class=\"chart-label\" text-anchor=\"end\">\n")
        for tick in axis.ticks {
            label(chartNumber(tick, in: chart.numbers), x: left - 7, y: y(tick) + Self.fontSize * 0.35)
        }
        markup.markup("</g>\n")
        let unit = (chart.prefix + chart.suffix).trimmingSpaces()
        guard !unit.isEmpty else { return }
        markup.markup("<g class=\"chart-label\">\n")
        label(String(unit), x: 2, y: Self.fontSize)
        markup.markup("</g>\n")
    }

    private mutating func drawLabels() {
        let widest = chart.points.map { textWidth($0.label) }.max() ?? 0
        let needed = (widest + 1) * Self.fontSize
        // This is a little less than the distance of the points, so that labels do not come too close.
        let width = right - left - 16
        // Labels are counted from the newest point, because people look for it first.
        var shown: [Int] = []
        for index in chart.points.indices.reversed() {
            let distance = shown.last.map { width * (fractions[$0] - fractions[index]) }
            if distance.map({ $0 + 1e-6 >= needed }) ?? true { shown.append(index) }
        }
        markup.markup("<g class=\"chart-label\" text-anchor=\"middle\">\n")
        for index in shown.reversed() {
            label(chart.points[index].label, x: x(index), y: Self.bottom + Self.fontSize * 1.7)
        }
        markup.markup("</g>\n")
    }

    private mutating func drawLine() {
        let corners = chart.points.indices.map { "\(number(x($0))) \(number(y(chart.points[$0].value)))" }
        let path = "M" + corners.joined(separator: "L")
        if axis.lowest == 0 {
            let (first, last) = (number(x(0)), number(x(corners.count - 1)))
            let base = number(Self.bottom)
            markup.markup(
                "<path class=\"chart-area\" fill-opacity=\"0.08\" d=\"\(path)L\(last) \(base)L\(first) \(base)Z\"/>\n")
        }
        markup.markup("<path class=\"chart-line\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\" ")
        markup.markup("stroke-linejoin=\"round\" stroke-linecap=\"round\" d=\"\(path)\"/>\n")
    }

    private mutating func drawPoints() {
        let radius = chart.points.count > 60 ? "1.5" : "3"
        for (index, point) in chart.points.enumerated() {
            let centre = "cx=\"\(number(x(index)))\" cy=\"\(number(y(point.value)))\""
            markup.markup("<circle class=\"chart-point\" \(centre) r=\"\(radius)\"><title>")
            markup.text("\(point.label): \(chart.text(point.value))")
            markup.markup("</title></circle>\n")
        }
        drawLastValue()
    }

    /// Writes the newest value, on the side of its point where the line does not run.
    private mutating func drawLastValue() {
        guard let last = chart.points.last else { return }
        let isFalling = chart.points.dropLast().last.map { $0.value > last.value } ?? false
        let below = y(last.value) + Self.fontSize * 1.5
        let isBelow = isFalling && below < Self.bottom - 4
        let halfWidth = textWidth(chart.text(last.value)) * Self.fontSize / 2
        let x = min(x(chart.points.count - 1) + halfWidth, Self.width - 4)
        markup.markup("<g class=\"chart-value\" text-anchor=\"end\" font-weight=\"bold\">\n")
        label(chart.text(last.value), x: x, y: isBelow ? below : y(last.value) - 10)
        markup.markup("</g>\n")
    }

    private mutating func label(_ text: String, x: Double, y: Double) {
        markup.markup("<text x=\"\(number(x))\" y=\"\(number(y))\">")
        markup.text(text)
        markup.markup("</text>\n")
    }

    private func x(_ index: Int) -> Double {
        guard chart.points.count > 1 else { return (left + right) / 2 }
        return left + 8 + (right - left - 8) * fractions[index]
    }

    private func y(_ value: Double) -> Double {
        Self.bottom - (Self.bottom - Self.top) * (value - axis.lowest) / (axis.highest - axis.lowest)
    }

    private func number(_ value: Double) -> String { chartNumber((value * 10).rounded() / 10) }
}

/// Returns an estimate of a text's width in ems, because there are no fonts at build time.
func textWidth(_ text: String) -> Double {
    text.unicodeScalars.reduce(0) { $0 + ($1.isCJK ? 1 : 0.58) }
}
