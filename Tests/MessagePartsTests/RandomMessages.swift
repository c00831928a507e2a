import Expressions
import Foundation
import JSON
import MessageModel
import MessageParts

/// Generates random messages of every type, nested in each other.
struct RandomMessages: RandomNumberGenerator {
    private var state: UInt64
    private var count = 0

    init(seed: UInt64) { state = seed &* 0x2545_F491_4F6C_DD1D | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }

    private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
    private mutating func flag() -> Bool { below(2) == 0 }
    private mutating func text() -> String? {
        [nil, "One", "<b>two</b>", "3 \"x\" \\", "line\nline", "ünïcode ★"].randomElement(using: &self) ?? nil
    }
    /// Returns the URL of something outside the message.
    private mutating func address() -> String { text() ?? "https://a.example" }
    private mutating func number() -> Decimal? { flag() ? nil : Decimal(below(10_000)) / 100 }

    mutating func message(levels: Int = 3) -> RichMessage {
        count += 1
        let id = "node-\(count)"
        var message = RichMessage(content(levels), id: id)
        if below(4) == 0 {
            message.action = MessageAction(event: text(), data: flag() ? [:] : ["url": "https://a.example"])
        }
        if below(4) == 0 { message.customData = ["key": .int(below(9))] }
        if below(4) == 0 { message.unknown = ["our_own": .string(text() ?? "")] }
        if below(5) == 0 {
            var log = ResponseLog()
            let type = StateType.allCases[below(4)]
            for id in ["a", "b", "c"] {
                log.take(
                    ResponseOperation(
                        id: id, flag() ? .add : .remove, type: type, name: "selection", value: .int(below(3))),
                    by: flag() ? "ana" : "ben")
            }
            message.responses = log.summary
        }
        if below(6) == 0 {
            let operation = ResponseOperation(id: "x", .add, type: .set, name: "selection", value: "k")
            message.initialState = [InitialOperation(identity: "ana", operation: operation)]
        }
        return message
    }

    private mutating func messages(_ levels: Int) -> [RichMessage] {
        let count = below(4)
        return (0..<count).map { _ in message(levels: levels - 1) }
    }

    private mutating func content(_ levels: Int) -> any MessageContent {
        switch below(levels > 0 ? 15 : 11) {
        case 0: return TextContent(text() ?? "", title: text(), subtitle: text(), author: text())
        case 1: return LinkContent(text() ?? "", title: text(), description: text(), imageURL: text())
        case 2:
            let data = PartData(id: "data-\(count)", mimeType: "application/pdf", body: "JVBERg==", encoding: "base64")
            let isHere = flag()
            var file = FileContent(
                sourceURL: isHere ? nil : address(), source: isHere ? data : nil, title: text(), author: text())
            file.mimeType = file.source?.mimeType
            file.size = below(2_000_000)
            return file
        case 3:
            var place = LocationContent(title: text())
            (place.latitude, place.longitude) = (number().map { min($0, 90) }, number())
            (place.city, place.zoom) = (text() ?? "Oxford", 1 + below(18))
            return place
        case 4: return StatusContent(text() ?? "")
        case 5: return choice()
        case 6:
            var image = ImageContent(sourceURL: address(), title: text())
            (image.width, image.height, image.alt, image.artist) = (below(99), below(99), text(), text())
            return image
        case 7:
            let data = PartData(
                id: "data-\(count)", mimeType: "audio/mpeg", body: nil,
                content: ContentReference(id: "layer:///content/\(count)", size: below(9)))
            let isHere = flag()
            var audio = AudioContent(
                sourceURL: isHere ? nil : address(), source: isHere ? data : nil, title: text())
            (audio.artist, audio.album, audio.genre, audio.duration) = (text(), text(), text(), number())
            (audio.mimeType, audio.size) = (audio.source?.mimeType, below(2_000))
            return audio
        case 8:
            var video = VideoContent(sourceURL: address(), title: text())
            (video.subtitle, video.artist, video.duration) = (text(), text(), number())
            (video.width, video.height, video.size, video.previewURL) = (below(99), below(99), below(9), text())
            return video
        case 9:
            var feedback = FeedbackContent(text(), title: text() ?? "Stars", enabledFor: flag() ? [] : ["ana"])
            (feedback.promptWait, feedback.placeholder) = (text(), text())
            (feedback.summaryPattern, feedback.responsePattern) = (text(), text())
            feedback.responseData = flag() ? [:] : ["k": 1]
            return feedback
        case 10:
            let days = AskedForm.Days(
                first: CalendarDate(iso: "2026-03-02"), last: nil, preset: CalendarDate(iso: "2026-03-09"), format: nil)
            return PromptContent(text() ?? "", days: flag() ? days : nil, skipWord: text())
        case 11: return CarouselContent(messages(levels), title: text())
        case 12:
            let button = ButtonsContent.ActionButton("Go", MessageAction(event: "open-url", data: ["x": 1]))
            return ButtonsContent(
                [.action(button), .choice(choice().choices)], below: flag() ? message(levels: levels - 1) : nil)
        case 13:
            var product = ProductContent(name: text())
            (product.price, product.quantity, product.brand) = (number(), Decimal(below(5)), text())
            product.imageURLs = ["https://a.example/1.png"]
            product.options = messages(1)
            return product
        default:
            var receipt = ReceiptContent(messages(levels))
            (receipt.totalCost, receipt.subtotal, receipt.orderNumber) = (number(), number(), text())
            receipt.shippingAddress = flag() ? message(levels: 0) : nil
            return receipt
        }
    }

    private mutating func choice() -> ChoiceContent {
        var items = [Choices.Item(id: "a", text: text() ?? "", note: text(), section: text())]
        items.append(Choices.Item(id: "b", text: "B"))
        items[1].selectedText = text()
        items[1].responseData = flag() ? [:] : ["k": 1]
        var choices = Choices(items)
        choices.allowsMultiselect = flag()
        choices.allowsDeselect = choices.allowsMultiselect || flag()
        choices.allowsReselect = choices.allowsDeselect || flag()
        choices.enabledFor = flag() ? [] : ["ana"]
        var choice = ChoiceContent(choices, label: text())
        choice.isLabel = flag()
        choice.areCards = flag()
        return choice
    }
}
