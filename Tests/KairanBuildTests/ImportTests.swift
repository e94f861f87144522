import Foundation
import KairanContent
import KairanModel
import KairanOutput
import SiteTesting
import Testing

@testable import KairanBuild

/// Import goes back what a build went forth: for every endpoint of the showcase that can be turned around.
@Suite struct ImportTests {
    @Test func importedEndpointsAreTheSame() throws {
        let box = try TemporaryFolder()
        for folder in ["content", "templates"] {
            for (path, bytes) in try filesIn(packageFolder.appending(path: folder)) where !Self.isLeftOut(path) {
                try box.write(Data(bytes), to: "\(folder)/\(path)")
            }
        }
        var options = BuildOptions(clock: 0)
        (options.folder, options.output) = (box.path, packageFolder.appending(path: "public").path)
        let sources = try readSourceTree(box.path).value.files
        let plan = try #require(Self.plan(sources))
        var (tried, inverted): (Int, [String]) = (0, [])
        for template in plan.templates.templates {
            guard case .endpoint = template.kind, case .once = template.iteration, !template.pattern.text.contains("{")
            else { continue }
            let endpoint = template.pattern.text
            let made = try #require(plan.endpoint(ofTemplate: template.path)).value
            try box.write(Data(made), to: "given.json")
            // Entries that are there are found, and nothing is written.
            var wish = ImportWish(file: "\(box.path)/given.json", endpoint: endpoint)
            let same = try planImport(wish, options)
            guard !same.collections.isEmpty else { continue }
            #expect(!same.diagnostics.hasErrors && same.files.isEmpty, "\(endpoint): \(same.diagnostics)")
            for collection in same.collections {
                tried += 1
                wish.collection = collection
                if try importedAnew(wish, options, box, template, made) { inverted.append("\(endpoint) \(collection)") }
            }
        }
        print("imported anew: \(inverted.count) of \(tried): \(inverted.joined(separator: ", "))")
        #expect(inverted.count >= 11)
    }

    /// False where the importer says that it cannot.
    private func importedAnew(
        _ wish: ImportWish, _ options: BuildOptions, _ box: borrowing TemporaryFolder, _ template: Template,
        _ made: [UInt8]
    ) throws -> Bool {
        let folder = box.url.appending(path: "content/\(wish.collection ?? "")")
        let before = try filesIn(folder)
        for path in before.keys where !path.hasSuffix("_collection.yml") && Self.isEntry(path) {
            try FileManager.default.removeItem(at: folder.appending(path: path))
        }
        defer {
            do {
                try FileManager.default.removeItem(at: folder)
                for (path, bytes) in before {
                    try box.write(Data(bytes), to: "content/\(wish.collection ?? "")/\(path)")
                }
            } catch {
                Issue.record(error)
            }
        }
        let emptied = try filesIn(box.url)
        let plan = try planImport(wish, options)
        if plan.diagnostics.hasErrors {
            #expect(plan.diagnostics.filter { $0.severity == .error }.allSatisfy { $0.rule.hasPrefix("import.") })
            return false
        }
        try plan.write(in: box.path)
        let after = try #require(Self.plan(try readSourceTree(box.path).value.files))
        let again = try #require(after.endpoint(ofTemplate: template.path))
        #expect(difference(made, again.value) == nil, "\(template.pattern.text)")
        // Nothing that was there is another now.
        let files = try filesIn(box.url)
        #expect(emptied.allSatisfy { files[$0.key] == $0.value })
        #expect(files.count == emptied.count + plan.files.count)
        return true
    }

    /// What none of these endpoints reads, and makes most of the showcase's outputs.
    private static func isLeftOut(_ path: String) -> Bool {
        if path.contains("{"), path.hasPrefix("api/") || !path.contains("{id}") && !path.contains("{version}") {
            return true
        }
        let isEntry = isEntry(path) && !path.hasSuffix("_collection.yml")
        return isEntry && ["footprints/", "trips/", "screenings/"].contains(where: path.hasPrefix)
    }

    private static func isEntry(_ path: String) -> Bool {
        ["md", "yml", "json", "csv", "toml"].contains(fileExtension(of: path))
    }

    /// The plan of a site's outputs, whatever else is wrong with it.
    private static func plan(_ files: [SourceFile]) -> OutputPlan? {
        let declarations = readDeclarations(files).value
        let templates = compileTemplates(files, declarations).value
        let content = readContent(files, declarations).value
        return declarations.settings.moment.map { planOutputs(templates, content, at: $0).value }
    }
}
