internal import KairanModel

extension MapDrawing {
    mutating func drawMarks() {
        var labels = MapLabels(in: projection.frame, around: groups)
        markup.markup("<g class=\"map-marks\">\n")
        for group in groups {
            if group.members.count > 1 {
                drawGroup(group, &labels)
            } else {
                drawMark(map.entries[group.members[0]], group, &labels)
            }
        }
        markup.markup("</g>\n")
    }

    private mutating func drawMark(_ entry: MapEntry, _ group: MapGroup, _ labels: inout MapLabels) {
        let name = entry.link == nil ? "g" : "a"
        markup.markup(
            "<\(name) class=\"map-mark\(entry.look.classes)\" transform=\"translate(\(text(group.position)))\"")
        if let link = entry.link {
            attribute("href", link)
        } else {
            // A mark without a link still has a name.
            markup.markup(" tabindex=\"0\" role=\"img\"")
        }
        attribute("aria-label", entry.label)
        attributes(of: entry)
        markup.markup("><title>")
        markup.text(entry.label)
        markup.markup("</title><path class=\"map-pin\" d=\"\(MapPin.all[entry.look.pin])\"/>")
        drawLabel(entry.label, of: group, &labels)
        markup.markup("</\(name)>\n")
    }

    private mutating func drawLabel(_ words: String, of group: MapGroup, _ labels: inout MapLabels) {
        guard let label = labels.place(words, at: group) else { return }
        let (x, y) = (label.position.x - group.position.x, label.position.y - group.position.y)
        let anchor = label.anchor == .start ? "" : " text-anchor=\"\(label.anchor.rawValue)\""
        markup.markup("<text class=\"map-label\" x=\"\(number(x))\" y=\"\(number(y))\"\(anchor)>")
        markup.text(words)
        markup.markup("</text>")
    }

    /// Draws a mark that leads to the list of its entries below the map. The names of a few stand beside it.
    private mutating func drawGroup(_ group: MapGroup, _ labels: inout MapLabels) {
        listCount += 1
        let looks = Set(group.members.map { map.entries[$0].look })
        let count = groupedNumber(String(group.members.count), map.words.language)
        let names = group.members.prefix(5).map { map.entries[$0].label }.joined(separator: ", ")
        let name = "\(count): \(names)" + (group.members.count > 5 ? ", …" : "")
        let classes = looks.count == 1 ? looks.first?.classes ?? "" : ""
        markup.markup("<a class=\"map-mark map-cluster\(classes)\" href=\"#\(map.id)-list-\(listCount)\"")
        if looks.count == 1, let color = looks.first?.color { attribute("style", "--map-given:\(color)") }
        markup.markup(" transform=\"translate(\(text(group.position)))\"")
        attribute("aria-label", name)
        markup.markup("><title>")
        markup.text(name)
        markup.markup("</title><circle class=\"map-pin\" r=\"11\"/>")
        let fontSize = [11, 11, 9, 8][min(count.utf8.count - 1, 3)] - max(0, count.utf8.count - 5)
        markup.markup("<text class=\"map-count\" text-anchor=\"middle\" font-size=\"\(fontSize)\" ")
        markup.markup("y=\"\(number(Double(fontSize) * 0.36))\">\(count)</text>")
        if group.members.count < 4 { drawLabel(names, of: group, &labels) }
        markup.markup("</a>\n")
    }

    mutating func drawLegend() {
        // Each look appears once, and looks of one category stand beside each other.
        let looks = Set(map.entries.map(\.look) + map.lines.map(\.look)).filter { !$0.label.isEmpty }.sorted {
            ($0.rank ?? .max, $0.pin, $0.label, $0.color ?? "") < ($1.rank ?? .max, $1.pin, $1.label, $1.color ?? "")
        }
        guard !looks.isEmpty else { return }
        markup.markup("<ul class=\"map-legend\">\n")
        for look in looks {
            markup.markup("<li class=\"map-key\(look.classes)\"")
            attributes(of: look)
            markup.markup(">")
            drawPin(look, ofLine: map.lines.contains { $0.look == look })
            markup.text(look.label)
            markup.markup("</li>\n")
        }
        markup.markup("</ul>\n")
    }

    /// Draws the lists of the entries that each numbered mark stands for.
    mutating func drawLists() {
        for (number, group) in groups.filter({ $0.members.count > 1 }).enumerated() {
            markup.markup("<ol class=\"map-group\" id=\"\(map.id)-list-\(number + 1)\">\n")
            for member in group.members {
                let entry = map.entries[member]
                markup.markup("<li class=\"map-key\(entry.look.classes)\"")
                attributes(of: entry)
                markup.markup(">")
                drawPin(entry.look)
                if let link = entry.link {
                    markup.markup("<a")
                    attribute("href", link)
                    markup.markup(">")
                }
                markup.text(entry.label)
                markup.markup(entry.link == nil ? "</li>\n" : "</a></li>\n")
            }
            markup.markup("</ol>\n")
        }
    }

    private mutating func drawPin(_ look: MapLook, ofLine isLine: Bool = false) {
        markup.markup(
            "<svg class=\"map-symbol\" viewBox=\"-9 -9 18 18\" width=\"18\" height=\"18\" aria-hidden=\"true\">")
        if isLine { markup.markup("<path class=\"map-line\" stroke-width=\"3\" d=\"M-9 0H9\"/>") }
        let size = isLine ? " transform=\"scale(.6)\"" : ""
        markup.markup("<path class=\"map-pin\"\(size) d=\"\(MapPin.all[look.pin])\"/></svg> ")
    }

    private mutating func attributes(of entry: MapEntry) {
        if !entry.id.isEmpty { attribute("data-id", entry.id) }
        attribute("data-latitude", entry.point.latitude.description)
        attribute("data-longitude", entry.point.longitude.description)
        attributes(of: entry.look)
    }

    mutating func attributes(of look: MapLook) {
        if !look.category.isEmpty { attribute("data-category", look.category) }
        if let color = look.color { attribute("style", "--map-given:\(color)") }
    }

    private mutating func attribute(_ name: String, _ value: String) {
        markup.markup(" \(name)=\"")
        markup.text(value)
        markup.markup("\"")
    }
}
