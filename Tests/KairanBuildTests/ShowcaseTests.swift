import Foundation
import KairanContent
import KairanModel
import SiteTesting
import Testing

@testable import KairanBuild
@testable import KairanQueries
@testable import KairanTemplates

/// Released apps cannot be called back, so every key of the showcase's endpoints has to be there, of its type.
@Suite struct ShowcaseTests {
    private struct Deal: Decodable {
        var address_ids: [String]
        var article_title: String
        var blog_web_url: String
        var collectionView_image_url: String
        var enabled_dates: [String]
    }

    private struct Address: Decodable {
        var address_id: String
        var content: String
        var latitude: Double
        var longitude: Double
    }

    private struct Recommendation: Decodable {
        var article_title: String
        var article_sub_title: String
        var blog_web_url: String
        var collectionView_image_url: String
        var type: Int
        var month: Int
        var name: String
    }

    private struct Showings: Decodable {
        struct Row: Decodable {
            var MovieNm: String
            var Url: String
            var StartTime: String
            var MovieCd: String
        }

        var Showseqlist: [Row]
    }

    private struct StudyQueue: Decodable {
        struct Row: Decodable {
            var uid: String
            var nick: String
            var lat: Double
            var long: Double
            var reputation: [Int]
            var studylist: [String]
            var reviews: [String]
            var gender: Int
            var type: Int
            var sesac: Int
            var background: Int
        }

        var fromQueueDB: [Row]
        var fromQueueDBRequested: [Row]
        var fromRecommend: [String]
    }

    private struct Nicknames: Decodable {
        struct Reason: Decodable { var words: [String] }

        var reasons: [Reason]
    }

    private struct Catalogue: Decodable {
        struct Study: Decodable { var id: String }

        struct Topic: Decodable {
            var id: String
            var name: String
            var recommended: Int?
            var studies: [Study]
        }

        var topics: [Topic]
    }

    /// Several suites look at it, and in a program that is not optimized it takes seconds.
    static let built: Result<BuildResult, any Error> = Result { try buildSite(packageFolder.path) }
    private let plan: OutputPlan
    private let files: [String: [UInt8]]

    init() throws {
        let result = try Self.built.get()
        try #require(result.diagnostics.isEmpty, "\(result.diagnostics)")
        plan = try #require(result.plan)
        files = Dictionary(uniqueKeysWithValues: result.files.map { ($0.path, $0.bytes) })
    }

    private func decoded<Value: Decodable>(_ path: String, _ type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data(try #require(files[path], "\(path)")))
    }

    /// A client shows a deal when its list has one of the texts of the client's own day.
    @Test func clientsThatCompareTextsShowTheScheduledDays() throws {
        let deals = try decoded("api/v1/deals.json", [Deal].self)
        #expect(deals.count >= 15)
        let collection = try #require(plan.site.content.collection("deals"))
        let fields = collection.declaration.fields.map(\.name)
        let (title, schedule, shown) = (
            try #require(fields.firstIndex(of: "title")), try #require(fields.firstIndex(of: "schedule")),
            try #require(fields.firstIndex(of: "shown"))
        )
        let evaluator = Evaluator(site: plan.site, form: .absolute)
        let names = ["日曜日", "月曜日", "火曜日", "水曜日", "木曜日", "金曜日", "土曜日"]
        var shownDays = 0
        for deal in deals {
            let entry = try #require(
                collection.entries.first { $0.values[title].parts.first == .text(deal.article_title) })
            guard case .schedule(let schedule) = entry.values[schedule], case .window(let window) = entry.values[shown]
            else { throw Missing() }
            let texts = Set(deal.enabled_dates)
            for number in 0..<366 {
                let day = plan.site.moment.date.adding(days: number)
                let own: Set = [
                    String(format: "%02d", day.day), names[day.weekday],
                    String(format: "%04d%02d%02d", day.year, day.month, day.day),
                ]
                let isMeant = schedule.contains(day) && evaluator.isOpen(window, day, day)
                #expect(texts.isDisjoint(with: own) != isMeant, "\(deal.article_title) on \(day)")
                shownDays += isMeant ? 1 : 0
            }
        }
        #expect(shownDays > 800)
    }

    @Test func placesRecommendationsAndTheVersion() throws {
        let deals = try decoded("api/v1/deals.json", [Deal].self)
        let addresses = try decoded("api/v1/addresses.json", [String: Address].self)
        for (id, address) in addresses { #expect(address.address_id == id && !address.content.isEmpty) }
        for deal in deals { #expect(deal.address_ids.allSatisfy { addresses[$0] != nil }) }
        let recommendations = try decoded("api/v1/recommendations.json", [Recommendation].self)
        let months = Set(recommendations.map(\.month))
        #expect(months == [4, 5])
        for month in months {
            let types = recommendations.filter { $0.month == month }.map(\.type)
            // A section's title comes before what belongs to it.
            #expect(types.first == 0)
            for (section, items) in [(0, [1, 2]), (3, [4, 5]), (6, [7, 8])] {
                #expect(types.count { $0 == section } == 1 && types.contains { items.contains($0) }, "\(month)")
            }
        }
        for row in recommendations where [0, 3, 6].contains(row.type) {
            #expect(!row.name.isEmpty && !row.article_title.isEmpty)
        }
        #expect(try decoded("api/v1/version.json", Int.self) >= 1)
    }

    @Test func filmsOfADayStandTogether() throws {
        let paths = files.keys.filter { $0.hasPrefix("api/v1/showtimes/") }
        #expect(paths.count > 40)
        var rows = 0
        for path in paths {
            let list = try decoded(path, Showings.self).Showseqlist
            rows += list.count
            var films: [String] = []
            for row in list where films.last != row.MovieCd { films.append(row.MovieCd) }
            #expect(films.count == Set(films).count, "\(path)")
            let firsts = films.map { code in list.filter { $0.MovieCd == code }.map(\.StartTime) }
            #expect(firsts.allSatisfy { $0 == $0.sorted() })
            #expect(firsts.compactMap(\.first) == firsts.compactMap(\.first).sorted())
        }
        #expect(rows == plan.site.content.collection("screenings")?.entries.count)
    }

    /// The client indexes its own lists of marks and pictures with these numbers.
    @Test func theDemoOfTheStudyBoardIsWhatItsClientCanShow() throws {
        let queue = try decoded("api/v1/study_queue.json", StudyQueue.self)
        #expect(!queue.fromQueueDB.isEmpty && !queue.fromQueueDBRequested.isEmpty)
        let rows = queue.fromQueueDB + queue.fromQueueDBRequested
        #expect(Set(rows.map(\.uid)).count == rows.count)
        let catalogue = try decoded("api/v2/studies/catalogue.json", Catalogue.self)
        let names = Set(catalogue.topics.map(\.name))
        let words = try decoded("api/v2/studies/nicknames.json", Nicknames.self).reasons.flatMap(\.words)
        let forbidden = Set(words.map { $0.lowercased() })
        #expect(!forbidden.isEmpty)
        for row in rows {
            #expect(row.reputation.count == 9 && row.reputation.allSatisfy { $0 >= 0 }, "\(row.uid)")
            #expect((0...4).contains(row.sesac) && (0...8).contains(row.background), "\(row.uid)")
            #expect((-1...1).contains(row.gender) && (0...2).contains(row.type), "\(row.uid)")
            #expect((1...10).contains(row.nick.count) && !forbidden.contains(row.nick.lowercased()), "\(row.nick)")
            #expect(!row.studylist.isEmpty && row.studylist.allSatisfy(names.contains), "\(row.uid)")
            #expect((35...36).contains(row.lat) && (139...140).contains(row.long), "\(row.uid)")
        }
    }

    @Test func theCatalogueOfStudiesHasEveryTopicOnceRecommendedOnesFirst() throws {
        let topics = try decoded("api/v2/studies/catalogue.json", Catalogue.self).topics
        let recommended = topics.prefix { $0.recommended != nil }
        let places = recommended.compactMap(\.recommended)
        #expect(!places.isEmpty && places == places.sorted())
        #expect(topics.dropFirst(recommended.count).allSatisfy { $0.recommended == nil })
        let queue = try decoded("api/v1/study_queue.json", StudyQueue.self)
        #expect(queue.fromRecommend == recommended.map(\.name))
        let collection = try #require(plan.site.content.collection("topics"))
        #expect(topics.map(\.id).sorted() == collection.entries.map(\.id).sorted())
        let studies = try #require(plan.site.content.collection("studies"))
        #expect(Set(topics.flatMap(\.studies).map(\.id)) == Set(studies.entries.map(\.id)))
    }

    private struct Missing: Error {}
}
