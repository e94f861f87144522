import Foundation
import KairanModel
import SiteTesting
import Testing

@testable import KairanFormats

@Suite struct ChartTests {
    @Test(arguments: [
        (0.0, "0"), (-0.001, "0"), (3259, "3,259"), (1_234_567.891, "1,234,567.89"), (-1234.5, "-1,234.5"),
        (0.05, "0.05"), (0.1 + 0.2, "0.3"), (999, "999"), (1e15, "1000000000000000.0"),
    ])
    func numbers(value: Double, text: String) { #expect(chartNumber(value, in: NumberForm()) == text) }

    @Test(arguments: [
        ([1203.0, 3259], "0 1,000 2,000 3,000 4,000"),
        ([980.0, 1000], "980 985 990 995 1,000"),
        ([0.0], "0 1"),
        ([7.0, 7], "0 2 4 6 8"),
        ([1.0, 2], "0 1 2"),
        ([0.1, 0.35], "0 0.1 0.2 0.3 0.4"),
        ([0.001, 0.002], "0 0.01"),
        ([-5.0, 12], "-5 0 5 10 15"),
        ([-8.0, -2], "-8 -6 -4 -2 0"),
        ([37.0, 96], "0 25 50 75 100"),
        ([], "0 1"),
    ])
    func axes(values: [Double], ticks: String) {
        let axis = ChartAxis(values: values)
        #expect(axis.ticks.map { chartNumber($0, in: NumberForm()) }.joined(separator: " ") == ticks)
    }

    @Test func axisHoldsEveryValueAtAnySize() {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        for _ in 0..<2000 {
            let size: Double = [0.01, 1.0, 1e3, 1e9, 1e15, 1e200][Int.random(in: 0..<6, using: &random)]
            let values = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                Double.random(in: -size...size, using: &random)
            }
            let axis = ChartAxis(values: values)
            #expect((2...12).contains(axis.ticks.count), "seed \(seed): \(values)")
            #expect(values.allSatisfy { axis.lowest <= $0 && $0 <= axis.highest }, "seed \(seed): \(values)")
        }
    }

    private let chart = LineChart(
        id: "users", title: "月間利用者数 <A&B>",
        points: (0..<24).map { .init("\(2024 + ($0 + 3) / 12)/\(($0 + 3) % 12 + 1)", 1200 + $0 * 90) },
        unit: (prefix: "", suffix: " 人"))

    @Test func saysWhatItShows() throws {
        let svg = chart.svg()
        #expect(svg.contains("role=\"img\""))
        #expect(svg.contains("aria-labelledby=\"users-title users-desc\""))
        #expect(svg.contains("<title id=\"users-title\">月間利用者数 &lt;A&amp;B&gt;</title>"))
        #expect(svg.contains("<desc id=\"users-desc\">2024/4: 1,200 人 → 2026/3: 3,270 人</desc>"))
        #expect(svg.contains("<title>2025/12: 3,000 人</title>"))
        #expect(svg.components(separatedBy: "class=\"chart-point\"").count == 25)
        #expect(svg == chart.svg())
    }

    /// Places that rise or fall leave room for what is between them; all else is equally far apart.
    @Test(
        arguments: [
            ([1.0, 2, 30], [0, 1.0 / 29, 1]), ([30.0, 2, 1], [0, 28.0 / 29, 1]), ([1.0, 1, 3], [0, 0, 1]),
            ([1.0, 3, 2], [0, 0.5, 1]), ([1.0, nil, 30], [0, 0.5, 1]), ([4.0, 4, 4], [0, 0.5, 1]),
            ([7.0, 8, 9], [0, 0.5, 1]), ([nil, nil, nil], [0, 0.5, 1]),
        ] as [([Double?], [Double])])
    func pointsStandAtTheirPlaces(places: [Double?], fractions: [Double]) {
        let points = places.map { LineChart.Point("x", 1, at: $0) }
        let chart = LineChart(id: "a", title: "", points: points, unit: ("", ""))
        #expect(zip(chart.fractions, fractions).allSatisfy { abs($0 - $1) < 1e-9 }, "\(chart.fractions)")
    }

    @Test func labelsOfClosePointsAreThinned() {
        let points = [1, 2, 3, 30].map { LineChart.Point("\($0) November", 1, at: Double($0)) }
        let svg = LineChart(id: "a", title: "", points: points, unit: ("", "")).svg()
        #expect(svg.contains(">3 November</text>") && svg.contains(">30 November</text>"))
        #expect(!svg.contains(">2 November</text>") && !svg.contains(">1 November</text>"))
    }

    @Test func newestLabelIsKeptWhenLabelsAreThinned() {
        let svg = chart.svg()
        #expect(svg.contains(">2026/3</text>"))
        #expect(!svg.contains(">2026/2</text>"))
    }

    @Test(arguments: [0, 1, 2, 500])
    func anyNumberOfPointsIsXML(count: Int) throws {
        let points = (0..<count).map { LineChart.Point("点\($0)\u{1}", $0 % 7) }
        let svg = LineChart(id: "a\"b", title: "", points: points, unit: ("¥", "")).svg()
        let parser = XMLJudge(Array(svg.utf8))
        #expect(try parser.rootName() == "{http://www.w3.org/2000/svg}svg")
    }

    @Test func notANumberIsLeftOut() {
        let svg = LineChart(id: "a", title: "", points: [.init("x", .nan), .init("y", 1.0)], unit: ("", "")).svg()
        #expect(!svg.contains("nan"))
    }
}
