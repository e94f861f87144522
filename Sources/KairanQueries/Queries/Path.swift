package import KairanModel

/// A checked path such as `image.url` or `$club.name`: the place where it starts and the steps from there.
package struct Path: Sendable {
    /// The position of the frame, counted from the outermost.
    package var frame: Int
    /// The slot among a frame of names; nil if the path starts at the frame's element.
    package var slot: Int?
    package var steps: [Step]
    package var type: FieldType
    package var isOptional: Bool
    /// The numbers of steps after which there may be no value.
    var gaps: [Int] = []
    /// The path as it is written, without `$`.
    package var text: String
    /// The place that names it.
    package var span = SourceSpan(path: "")
    /// The exact way in which the value depends on the moment of the build, which is `moment` of the site itself.
    package var momentUse = MomentUse.none
    /// The type of the value that `text` shows, if the path is the `text` of a value.
    var shownType: FieldType?
    var assurance = TextAssurance.none
    /// The way in which names in the value are resolved; nil if it is no pattern.
    var resolution: PatternResolution?

    package init(
        frame: Int, slot: Int? = nil, steps: [Step], type: FieldType, isOptional: Bool, gaps: [Int] = [], text: String,
        momentUse: MomentUse = MomentUse.none, shownType: FieldType? = nil,
        assurance: TextAssurance = TextAssurance.none
    ) {
        self.frame = frame
        self.slot = slot
        self.steps = steps
        self.type = type
        self.isOptional = isOptional
        self.gaps = gaps
        self.text = text
        self.momentUse = momentUse
        self.shownType = shownType
        self.assurance = assurance
    }

    package enum MomentUse { case none, day, moment }

    /// The last name of the path.
    package var name: String { String(text.split(separator: ".").last ?? "value") }

    package var needs: TemplateNeeds {
        var needs = TemplateNeeds()
        // A Markdown value itself can only be compared, which needs its plain text.
        if type == .markdown || steps.last == .plainText { needs.insert(.plainText) }
        if steps.contains(.sizes) || steps.contains(.srcset) { needs.insert(.pictureSizes) }
        if steps.contains(.pictureColor) { needs.insert(.pictureColors) }
        if shownType == .date || shownType == .dateTime { needs.insert(.dateTexts) }
        if shownType == .schedule { needs.insert(.scheduleTexts) }
        return needs
    }
}

/// The names that can be used at a place in a template, as frames, the outermost first.
package struct Scope: Sendable {
    package enum Frame: Hashable, Sendable {
        /// One element: an entry, a record or a plain value; its parts are visible by name.
        case element(FieldType)
        /// Named values, such as `site` and `page`.
        case names(RecordType)
    }

    package var frames: [Frame]
    /// The number of frames that belong to the template itself.
    package var rootCount: Int
    /// The lists around the place, the outermost first: the position of the frame that holds an element of each, and its
    /// name, if it has one. `$name` is looked up in the frames before the last of them, `$$name` in those before the one
    /// before it.
    var lists: [(position: Int, name: String?)] = []
    /// The positions of the frames that hold an element of a query. An element without named parts is called `value`.
    private var rows: Set<Int> = []
    /// This is true if `$name` also finds what only the innermost element has. Conditions of the element itself then
    /// compare its parts with each other.
    fileprivate(set) var comparesItself = false
    /// This is true if names after that of a list are looked up in its elements, and give a list of their values.
    fileprivate var looksIntoLists = false

    /// This is true if only the site's own names can be used.
    var isRoot: Bool { frames.count == rootCount }

    package init(root frames: [Frame]) {
        (self.frames, rootCount) = (frames, frames.count)
        rows = Set(frames.indices)
    }

    /// Returns the frames in which a name is looked up, in this order, each with its position; nil if there are not so
    /// many lists.
    ///
    /// - Parameter count: The number of lists out of which the name leads.
    func lookup(outOf count: Int) -> [(position: Int, frame: Frame)]? {
        let all = Array(zip(frames.indices, frames))
        guard count > 0 else { return all.reversed() }
        guard count <= max(lists.count, 1) else { return nil }
        let outer = lists.suffix(count).first?.position ?? frames.count
        return all[..<outer].reversed() + (comparesItself && count == 1 ? all[outer...].reversed() : [])
    }

    /// The scope for conditions of the innermost element itself, instead of the elements of a list.
    var comparingItself: Scope {
        var scope = self
        scope.comparesItself = true
        return scope
    }

    /// The scope for places that can take a list of values, such as texts and conditions, or that tell a list apart.
    package var lookingIntoLists: Scope {
        var scope = self
        scope.looksIntoLists = true
        return scope
    }

    /// - Parameters:
    ///   - list: The name of the list that has the element, if it has one.
    ///   - isRow: If this is true, a query yields the element. The sections of pages have names of their own for it.
    package func entering(_ type: FieldType, of list: String? = nil, isRow: Bool = true) -> Scope {
        var inner = self
        inner.lists.append((frames.count, list))
        (inner.comparesItself, inner.looksIntoLists) = (false, false)
        if isRow { inner.rows.insert(frames.count) }
        inner.frames.append(.element(type))
        return inner
    }

    package func entering(_ query: Query) -> Scope { entering(query.element, of: query.source.text) }

    /// Returns the path to the element of a frame as a whole, if that is called `value`.
    func value(ofFrame index: Int) -> Path? {
        guard rows.contains(index), case .element(let type) = frames[index] else { return nil }
        if case .record = type { return nil }
        if case .reference = type { return nil }
        return Path(frame: index, steps: [], type: type, isOptional: false, text: "value")
    }

    /// The innermost element's type, if the scope has any.
    var element: FieldType? {
        for case .element(let type) in frames.reversed() { return type }
        return nil
    }
}

extension Schema {
    /// Looks `text` up in `scope`. An unknown name is an error at `span`.
    package func path(_ text: String, in scope: Scope, at span: SourceSpan) -> Result<Path, PathError> {
        if let sum = sum(text, in: scope, at: span) { return sum }
        let signs = String(text.prefix { $0 == "$" })
        let names = text.dropFirst(signs.count).split(separator: ".", omittingEmptySubsequences: false).map(
            String.init)
        guard !names.contains(""), !text.contains("{") else {
            var diagnostic = Diagnostic(
                .error, .pathSyntax, "'\(text)' is not a path", at: span,
                help: "join names with dots, such as image.url")
            if let name = text.wholeMatch(of: /\{([A-Za-z0-9_.]+)\}/)?.output.1 {
                diagnostic.help = "write \(name), without braces"
                diagnostic.fix = Fix(.text(span, nil, to: String(name)))
            } else if text.contains("{") {
                diagnostic.help = "write { text: \"\(text)\" } where a text may stand"
                if !text.contains("\"") { diagnostic.fix = Fix(.text(span, nil, to: "{ text: \"\(text)\" }")) }
            }
            diagnostic.fix?.isCertain = false
            return .failure(PathError(diagnostic: diagnostic))
        }
        guard let frames = scope.lookup(outOf: signs.count) else {
            return .failure(PathError(diagnostic: tooFarOut(text, names, in: scope, at: span)))
        }
        for (index, frame) in frames {
            // An entry's page is not the page on which it is shown, so a missing one is not looked up further out.
            if names[0] == "page", case .element(.reference(let collection)) = frame,
                collectionsWithPages[collection] == nil
            {
                break
            }
            // The label of a group is not the label of a group around it either.
            if names[0] == "label", let collection = frame.untitledCollection {
                return .failure(PathError(diagnostic: missingLabel(of: collection, at: span)))
            }
            let value = names[0] == "value" ? scope.value(ofFrame: index) : nil
            guard var path = value ?? start(names[0], frame, index) else { continue }
            path.text = names.joined(separator: ".")
            path.span = span
            if names[0] == "moment", case .element(.record(siteType)) = frame { path.momentUse = .moment }
            if let written = writtenPattern(
                names, in: scope,
                { follow(Array(names.dropLast()), path, in: text, at: span, intoLists: scope.looksIntoLists) })
            {
                return .success(written)
            }
            return follow(names, path, in: text, at: span, intoLists: scope.looksIntoLists).map {
                $0.noticingMoment(siteType)
            }
            .flatMap { resolving($0, in: scope, at: span) }
            .mapError {
                let further = max(signs.count, scope.lists.count) + 1
                return $0.suggesting(otherSigns(signs.count + 1..<further, names, in: scope))
            }
        }
        let known = frames.map { index, frame -> [String] in
            switch frame {
            case .element(let type):
                (scope.value(ofFrame: index) == nil ? [] : ["value"]) + offeredNames(on: type)
            case .names(let record): offeredNames(on: .record(record))
            }
        }
        // Only the names of one entry may count, as in a pattern.
        let owners = zip(frames, known).filter { !$1.isEmpty }.map(\.0.frame)
        var owner: FieldType?
        if owners.count == 1, case .element(.reference(let collection)) = owners[0] { owner = .reference(collection) }
        var diagnostic = missing(
            names[0], known.flatMap(\.self), at: span.names(0...0, of: text), on: owner, after: signs)
        if let help = sumHelp(text, among: known.flatMap(\.self)) { diagnostic.help = help }
        if signs.count > 1 || signs.count == 1 && !scope.comparesItself {
            let list = scope.lists.suffix(signs.count).first?.name.map { " '\($0)'" } ?? ""
            diagnostic.message = "nothing outside the list\(list) is called '\(names[0])'"
            if let meant = otherSigns(1..<signs.count, names, in: scope) {
                diagnostic.help = "did you mean '\(meant)'?"
            } else if let element = scope.element, step(named: names[0], on: element) != nil {
                diagnostic.help =
                    "'$' leads out of the list; only 'if' and 'checks' compare an element with itself"
            }
        }
        if ["entries", "label"].contains(names[0]), known.first == ["key", "value"] {
            diagnostic.help = "a 'group' has 'key' and 'value'; groups with '\(names[0])' are { each: …, by: … }"
        }
        if names[0] == "page", case .reference(let collection) = scope.element {
            diagnostic.message = "the entries of \(collection) have no page"
            diagnostic.help = pageTemplateHelp(collection)
        }
        return .failure(PathError(diagnostic: diagnostic))
    }

    /// Returns whether names lead to a value where they are looked up so many lists out.
    func leads(_ names: [String], outOf count: Int, in scope: Scope) -> Bool {
        let start = scope.lookup(outOf: count)?.lazy.compactMap { self.start(names[0], $1, $0) }.first
        guard let start else { return false }
        let found = follow(
            names, start, in: names.joined(separator: "."), at: SourceSpan(path: ""), intoLists: scope.looksIntoLists)
        if case .success = found { return true }
        return false
    }

    private func start(_ name: String, _ frame: Scope.Frame, _ index: Int) -> Path? {
        switch frame {
        case .element(let type):
            return step(named: name, on: type).map {
                Path(
                    frame: index, slot: nil, steps: [$0.step], type: $0.type, isOptional: $0.isOptional,
                    gaps: $0.isOptional ? [1] : [], text: name, shownType: $0.step == .displayText ? type : nil,
                    assurance: $0.assurance)
            }
        case .names(let record):
            return record.index(of: name).map {
                Path(
                    frame: index, slot: $0, steps: [], type: record.fields[$0].type,
                    isOptional: record.fields[$0].isOptional, text: name, assurance: record.fields[$0].assurance)
            }
        }
    }

    private func follow(
        _ names: [String], _ start: Path, in text: String, at span: SourceSpan, intoLists: Bool
    ) -> Result<Path, PathError> {
        var path = start
        for (position, name) in names.enumerated().dropFirst() {
            if intoLists, case .list(let element) = path.type, step(named: name, on: element) != nil,
                step(named: name, on: path.type) == nil
            {
                path.append(.each)
                path.type = element
            }
            guard let next = step(named: name, on: path.type) else {
                let type = intoLists ? path.type.elementOfList : path.type
                var diagnostic = missing(
                    name, offeredNames(on: type), at: span.names(position...position, of: text), on: path.type)
                let owner = names[..<position].joined(separator: ".")
                if case .record = path.type { diagnostic.message = "'\(owner)' has no '\(name)'" }
                if path.type == .dateTime, FieldTraits.date.views[name] != nil {
                    diagnostic = Diagnostic(
                        .error, .pathUnknown, diagnostic.message, at: diagnostic.span,
                        help: .write("did you mean '\(owner).date.\(name)'?", "date.\(name)"))
                }
                if owner == "strings", strings.contains(where: { $0.takesNumber && $0.name == name }) {
                    diagnostic.message = "'strings.\(name)' has a form for each number, but no number is given"
                    diagnostic.help =
                        "write {{strings.\(name)(count)}} in a page, or {count, strings.\(name)} in a text"
                }
                if case .choice(let choice) = path.type, choice.index(of: name) != nil {
                    diagnostic.help = "to ask for a value write { if: { \(owner): \(name) } }, in a page under 'data'"
                }
                if case .list(let element) = path.type, step(named: name, on: element) != nil {
                    diagnostic.help =
                        "its elements have it: where a shape can stand, write { each: \(owner), value: \(name) }"
                }
                if case .dictionary = path.type {
                    diagnostic.help =
                        "its keys are data: write { first: \(owner), where: { key: \(name) }, value: value }"
                }
                return .failure(PathError(diagnostic: diagnostic))
            }
            if name == "moment", path.type == .record(siteType) { path.momentUse = .moment }
            if next.step == .dateOf, path.momentUse == .moment { path.momentUse = .day }
            if next.step == .displayText {
                path.shownType = path.type
                path.showLastDay()
            }
            path.append(next.step)
            path.type = next.type
            path.assurance = next.assurance
            guard !path.leadsThroughList else { continue }
            path.isOptional = path.isOptional || next.isOptional
            if next.isOptional { path.gaps.append(path.steps.count) }
        }
        if path.leadsThroughList {
            path.type = .list(path.type.elementOfList)
            path.assurance = .none
        }
        return .success(path)
    }

    private func missing(
        _ name: String, _ known: [String], at span: SourceSpan, on type: FieldType? = nil, after signs: String = ""
    ) -> Diagnostic {
        var help = suggestion(for: name, in: known, kind: "names here", after: signs)
        if case .reference(let collection) = type, name == "page" { help = Help(pageTemplateHelp(collection)) }
        if type == .time { help = "a format shows it, or a part of it, in a page or a text, as in {opens, HH:mm}" }
        if case .choice(let choice) = type, name == "number" {
            help = "declare them: choice: { values: …, numbers: { \(choice.options[0].value): 0, … } }"
        }
        let message =
            switch type {
            case nil: "nothing here is called '\(name)'"
            case .reference(let collection): "an entry of \(collection) has no '\(name)'"
            case let type?: "\(type.withArticle) has no '\(name)'"
            }
        return Diagnostic(.error, .pathUnknown, message, at: span, help: help)
    }
}

/// Returns the help on how to give the entries of a collection their pages.
package func pageTemplateHelp(_ collection: String) -> String {
    "write a template such as templates/\(collection)/{id}/index.html.mustache with 'for: \(collection)'"
}

extension Path {
    /// This is true if its value is a list of what the elements of a list have.
    package var leadsThroughList: Bool { steps.contains(.each) }

    fileprivate mutating func append(_ step: Step) {
        switch (steps.last, step) {
        case (.page, .field(0)): steps[steps.count - 1] = .pageURL
        case (.page, .field): steps[steps.count - 1] = .pagePath
        default: steps.append(step)
        }
    }
}

extension Path {
    /// A pattern without a time shows only the day of a moment.
    mutating func noticeMoment(ofPattern pattern: String) {
        if momentUse == .moment, type != .time, !DatePattern.showsTime(pattern) { momentUse = .day }
    }

    /// A path that takes the whole site also takes the site's moment.
    fileprivate func noticingMoment(_ siteType: RecordType) -> Path {
        guard type == .record(siteType) else { return self }
        var path = self
        path.momentUse = .moment
        return path
    }
}

package struct PathError: Error {
    package var diagnostic: Diagnostic
}
