extension Picture {
    /// Returns the most frequent colour of the picture as `#rrggbb`, which is the mean of a group of similar colours.
    /// It is white if nothing is visible.
    package func dominantColor() throws(DamagedPicture) -> String {
        guard let pixels = decoded(),
            let small = pixels.resampled(width: min(pixels.width, 32), height: min(pixels.height, 32))
        else { throw DamagedPicture() }
        var alike = Array(repeating: ColorSum(), count: 1 << 12)
        small.forEachPixel { pixel in
            if pixel.transparency >= 64 { return }
            alike[(pixel.red >> 4) << 8 | (pixel.green >> 4) << 4 | pixel.blue >> 4].add(pixel)
        }
        // Among equally frequent groups, the first one counts.
        var most = ColorSum()
        for sum in alike where sum.count > most.count { most = sum }
        return most.count == 0 ? "#ffffff" : most.mean
    }
}

private struct ColorSum {
    private(set) var count = 0
    private var (red, green, blue) = (0, 0, 0)

    mutating func add(_ pixel: Bitmap.Pixel) {
        count += 1
        red += pixel.red
        green += pixel.green
        blue += pixel.blue
    }

    var mean: String {
        "#"
            + [red, green, blue].map { sum in
                let digits = String((sum + count / 2) / count, radix: 16)
                return digits.count == 1 ? "0" + digits : digits
            }.joined()
    }
}
