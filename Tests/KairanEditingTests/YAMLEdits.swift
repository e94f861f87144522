/// Changes of YAML files and of front matter.
let yamlEdits: [SmallEdit] = [
    SmallEdit("a.yml", "plain", "a: x # why\nb: y\n", "a", .set(.text("z z")), "a: z z # why\nb: y\n"),
    SmallEdit(
        "a.yml", "same", "a: x # why\nb: 'y'\n", "", .set(.record(["a": .text("x"), "b": .text("y")])),
        "a: x # why\nb: 'y'\n"),
    SmallEdit("a.yml", "plain that would be null", "a: x\n", "a", .set(.text("null")), "a: \"null\"\n"),
    SmallEdit("a.yml", "empty text", "a: x\n", "a", .set(.text("")), "a: \"\"\n"),
    SmallEdit("a.yml", "version stays as written", "a: 1\n", "a", .set(.text("3.10")), "a: 3.10\n"),
    SmallEdit("a.yml", "a text that is a number elsewhere", "a: x\n", "a", .set(.text("00123")), "a: \"00123\"\n"),
    SmallEdit(
        "a.yml", "texts that are no texts elsewhere", "a: 1\n", "b",
        .set(.texts("0x1F", "true", "No", "1e3", "12:30", "1_0", ".5", "+3", "0o7", "1.2.3", "nO", "2026-05-01", "é")),
        "a: 1\nb: [\"0x1F\", \"true\", \"No\", \"1e3\", \"12:30\", "
            + "\"1_0\", \".5\", \"+3\", \"0o7\", 1.2.3, nO, 2026-05-01, é]\n"
    ),
    SmallEdit("a.yml", "negative number", "a: 1\n", "a", .set(.number("-3")), "a: -3\n"),
    SmallEdit("a.yml", "single quotes", "a:   'x'   # c\n", "a", .set(.text("it's")), "a:   'it''s'   # c\n"),
    SmallEdit("a.yml", "double quotes", "a: \"x\"\n", "a", .set(.text("y \"z\"\n")), "a: \"y \\\"z\\\"\\n\"\n"),
    SmallEdit("a.yml", "colon", "a: x\n", "a", .set(.text("a: b # c")), "a: \"a: b # c\"\n"),
    SmallEdit("a.yml", "null to text", "a:\nb: 1\n", "a", .set(.text("x")), "a: x\nb: 1\n"),
    SmallEdit("a.yml", "null to text before a comment", "a: # c\nb: 1\n", "a", .set(.text("x")), "a: x # c\nb: 1\n"),
    SmallEdit("a.yml", "text to null", "a: x\n", "a", .set(.nothing), "a: null\n"),
    SmallEdit(
        "a.yml", "several lines", "a: x # c\nb: 1\n", "a", .set(.text("x\n\ny\n")),
        "a: | # c\n  x\n\n  y\nb: 1\n"),
    SmallEdit(
        "a.yml", "literal", "a: |  # c\n    x\n\nb: 1\n", "a", .set(.text("y\n z\n")),
        "a: |  # c\n    y\n     z\n\nb: 1\n"),
    SmallEdit(
        "a.yml", "line separators in literals", "a: |\n  x\nb: 'y'\n", "",
        .set(.record(["a": .text("x\u{2028}y\n"), "b": .text("\u{2029}")])),
        "a: \"x\\u2028y\\n\"\nb: \"\\u2029\"\n"),
    SmallEdit("a.yml", "literal without line end", "a: |\n  x\nb: 1\n", "a", .set(.text("y")), "a: |-\n  y\nb: 1\n"),
    SmallEdit(
        "a.yml", "folded", "a: >\n  x\n  y\nb: 1\n", "a", .set(.text("y z\nw\n")),
        "a: >\n  y z\n\n  w\nb: 1\n"),
    SmallEdit(
        "a.yml", "folded that cannot be", "a: >\n  x\n  y\nb: 1\n", "a", .set(.text("y\n  z\n")),
        "a: |\n  y\n    z\nb: 1\n"),
    SmallEdit("a.yml", "literal to empty", "a: |\n  x\n  y\n# c\nb: 1\n", "a", .set(.text("")), "a: \"\"\n# c\nb: 1\n"),
    SmallEdit("a.yml", "plain of two lines", "a: x\n  y # c\nb: 1\n", "a", .set(.text("z")), "a: z # c\nb: 1\n"),
    SmallEdit("a.yml", "CRLF", "a: x\r\nb: |\r\n  y\r\n", "b", .set(.text("1\n2\n")), "a: x\r\nb: |\r\n  1\r\n  2\r\n"),
    SmallEdit(
        "a.yml", "new key by order", "a: 1 # one\n# about c\nc: 3\n", "b", .set(.plain("2")),
        order: ["a", "b", "c"], "a: 1 # one\nb: 2\n# about c\nc: 3\n"),
    SmallEdit(
        "a.yml", "new first key", "# top\nb: 1\n", "a", .set(.plain("2")), order: ["a", "b"], "# top\na: 2\nb: 1\n"),
    SmallEdit("a.yml", "new key without final newline", "a: 1", "b", .set(.plain("2")), "a: 1\nb: 2"),
    SmallEdit(
        "a.yml", "new key after a block", "a: |\n  x\n\n# c\nc: 1\n", "b", .set(.plain("2")), order: ["a", "b"],
        "a: |\n  x\nb: 2\n\n# c\nc: 1\n"),
    SmallEdit("a.yml", "new list", "a: 1\n", "b", .set(.texts("x", "y z")), "a: 1\nb: [x, y z]\n"),
    SmallEdit(
        "a.yml", "new nested", "- id: x\n  a: 1\n", "0.b", .set(.list(.record(["c": .list(.plain("1"), .plain("2"))]))),
        "- id: x\n  a: 1\n  b:\n    - c: [1, 2]\n"),
    SmallEdit(
        "a.yml", "removed key", "a: 1\n# about b\nb: 2 # two\nc: 3\n", "b", .set(nil),
        "a: 1\n# about b\nc: 3\n"),
    SmallEdit("a.yml", "removed last key", "a: 1\r\nb: 2", "b", .set(nil), "a: 1"),
    SmallEdit(
        "a.yml", "removed first key behind a dash", "- a: 1\n  # about b\n  b: 2\n", "0.a", .set(nil),
        "- # about b\n  b: 2\n"),
    SmallEdit("a.yml", "removed only key", "a:\n  b: 1\nc: 2\n", "a.b", .set(nil), "a: {}\nc: 2\n"),
    SmallEdit(
        "a.yml", "quoted and foreign keys", "'a b': 1\n\"日本\": 2 # 日\n", "日本", .set(.text("🎉")),
        "'a b': 1\n\"日本\": 🎉 # 日\n"),
    SmallEdit(
        "a.yml", "flow mapping", "a: { x: 1, y: 2 } # c\n", "a.y", .set(.text("3, 4")),
        "a: { x: 1, y: \"3, 4\" } # c\n"),
    SmallEdit(
        "a.yml", "new key in flow", "a: {x: 1, z: 2}\n", "a.y", .set(.plain("3")), order: ["x", "y", "z"],
        "a: {x: 1, y: 3, z: 2}\n"),
    SmallEdit("a.yml", "removed key in flow", "a: { x: 1, y: 2, z: 3 }\n", "a.y", .set(nil), "a: { x: 1, z: 3 }\n"),
    SmallEdit("a.yml", "flow list", "a: [x, y, z]\n", "a", .set(.texts("x", "w", "z", "v")), "a: [x, w, z, v]\n"),
    SmallEdit(
        "a.yml", "flow list of many lines",
        "a: [\n  x, # about x\n  y, # about y\n  z # about z\n]\n", "a", .set(.texts("x", "z", "w")),
        "a: [\n  x, # about x\n  z, # about z\n  w\n]\n"),
    SmallEdit("a.yml", "null in flow", "a: {x: , y}\n", "a.x", .set(.plain("1")), "a: {x: 1, y}\n"),
    SmallEdit(
        "a.yml", "block list", "a:\n- x # about x\n# about y\n- y\n\n- z\n", "a", .set(.texts("x", "z", "w")),
        "a:\n- x # about x\n\n- z\n- w\n"),
    SmallEdit(
        "a.yml", "changed elements", "a:\n  - x # about x\n  - y # about y\n", "a", .set(.texts("x", "z")),
        "a:\n  - x # about x\n  - z # about y\n"),
    SmallEdit("a.yml", "element put first", "a:\n  - x\n", "a", .set(.texts("w", "x")), "a:\n  - w\n  - x\n"),
    SmallEdit(
        "a.yml", "list to nothing", "a: # c\n  # d\n  - x\n  - y # e\nb: 1\n", "a", .set(.list()),
        "a: [] # c\n  # d\nb: 1\n"),
    SmallEdit("a.yml", "list to text", "a:\n  - x\n  - y\nb: 1\n", "a", .set(.text("z")), "a: z\nb: 1\n"),
    SmallEdit(
        "a.yml", "text to record", "a: x # c\nb: 1\n", "a",
        .set(.record(["p": .list(.plain("1"), .plain("2")), "q": .plain("3")])), "a: # c\n  p: [1, 2]\n  q: 3\nb: 1\n"),
    SmallEdit(
        "a.yml", "nested lists", "a:\n  - - 1\n    - 2\n  - - 3\n", "a.0.1", .set(.plain("4")),
        "a:\n  - - 1\n    - 4\n  - - 3\n"),
    SmallEdit(
        "a.yml", "nested list to text", "a:\n  - - 1\n    - 2\n  - - 3\n", "a.0", .set(.plain("4")),
        "a:\n  - 4\n  - - 3\n"),
    SmallEdit(
        "a.yml", "new entry", "# all\n- id: x\n  a: 1\n", "", .append(.record(["id": .text("y"), "a": .plain("2")])),
        "# all\n- id: x\n  a: 1\n- id: y\n  a: 2\n"),
    SmallEdit(
        "a.yml", "new entry in flow style", "- { id: x, a: 1 }\n", "",
        .append(.record(["id": .text("y"), "a": .text(String(repeating: "2", count: 90))])),
        "- { id: x, a: 1 }\n- { id: y, a: \(String(repeating: "2", count: 90)) }\n"),
    SmallEdit("a.yml", "first entry", "# all\n", "", .append(.record(["id": .text("y")])), "# all\n- { id: y }\n"),
    SmallEdit("a.yml", "entry of an empty file", "", "", .append(.record(["id": .text("y")])), "- { id: y }\n"),
    SmallEdit(
        "a.yml", "removed entry", "- id: x\n# about y\n- id: y\n  a: 1 # one\n- id: z\n", "1", .remove,
        "- id: x\n- id: z\n"),
    SmallEdit("a.yml", "removed only entry", "# all\n- id: x\n", "0", .remove, "# all\n[]\n"),
    SmallEdit("a.yml", "alias", "a: &x 1\nb: *x # c\n", "b", .set(.plain("2")), "a: &x 1\nb: 2 # c\n"),
    SmallEdit("a.yml", "anchor that is used", "a: &x 1\nb: *x\n", "a", .set(.plain("2")), nil),
    SmallEdit("a.yml", "anchor that is not used", "a: &x 1\n", "a", .set(.plain("2")), "a: &x 2\n"),
    SmallEdit(
        "a.yml", "alias of a record", "a: &x { p: 1 }\nb: *x\n", "b.p", .set(.plain("2")),
        "a: &x { p: 1 }\nb: { p: 2 }\n"),
    SmallEdit(
        "a.yml", "merged value", "a: &x\n  p: 1\nb:\n  <<: *x\n  q: 2\n", "b.p", .set(.plain("3")),
        "a: &x\n  p: 1\nb:\n  <<: *x\n  q: 2\n  p: 3\n"),
    SmallEdit("a.yml", "removed merged value", "a: &x\n  p: 1\nb:\n  <<: *x\n  q: 2\n", "b.p", .set(nil), nil),
    SmallEdit("a.yml", "tag", "a: !!str 1 # c\n", "a", .set(.plain("2")), "a: !!str 2 # c\n"),
    SmallEdit(
        "a.md", "front matter", "---\ntitle: x # c\n---\nbody\n", "title", .set(.text("y")),
        "---\ntitle: y # c\n---\nbody\n"),
    SmallEdit(
        "a.md", "new key in front matter", "---\r\ntitle: x\r\n---\r\nbody", "date", .set(.date("2026-04-01")),
        "---\r\ntitle: x\r\ndate: 2026-04-01\r\n---\r\nbody"),
    SmallEdit(
        "a.md", "empty front matter", "---\n---\nbody\n", "title", .set(.text("y")), "---\ntitle: y\n---\nbody\n"),
    SmallEdit("a.md", "no front matter", "body\n", "title", .set(.text("y")), "---\ntitle: y\n---\nbody\n"),
    SmallEdit("a.md", "removed only key", "---\ntitle: x\n---\nbody\n", "title", .set(nil), "---\n---\nbody\n"),
    SmallEdit(
        "a.md", "body", "---\r\na: 1\r\n---\r\n\r\nx\r\ny\r\n", "", .body("\nx\n\nz\n"),
        "---\r\na: 1\r\n---\r\n\r\nx\r\n\r\nz\r\n"),
    SmallEdit("a.md", "first body", "---\na: 1\n---", "", .body("x\n"), "---\na: 1\n---\nx\n"),
    SmallEdit("a.md", "body that would be front matter", "x\n", "", .body("---\na: 1\n---\n"), nil),
    SmallEdit(
        "a.yml", "explicit key", "a: 1\n? odd\n: value\n", "odd", .set(.text("[[a]]")), "a: 1\n? odd\n: \"[[a]]\"\n"),
    SmallEdit("a.yml", "negative pair", "a: -1, 2\n", "a", .set(.text("-3, -4")), "a: -3, -4\n"),
    SmallEdit("a.yml", "control character", "a: 1\n", "a", .set(.text("\u{85}")), nil),
]
