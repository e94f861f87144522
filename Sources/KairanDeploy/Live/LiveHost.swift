/// The kinds of hosts whose ways are known. They are told by the headers that they send.
enum LiveHost {
    case githubPages, netlify, cloudflare, nginx, caddy, s3, other

    init(_ headers: [String: String]) {
        let server = headers["server"]?.lowercased() ?? ""
        self =
            if server == "github.com" || headers["x-github-request-id"] != nil {
                .githubPages
            } else if server == "netlify" || headers["x-nf-request-id"] != nil {
                .netlify
            } else if server == "cloudflare" || headers["cf-ray"] != nil {
                .cloudflare
            } else if server.hasPrefix("nginx") || server.hasPrefix("openresty") {
                .nginx
            } else if server == "caddy" {
                .caddy
            } else if server == "amazons3" || headers.keys.contains(where: { $0.hasPrefix("x-amz") }) {
                .s3
            } else {
                .other
            }
    }

    /// The name for people; nil if nobody knows what it is.
    var name: String? {
        switch self {
        case .githubPages: "GitHub Pages"
        case .netlify: "Netlify"
        case .cloudflare: "Cloudflare"
        case .nginx: "nginx"
        case .caddy: "Caddy"
        case .s3: "S3"
        case .other: nil
        }
    }

    /// Tells whether those who have a board there can say which headers it sends, and what it compresses.
    var isConfigurable: Bool { self != .githubPages }

    /// Tells whether a server of one's own can keep a file from readers. Others show all that was uploaded.
    var canHideFiles: Bool {
        switch self {
        case .nginx, .caddy, .other: true
        case .githubPages, .netlify, .cloudflare, .s3: false
        }
    }
}

/// A header that a host should send, and for which paths: `/board/api/*`, `*.ics` or a whole path.
struct HostHeader {
    var name: String
    var value: String
    var paths: String
}

extension LiveHost {
    /// Returns how to let the host send a header.
    func sending(_ header: HostHeader) -> String {
        let (line, paths) = ("\(header.name): \(header.value)", header.paths)
        return switch self {
        case .githubPages: "GitHub Pages decides which headers it sends; another host can send '\(line)' for \(paths)"
        case .netlify, .cloudflare:
            "write into templates/_headers, below '\(paths.hasPrefix("/") ? paths : "/\(paths)")': \(line)\(orItsServer)"
        case .nginx where header.name == "Cache-Control": nginxCaching
        // Lines of 'location' would take those of others away: nginx uses one for each address.
        case .nginx:
            "in nginx, above 'server': map $uri $board_\(header.name.filter(\.isUppercase).lowercased()) "
                + "{ \(nginxPattern(paths)) \(quoted(header.value)); }, and in it: add_header \(header.name) "
                + "$board_\(header.name.filter(\.isUppercase).lowercased());"
        case .caddy where paths.hasPrefix("*."):
            "in the Caddyfile: @\(paths.dropFirst(2)) path \(paths), and in a line of its own: header "
                + "@\(paths.dropFirst(2)) \(header.name) \(quoted(header.value))"
        // With a question mark, what is said of some files stays.
        case .caddy where header.name == "Cache-Control":
            "in the Caddyfile: header \(paths) ?\(header.name) \(quoted(header.value))"
        case .caddy: "in the Caddyfile: header \(paths) \(header.name) \(quoted(header.value))"
        case .s3:
            header.name == "Access-Control-Allow-Origin"
                ? "give the bucket a CORS rule that allows GET from every origin"
                : "upload with kairan deploy, which sets '\(line)', or give the files that header"
        case .other: "let the server send '\(line)' for \(paths)"
        }
    }

    /// Returns how to let the host send files as a content type.
    func typing(_ type: String, _ fileExtension: String, _ path: String) -> String {
        let pattern = fileExtension.isEmpty ? path : "*.\(fileExtension)"
        return switch self {
        case .nginx where fileExtension.isEmpty: "in nginx: location = \(path) { default_type \(type); }"
        case .nginx: "in nginx: types { \(type) \(fileExtension); }, beside those of its mime.types"
        case .githubPages, .netlify, .cloudflare, .caddy, .s3, .other:
            sending(HostHeader(name: "Content-Type", value: type, paths: pattern))
        }
    }

    /// The way to let browsers keep files that are named by their content; nil for hosts whose settings know no patterns
    /// of names, where asking again costs little.
    var keepingNamed: String? {
        let (pattern, value) = (#"\.[0-9a-f]{8}\.[a-z0-9]+$"#, #""public, max-age=31536000, immutable""#)
        return switch self {
        case .githubPages, .netlify, .cloudflare: nil
        case .nginx: nginxCaching
        case .caddy:
            "in the Caddyfile: @named path_regexp \(pattern), and in a line of its own: header @named Cache-Control "
                + value
        case .s3: "upload with kairan deploy, which says so to browsers"
        case .other: "let the server send Cache-Control: \(value) for names such as cafe.3f2a91bc.png"
        }
    }

    var compressing: String {
        switch self {
        case .githubPages: "GitHub Pages decides what it compresses"
        case .netlify, .cloudflare: "the host compresses by itself, if the content type is right"
        case .nginx:
            "in nginx: gzip on; gzip_vary on; gzip_types text/css text/javascript application/javascript text/plain "
                + "text/calendar application/json application/geo+json application/manifest+json application/xml "
                + "text/xml application/rss+xml application/atom+xml image/svg+xml;"
        // Without it Caddy 2.6 knows neither application/geo+json nor application/manifest+json.
        case .caddy:
            "in the Caddyfile: encode zstd gzip, in it match, and in that the lines 'header Content-Type text/*', "
                + "'header Content-Type *json*' and 'header Content-Type *xml*'"
        case .s3: "a bucket compresses nothing; a CDN before it does, such as CloudFront"
        case .other: "let the server compress text with gzip or Brotli"
        }
    }

    /// The way to bring files that are missing or differ.
    var bringing: String {
        switch self {
        case .githubPages: "look under Actions whether the last run has published, and run the workflow again"
        case .netlify: "upload again: netlify deploy --prod --no-build --dir public"
        case .cloudflare: "upload again (to Cloudflare Pages: npx wrangler pages deploy public)"
        case .nginx: "let 'root' of nginx end in this board's public/, of the newest build"
        case .caddy: "let 'root' of the Caddyfile end in this board's public/, of the newest build"
        case .s3, .other: "kairan deploy TARGET --verify compares every file, and uploads those"
        }
    }

    /// The advice for files that nobody may read.
    var opening: String {
        switch self {
        case .nginx, .caddy: "let the server's user read public/ and all in it, and ask nobody for a password"
        case .s3: "let everybody read the objects of the bucket (s3:GetObject in its policy, or acl = public-read)"
        case .githubPages, .netlify, .cloudflare, .other: "let the host show the board to everybody, without a password"
        }
    }

    /// The advice for a bucket that has no page for a folder.
    var startingFolders: String {
        "name index.html as the index document, and ask at the address of the bucket's website or of a CDN before that"
    }

    /// The advice for an earlier publication that is still served.
    var refreshing: String {
        switch self {
        case .githubPages:
            "look again in ten minutes, for which GitHub keeps copies; if it stays, look under Actions at the last run"
        case .netlify, .cloudflare: "\(bringing); then purge the cache of the host"
        case .nginx, .caddy:
            "\(bringing); a container keeps the old folder unless the one above public/ is mounted, and files that were "
                + "compressed before (.gz, .br) have to be made anew"
        case .s3, .other: "\(bringing); then purge what a CDN keeps of them"
        }
    }

    /// The advice for what is not the published file, nor that of an earlier publication.
    var unchanging: String {
        switch self {
        case .cloudflare:
            "switch off what changes pages on their way (Rocket Loader, e-mail obfuscation), or upload again"
        case .netlify: "switch off post processing (asset optimization), or upload again"
        case .githubPages, .nginx, .caddy, .s3, .other: bringing
        }
    }

    /// - Parameter page: The path of the board's page for what is not there.
    func missing(showing page: String) -> String {
        switch self {
        case .githubPages: "publish 404.html at the top of the board, and have no other page in its place"
        case .netlify: "remove a rule such as '/* /index.html 200' from _redirects"
        case .cloudflare: "publish 404.html at the top of the project: without it every path shows the start page"
        case .nginx: "in nginx: error_page 404 \(page); and no try_files that ends in /index.html"
        case .caddy:
            "in the Caddyfile: handle_errors, with the lines 'rewrite * \(page)' and 'file_server' in it, and no try_files "
                + "that ends in /index.html"
        case .s3: "name 404.html as the error document, and let everybody list the bucket, or S3 says 403"
        case .other: "let the server answer 404 with \(page), and with nothing else"
        }
    }

    var securing: String {
        switch self {
        case .githubPages: "switch on Enforce HTTPS under Settings, Pages"
        case .netlify: "switch on Force HTTPS under Domain management"
        case .cloudflare: "switch on Always Use HTTPS under SSL/TLS, Edge Certificates"
        case .nginx: "in nginx, in a server that listens on 80: return 301 https://$host$request_uri;"
        case .caddy: "name the site by its host alone in the Caddyfile, and Caddy does it"
        case .s3: "a bucket's website has no HTTPS; put a CDN before it, such as CloudFront, that redirects"
        case .other: "let the server redirect http to https"
        }
    }

    /// The advice for files that were taken away.
    var removing: String {
        switch self {
        case .githubPages, .netlify, .cloudflare: "publish again; \(bringing)"
        case .nginx, .caddy: "remove it from the folder that is served, or let 'root' be public/, where it is not"
        case .s3, .other:
            "a deploy removes it a day after it was taken away; if it was uploaded otherwise, remove it there"
        }
    }

    var hiding: String {
        switch self {
        case .nginx: #"in nginx: location ~ /\.kairan { return 404; }"#
        case .caddy: "in the Caddyfile: file_server { hide .kairan* }"
        case .githubPages, .netlify, .cloudflare, .s3, .other: "let the server answer 404 for names with .kairan"
        }
    }
}

/// Lines that let browsers keep what is named by its content, and ask for everything else.
private let nginxCaching =
    #"in nginx, above 'server': map $uri $board_cache { default no-cache; "~\.[0-9a-f]{8}\.[a-z0-9]+$" "#
    + #""public, max-age=31536000, immutable"; }, and in it: add_header Cache-Control $board_cache;"#

extension LiveHost {
    /// Cloudflare may also stand before a server of one's own, and looks the same.
    fileprivate var orItsServer: String {
        self == .cloudflare ? ", or let the server behind Cloudflare send it" : ""
    }
}

/// Returns the paths as a pattern of nginx's `map`.
private func nginxPattern(_ paths: String) -> String {
    if paths.hasPrefix("*.") { return "~\\.\(paths.dropFirst(2))$" }
    return paths.hasSuffix("*") ? "~^\(paths.dropLast())" : paths
}

private func quoted(_ value: String) -> String { value.contains(" ") || value.contains(";") ? "\"\(value)\"" : value }
