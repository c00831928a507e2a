import Expressions
import Foundation
public import JSON
import MessageModel
public import MessageParts

/// A message as it is sent to Apple, read back for conversion to another form.
public struct SentMessage: Sendable {
    private let body: JSONValue
    private let bridge: PartsBridge

    /// - Parameters:
    ///   - body: the body as it is sent; or an `interactiveData` alone.
    ///   - bridge: converts its texts and pictures to parts.
    public init(_ body: JSONValue, _ bridge: PartsBridge) {
        self.body = body
        self.bridge = bridge
    }

    /// Returns the message in parts.
    ///
    /// - Throws: an error that says what is missing, and where.
    public func message() throws(JSONError) -> RichMessage {
        if let data = body.member("interactiveData") { return try interactive(data) }
        switch body["type"]?.string {
        case "text": return try text()
        case "richLink": return try link(body.required("richLinkData"))
        case let type?:
            throw JSONError("`type` is `\(type)`; supported are a text, a rich link and an interactive message")
        case nil where body.member("data") != nil || body.member("appId") != nil: return try interactive(body)
        case nil: throw JSONError("`type` is missing")
        }
    }

    // Texts and links.

    /// Returns a text; attachments become files below it.
    private func text() throws(JSONError) -> RichMessage {
        // Devices write an object replacement character in place of each attachment in the text.
        let words = (body["body"]?.string ?? "").replacing("\u{FFFC}", with: "")
        let files = (body["attachments"]?.array ?? []).map(Self.file)
        if files.isEmpty {
            guard body["body"]?.string != nil else { throw JSONError("`body` is missing") }
            return RichMessage(TextContent(words))
        }
        if words.allSatisfy(\.isWhitespace), files.count == 1 { return files[0] }
        return RichMessage(CarouselContent(files, title: words.allSatisfy(\.isWhitespace) ? nil : words))
    }

    private static func file(_ json: JSONValue) -> RichMessage {
        var file = FileContent(title: json["name"]?.string)
        file.mimeType = json["mimeType"]?.string
        file.size = json["size"]?.int ?? json["size"]?.string.flatMap { Int($0) }
        return RichMessage(file)
    }

    private func link(_ data: JSONValue) throws(JSONError) -> RichMessage {
        var link = LinkContent(try data.string("url"), title: data["title"]?.string)
        if let image = data["assets"]?["image"], let bytes = image["data"]?.string {
            link.imageURL = "data:\(image["mimeType"]?.string ?? "image/png");base64,\(bytes)"
        }
        return RichMessage(link)
    }

    // Interactive messages.

    private func interactive(_ interactive: JSONValue) throws(JSONError) -> RichMessage {
        let bubble = SentTexts(interactive)
        guard let data = interactive.member("data") else { return try app(interactive, bubble) }
        if let reply = data.member("quick-reply") { return bridge.message(of: try bubble.buttons(reply)) }
        if let picker = data.member("listPicker") { return bridge.message(of: try bubble.list(picker)) }
        if let event = data.member("event") { return bridge.message(of: try bubble.times(event)) }
        if let form = data["dynamic"]?.member("data") {
            return bridge.message(of: .form(try SentForm(form, bubble).message))
        }
        if let asked = data.member("authenticate") {
            return bubble.signIn(asked).map(bridge.message) ?? service("sign_in", asked, bubble)
        }
        if let asked = data.member("payment") {
            return bubble.payment(asked).map(bridge.message) ?? service("pay", asked, bubble)
        }
        throw JSONError("`interactiveData.data` has no known kind")
    }

    private func service(_ name: String, _ asked: JSONValue, _ texts: SentTexts) -> RichMessage {
        let bubble = texts.bubble
        return RichMessage(
            ServiceContent(name, title: bubble.title, note: bubble.note, asked: asked.object ?? [:]),
            id: nil)
    }

    private func app(_ interactive: JSONValue, _ texts: SentTexts) throws(JSONError) -> RichMessage {
        guard interactive.member("appId") != nil || interactive.member("URL") != nil else {
            throw JSONError("`interactiveData` has neither `data` nor `appId`")
        }
        var asked = JSONObject()
        for key in ["bid", "appId", "appName", "URL", "useLiveLayout"] { asked.set(key, interactive.member(key)) }
        return service("app", .object(asked), texts)
    }
}
