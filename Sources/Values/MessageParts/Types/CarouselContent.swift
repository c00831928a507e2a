/// Messages side by side.
public struct CarouselContent: MessageContent {
    /// The name of the type: `carousel`.
    public static let type = "carousel"
    /// The MIME type of the type.
    public static let mimeTypes = ["application/vnd.layer.carousel+json"]
    static let itemRole = "carousel-item"

    /// The title of the carousel.
    public var title: String?
    /// The messages, in order.
    public var items: [RichMessage]

    /// A carousel of messages.
    public init(_ items: [RichMessage], title: String? = nil) {
        self.items = items
        self.title = title
    }

    /// Always `true`: the message is used through the controls in it.
    public var holdsControls: Bool { true }
    /// The summary in English.
    public var summary: String { summary(in: .english) }
    /// The title, or `items` with their number.
    public func summary(in words: MessageWords) -> String { title ?? words.items(items.count) }
    /// The title.
    public var metadata: MessageMetadata { MessageMetadata(title: title) }
    /// The messages side by side.
    public var children: [MessageChild] { items.map { MessageChild(Self.itemRole, $0) } }
    /// The sentence that the sender has sent this many items.
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
    /// Items side by side. If nothing in them can receive keyboard focus, the scrolling element can, and is scrolled
    /// with the keyboard.
    ///
    /// - Parameter label: the label of the group; `nil` when it belongs to an element that has a label, and each item
    ///   can receive focus itself.
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
