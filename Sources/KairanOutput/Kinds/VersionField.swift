internal import KairanContent
internal import KairanModel

extension Schema {
    static let versionViews = [
        "major": TypedStep(step: .major, type: .integer), "minor": TypedStep(step: .minor, type: .integer),
    ]
}
