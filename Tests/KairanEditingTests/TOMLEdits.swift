/// Changes of TOML files.
let tomlEdits: [SmallEdit] = [
    SmallEdit(
        "a.md", "front matter in TOML", "+++\ntitle = \"x\" # c\n+++\nbody\n", "title", .set(.text("y")),
        "+++\ntitle = \"y\" # c\n+++\nbody\n"),
    SmallEdit(
        "a.toml", "basic", "a   = \"x\" # c\nb = 1\n", "a", .set(.text("y \"z\"")),
        "a   = \"y \\\"z\\\"\" # c\nb = 1\n"),
    SmallEdit("a.toml", "literal", "a = 'x'\n", "a", .set(.text("C:\\x")), "a = 'C:\\x'\n"),
    SmallEdit("a.toml", "literal that cannot be", "a = 'x'\n", "a", .set(.text("it's")), "a = \"it's\"\n"),
    SmallEdit(
        "a.toml", "multi-line", "a = \"\"\"\nx\n\"\"\" # c\n", "a", .set(.text("y\n\"z\"\n")),
        "a = \"\"\"\ny\n\\\"z\\\"\n\"\"\" # c\n"),
    SmallEdit(
        "a.toml", "literal multi-line", "a = '''\r\nx'''\r\n", "a", .set(.text("y\nz")),
        "a = '''\r\ny\r\nz'''\r\n"),
    SmallEdit("a.toml", "bare date", "a = 2026-04-01\n", "a", .set(.text("2026-05-01")), "a = 2026-05-01\n"),
    SmallEdit("a.toml", "bare date to text", "a = 2026-04-01\n", "a", .set(.text("soon")), "a = \"soon\"\n"),
    SmallEdit("a.toml", "number", "a = 1_000 # c\n", "a", .set(.number("2000")), "a = 2000 # c\n"),
    SmallEdit("a.toml", "same number", "a = 1_000 # c\n", "a", .set(.number("1000")), "a = 1_000 # c\n"),
    SmallEdit("a.toml", "boolean", "a = true\n", "a", .set(.boolean(false)), "a = false\n"),
    SmallEdit(
        "a.toml", "new key", "a = 1 # one\n# about c\nc = 3\n\n[t]\nx = 1\n", "b", .set(.text("2")),
        order: ["a", "b"], "a = 1 # one\nb = \"2\"\n# about c\nc = 3\n\n[t]\nx = 1\n"),
    SmallEdit(
        "a.toml", "new key in a table", "a = 1\n\n[t] # t\nx = 1\n\n[u]\n", "t.y", .set(.date("09:00:00")),
        "a = 1\n\n[t] # t\nx = 1\ny = 09:00:00\n\n[u]\n"),
    SmallEdit(
        "a.toml", "first key of a table", "[t] # t\n\n[u]\n", "t.y", .set(.number("1")),
        "[t] # t\ny = 1\n\n[u]\n"),
    SmallEdit("a.toml", "new dotted key", "a.x = 1\nb = 2", "a.y", .set(.texts("p")), "a.x = 1\na.y = [\"p\"]\nb = 2"),
    SmallEdit(
        "a.toml", "removed key", "a = 1\n# about b\nb = 2 # two\nc = 3\n", "b", .set(nil),
        "a = 1\n# about b\nc = 3\n"),
    SmallEdit(
        "a.toml", "removed table", "a = 1\n\n# about t\n[t]\nx = 1\n# in t\ny = 2\n[t.u]\nz = 3\n\n[v]\n", "t",
        .set(nil), "a = 1\n\n# about t\n\n[v]\n"),
    SmallEdit("a.toml", "null is no key", "a = 1\nb = 2\n", "b", .set(.nothing), "a = 1\n"),
    SmallEdit(
        "a.toml", "inline table", "a = { x = 1, y = 2 } # c\n", "a",
        .set(.record(["x": .number("1"), "z": .text("3")])),
        "a = { x = 1, z = \"3\" } # c\n"),
    SmallEdit(
        "a.toml", "list of many lines", "a = [\n  \"x\", # about x\n  # above y\n  \"y\",\n]\n", "a",
        .set(.texts("x", "z", "w")), "a = [\n  \"x\", # about x\n  # above y\n  \"z\",\n  \"w\",\n]\n"),
    SmallEdit(
        "a.toml", "value in an array of tables", "[[e]]\nid = \"x\"\n\n[[e]]\nid = \"y\" # c\n", "e.1.id",
        .set(.text("z")), "[[e]]\nid = \"x\"\n\n[[e]]\nid = \"z\" # c\n"),
    SmallEdit(
        "a.toml", "new table of an array", "# all\n[[e]]\nid = \"x\"\n[e.u]\nk = 1\n\n[[e]]\nid = \"y\"\n", "e",
        .append(.record(["id": .text("z"), "u": .record(["k": .number("2")])])),
        "# all\n[[e]]\nid = \"x\"\n[e.u]\nk = 1\n\n[[e]]\nid = \"y\"\n\n[[e]]\nid = \"z\"\nu = { k = 2 }\n"),
    SmallEdit(
        "a.toml", "removed table of an array", "[[e]]\nid = \"x\"\n[e.u]\nk = 1\n\n# y\n[[e]]\nid = \"y\"\n", "e.0",
        .remove, "\n# y\n[[e]]\nid = \"y\"\n"),
    SmallEdit("a.toml", "removed only table of an array", "a = 1\n[[e]]\nid = \"x\"\n", "e.0", .remove, "a = 1\n"),
    SmallEdit(
        "a.toml", "first table of an array", "a = 1\n", "e", .append(.record(["id": .text("x")])),
        "a = 1\n\n[[e]]\nid = \"x\"\n"),
    SmallEdit(
        "a.toml", "first table of a file", "", "e", .append(.record(["id": .text("x")])),
        "[[e]]\nid = \"x\"\n"),
    SmallEdit("a.toml", "quoted key", "\"a b\" = 1\n", "日本", .set(.text("🎉")), "\"a b\" = 1\n\"日本\" = \"🎉\"\n"),
    SmallEdit(
        "a.md", "new key in TOML", "+++\r\ntitle = 'x' # t\r\n+++\r\nBody", "a", .set(.texts("")),
        "+++\r\ntitle = 'x' # t\r\na = [\"\"]\r\n+++\r\nBody"),
    SmallEdit(
        "a.csv", "emptied last", "id,t,w.a,w.b\r\nz,\"a\nb\",5,", "0.id", .set(.text("")),
        "id,t,w.a,w.b\r\n,\"a\nb\",5,"),
]
