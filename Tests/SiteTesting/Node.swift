internal import Foundation

package struct NodeFailure: Error, CustomStringConvertible {
    package var description: String
}

/// Node.js runs the showcase's own scripts. `Scripts/setup` installs it where there is apt-get.
package enum Node {
    package static let isAvailable: Bool = {
        do {
            return try run("console.log(input)", input: 1) == 1
        } catch {
            return false
        }
    }()

    /// Tells whether `Tests/Browser/browser.mjs` can open a headless Chromium.
    package static let hasBrowser =
        isAvailable
        && (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/chromium")
        }

    /// Runs a module, which has `input` as a constant, and decodes the JSON that it prints. The module can import the
    /// scripts of `templates/assets/` by `asset("name.js")`.
    package static func run<Input: Encodable, Output: Decodable>(_ script: String, input: Input) throws -> Output {
        let folder = try TemporaryFolder()
        try folder.write(try JSONEncoder().encode(input), to: "input.json")
        // The scripts are imported as data, because Node would not take files whose names end in .js for modules.
        try folder.write(
            """
            import { readFileSync } from "node:fs";
            const input = JSON.parse(readFileSync("\(folder.path)/input.json", "utf8"));
            const asset = (name) => {
              const source = readFileSync("\(packageFolder.path)/templates/assets/" + name);
              return import("data:text/javascript;base64," + source.toString("base64"));
            };
            \(script)
            """, to: "script.mjs")
        let node = try SiteTesting.run(URL(filePath: "/usr/bin/env"), ["node", "\(folder.path)/script.mjs"])
        guard node.exitCode == 0 else { throw NodeFailure(description: node.errors) }
        return try JSONDecoder().decode(Output.self, from: Data(node.output.utf8))
    }
}
