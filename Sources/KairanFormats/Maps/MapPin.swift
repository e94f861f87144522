/// The shapes of marks, each within 8 units around its middle. With shapes, nobody has to tell colours apart.
package enum MapPin {
    /// The shapes as path data.
    package static let all = [
        // These are: circle, square, triangle, diamond, triangle downwards.
        "M-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0", "M-6-6H6V6H-6Z", "M0-8L7.5 6H-7.5Z", "M0-8L8 0L0 8L-8 0Z",
        "M0 8L7.5-6H-7.5Z",
        // These are: pentagon, star, hexagon, plus, cross.
        "M0-7.5L7.5-2L4.5 7H-4.5L-7.5-2Z",
        "M0-8L2-2.7L7.6-2.5L3.2 1L4.7 6.5L0 3.4L-4.7 6.5L-3.2 1L-7.6-2.5L-2-2.7Z",
        "M-4-7H4L8 0L4 7H-4L-8 0Z", "M-2.5-7.5H2.5V-2.5H7.5V2.5H2.5V7.5H-2.5V2.5H-7.5V-2.5H-2.5Z",
        "M-7-3.5L-3.5-7L0-3.5L3.5-7L7-3.5L3.5 0L7 3.5L3.5 7L0 3.5L-3.5 7L-7 3.5L-3.5 0Z",
        // These are: half circle, drop, house, hourglass, arrow to the right.
        "M-8 4.5A8 8 0 0 1 8 4.5Z", "M0-8C3-4 6.5-1 6.5 2.5A6.5 6 0 0 1-6.5 2.5C-6.5-1-3-4 0-8Z",
        "M0-8L7-1.5V7H-7V-1.5Z", "M-7-7.5H7L2 0L7 7.5H-7L-2 0Z", "M-6-7.5L8 0L-6 7.5L-2.5 0Z",
    ]
}
