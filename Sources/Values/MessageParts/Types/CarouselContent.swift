/// Messages side by side.
public struct CarouselContent: MessageContent {
    public static let type = "carousel"
    public static let mimeTypes = ["application/vnd.layer.carousel+json"]
    static let itemRole = "carousel-item"

    public var title: String?
    public var items: [RichMessage]

    public init(_ items: [RichMessage], title: String? = nil) {
        self.items = items
        self.title = title
    }

    public var holdsControls: Bool { true }
    public var summary: String { summary(in: .english) }
    public func summary(in words: MessageWords) -> String { title ?? words.items(items.count) }
    public var metadata: MessageMetadata { MessageMetadata(title: title) }
    public var children: [MessageChild] { items.map { MessageChild(Self.itemRole, $0) } }
    public func notice(from sender: String, in words: MessageWords) -> String? {
        words.sent(items.count, by: sender)
    }
}

struct CarouselSerializer: ContentSerializer {
    func content(from reader: inout PartReader) throws(PartsProblem) -> CarouselContent {
        let title = reader.text("title").nonEmpty
        return CarouselContent(try reader.messages(CarouselContent.itemRole), title: title)
    }

    func write(_ content: CarouselContent, to writer: inout PartWriter) {
        writer.set("title", content.title)
        writer.add(CarouselContent.itemRole, content.items)
    }
}

struct CarouselPresenter: ContentPresenter {
    func lines(of content: CarouselContent, _ showing: Showing) -> [String] {
        content.items.flatMap { showing.lines(of: $0, as: CarouselContent.itemRole, .small) }
    }

    func html(of content: CarouselContent, _ showing: Showing) -> HTML {
        let items = content.items.map { item in
            HTML.element("li", [:], showing.html(of: item, as: CarouselContent.itemRole, .small))
        }
        return .carousel(items, label: content.summary(in: MessageWords(showing.wording)))
    }
}

extension HTML {
    /// Things side by side. Where nothing in them is reached by the keyboard, what scrolls is, and is scrolled by it.
    ///
    /// - Parameter label: what they are together; without one they belong to something that has a name, and each of them is
    ///   reached by itself.
    static func carousel(_ items: [HTML], label: String?) -> HTML {
        .element(
            "div",
            [
                "class": "scroller", "role": label == nil ? nil : "region",
                "aria-roledescription": label == nil ? nil : "carousel", "aria-label": label,
                "tabindex": label == nil ? nil : "0",
            ], .element("ul", ["class": "items"], items))
    }
}
