/// Documents of each format, for tests to change at random.
func samples(_ path: String) -> [[UInt8]] {
    let texts: [String]
    switch path.split(separator: ".").last {
    case "json": texts = jsonSamples
    case "toml": texts = tomlSamples
    case "csv": texts = csvSamples
    case "yml": texts = yamlSamples
    default:
        texts = yamlSamples.map { "---\n\($0)\n---\nbody **text**\n" } + tomlSamples.map { "+++\n\($0)\n+++\nbody\n" }
    }
    return texts.map { Array($0.utf8) }
}

private let jsonSamples = [
    #"{"id": 1, "名前": "日本\n\u65e5\ud83d\ude00", "list": [1, -2.5e+3, 0.5, true, false, null, {}]}"#,
    "[\n  {\"a\": {\"b\": [[], [\"x\"]]}},\r\n  \"\\\"\\\\\\/\",\t-0\n]\n",
    #"{"a":1,"b":2,"c":{"a":"","\u0061b":3}}"#,
    "null", "12.50", #""text""#,
]

private let tomlSamples = [
    "title = \"日本\\u65e5\" # c\nn = 1_000\nhex = 0xdead_beef\nf = -1.5e+10\nb = true\n",
    "d = 2026-04-01\nt = 09:00:00.125\ndt = 2026-04-01T09:00:00+09:00\nz = 2026-04-01 09:00:00Z\nl = 1979-05-27T07:32:00\n",
    "[a.b]\nx = [1, [2, 3], ]\n[a]\ny.z = {p = 1, q.r = 'x'}\n[[a.list]]\nid = 1\n[[a.list]]\nid = 2\n[a.list.sub]\nk = 1\n",
    "s = '''\nline\n 'x' '''\nm = \"\"\"\none \\\n   two \"\" \"\"\"\n\"quoted key\".x = ''\n",
    "a.b.c = 1\na.b.d = 2\na.e = 3\n[x.y.z.w]\n[x]\nv = 1\n[x.y]\nk = 2\n",
    "fruits = [\n  { name = \"a\", n = 1 }, # c\n  { name = \"b\" }\n]\nspecial = [inf, -inf, +nan, 1e1]\nint = [0o7, 0b1, +5, -0]\n",
    "[fruit]\napple.color = 1\napple.taste.sweet = true\n[fruit.apple.texture]\nsmooth = true\n",
]

private let csvSamples = [
    "id,name,web.url,web.ios\n1,日本,https://x,\n2,\"a, \"\"b\"\"\nc\",,\"\"\n", "a,b\r\n1,2\r\n\r\n3,4\r\n",
    "\u{FEFF}a\nx\n", "\u{FEFF}id;price;web.url\r\n1;1,50;\"a;b\"\r\n",
]

private let yamlSamples = [
    "title: 春の 祭り # c\nnumber: 12\nshown: { from: 2026-04-01, until: 2026-04-30 }\ntags: [a, 'b', \"c\\n\"]\nurl: https://example.com/a#b\n",
    "a: &x\n  - 1\n  - k: v\n    w: |\n      text\n       more\nb: *x\nc:\n  <<: &m {p: 1}\n  q: >-\n    folded\n    text\n",
    "- name: 'it''s'\n  empty:\n  null: ~\n- \"x: y\"\n- ? q\n  : r\n- !!str 5\n- [ ]\n- {}\n",
    "key: value\r\nother: \"two\r\n  lines\"\r\nlast: 'x'\r\n", "plain\n", "? a\n: - b\n  -\n    - c\n",
]
