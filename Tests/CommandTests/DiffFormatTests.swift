import Foundation
import SiteTesting
import Testing

// These tests are about the formats of the report.
extension DiffCommandTests {
    @Test func json() throws {
        let box = try Self.broken()
        let run = try Self.diff(["--format", "json"], box.url)
        #expect(run.exitCode == 11)
        #expect(
            run.output == """
                {"against":"public","changes":[\
                {"clients":"refuse","column":43,"difference":[],"elements":[],"endpoint":"ads.json","file":"templates/api/v1/ads.json.yml","line":2,\
                "message":"'items[].name' would be gone","path":"items[].name","rule":"contract.keyRemoved",\
                "version":"v1","weight":"breaking"},\
                {"column":1,"difference":[],"elements":["1","2","3"],"endpoint":"ads.json","file":"templates/api/v1/ads.json.yml","line":1,\
                "message":"apps on v1 lose 'name' in 3 ads: 1, 2, 3","path":"items[].name","rule":"data.lost",\
                "version":"v1","weight":"data"}],"diagnostics":[],"otherFiles":{"added":0,"changed":5,"removed":0},\
                "outcome":"breaking","pages":{"added":0,"changed":0,"removed":0}}

                """)
    }

    @Test func github() throws {
        let box = try Self.broken()
        let run = try Self.diff(["--format", "github"], box.url)
        #expect(run.exitCode == 11)
        #expect(
            run.output == """
                ::error file=templates/api/v1/ads.json.yml,line=2,col=43,endColumn=44,title=contract.keyRemoved::\
                v1/ads.json: 'items[].name' would be gone
                ::notice file=templates/api/v1/ads.json.yml,line=1,col=1,endColumn=2,title=data.lost::\
                v1/ads.json: apps on v1 lose 'name' in 3 ads: 1, 2, 3
                other files: 5 changed
                compared with public, 1 change would break what others rely on

                """)
    }

    /// Checks what SARIF 2.1.0 requires of a log, and code scanning on GitHub of a result.
    static let judge = """
        import json, sys
        log = json.load(sys.stdin)
        assert log["version"] == "2.1.0" and set(log) == {"$schema", "version", "runs"}
        for run in log["runs"]:
            driver = run["tool"]["driver"]
            assert driver["name"] == "kairan" and run["columnKind"] == "unicodeCodePoints"
            assert all("executionSuccessful" in invocation for invocation in run["invocations"])
            for rule in driver["rules"]:
                if not rule["id"].startswith("data."):
                    assert all(rule[key]["text"] for key in ("shortDescription", "fullDescription", "help")), rule
            for result in run["results"]:
                assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
                assert result["level"] in ("none", "note", "warning", "error") and result["message"]["text"]
                for location in result["locations"]:
                    place = location["physicalLocation"]
                    region = place["region"]
                    assert region["startLine"] > 0 and 0 < region["startColumn"] < region["endColumn"]
                    print(result["level"], result["ruleId"], place["artifactLocation"]["uri"], region["startLine"])
        """

    @Test func sarif() throws {
        let box = try Self.broken()
        try box.write(Self.deals.replacingOccurrences(of: "Curry", with: "Rice"), to: "content/deals/all.yml")
        let run = try Self.diff(["--format", "sarif"], box.url)
        #expect(run.exitCode == 11)
        let places = String(decoding: try runPython(Self.judge, input: Array(run.output.utf8)), as: UTF8.self)
        #expect(
            places.split(separator: "\n") == [
                "error contract.keyRemoved templates/api/v1/ads.json.yml 2",
                "note data.lost templates/api/v1/ads.json.yml 1",
                "note data.changed templates/api/v1/deals/%7Bid%7D.json.yml 1",
            ])
    }

    @Test func sarifOfOtherCommands() throws {
        let box = try Self.published()
        let none = try kairan(["check", "--format", "sarif"], in: box.url)
        #expect(none.exitCode == 0)
        #expect(try runPython(Self.judge, input: Array(none.output.utf8)).isEmpty)
        try box.write("- { id: x, number: no, title: X }\n", to: "content/ads/all.yml")
        let run = try kairan(["build", "--format", "sarif"], in: box.url)
        #expect(run.exitCode == 1)
        #expect(run.errors == "")
        let places = String(decoding: try runPython(Self.judge, input: Array(run.output.utf8)), as: UTF8.self)
        #expect(places == "error field.type content/ads/all.yml 1\n")
        let nowhere = try kairan(["check", "nowhere", "--format", "sarif"], in: box.url)
        #expect(nowhere.exitCode == 3)
        #expect(nowhere.output.contains("\"executionSuccessful\":false"), "\(nowhere.output)")
        for command in ["next", "list", "purge"] {
            #expect(try kairan([command, "--format", "sarif"], in: box.url).exitCode == 2)
        }
    }
}
