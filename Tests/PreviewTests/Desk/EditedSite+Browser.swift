import Foundation
import SiteTesting

extension EditedSite {
    private struct Input: Encodable {
        var address: String
        var folder: String
        var desk: String
    }

    /// Runs a script with a page of the desk in a headless Chromium, and returns what it has put into `seen`.
    ///
    /// - Parameter address: The address of the page; nil for the one that leads there without a proxy.
    func use(_ script: String, at address: String? = nil) throws -> [String: String] {
        let input = Input(
            address: address ?? site.address.absoluteString, folder: box.path,
            desk: packageFolder.appending(path: "Tests/Browser/desk.mjs").path)
        return try Node.run(
            """
            const { openDesk } = await import(input.desk);
            const desk = await openDesk(input.address, input.folder);
            const { faults, text, element, button, open, press, type, set, click, changed, save, saveKeys, drop, paste } = desk;
            const seen = {};
            try {
              \(script)
            } finally {
              await desk.close();
            }
            for (const key in seen) seen[key] = String(seen[key]);
            console.log(JSON.stringify(seen));
            """, input: input)
    }
}
