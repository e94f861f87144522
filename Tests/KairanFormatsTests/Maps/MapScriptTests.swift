import KairanModel
import SiteTesting
import Testing

@testable import KairanFormats

/// The showcase's script, run by Node.js, lays a map out as the build does.
@Suite(.enabled(if: Node.isAvailable)) struct MapScriptTests {
    private struct Input: Encodable {
        var frame: [String: Double]
        var positions: [[Double]]
        var widths: [Double]
    }

    private struct Output: Decodable, Equatable {
        var members: [[Int]]
        /// The place of each group's label, measured from its mark; it is empty if there is no room for a label.
        var labels: [[Double]]
    }

    /// With the first seed one mark is equally far from two others, to the last bit.
    @Test(arguments: [52_633_158, nil]) func marksAndLabelsStandWhereTheBuildPutsThem(known: UInt64?) throws {
        let seed = known ?? printedSeed()
        var random = SeededNumbers(seed: seed)
        let frame = MapBox(x: 56, y: 8, width: 336, height: 388)
        let positions = (0..<300).map { _ in
            MapPosition(x: tenth(60...390, &random), y: tenth(10...390, &random))
        }
        let texts = positions.map { _ in String(repeating: "映", count: Int.random(in: 1...9, using: &random)) }
        let groups = mapGroups(positions)
        var placer = MapLabels(in: frame, around: groups)
        let labels = zip(groups, texts).map { group, text in placer.place(text, at: group) }
        let expected = Output(
            members: groups.map(\.members),
            labels: zip(groups, labels).map { group, label in
                label.map { rounded([$0.position.x - group.position.x, $0.position.y - group.position.y]) } ?? []
            })
        let found: Output = try Node.run(
            """
            const { groups, labelPlacer } = await asset("map-layout.js");
            const found = groups(input.positions.map(([x, y]) => ({ x, y })));
            const place = labelPlacer(input.frame, found);
            const labels = found.map((group, index) => place(input.widths[index], group));
            console.log(JSON.stringify({
              members: found.map(({ members }) => members),
              labels: labels.map((label) => label ? [label.x, label.y].map((number) => Math.round(number * 1000)) : []),
            }));
            """,
            input: Input(
                frame: ["left": frame.x, "right": frame.right, "top": frame.y, "bottom": frame.bottom],
                positions: positions.map { [$0.x, $0.y] }, widths: texts.map { textWidth($0) * MapLabels.fontSize }))
        #expect(found == expected, "seed \(seed)")
    }

    private func tenth(_ range: ClosedRange<Double>, _ random: inout SeededNumbers) -> Double {
        (Double.random(in: range, using: &random) * 10).rounded() / 10
    }

    /// Gives numbers in thousandths.
    private func rounded(_ numbers: [Double]) -> [Double] { numbers.map { ($0 * 1000).rounded() + 0 } }
}
