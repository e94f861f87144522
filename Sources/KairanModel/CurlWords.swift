internal import KairanSystem

/// Returns a text as curl's settings have it in quotes (curl.se, Config file).
package func quotedForCurl(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
}

/// Returns the line of curl's settings that sends a header.
package func curlHeader(_ name: String, _ value: String) -> String { "header = \(quotedForCurl("\(name): \(value)"))" }

/// Returns the headers of the last answer, by their names in small letters: those of a proxy or of a promise to go on
/// come before it. Of a repeated one the values are joined by commas.
package func lastHeaders(_ bytes: [UInt8]) -> [String: String] {
    var headers: [String: String] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
        if line.hasPrefix("HTTP/") { headers = [:] }
        guard let colon = line.firstIndex(of: ":") else { continue }
        let name = line[..<colon].lowercased()
        let value = line[line.index(after: colon)...].trimmingSpaces().description
        headers[name, default: ""] += (headers[name] == nil ? "" : ", ") + value
    }
    return headers
}

/// The exit code of curl for an answer that is too large.
package let tooLargeForCurl = 63

/// Says in words of its own why curl failed (everything.curl.dev, Exit code), since its own could show what nobody may
/// see.
///
/// - Parameter limits: The longest time in seconds and the largest answer in megabytes that were allowed.
package func curlFailure(_ code: Int, host: String, _ limits: (seconds: Int, megabytes: Int)) -> String {
    switch code {
    case 5, 97: "the proxy of this machine cannot be reached"
    case 6: "there is no host '\(host)', or nobody could look it up"
    case 7: "'\(host)' cannot be reached"
    case 18: "the answer of '\(host)' was cut off"
    case 28: "'\(host)' took more than \(limits.seconds) seconds"
    case 52: "'\(host)' answered nothing"
    case 35, 51, 53, 54, 58, 59, 60, 66, 77, 80, 82, 83, 90, 91:
        "no safe connection to '\(host)' could be made: its certificate is wrong, or it has none"
    case 55, 56, 92: "the connection to '\(host)' broke off"
    case 61: "the answer of '\(host)' is not compressed as it says"
    case tooLargeForCurl: "the answer of '\(host)' has more than \(limits.megabytes) MB"
    default: "'\(host)' could not be asked: curl stopped with \(code)"
    }
}

/// Tells whether curl asks for a host of https by a proxy, which looks it up itself: the address that was asked says
/// nothing then.
package func usesProxy(for host: String) -> Bool {
    func value(_ names: String...) -> String? {
        names.lazy.compactMap { environmentVariable($0) }.first { !$0.isEmpty }
    }
    if value("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY") == nil { return false }
    let exceptions = value("no_proxy", "NO_PROXY")?.lowercased().split { $0 == "," || $0 == " " } ?? []
    return !exceptions.contains { exception in
        let name = exception.drop { $0 == "." }
        return exception == "*" || host == name || host.hasSuffix(".\(name)")
    }
}
