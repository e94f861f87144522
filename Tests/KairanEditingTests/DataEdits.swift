/// Changes of JSON and CSV files.
let jsonEdits: [SmallEdit] = [
    SmallEdit(
        "a.json", "text", "{\n  \"a\" : \"x\",\n  \"b\": 1\n}\n", "a", .set(.text("y \"日\" \n")),
        "{\n  \"a\" : \"y \\\"日\\\" \\n\",\n  \"b\": 1\n}\n"),
    SmallEdit(
        "a.json", "text with escapes", "{\"a\":\"\\u65e5\"}", "a", .set(.text("語🎉")),
        "{\"a\":\"\\u8a9e\\ud83c\\udf89\"}"),
    SmallEdit(
        "a.json", "same text in another kind", "{\"a\":\"2026-04-01\"}", "a", .set(.date("2026-04-01")),
        "{\"a\":\"2026-04-01\"}"),
    SmallEdit("a.json", "number instead of text", "{\"a\":\"1\"}", "a", .set(.number("1")), "{\"a\":1}"),
    SmallEdit("a.json", "null", "{\"a\": 1}", "a", .set(.nothing), "{\"a\": null}"),
    SmallEdit(
        "a.json", "new key", "{\r\n\t\"a\": 1,\r\n\t\"c\": 3\r\n}", "b", .set(.record(["x": .number("2")])),
        order: ["a", "b"], "{\r\n\t\"a\": 1,\r\n\t\"b\": {\r\n\t\t\"x\": 2\r\n\t},\r\n\t\"c\": 3\r\n}"),
    SmallEdit(
        "a.json", "new last key", "{\n  \"a\": 1\n}\n", "b", .set(.boolean(true)),
        "{\n  \"a\": 1,\n  \"b\": true\n}\n"),
    SmallEdit(
        "a.json", "new key on one line", "{\"a\":1,\"c\":3}", "b", .set(.texts("x", "y")), order: ["a", "b"],
        "{\"a\":1,\"b\":[\"x\",\"y\"],\"c\":3}"),
    SmallEdit("a.json", "first key", "{}\n", "b", .set(.number("1")), "{\n  \"b\": 1\n}\n"),
    SmallEdit("a.json", "removed key", "{\n  \"a\": 1,\n  \"b\": 2\n}\n", "b", .set(nil), "{\n  \"a\": 1\n}\n"),
    SmallEdit("a.json", "removed only key", "{\n  \"a\": 1\n}\n", "a", .set(nil), "{}\n"),
    SmallEdit(
        "a.json", "list on one line", "{\n  \"a\": [\"x\", \"y\"]\n}\n", "a", .set(.texts("y", "z")),
        "{\n  \"a\": [\"y\", \"z\"]\n}\n"),
    SmallEdit(
        "a.json", "list on many lines", "[\n  1,\n  2,\n  3\n]\n", "",
        .set(.list(.number("1"), .number("3"), .number("4"))), "[\n  1,\n  3,\n  4\n]\n"),
    SmallEdit(
        "a.json", "new entry", "[\n  {\n    \"id\": \"x\"\n  }\n]\n", "", .append(.record(["id": .text("y")])),
        "[\n  {\n    \"id\": \"x\"\n  },\n  {\n    \"id\": \"y\"\n  }\n]\n"),
    SmallEdit(
        "a.json", "new entry on one line", "[\n  { \"id\": \"x\" }\n]\n", "",
        .append(.record(["id": .text("y")])), "[\n  { \"id\": \"x\" },\n  { \"id\": \"y\" }\n]\n"),
    SmallEdit("a.json", "removed entry", "[{\"id\":\"x\"},{\"id\":\"y\"}]", "0", .remove, "[{\"id\":\"y\"}]"),
    SmallEdit("a.json", "control character", "{\"a\":1}", "a", .set(.text("\u{1}")), nil),
]

let csvEdits: [SmallEdit] = [
    SmallEdit("a.csv", "cell", "\u{FEFF}id,t\r\nx,y\r\n", "0.t", .set(.text("z")), "\u{FEFF}id,t\r\nx,z\r\n"),
    SmallEdit("a.csv", "cell with quotes", "id,t\nx,\"y, z\"\n", "0.t", .set(.text("y")), "id,t\nx,\"y\"\n"),
    SmallEdit(
        "a.csv", "cell that needs quotes", "id,t\nx,y", "0.t", .set(.text("a, \"b\"\nc")),
        "id,t\nx,\"a, \"\"b\"\"\nc\""),
    SmallEdit("a.csv", "emptied cell", "id,t\nx,\"y\"\n", "0.t", .set(nil), "id,t\nx,\n"),
    SmallEdit("a.csv", "filled cell", "id,t,u\nx,,\n", "0.t", .set(.date("2026-04-01")), "id,t,u\nx,2026-04-01,\n"),
    SmallEdit(
        "a.csv", "dotted column", "id,w.a,n,w.b\nx,1,2,3\n", "0.w", .set(.record(["a": .text("1"), "b": .text("4")])),
        "id,w.a,n,w.b\nx,1,2,4\n"),
    SmallEdit(
        "a.csv", "new row", "id,w.a,n\r\nx,1,2", "",
        .append(.record(["n": .number("3"), "id": .text("y"), "w": .record(["a": .text("b,c")])])),
        "id,w.a,n\r\nx,1,2\r\ny,\"b,c\",3"),
    SmallEdit("a.csv", "first row", "id,t\n", "", .append(.record(["id": .text("y")])), "id,t\ny,\n"),
    SmallEdit("a.csv", "removed row", "id,t\nx,1\n\ny,\"2\n3\"\nz,4\n", "1", .remove, "id,t\nx,1\n\nz,4\n"),
    SmallEdit("a.csv", "removed only row", "id,t\r\nx,1", "0", .remove, "id,t"),
    SmallEdit("a.csv", "cell beside semicolons", "id;t\r\nx;1,5\r\n", "0.t", .set(.text("2,5")), "id;t\r\nx;2,5\r\n"),
    SmallEdit("a.csv", "cell with a semicolon", "id;t\nx;1\n", "0.t", .set(.text("a; b")), "id;t\nx;\"a; b\"\n"),
    SmallEdit(
        "a.csv", "new row with semicolons", "id;t;u\nx;1;", "",
        .append(.record(["id": .text("y"), "u": .text("1, 2; 3")])), "id;t;u\nx;1;\ny;;\"1, 2; 3\""),
    SmallEdit("a.csv", "removed row with semicolons", "id;t\nx;1\ny;2\n", "0", .remove, "id;t\ny;2\n"),
    SmallEdit("a.csv", "no such column", "id,t\nx,1\n", "0.u", .set(.text("2")), nil),
    SmallEdit("a.csv", "list", "id,t\nx,1\n", "0.t", .set(.texts("2")), nil),
    SmallEdit(
        "a.csv", "rows", "id,t\nx,1\ny,2\nz,3\n", "",
        .set(.list(.record(["id": .text("x"), "t": .text("1")]), .record(["id": .text("z"), "t": .text("4")]))),
        "id,t\nx,1\nz,4\n"),
]
