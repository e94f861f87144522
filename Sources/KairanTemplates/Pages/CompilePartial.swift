internal import KairanFormats
internal import KairanModel
internal import KairanQueries

/// The uses of partials in a page and its layouts.
struct PartialUses {
    fileprivate var compiled: [Use: (number: Int, parts: CompiledParts)] = [:]
    /// The blocks that stand between the tags of a partial. Each is compiled where the partial shows it.
    fileprivate var fillings: [Filling] = []
    fileprivate var place = Place()

    /// The names of all partials that were used.
    var partials: Set<String> {
        Set(compiled.keys.compactMap { if case .partial(let name) = $0.part { name } else { nil } })
    }

    fileprivate enum Part: Hashable {
        case partial(String)
        /// A block that fills another one, by its position in `fillings`.
        case filling(Int)
    }

    /// One way to use a partial. It is compiled anew inside other frames, which give its names other meanings, and with
    /// other blocks in the place of its own.
    fileprivate struct Use: Hashable {
        var part: Part
        var frames: [Scope.Frame]
        var filled: [String: Int]
    }

    fileprivate struct Open: Hashable {
        var partial: String
        var filled: [String: Int]
    }

    /// The place that is being compiled.
    fileprivate struct Place {
        /// The blocks that take the place of those with the same names here, as positions in `fillings`.
        var filled: [String: Int] = [:]
        /// The partials that the place is in, the outermost first.
        var open: [Open] = []
    }

    fileprivate struct Filling {
        var parts: [MustachePart]
        /// The place at which the block stands. What fills the blocks in it is known there.
        var place: Place
    }
}

extension MustacheCompiler {
    /// Tells whether a partial is being compiled, which other pages may use with other values.
    var isInPartial: Bool { !uses.place.open.isEmpty }

    mutating func partial(
        _ tag: MustacheTag, _ indentation: [UInt8], _ blocks: [MustacheTag], _ scope: Scope
    ) -> CompiledParts? {
        guard let parts = partials[tag.name] else {
            error(
                .templatePartial, "there is no partial '\(tag.name)'", tag,
                help: otherExtension(of: tag.name, than: fileExtension, in: allPartials)
                    ?? suggestion(for: tag.name, in: partials.keys.sorted(), kind: "partials")
                    ?? "write it: templates/_partials/\(tag.name).\(fileExtension).mustache")
            return nil
        }
        var inner = uses.place
        for block in blocks {
            check(block, of: tag)
            // The template around this one may have filled the block already, and comes first.
            guard inner.filled[block.name] == nil else { continue }
            inner.filled[block.name] = uses.fillings.count
            uses.fillings.append(.init(parts: block.inner, place: uses.place))
        }
        let open = PartialUses.Open(partial: tag.name, filled: inner.filled)
        // Compiling a partial that uses itself would never end.
        guard !inner.open.contains(open) else {
            error(
                .templatePartial, "the partial '\(tag.name)' uses itself", tag,
                help: "take the repeated part out of it, and go through a list with a section")
            return nil
        }
        inner.open.append(open)
        return use(.partial(tag.name), parts, at: inner, tag, scope).map { number, compiled in
            CompiledParts(
                .partial(compiled.instructions, indentation: indentation), .partial(use: number, compiled.markup))
        }
    }

    mutating func block(
        _ tag: MustacheTag, _ indentation: [UInt8], _ startsLine: Bool, _ own: [MustachePart], _ scope: Scope
    ) -> CompiledParts? {
        if uses.place.open.isEmpty {
            diagnostics.append(
                Diagnostic(
                    .warning, .templateBlock, "nothing can fill a block outside a partial", at: tag.span,
                    help: "move what is around it to a partial, or remove the tags of the block"))
        }
        guard let number = uses.place.filled[tag.name] else { return compile(own, in: scope) }
        let filling = uses.fillings[number]
        return use(.filling(number), filling.parts, at: filling.place, tag, scope).map { number, compiled in
            CompiledParts(
                .block(compiled.instructions, indentation: indentation, startsLine: startsLine),
                .partial(use: number, compiled.markup))
        }
    }

    private mutating func use(
        _ part: PartialUses.Part, _ parts: [MustachePart], at place: PartialUses.Place, _ tag: MustacheTag,
        _ scope: Scope
    ) -> (number: Int, parts: CompiledParts)? {
        let use = PartialUses.Use(part: part, frames: scope.frames, filled: place.filled)
        if let known = uses.compiled[use] { return known }
        guard uses.compiled.count < 10_000 else {
            error(.templatePartial, "the page uses partials in more than 10000 ways", tag)
            return nil
        }
        let outer = uses.place
        uses.place = place
        let inner = compile(parts, in: scope)
        uses.place = outer
        uses.compiled[use] = (uses.compiled.count, inner)
        return uses.compiled[use]
    }

    /// Reports a block that the partial does not have.
    private mutating func check(_ block: MustacheTag, of partial: MustacheTag) {
        let known = blocks(of: [partial.name])
        guard !known.contains(block.name) else { return }
        error(
            .templateBlock, "the partial '\(partial.name)' has no block '\(block.name)'", block,
            help: suggestion(for: block.name, in: known.sorted(), kind: "blocks"))
    }

    /// Returns the names of all blocks in partials and in those that they use.
    private func blocks(of names: Set<String>) -> Set<String> {
        var (used, new, blocks) = (names, names, Set<String>())
        while !new.isEmpty {
            var found: Set<String> = []
            func visit(_ parts: [MustachePart]) {
                for case .tag(let tag) in parts {
                    switch tag.kind {
                    case .partial: found.insert(tag.name)
                    case .block: blocks.insert(tag.name)
                    case .variable, .text, .section: break
                    }
                    visit(tag.inner)
                }
            }
            for name in new { visit(partials[name] ?? []) }
            new = found.subtracting(used)
            used.formUnion(new)
        }
        return blocks
    }
}
