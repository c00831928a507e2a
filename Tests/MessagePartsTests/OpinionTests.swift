import Foundation
import JSON
import MessageParts
import Testing

/// A custom type, as in Docs/Messages.md: an opinion with stars.
struct OpinionContent: MessageContent {
    static let type = "opinion"
    static let mimeTypes = ["application/vnd.layer.opinion+json"]

    var comment: String?
    /// 1 to 5.
    var rating: Int
    var ratingDescription: String?
    var author: String?

    var summary: String { "An opinion of \(rating) stars" }
    var metadata: MessageMetadata {
        MessageMetadata(title: "Opinion", description: ratingDescription, footer: author)
    }
    var notice: String? { "sent you an opinion." }
}

struct OpinionSerializer: ContentSerializer {
    func content(from reader: inout PartReader) -> OpinionContent {
        OpinionContent(
            comment: reader.text("comment"), rating: min(max(reader.whole("rating") ?? 1, 1), 5),
            ratingDescription: reader.text("rating_description"), author: reader.text("author"))
    }

    func write(_ content: OpinionContent, to writer: inout PartWriter) {
        writer.set("comment", content.comment)
        writer.set("rating", content.rating)
        writer.set("rating_description", content.ratingDescription)
        writer.set("author", content.author)
    }
}

struct OpinionPresenter: ContentPresenter {
    func lines(of content: OpinionContent, _ showing: Showing) -> [String] {
        [stars(content), content.comment].compactMap { $0 }
    }

    func html(of content: OpinionContent, _ showing: Showing) -> HTML {
        .element("span", ["role": "img", "aria-label": content.summary], HTML(stars(content)))
            + .paragraph(content.comment)
    }

    func background(of content: OpinionContent) -> String? { content.rating < 3 ? "warm" : nil }

    private func stars(_ content: OpinionContent) -> String {
        String(repeating: "★", count: content.rating) + String(repeating: "☆", count: 5 - content.rating)
    }
}

extension TypeRegistry {
    /// The only place where the type is registered.
    static var withOpinions: TypeRegistry {
        var registry = TypeRegistry.standard
        registry.register(OpinionContent.self, serializer: OpinionSerializer(), presenter: OpinionPresenter())
        return registry
    }
}

@Suite struct OpinionTests {
    private let registry = TypeRegistry.withOpinions
    private let opinion = OpinionContent(
        comment: "Runs like new", rating: 4, ratingDescription: "The repair of last week", author: "Ana")

    @Test func `a type of one's own is read, written and inspected`() throws {
        let parts = try StoredMessages.parts("opinion")
        let message = try registry.message(of: parts).message
        #expect((message.content as? OpinionContent) == opinion)
        var names = NodeNames(seed: "opinion")
        let written = registry.parts(of: message, message: "layer:///messages/m", &names)
        #expect(try registry.message(of: written).message == message)
        let json = try MessageInspection(of: parts, registry).json
        #expect(json["type"] == "opinion")
        #expect(json["summary"] == "An opinion of 4 stars")
        #expect(json["footer"] == "Ana")
    }

    @Test func `it is shown in the standard container, by itself and in a carousel`() {
        let presenter = MessagePresenter(registry)
        let message = RichMessage(opinion)
        #expect(
            presenter.text(of: message)
                == "Opinion\n★★★★☆\nRuns like new\nThe repair of last week\nAna")
        let html = presenter.html(of: message).text
        #expect(html.contains(#"<span role="img" aria-label="An opinion of 4 stars">★★★★☆</span>"#))
        #expect(html.contains(#"<h3 class="title">Opinion</h3>"#))
        #expect(html.contains(#"<footer class="footer">Ana</footer>"#))
        let carousel = presenter.html(of: RichMessage(CarouselContent([message, message]))).text
        #expect(carousel.contains("<li><article class=\"message opinion small\""))
        #expect(message.notification(from: "Ana") == "Ana sent you an opinion.")
    }

    @Test func `a background goes with what it says`() {
        var bad = opinion
        bad.rating = 1
        #expect(MessagePresenter(registry).html(of: RichMessage(bad)).text.contains(#"data-background="warm""#))
        #expect(!MessagePresenter(registry).html(of: RichMessage(opinion)).text.contains("data-background"))
    }

    @Test func `where it is not registered it is kept as it came`() throws {
        let parts = try StoredMessages.parts("opinion")
        let message = try TypeRegistry.standard.message(of: parts).message
        var names = NodeNames(seed: "opinion")
        let written = TypeRegistry.standard.parts(of: message, message: "layer:///messages/m", &names)
        #expect(written.map(\.body) == parts.map(\.body))
        #expect((try registry.message(of: written).message.content as? OpinionContent) == opinion)
    }

    @Test func `the page about messages shows the type as it is written here`() throws {
        let file = URL(filePath: #filePath)
        let page = file.deletingLastPathComponent().appending(path: "../../Docs/Messages.md").standardized
        let code = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(code.range(of: "struct OpinionContent"))
        let end = try #require(code.range(of: "\n\n@Suite"))
        let isShown = try String(contentsOf: page, encoding: .utf8).contains(code[start.lowerBound..<end.lowerBound])
        #expect(isShown)
    }
}
