import KairanModel
import KairanReaders
import SiteTesting

@testable import KairanFormats

/// A search's files, which are made of texts alone.
struct SearchFiles {
    let index: SearchIndex
    let files: [String: [UInt8]]

    /// Makes the files of entries' texts, the first of which is each entry's title.
    ///
    /// - Parameter share: The number of entries that are read together.
    init(_ entries: [[String]], share size: Int = 100) {
        let results = entries.enumerated().map {
            SearchEntry(title: $1[0], url: "/\($0)/", label: nil, summary: nil)
        }
        var shares: [SearchShare] = []
        for start in stride(from: 0, to: entries.count, by: size) {
            var share = SearchShare()
            for position in start..<min(start + size, entries.count) {
                share.add(entries[position].map { [$0] })
            }
            shares.append(share)
        }
        let index = SearchIndex(results, shares)
        self.index = index
        files = Dictionary(
            uniqueKeysWithValues: SearchSize(index).parts.map { part in
                let bytes =
                    switch part {
                    case .head: index.head(name: { "\($0).json" }, style: .compact)
                    case .terms(let number): index.termsFile(number)
                    case .common(let number): index.commonFile(number)
                    case .entries(let number): index.entriesFile(number)
                    }
                return ("\(part.name).json", bytes)
            })
    }

    struct Answer: Decodable {
        /// The numbers of the entries, the best first; nil for a query without words.
        var found: [Int]?
        /// The titles of the first ten entries.
        var titles: [String]
        /// The words that each of them lacks.
        var missing: [String]
        var bytes: Int
        var files: [String]
    }

    /// Returns what the showcase's script finds with the files alone; each query loads them anew.
    func answers(to queries: [String]) throws -> [Answer] {
        let folder = try TemporaryFolder()
        for (name, bytes) in files { try folder.write(.init(bytes), to: name) }
        return try Node.run(
            """
            const { openIndex } = await asset("search-index.js");
            const answers = [];
            for (const query of input) {
              const answer = { found: null, titles: [], missing: [], bytes: 0, files: [] };
              const index = openIndex("http://host/index.json", async (address) => {
                const name = new URL(address).pathname;
                const bytes = readFileSync("\(folder.path)" + name);
                answer.files.push(name.slice(1));
                answer.bytes += bytes.length;
                return JSON.parse(bytes);
              });
              const found = await index.find(query);
              answer.found = found?.map(({ entry }) => entry) ?? null;
              const entries = found ? await index.entries(found.slice(0, 10)) : [];
              answer.titles = entries.map(({ title }) => title);
              answer.missing = entries.map(({ missing }) => missing.join(" "));
              answers.push(answer);
            }
            console.log(JSON.stringify(answers));
            """, input: queries)
    }
}
