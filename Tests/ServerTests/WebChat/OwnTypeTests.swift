import Channels
import Diagnostics
import FlowCompiler
import FlowModel
import Foundation
import JSON
import MessageParts
import Testing

@testable import Server

/// A custom message type: the number of a workshop's stars.
private struct StarsContent: MessageContent {
    static let type = "stars"
    static let mimeTypes = ["application/vnd.spoke-and-chain.stars+json"]

    var stars: Int
    var words: String?

    var summary: String { "\(stars) stars" }
}

private struct StarsSerializer: ContentSerializer {
    func content(from reader: inout PartReader) -> StarsContent {
        StarsContent(stars: reader.whole("stars") ?? 0, words: reader.text("words"))
    }

    func write(_ content: StarsContent, to writer: inout PartWriter) {
        writer.set("stars", content.stars)
        writer.set("words", content.words)
    }
}

private struct StarsPresenter: ContentPresenter {
    func lines(of content: StarsContent, _ showing: Showing) -> [String] { [content.summary, content.words ?? ""] }

    func html(of content: StarsContent, _ showing: Showing) -> HTML {
        .element("p", ["class": "stars"], HTML(String(repeating: "★", count: content.stars)))
            + .paragraph(content.words)
    }
}

/// A type that is registered in one place works from a flow to the browser.
@Suite struct OwnTypeTests {
    private static func bot() throws -> Bot {
        let flows = [
            SourceFile(
                path: "Flows/bot.yaml",
                text: """
                    bot: Spoke & Chain
                    zone: Europe/Berlin
                    start: shop
                    anywhere:
                      agent, help, support: shop/person
                    people:
                      workshop:
                    if_silent: never

                    """),
            SourceFile(
                path: "Flows/shop.yaml",
                text: """
                    flow: shop
                    start: opinion
                    steps:
                      opinion:
                        show:
                          card: opinion
                          data:
                            stars: 4
                            words: Runs <b>like</b> new
                        then: end
                      person:
                        say: One of us will answer you here.
                        hand_over: workshop

                    """),
        ]
        let services = SourceFile(
            path: "Config/services.yaml",
            text: """
                cards:
                  opinion:
                    type: application/vnd.spoke-and-chain.stars+json
                    takes:
                      stars: number
                      words: text
                    apple: "{stars} stars: {words}"

                """)
        let compilation = Compiler.compile(
            ProjectFiles(texts: flows, actions: nil, services: services, assets: [:], version: "1"),
            options: CompilerOptions(now: Account.now))
        guard let bot = compilation.bot else { throw Trouble(compilation.report.text(colors: false)) }
        return bot
    }

    private static var types: TypeRegistry {
        var types = TypeRegistry.standard
        types.register(StarsContent.self, serializer: StarsSerializer(), presenter: StarsPresenter())
        return types
    }

    @Test func `a card of a flow is shown in the browser by the presenter of its type`() async throws {
        try await ContentServer.run(bot: Self.bot(), types: Self.types) { server in
            let ana = try await server.customer()
            _ = try await server.say(ContentServer.text("hello"), as: ana)
            let card = try #require(try await server.messages(of: ana).last)
            #expect(card["type"] == "stars" && card["summary"] == "4 stars")
            let html = card["html"]?.string ?? ""
            #expect(html.contains(#"<p class="stars">★★★★</p><p>Runs &lt;b&gt;like&lt;/b&gt; new</p>"#), "\(html)")
        }
    }

    @Test func `where it is not registered it is shown as what it is, and its data stay`() async throws {
        try await ContentServer.run(bot: Self.bot()) { server in
            let ana = try await server.customer()
            _ = try await server.say(ContentServer.text("hello"), as: ana)
            let card = try #require(try await server.messages(of: ana).last)
            #expect(card["type"] == "unknown" && card["html"]?.string?.contains("★") == false)
            #expect(card["parts"]?.array?.first?["body"]?.string?.contains("Runs") == true)
        }
    }
}
