import Foundation
import KairanContent
import KairanModel
import KairanReaders
import SchemaTesting
import SiteTesting
import Testing

@testable import KairanContracts
@testable import KairanFormats
@testable import KairanTemplates

/// These properties hold for all schemas. `KAIRAN_SEED=1 swift test --filter SchemaPropertyTests` repeats a run.
@Suite struct SchemaPropertyTests {
    @Test func aSchemaIsWhatItWas() throws {
        let seed = printedSeed()
        var random = RandomSchema(random: SeededNumbers(seed: seed))
        for round in 0..<1_000 {
            let schema = random.schema()
            let comment: Comment = "seed \(seed), round \(round): \(text(schema.json))"
            #expect(schema.changes(to: schema, endpoint: "x") == [], comment)
            let read = try ValueSchema(
                reading: #require(readJSON(SourceFile(path: "", bytes: writeJSON(schema.json))).value))
            #expect(read == schema, comment)
            // JSON is not checked by both if they differ only in what is not published.
            var unpublished = schema
            unpublished.chosenRange = .any
            (unpublished.nullIsValue, unpublished.declaredValues) = (true, [.integer(1)])
            #expect(ValueSchema.array(unpublished) == .array(read), comment)
            #expect(schema.changes(to: read, endpoint: "x") == [], comment)
        }
    }

    /// Readers of the old schema can read what the gate lets pass.
    @Test func whatGrowsBreaksNobody() throws {
        let seed = printedSeed()
        var random = RandomSchema(random: SeededNumbers(seed: seed))
        var (allowed, refused, documents) = (0, 0, 0)
        for round in 0..<20_000 {
            let old = random.schema(depth: 2)
            let new = random.edited(old)
            let changes = old.changes(to: new, endpoint: "x")
            guard !changes.contains(where: \.isBreaking) else {
                refused += 1
                continue
            }
            allowed += 1
            for _ in 0..<5 {
                let document = writeJSON(random.value(new))
                let comment: Comment =
                    "seed \(seed), round \(round): \(text(old.json)) \(text(new.json)) \(String(decoding: document, as: UTF8.self))"
                #expect(new.violations(in: document).map(\.message) == [], comment)
                #expect(old.violations(in: document).map(\.message) == [], comment)
                documents += 1
            }
        }
        print("\(allowed) allowed, \(refused) refused, \(documents) documents")
        #expect(allowed > 1_000 && refused > 1_000)
    }

    /// jsonschema finds right what Kairan finds right, and finds wrong what Kairan finds wrong.
    @Test func anotherValidatorAgrees() throws {
        let seed = printedSeed()
        var random = RandomSchema(random: SeededNumbers(seed: seed))
        var cases: [JSONValue] = []
        var known: [(isRight: Bool, comment: String)] = []
        for _ in 0..<2_000 {
            let schema = random.schema(depth: 2)
            let value = random.value(random.chance(2) ? schema : random.edited(schema))
            let isRight = schema.violations(in: writeJSON(value)).isEmpty
            cases.append(.object([("schema", schema.json), ("value", value)]))
            known.append((isRight, "\(text(schema.json)) \(text(value)) is \(isRight ? "right" : "wrong") to Kairan"))
        }
        let script = """
            import json, sys
            from jsonschema import Draft202012Validator as V, FormatChecker
            formats = FormatChecker(["date", "date-time"])
            formats.checks("int32")(lambda value: not isinstance(value, int) or -2**31 <= value < 2**31)
            cases = json.load(sys.stdin)
            for case in cases: V.check_schema(case["schema"])
            print("".join("1" if V(c["schema"], format_checker=formats).is_valid(c["value"]) else "0" for c in cases), end="")
            """
        let judged = String(decoding: try runPython(script, input: writeJSON(.array(cases))), as: UTF8.self)
        try #require(judged.count == known.count)
        for (judged, known) in zip(judged, known) {
            #expect((judged == "1") == known.isRight, "seed \(seed): \(known.comment)")
        }
        #expect(known.contains(where: \.isRight) && known.contains { !$0.isRight })
    }

    private func text(_ value: JSONValue) -> String {
        String(decoding: writeJSON(value, style: .compact).dropLast(), as: UTF8.self)
    }
}
