import KairanModel
import KairanReaders
import Testing

@testable import KairanBuild

/// Every address of the site's own that JSON, feeds and calendars hold leads to a file of the site.
@Suite struct DataAddressTests {
    /// The smaller pictures that an output names are made, whichever way it comes to name them.
    @Test(arguments: [
        ("api/x.json.yml", "data: { each: pics, value: { sizes: { each: photo.sizes, value: { url: url } } } }"),
        ("api/x.json.yml", "data: { each: pics, value: { small: { first: photo.sizes, value: url } } }"),
        (
            "api/x.json.yml",
            "data: { each: pics, value: { first: photo.sizes, where: { width: { atMost: 5 } }, value: path } }"
        ),
        ("api/{id}.json.yml", "for: pics\ndata: { each: photo.sizes, value: url }"),
        ("api/x.json.yml", "data: { each: pics, value: { shape: small } }"),
        ("api/x.json.yml", "data: { each: pics, value: { group: photo.sizes, by: width, value: url } }"),
        ("api/x.json.yml", "data: { each: pics.photo.sizes, value: url }"),
        ("api/x.json.yml", "data: { each: pics.photos.sizes, value: url }"),
        ("api/x.json.yml", "data: { each: [{ each: pics.photo.sizes, value: url }] }"),
        ("api/x.json.yml", "data: { each: pics, value: { text: \"{photo.srcset}\" } }"),
        ("api/x.json.yml", "data: { each: pics, value: said }"),
        ("map.geojson.yml", "geojson: pics\ngeometry: at\nproperties: { all: { each: photo.sizes, value: url } }"),
        ("x.txt.mustache", "---\ndata: { all: { each: pics.photo.sizes } }\n---\n{{#all}}{{url}}\n{{/all}}"),
        ("x.json.mustache", "---\ndata: { all: { each: pics } }\n---\n[{{#all}}\"{{photo.srcset}}\"{{/all}}]"),
    ]) func smallerPictures(_ name: String, _ template: String) throws {
        let result = try built(["templates/\(name)": template])
        #expect(!result.diagnostics.hasErrors, "\(result.diagnostics)")
        let texts = result.files.filter { !$0.path.hasSuffix("png") }.map { String(decoding: $0.bytes, as: UTF8.self) }
        let named = Set(texts.flatMap { $0.matches(of: /pics\/[a-z.0-9]+\.png/).map { String($0.output) } })
        #expect(named.contains { $0.contains(".4.") })
        #expect(named.subtracting(result.files.map(\.path)) == [])
    }

    private func built(_ files: [String: String]) throws -> BuildResult {
        let site = [
            "content/site.yml": "title: T\nurl: https://t.example/\n",
            "content/pics/_collection.yml":
                "fields:\n  photo: { image: { widths: [4] } }\n  photos: { list?: { image: { widths: [4] } } }\n"
                + "  at: { point: { default: \"1, 2\" } }\n  said: { text: { default: \"{photo.srcset}\" } }\n",
            "content/pics/one.yml": "photo: a.png\nphotos: [a.png]\n",
            "templates/_shapes/small.yml": "for: pics\ndata: { all: { each: photo.sizes, value: url } }\n",
        ]
        var sources = site.merging(files) { $1 }.map { SourceFile(path: $0.key, text: $0.value) }
        let picture = try BuiltSite.picture("index-and-items/api/v1/images/harbour-run.png")
        sources.append(SourceFile(path: "content/pics/a.png", bytes: picture))
        return try build(SourceTree(files: sources), BuildOptions(clock: 0))
    }
}
