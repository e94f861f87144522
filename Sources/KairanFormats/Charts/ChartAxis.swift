/// The range of a vertical axis and its lines, which are at round numbers around all values.
struct ChartAxis {
    let ticks: [Double]

    var lowest: Double { ticks[0] }
    var highest: Double { ticks[ticks.count - 1] }

    /// Makes an axis with about `count` intervals. It starts at zero unless the values differ by less than a third of
    /// their size.
    init(values: [Double], intervals count: Int = 4) {
        var low = values.min() ?? 0
        var high = values.max() ?? 0
        if low >= 0, low == high || high - low >= high / 3 { low = 0 }
        if high <= 0, low == high || high - low >= -low / 3 { high = 0 }
        if low == high { high = low + 1 }
        let isWhole = values.allSatisfy { $0 == $0.rounded() }
        let step = Self.niceStep((high - low) / Double(count), smallest: isWhole ? 1 : 0.01)
        let first = (low / step).rounded(.down)
        let last = (high / step).rounded(.up)
        // Multiples are used because a sum of 0.1s drifts.
        ticks = stride(from: first, through: max(last, first + 1), by: 1).map { $0 * step }
    }

    /// Returns the smallest of 1, 2, 2.5 and 5 times a power of ten that is at least `rough`.
    private static func niceStep(_ rough: Double, smallest: Double) -> Double {
        // The power is a quotient of two integers, so that 0.01 is the Double nearest to a hundredth.
        var (power, divisor) = (1.0, 1.0)
        while power / divisor * 10 <= rough, power < 1e300 { power *= 10 }
        while power / divisor > rough, power / divisor > smallest { divisor *= 10 }
        for mantissa in [1, 2, 2.5, 5, 10] {
            let step = mantissa * power / divisor
            let isPrintable = mantissa != 2.5 || step >= 10 * smallest
            if step >= rough, isPrintable { return step }
        }
        return 10 * power / divisor
    }
}
