package import KairanBuild
internal import KairanContent
internal import KairanPublish

/// The pages of the site with what somebody types in a form and has not saved. A browser sees them at the address of
/// the page with a query that names the form, and everybody else sees the saved page.
struct TypedPages {
    private var forms: [(name: String, files: [String: [UInt8]])] = []
    /// The forms, and the reviews, that a person may have open at once.
    private let limit = 8

    /// Keeps what a form would change, in place of what it would have changed before. The form that was typed in
    /// longest ago is forgotten where there are too many.
    mutating func keep(_ files: [String: [UInt8]], of form: String) {
        forms.removeAll { $0.name == form }
        forms.append((form, files))
        let alike = forms.indices.filter { forms[$0].name.hasPrefix(Self.review) == form.hasPrefix(Self.review) }
        if alike.count > limit { forms.remove(at: alike[0]) }
    }

    /// Forgets what is typed in forms, since it was saved, or will be tried again. What somebody asks for a look at is
    /// still to come.
    mutating func forgetForms() { forms.removeAll { !$0.name.hasPrefix(Self.review) } }

    /// The start of the names of reviews. The names of forms are numbers.
    fileprivate static let review = "review-"

    func bytes(at path: String, of form: String?) -> [UInt8]? {
        forms.first { $0.name == form }?.files[path]
    }

    /// Returns a picture that only a page of some form shows.
    func picture(at path: String) -> [UInt8]? {
        isPicture(path) ? forms.lazy.reversed().compactMap { $0.files[path] }.first : nil
    }
}

private func isPicture(_ path: String) -> Bool { contentType(of: path).hasPrefix("image/") }

extension Preview {
    /// Returns the name under which the pages of a review are shown.
    package static func form(ofReview name: String) -> String { TypedPages.review + name }

    /// Shows the pages of a build that was only tried, to whoever asks for them by the name of the form.
    package func show(_ trial: BuildResult, typedIn form: String) {
        let shown = trial.files.filter { isPage($0.path) || isPicture($0.path) }
        read { state in
            let other = shown.filter { state.files[$0.path] != $0.bytes }
            state.typed.keep(Dictionary(other.map { ($0.path, $0.bytes) }) { first, _ in first }, of: form)
        }
    }
}
