internal import KairanBuild
internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanPublish
internal import KairanReaders
internal import KairanSystem
internal import KairanTemplates

/// These functions answer requests from memory, as GitHub Pages would.
extension Preview {
    package func answer(_ request: Request) async -> Response {
        guard ["GET", "HEAD"].contains(request.method) else { return .text(405, [("Allow", "GET, HEAD")]) }
        let (asked, basePath) = read { (SiteRequest(path: request.path, basePath: $0.basePath), $0.basePath) }
        switch asked {
        case .malformed: return .text(400)
        case .preview(let name): return await ownFile(name, request)
        case .home(let target): return .redirect(302, to: target)
        case .folder: return folder(request)
        // Before the first build nobody knows the site's base path.
        case .outside: return basePath == nil ? note(503, "Nothing could be built yet.") : nothing(basePath)
        case .site(let path): return await siteFile(path, request)
        }
    }

    private func siteFile(_ path: String, _ request: Request) async -> Response {
        let (files, output, number, ahead, typed) = read {
            ($0.files, $0.options?.output, $0.number, $0.ahead, $0.typed)
        }
        let form = request.query("typed")
        func bytes(_ path: String) -> [UInt8]? {
            typed.bytes(at: path, of: form) ?? files[path] ?? typed.picture(at: path)
                ?? output.flatMap { ForeignFiles(in: $0).bytes(at: path) }
        }
        let found = FoundFile(path, isThere: { bytes($0) != nil })
        let name: String
        switch found {
        case .folder: return folder(request)
        case .nothing: name = "404.html"
        case .file(let file): name = file
        }
        let isTyped = typed.bytes(at: name, of: form) != nil
        let page = isTyped ? nil : ahead?.pages[name]
        if page == nil, !isTyped, ahead != nil, files[name] != nil, PagesAhead.waits(for: name) {
            await settled()
            return await siteFile(path, request)
        }
        guard let bytes = page ?? bytes(name) else { return nothing(read { $0.basePath }) }
        let build = page == nil ? number : number + 2
        let file = Response.file(
            name, bytes, of: build, status: found == .nothing ? 404 : 200, isPublished: isPublished(name, bytes))
        return found == .nothing ? file : file.asked(by: request)
    }

    private func ownFile(_ name: String, _ request: Request) async -> Response {
        if name == entranceName, isForwarded { return enter(request) }
        guard isOwn(request) else {
            return .refusal(403, "Only pages of this preview may ask for this.")
        }
        func own(_ type: String, _ body: Response.Body) -> Response {
            Response(200, [("Content-Type", type), ("Cache-Control", "no-store"), Response.sharing(false)], body)
        }
        let page = request.query("page") ?? "/"
        switch name {
        case "preview.js":
            return own(contentType(of: name), .bytes(Array(String(embedded: "KairanPreview/preview.js").utf8)))
        case "events":
            // A browser that connects again says itself what it saw last.
            let seen = (request.headers["last-event-id"] ?? request.query("build")).flatMap { Int($0) }
            return .events(EventStream(self, page: page, since: seen ?? .max), [Response.sharing(false)])
        case "panel": return own(contentType(of: "a.json"), .bytes(writeJSON(await panel(of: page))))
        default: return .text(404)
        }
    }

    private func folder(_ request: Request) -> Response {
        .redirect(301, to: request.path + "/" + (request.query.isEmpty ? "" : "?" + request.query))
    }

    private func nothing(_ basePath: String?) -> Response {
        note(404, "There is nothing here. The site is at <a href=\"\(basePath ?? "/")\">\(basePath ?? "/")</a>.")
    }

    /// Returns a page of the preview itself, which the script reloads when there is something better.
    private func note(_ status: Int, _ words: String) -> Response {
        let page = "<!DOCTYPE html>\n<html lang=\"en\">\n<title>kairan serve</title>\n<p>\(words)</p>\n"
        return .file("index.html", Array(page.utf8), of: read { $0.number }, status: status, isPublished: false)
    }
}

extension Response {
    /// Returns the answer with a whole file of the site.
    fileprivate static func file(
        _ path: String, _ bytes: [UInt8], of build: Int, status: Int, isPublished: Bool
    ) -> Response {
        let isPage = isPage(path)
        // The entity tag of a page covers the script tag too. Otherwise a browser that kept the page of an earlier
        // build would be told to reload it, and would keep it again.
        let sent = isPage ? bytes + Array(scriptTag(ofBuild: build).utf8) : bytes
        let headers = [
            ("Content-Type", contentType(of: path)), ("ETag", "\"\(ContentHash(sent).text)\""),
            asksAgain, sharing(isPublished),
        ]
        return Response(status, headers + (isPage ? [] : [("Accept-Ranges", "bytes")]), .bytes(sent))
    }

    /// Returns what a request wants of the answer: nothing but a status if the browser has it already, or a part.
    fileprivate func asked(by request: Request) -> Response {
        if let known = request.headers["if-none-match"], let tag = headers.first(where: { $0.name == "ETag" })?.value,
            matches(known, tag)
        {
            return Response(304, headers)
        }
        guard case .bytes(let bytes) = body, headers.contains(where: { $0.name == "Accept-Ranges" }),
            let range = request.headers["range"].flatMap({ ByteRange($0, of: bytes.count) })
        else { return self }
        switch range {
        case .part(let part):
            let place = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(bytes.count)"
            return Response(206, headers + [("Content-Range", place)], .bytes(Array(bytes[part])))
        case .outside: return .text(416, [("Content-Range", "bytes */\(bytes.count)")])
        }
    }
}

/// Returns whether a list of `If-None-Match` (RFC 9110, 13.1.2) names a tag.
private func matches(_ list: String, _ tag: String) -> Bool {
    list.split(separator: ",").contains { known in
        let known = known.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
        return ["*", tag, "W/\(tag)"].contains(String(known))
    }
}

/// Returns the script tag that every page gets when it is served. No file contains it.
private func scriptTag(ofBuild build: Int) -> String {
    "\n<script src=\"\(previewFolder)preview.js\" data-build=\"\(build)\"></script>\n"
}
