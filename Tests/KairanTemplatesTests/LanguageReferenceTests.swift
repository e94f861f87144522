import Foundation
import KairanReaders
import SiteTesting
import Testing

@testable import KairanContent
@testable import KairanModel
@testable import KairanQueries
@testable import KairanTemplates

/// The guide has a page with every word of the language.
@Suite struct LanguageReferenceTests {
    private static let page = packageFolder.appending(path: "content/guide/reference.md")

    /// Returns what stands between backticks.
    private func words() throws -> Set<String> {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        return Set(text.matches(of: /`([^`]+)`/).map { String($0.output.1) })
    }

    private static let declarations =
        DeclarationWords.settings + DeclarationWords.locale + DeclarationWords.collection + DeclarationWords.agreement
        + DeclarationWords.source + DeclarationWords.check + DeclarationWords.column + DeclarationWords.choice
        + DeclarationWords.list
        + DeclarationWords.typeNames
        + DeclarationWords.plainTypes.values.flatMap(\.kind.options) + FormWords.names + ScheduleReader.ruleWords
        + [OneOf.null]
    private static let shapes =
        ShapeWord.allCases.flatMap(\.keys) + Filter.Operator.allCases.map(\.rawValue) + ShapeCompiler.geoJSONWords
    private static let templates =
        TemplateCompiler.dataWords + TemplateCompiler.feedWords + TemplateCompiler.itemWords
        + TemplateCompiler.pageWords + TemplateCompiler.layoutWords + TemplateCompiler.revisionWords
        + TemplateCompiler.iterationWords + TemplateCompiler.searchWords + TemplateCompiler.sourceWords
        + DeclarationReader.formWords + TemplateCompiler.calendarWords + TemplateCompiler.eventWords
        + TemplateCompiler.nearestWords

    @Test(arguments: [declarations, shapes, templates]) func hasEveryWord(_ words: [String]) throws {
        let missing = Set(words.filter { !$0.hasSuffix("?") }).subtracting(try self.words())
        #expect(missing.isEmpty, "\(missing.sorted())")
    }

    @Test func saysHowManyThereAre() throws {
        let all = Set((Self.declarations + Self.shapes + Self.templates).filter { !$0.hasSuffix("?") })
        for page in [Self.page, packageFolder.appending(path: "CHANGELOG.md")] {
            let text = try String(contentsOf: page, encoding: .utf8).replacing("\n", with: " ")
            #expect(text.contains("has \(all.count) words,"), "\(page.lastPathComponent): \(all.sorted())")
        }
    }

    @Test func hasEveryView() throws {
        let types: [FieldType] =
            Array(DeclarationWords.plainTypes.values) + [.list(.text), .dictionary(.text)]
        let missing = Set(types.flatMap(\.traits.views.keys)).subtracting(try words())
        #expect(missing.isEmpty, "\(missing.sorted())")
    }

    @Test func hasEveryFunctionOfPages() throws {
        let words = try words()
        let functions = MustacheTransform.allCases.map(\.rawValue) + ListPosition.Part.allCases.map(\.rawValue)
        let missing = functions.filter { name in !words.contains { $0.hasPrefix(name + "(") } }
        #expect(missing.isEmpty, "\(missing)")
    }

    @Test func hasEveryNameOfPages() throws {
        let site = SourceFile(
            path: "content/site.yml", text: "title: T\nurl: https://t.example/\nlocales: { en: English, ja: 日本語 }\n")
        var schema = Schema(declarations: readDeclarations([site]).value)
        schema.strings = [TemplateString(name: "more", texts: [])]
        let iteration = Iteration.pages(Query(source: .collection("ads"), element: .text), size: 9, first: nil)
        let page = schema.pageType(iteration)
        let types = [page, schema.rootNames].flatMap(\.fields).filter { $0.name != "strings" }
        let all = [page, schema.rootNames].flatMap(\.fields).map(\.name) + types.flatMap { names(in: $0.type) }
        let missing = Set(all).subtracting(try words())
        #expect(missing.isEmpty, "\(missing.sorted())")
    }

    /// The texts of `strings` have names of the site's own.
    private func names(in type: FieldType) -> [String] {
        guard case .record(let record) = type.elementOfList else { return [] }
        return record.fields.map(\.name) + record.fields.flatMap { names(in: $0.type) }
    }
}
