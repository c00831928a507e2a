import Channels
import Concurrency
import CurlClient
import Expressions
import JSON
import MessageModel
import Testing

@testable import AppleMessages
@testable import OpenGraph

/// Previews of links without a title: the metadata of their pages, fetched from a real server.
@Suite struct PreviewTests {
    private static let page = """
        <!DOCTYPE html><html><head><meta charset=utf-8><title>The title</title>
        <!-- <meta property="og:title" content="Not this"> -->
        <meta property="og:title" content="Bells &amp; horns &#8211; loud"/>
        <meta content='https://a.example/v.mp4' property='og:video'><meta property="og:video:type" content="video/mp4">
        </head><body><meta property="og:title" content="Nor this"></body></html>
        """

    private func previews(_ clock: any WallClock = TurnableClock(standingAt: Account.now)) -> LinkPreviews {
        LinkPreviews(
            client: CurlClient(), clock: clock, destinations: .anywhere, largestPicture: 200_000, timeout: .seconds(60))
    }

    private static func html(_ body: String, type: String = "text/html; charset=utf-8") -> FakeGateway.Answer {
        .status(200, body: body, type: type)
    }

    @Test func `a page is called what its Open Graph data says`() async throws {
        try await FakeGateway.run(Self.html(Self.page)) { gateway, url in
            let preview = try #require(await previews().preview(of: url + "/page"))
            #expect(preview.title == "Bells & horns – loud")
            #expect(preview.video == LinkPreview.Video(address: "https://a.example/v.mp4", mimeType: "video/mp4"))
            #expect(gateway.received.first?.headers["accept"] == "text/html")
        }
    }

    @Test func `a page is asked once in six hours, one without a preview once in five minutes`() async throws {
        let clock = TurnableClock(standingAt: Account.now)
        let previews = previews(clock)
        try await FakeGateway.run(.status(500), Self.html(Self.page)) { gateway, url in
            for (length, title, asked) in [
                (TimeLength.zero, nil, 1), (.minutes(4), nil, 1), (.minutes(1), "Bells & horns – loud", 2),
                (.hours(5), "Bells & horns – loud", 2), (.hours(1), "Bells & horns – loud", 3),
            ] {
                clock.turn(by: length)
                #expect(await previews.preview(of: url)?.title == title)
                #expect(gateway.received.count == asked)
            }
        }
    }

    @Test(arguments: [
        FakeGateway.Answer.status(404), .status(200, body: page, type: "application/json"), .hangUp,
        .status(200, body: String(repeating: "x", count: 600 * 1024), type: "text/html"),
        .status(200, body: "nothing", type: "text/html"), .status(200, body: "", type: "text/html"),
    ])
    func `whatever goes wrong, there is just no preview`(_ answer: FakeGateway.Answer) async throws {
        try await FakeGateway.run(answer) { _, url in
            #expect(await previews().preview(of: url) == nil)
        }
    }

    @Test func `pages that are not of the public internet are not asked`() async throws {
        try await FakeGateway.run(Self.html(Self.page)) { gateway, url in
            let careful = LinkPreviews(
                client: CurlClient(), clock: TurnableClock(standingAt: Account.now), largestPicture: 200_000)
            #expect(await careful.preview(of: url) == nil)
            #expect(gateway.received.isEmpty)
        }
    }

    @Test func `a link card without a title shows the preview, one with a title its own`() async throws {
        struct Fixed: LinkPreviewSource {
            func preview(of address: String) async -> LinkPreview? {
                LinkPreview(
                    title: "From the page", picture: .init(bytes: Examples.png, kind: "image/png"),
                    video: .init(address: "https://a.example/v.mp4", mimeType: "video/mp4"))
            }
        }
        let words = CardWording(.init(language: "en", zone: .utc))
        for (title, shown, hasVideo) in [(nil, "From the page", true), ("Mine", "Mine", false)]
            as [(String?, String, Bool)]
        {
            let card = Card(.link(LinkCard(address: "https://a.example/p", title: title)), words)
            let data = try await Sending.bodies(of: .card(card), previews: Fixed()).last?["richLinkData"]
            #expect(data?["title"]?.string == shown)
            #expect((data?["assets"]?["video"] != nil) == hasVideo)
        }
        let text = try await Sending.bodies(of: .text("https://a.example/once"), previews: Fixed())
        #expect(text.map(\.line) == ["a.example -> https://a.example/once"])
    }

    @Test(arguments: [
        ("<title>A\n  b</title>", "A b"), ("<TITLE>A</TITLE>", "A"), ("<title>A", "A"), ("<title></title>", nil),
        ("<meta property=og:title content=Plain><title>A</title>", "Plain"),
        ("<meta name=\"twitter:title\" content=\"T\"><title>A</title>", "T"),
        ("<meta property='og:title' content=''><title>A</title>", "A"),
        ("<script>\"<title>no</title>\"</script><title>A</title>", "A"),
        ("<title>A &uuml; &#x1F6B2; &nosuch; & &amp;amp;</title>", "A ü 🚲 &nosuch; & &amp;"),
        ("< meta><meta = ><meta property=\"og:title\" content=\"un", "un"), ("<", nil), ("<!--", nil), ("<meta", nil),
        ("<body><title>late</title>", nil),
    ])
    func `titles are read as browsers read them`(_ html: String, _ title: String?) {
        #expect(PageHead(html).pageTitle == title)
    }

    @Test func `a page tells what it is about, and whose it is`() {
        let head = PageHead(
            "<meta name=description content='Loud\n bells'><meta property=article:author content='https://a.example/me'>"
                + "<meta property=og:site_name content='Bell &amp; Co'>")
        #expect(head.pageDescription == "Loud bells" && head.pageAuthor == "Bell & Co")
        let long = PageHead("<meta name=description content='\(String(repeating: "a", count: 600))'>")
        #expect(long.pageDescription?.count == 500)
    }

    @Test func `pictures of a page are https addresses, those of a path lie beside the page`() {
        let head = PageHead("<meta property=og:image content='/i.png'>")
        #expect(head.picture(on: "https://a.example/b/c") == "https://a.example/i.png")
        #expect(head.picture(on: "http://a.example/b/c") == nil)
        for other in ["shop.png", "data:image/png;base64,AA==", "file:///etc/passwd"] {
            #expect(PageHead("<meta property=og:image content='\(other)'>").picture(on: "http://a.example") == nil)
        }
    }

    @Test(
        arguments: [
            ([0x47, 0x72, 0xFC, 0xDF, 0x65], "text/html; charset=ISO-8859-1", "Grüße"),
            (Array("Grüße".utf8), "text/html", "Grüße"), (Array("Grüße".utf8), "text/html; charset=nonsense", "Grüße"),
        ] as [([UInt8], String, String)])
    func `a page is read in the encoding that it names`(_ bytes: [UInt8], _ type: String, _ text: String) {
        #expect(PageText(bytes, contentType: type).text == text)
    }
}
