/// Elements that change places, or go, take their lines and their comments with them.
let orderEdits: [SmallEdit] = [
    SmallEdit(
        "a.yml", "moved up", "tags:\n  - alpha # about alpha\n  - beta\n  # before gamma\n  - gamma # about gamma\n",
        "tags", .set(.texts("gamma", "alpha", "beta")),
        "tags:\n  # before gamma\n  - gamma # about gamma\n  - alpha # about alpha\n  - beta\n"),
    SmallEdit(
        "a.yml", "turned round without a last line end", "- a # 1\n\n# two\n# lines\n- b\n- c", "",
        .set(.texts("c", "b", "a")), "- c\n\n# two\n# lines\n- b\n- a # 1"),
    SmallEdit(
        "a.yml", "moved down from behind a dash", "- - a # 1\n  - |\n    b\n\n  - c # 3\n", "0",
        .set(.list(.text("b\n"), .text("c"), .text("a"))), "- - |\n    b\n  - c # 3\n\n  - a # 1\n"),
    SmallEdit(
        "a.yml", "the head of a file is about all", "# All of them\n- a\n# second\n- b\n", "", .set(.texts("b", "a")),
        "# All of them\n# second\n- b\n- a\n"),
    SmallEdit(
        "a.yml", "moved and changed", "l:\n  - id: a\n    n: 1 # one\n  # about b\n  - id: b\n    n: 2 # two\n", "l",
        .set(.list(.record(["id": .text("b"), "n": .number("3")]), .record(["id": .text("a"), "n": .number("1")]))),
        "l:\n  # about b\n  - id: b\n    n: 3 # two\n  - id: a\n    n: 1 # one\n"),
    SmallEdit(
        "a.yml", "moved beside a new and a lost one", "- a # 1\n- b # 2\n- c # 3\n", "", .set(.texts("c", "d", "a")),
        "- c # 3\n- d\n- a # 1\n"),
    SmallEdit(
        "a.yml", "removed with its comment", "l:\n  - a\n\n  # about all below\n\n  # about b\n  - b\n  - c\n", "l.1",
        .remove, "l:\n  - a\n\n  # about all below\n\n  - c\n"),
    SmallEdit(
        "a.yml", "removed last with its comment", "- a\n# about b\n- b", "1", .remove, "- a"),
    SmallEdit(
        "a.yml", "a text that looks like a comment", "- |\n  a\n  # no comment\n- b\n", "1", .remove,
        "- |\n  a\n  # no comment\n"),
    SmallEdit(
        "a.yml", "moved on one line", "t: [a, 'b', c] # t\n", "t", .set(.texts("b", "c", "a")), "t: ['b', c, a] # t\n"),
    SmallEdit(
        "a.yml", "moved in brackets", "t: [\n  # first\n  a, # 1\n  b,\n  c # 3\n]\n", "t", .set(.texts("b", "a", "c")),
        "t: [\n  b,\n  # first\n  a, # 1\n  c # 3\n]\n"),
    SmallEdit(
        "a.yml", "anchors", "- &x { a: 1 }\n- *x\n- b\n", "",
        .set(.list(.text("b"), .record(["a": .number("1")]), .record(["a": .number("1")]))),
        "- b\n- &x { a: 1 }\n- *x\n"),
    SmallEdit(
        "a.toml", "moved in brackets", "a = [\n  \"x\", # about x\n  # above y\n  \"y\"\n]\n", "a",
        .set(.texts("y", "x")),
        "a = [\n  # above y\n  \"y\",\n  \"x\" # about x\n]\n"),
    SmallEdit(
        "a.toml", "removed in brackets", "a = [\n  \"x\", # about x\n  # above y\n  \"y\"\n]\n", "a.1", .remove,
        "a = [\n  \"x\" # about x\n]\n"),
    SmallEdit(
        "a.toml", "moved tables", "# all\n[[e]]\nid = \"x\" # x\n[e.u]\nk = 1\n\n# about y\n[[e]]\nid = \"y\"", "e",
        .set(.list(.record(["id": .text("y")]), .record(["id": .text("x"), "u": .record(["k": .number("1")])]))),
        "# all\n# about y\n[[e]]\nid = \"y\"\n\n[[e]]\nid = \"x\" # x\n[e.u]\nk = 1"),
    SmallEdit(
        "a.toml", "removed table with its comment", "[[e]]\nid = \"x\"\n\n# about y\n[[e]]\nid = \"y\"\n", "e.1",
        .remove,
        "[[e]]\nid = \"x\"\n\n"),
    SmallEdit(
        "a.toml", "a text that ends like a comment", "a = \"\"\"\n# b\"\"\"\n[[e]]\nid = \"x\"\n[[e]]\nid = \"y\"\n",
        "e.0",
        .remove, "a = \"\"\"\n# b\"\"\"\n[[e]]\nid = \"y\"\n"),
    SmallEdit(
        "a.json", "moved", "[\n  { \"a\": 1 },\n  {\n    \"a\": 2\n  }\n]\n", "",
        .set(.list(.record(["a": .number("2")]), .record(["a": .number("1")]))),
        "[\n  {\n    \"a\": 2\n  },\n  { \"a\": 1 }\n]\n"),
    SmallEdit(
        "a.csv", "moved rows", "id,t\nx,1\n\ny,\"2\"", "",
        .set(.list(.record(["id": .text("y"), "t": .text("2")]), .record(["id": .text("x"), "t": .text("1")]))),
        "id,t\ny,\"2\"\n\nx,1"),
]
