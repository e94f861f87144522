import KairanModel
import Testing

@testable import KairanQueries

@Suite struct RouteTests {
    /// A line over the 180th meridian is cut there, and no part repeats a point that lies on it (RFC 7946, 3.1.9).
    @Test(arguments: [
        ("-16.5, 177.5; -17, -179", "-16.5, 177.5; -16.857143, 180 | -16.857143, -180; -17, -179"),
        ("-18, 180; -19, -180", "-18, -180; -19, -180"),
        ("-18, -180; -18, 180", ""),
        ("-18, 178; -18, 180; -19, -180; -19, -178", "-18, 178; -18, 180 | -18, -180; -19, -180; -19, -178"),
        ("-18, 179; -18, -180; -19, 179", "-18, 179; -18, 180 | -18, 180; -19, 179"),
        (
            "0, 179.99999999999999; 10, -179.99999999999999",
            "0, 179.99999999999999; 0, 180 | 0, -180; 10, -179.99999999999999"
        ),
        ("1, 2; 1, 3", "1, 2; 1, 3"), ("1, 2", ""), ("", ""),
    ]) func parts(_ line: String, _ parts: String) throws {
        let points = try line.split(separator: ";").map { try #require(Point(String($0))) }
        let made = routeParts(points).map { $0.map(\.description).joined(separator: "; ") }
        #expect(made.joined(separator: " | ") == parts)
    }
}
