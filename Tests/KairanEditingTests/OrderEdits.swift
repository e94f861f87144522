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
    SmallEdit(
        "a.yml", "a comment at another column", "t:\n  - a # A\n# about b\n  - b # B\n  - c\n", "t",
        .set(.texts("b", "a", "c")), "t:\n# about b\n  - b # B\n  - a # A\n  - c\n"),
    SmallEdit(
        "a.yml", "a part that is left out", "t:\n  - id: a\n    # n: 1\n  - id: b\n", "t.1", .remove,
        "t:\n  - id: a\n    # n: 1\n"),
    SmallEdit(
        "a.yml", "moved with a part that is left out", "t:\n  - id: a\n    # n: 1\n  - id: b\n", "t",
        .set(.list(.record(["id": .text("b")]), .record(["id": .text("a")]))),
        "t:\n  - id: b\n  - id: a\n    # n: 1\n"),
    SmallEdit(
        "a.yml", "removed beside a changed one",
        "t:\n  # about a\n  - url: a\n    name: A # A\n  # about b\n  - url: b\n    name: B # B\n", "t",
        .set(.list(.record(["url": .text("b"), "name": .text("C")]))),
        "t:\n  # about b\n  - url: b\n    name: C # B\n"),
    SmallEdit(
        "a.yml", "new before a changed one", "- a: p # p\n  b: q\n# r\n- a: r\n  b: s # s\n", "",
        .set(
            .list(
                .record(["a": .text("p"), "b": .text("q")]), .record(["a": .text("y"), "b": .text("z")]),
                .record(["a": .text("r"), "b": .text("t")]))),
        "- a: p # p\n  b: q\n- a: y\n  b: z\n# r\n- a: r\n  b: t # s\n"),
    SmallEdit(
        "a.yml", "the most alike", "- k: x\n  a: p # 1\n  b: q\n- k: x\n  a: r # 2\n  b: s\n", "",
        .set(
            .list(
                .record(["k": .text("x"), "a": .text("r"), "b": .text("u")]),
                .record(["k": .text("x"), "a": .text("p"), "b": .text("v")]))),
        "- k: x\n  a: r # 2\n  b: u\n- k: x\n  a: p # 1\n  b: v\n"),
    SmallEdit(
        "a.yml", "a comment about all", "t:\n  # in order\n  - a\n  - b\n", "t", .set(.texts("b", "a")),
        "t:\n  # in order\n  - b\n  - a\n"),
]
