import Foundation
import SiteTesting
import Testing

/// Feeds as the programs write them that most feeds come from.
@Suite struct PulledFeedTests {
    private static let fields = """
        fields: { title: text, link: url, at: dateTime, author: text?, tags: { list?: text }, summary: text? }
        body: markdown
        """
    private static let rss =
        "from: { id: guid, title: title, link: link, at: pubDate, author: \"dc:creator\", tags: category, "
        + "summary: description, body: \"content:encoded\" }"
    private static let atom =
        "from: { id: id, title: title, link: link, at: updated, author: author.name, tags: category, "
        + "summary: summary, body: content }"

    private func pulled(_ feed: String, _ format: String, _ from: String) throws -> String {
        let site = try PulledSite()
        try site.serve(feed, at: "feed.xml")
        try site.declare("news", from: "feed.xml", "format: \(format)", "\(Self.fields)\n\(from)")
        let run = try site.pull("--strict")
        #expect(run.exitCode == 0, "\(run.errors)")
        let check = try kairan(["check", "--strict", "\(site.box.path)/site"])
        #expect(check.exitCode == 0, "\(check.errors)")
        return try site.entries("news")
    }

    /// WordPress: CDATA, `content:encoded`, entities of HTML, a guid that is an address with a query.
    @Test func wordPress() throws {
        let feed = """
            <?xml version="1.0" encoding="UTF-8"?><rss version="2.0"
            \txmlns:content="http://purl.org/rss/1.0/modules/content/"
            \txmlns:wfw="http://wellformedweb.org/CommentAPI/"
            \txmlns:dc="http://purl.org/dc/elements/1.1/"
            \txmlns:atom="http://www.w3.org/2005/Atom"
            \txmlns:sy="http://purl.org/rss/1.0/modules/syndication/"
            \txmlns:slash="http://purl.org/rss/1.0/modules/slash/"
            \t>

            <channel>
            \t<title>Campus News</title>
            \t<atom:link href="https://campus.example/feed/" rel="self" type="application/rss+xml" />
            \t<link>https://campus.example</link>
            \t<description>All news</description>
            \t<lastBuildDate>Thu, 02 Apr 2026 08:00:00 +0000</lastBuildDate>
            \t<language>en-US</language>
            \t<sy:updatePeriod>
            \thourly\t</sy:updatePeriod>
            \t<generator>https://wordpress.org/?v=6.8</generator>
            \t<item>
            \t\t<title>Library &#8211; new hours &amp; rooms</title>
            \t\t<link>https://campus.example/2026/04/library/</link>
            \t\t\t\t\t<comments>https://campus.example/2026/04/library/#respond</comments>

            \t\t<dc:creator><![CDATA[Ann O'Hara]]></dc:creator>
            \t\t<pubDate>Wed, 01 Apr 2026 23:30:00 +0000</pubDate>
            \t\t\t\t<category><![CDATA[Library]]></category>
            \t\t<category><![CDATA[R & D]]></category>
            \t\t<guid isPermaLink="false">https://campus.example/?p=12</guid>

            \t\t\t\t\t<description><![CDATA[The library opens earlier. [&#8230;]]]></description>
            \t\t\t\t\t\t\t\t\t\t<content:encoded><![CDATA[
            <p class="wp-block-paragraph">Open until <strong>ten </strong>, see <a href="/hours?a=1&#038;b=2">the hours</a>.</p>



            <figure class="wp-block-image size-large"><img decoding="async" src="https://campus.example/a.jpg" alt="Door" srcset="a.jpg 300w"/></figure>



            <ul class="wp-block-list">
            <li>Monday</li>



            <li>Tuesday<br>until late</li>
            </ul>



            <h2 class="wp-block-heading">Rooms</h2>



            <blockquote class="wp-block-quote"><p>1. Not a list, 2 * 3 = 6_000</p></blockquote>



            <pre class="wp-block-code"><code>a &lt; b
              c</code></pre>
            <script>alert("x")</script>
            <p>The post <a rel="nofollow" href="https://campus.example/2026/04/library/">Library</a> appeared first on <a rel="nofollow" href="https://campus.example">Campus News</a>.</p>
            ]]></content:encoded>

            \t\t\t\t\t<wfw:commentRss>https://campus.example/2026/04/library/feed/</wfw:commentRss>
            \t\t\t<slash:comments>0</slash:comments>

            \t\t\t</item>
            \t</channel>
            </rss>

            """
        let entries = try pulled(feed, "rss", Self.rss)
        #expect(
            entries == """
                - id: p-12-d3e5cb12
                  title: Library – new hours & rooms
                  link: https://campus.example/2026/04/library/
                  at: 2026-04-02T01:30:00+02:00
                  author: Ann O'Hara
                  tags: [Library, R & D]
                  summary: The library opens earlier. […]
                  body: |-
                    Open until **ten** , see [the hours](<https://campus.example/hours?a=1&b=2>).

                    - Monday
                    - Tuesday\\
                      until late

                    ## Rooms

                    > 1\\. Not a list, 2 \\* 3 = 6\\_000

                    ```
                    a < b
                      c
                    ```

                    The post [Library](<https://campus.example/2026/04/library/>) appeared first on [Campus News](<https://campus.example>).

                """)
    }

    /// Hugo: escaped HTML in `description`, no `content:encoded`, and a guid that is the address.
    @Test func hugo() throws {
        let feed = """
            <?xml version="1.0" encoding="utf-8" standalone="yes"?>
            <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
              <channel>
                <title>Posts on Harbour</title>
                <link>https://harbour.example/posts/</link>
                <description>Recent content in Posts on Harbour</description>
                <generator>Hugo</generator>
                <language>en-us</language>
                <lastBuildDate>Fri, 03 Apr 2026 10:00:00 +0900</lastBuildDate>
                <atom:link href="https://harbour.example/posts/index.xml" rel="self" type="application/rss+xml" />
                <item>
                  <title>Spring fair</title>
                  <link>https://harbour.example/posts/spring-fair/</link>
                  <pubDate>Fri, 03 Apr 2026 10:00:00 +0900</pubDate>
                  <guid>https://harbour.example/posts/spring-fair/</guid>
                  <description>&lt;p&gt;Come &amp;amp; see it, &lt;em&gt;rain&lt;/em&gt; or shine.&lt;/p&gt;&#xA;&lt;p&gt;Bring friends.&lt;/p&gt;</description>
                </item>
              </channel>
            </rss>

            """
        let from = Self.rss.replacing("summary: description, ", with: "").replacing(
            "\"content:encoded\"", with: "description")
        let entries = try pulled(feed, "rss", from)
        #expect(
            entries == """
                - id: spring-fair-559fadfc
                  title: Spring fair
                  link: https://harbour.example/posts/spring-fair/
                  at: 2026-04-03T03:00:00+02:00
                  body: |-
                    Come & see it, *rain* or shine.

                    Bring friends.

                """)
    }

    /// Texts of JSON that are HTML, and one that only has its signs; a title of RSS that is escaped twice.
    @Test func hiddenHTML() throws {
        let site = try PulledSite()
        try site.serve(
            #"[{"id": "a", "t": "Big <b>fair</b>", "x": "Come <a href=\"https://x.example/\">in</a>.<img src=\"y\"/>"}, {"id": "b", "t": "a <b", "x": "*1* < 2 <https://x.example/>"}]"#,
            at: "list")
        try site.declare(
            "news", from: "list", "format: json",
            "fields: { title: text }\nbody: markdown\nfrom: { id: id, title: t, body: x }")
        #expect(try site.pull("--strict").exitCode == 0)
        #expect(
            try site.entries("news") == """
                - id: a
                  title: Big fair
                  body: Come [in](<https://x.example/>).
                - id: b
                  title: a <b
                  body: "*1* < 2 <https://x.example/>"

                """)
        let entries = try pulled(
            "<rss><channel><item><guid>a</guid><title>Tom &amp;amp; Jerry</title><link>https://x.example/</link><pubDate>Wed, 01 Apr 2026 23:30:00 +0000</pubDate></item></channel></rss>",
            "rss", Self.rss)
        #expect(entries.contains("title: Tom & Jerry\n"), "\(entries)")
    }

    /// RSS 1.0 as wikis and universities still write it: items beside the channel, and no time but `dc:date`.
    @Test func rdf() throws {
        let feed = """
            <?xml version="1.0" encoding="ISO-8859-1"?>
            <rdf:RDF xmlns="http://purl.org/rss/1.0/" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:date="http://purl.org/dc/elements/1.1/">
            <channel rdf:about="https://uni.example/"><title>Uni</title><link>https://uni.example/</link><description/></channel>
            <item rdf:about="https://uni.example/1">
            <title>Open day</title><link>https://uni.example/1</link>
            <date:date>2026-04-03T10:00+09:00</date:date><date:creator>Press office</date:creator>
            </item>
            </rdf:RDF>

            """
        let from =
            "from: { id: link, title: title, link: link, at: \"dc:date\", author: \"dc:creator\", body: description }"
        let entries = try pulled(feed, "rss", from)
        #expect(
            entries == """
                - id: 1-812af3c8
                  title: Open day
                  link: https://uni.example/1
                  at: 2026-04-03T03:00:00+02:00
                  author: Press office

                """)
    }

    /// Jekyll's jekyll-feed: the site's own ids, `xml:base`, escaped HTML as content, categories by attribute.
    @Test func jekyll() throws {
        let feed = """
            <?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom" ><generator uri="https://jekyllrb.com/" version="4.4.1">Jekyll</generator><link href="https://blog.example/feed.xml" rel="self" type="application/atom+xml" /><link href="https://blog.example/" rel="alternate" type="text/html" /><updated>2026-04-02T09:00:00+00:00</updated><id>https://blog.example/feed.xml</id><title type="html">Blog</title><entry><title type="html">Ports &amp;amp; piers</title><link href="https://blog.example/2026/04/02/ports.html" rel="alternate" type="text/html" title="Ports &amp; piers" /><published>2026-04-02T00:00:00+00:00</published><updated>2026-04-02T09:00:00.123+00:00</updated><id>https://blog.example/2026/04/02/ports</id><content type="html" xml:base="https://blog.example/2026/04/02/ports.html"><![CDATA[<p>All of <code class="language-plaintext highlighter-rouge">them</code>.</p>]]></content><author><name>Bo</name></author><category term="ports" /><category term="piers" /><summary type="html"><![CDATA[All of them.]]></summary></entry></feed>
            """
        let entries = try pulled(feed, "atom", Self.atom)
        #expect(
            entries == """
                - id: ports-7ceb43d2
                  title: Ports & piers
                  link: https://blog.example/2026/04/02/ports.html
                  at: 2026-04-02T11:00:00+02:00
                  author: Bo
                  tags: [ports, piers]
                  summary: All of them.
                  body: All of `them`.

                """)
    }

    /// Blogger: tag ids, several links before the one to the page, categories with a scheme, thread counts.
    @Test func blogger() throws {
        let feed = """
            <?xml version='1.0' encoding='UTF-8'?><?xml-stylesheet href="http://www.blogger.com/styles/atom.css" type="text/css"?><feed xmlns='http://www.w3.org/2005/Atom' xmlns:openSearch='http://a9.com/-/spec/opensearchrss/1.0/' xmlns:blogger='http://schemas.google.com/blogger/2008' xmlns:georss='http://www.georss.org/georss' xmlns:gd="http://schemas.google.com/g/2005" xmlns:thr='http://purl.org/syndication/thread/1.0'><id>tag:blogger.com,1999:blog-42</id><updated>2026-04-02T09:00:00.123-07:00</updated><title type='text'>Town</title><entry><id>tag:blogger.com,1999:blog-42.post-777</id><published>2026-04-01T09:00:00.001-07:00</published><updated>2026-04-01T09:00:00.456-07:00</updated><category scheme="http://www.blogger.com/atom/ns#" term="market"/><title type='text'>Market &lt;3</title><content type='html'>&lt;div style=&quot;text-align: left;&quot;&gt;On the square.&lt;br /&gt;&lt;br /&gt;From &lt;b&gt;nine&lt;/b&gt;.&lt;/div&gt;</content><link rel='replies' type='application/atom+xml' href='https://town.example/feeds/777/comments/default' title='Post Comments'/><link rel='edit' type='application/atom+xml' href='https://www.blogger.com/feeds/42/posts/default/777'/><link rel='alternate' type='text/html' href='https://town.example/2026/04/market.html' title='Market &lt;3'/><author><name>Town</name><uri>http://www.blogger.com/profile/1</uri><email>noreply@blogger.com</email><gd:image rel='http://schemas.google.com/g/2005#thumbnail' width='16' height='16' src='https://img.example/b16.gif'/></author><thr:total>0</thr:total></entry></feed>
            """
        let entries = try pulled(feed, "atom", Self.atom)
        #expect(
            entries == """
                - id: tag-blogger-com-1999-blog-42-post-777-08886c8d
                  title: Market <3
                  link: https://town.example/2026/04/market.html
                  at: 2026-04-01T18:00:00+02:00
                  author: Town
                  tags: [market]
                  body: |-
                    On the square.

                    From **nine**.

                """)
    }

    /// A feed written by hand or by a small program: XHTML as content, a link without a type, a prefix for Atom.
    @Test func xhtml() throws {
        let feed = """
            <a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:id>urn:uuid:1225c695-cfb8-4ebb-aaaa-80da344efa6a</a:id>
            <a:title>Ferry</a:title><a:updated>2026-04-02T09:00:00Z</a:updated><a:link href="/ferry"/>
            <a:content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Leaves at <em>six</em>: <a href="t?a=1&amp;b=2">times</a>.</p></div></a:content>
            </a:entry></a:feed>
            """
        let entries = try pulled(feed, "atom", Self.atom)
        #expect(entries.hasPrefix("- id: urn-uuid-1225c695-cfb8-4ebb-aaaa-"), "\(entries)")
        #expect(
            entries.contains("/ferry\n  at: 2026-04-02T11:00:00+02:00\n  body: 'Leaves at *six*: ")
                || entries.contains("*six*: [times](<http://127.0.0.1:"), "\(entries)")
    }
}
