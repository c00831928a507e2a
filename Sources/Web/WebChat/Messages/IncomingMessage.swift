import ConversationRuntime
import Expressions
import Foundation
import JSON
import MessageModel
import MessageParts

/// A message sent by a customer, normalised to the form in which messages are stored.
struct IncomingMessage {
    /// The parts as they are stored: with ids of this server, and without members that customers may not set.
    let written: JSONParts
    private let message: RichMessage

    private static let mostParts = 20
    private static let longestText = 10_000

    /// Parses the parts that a customer sends, without validating their content.
    static func parts(_ asked: JSONValue?) throws(ChatRefusal) -> [MessagePart] {
        guard let list = asked?.array, (1...Self.mostParts).contains(list.count) else {
            throw ChatRefusal(.malformed, "`parts` is not a list of one to \(Self.mostParts) parts")
        }
        var parts: [MessagePart] = []
        for (index, part) in list.enumerated() {
            do {
                parts.append(try MessagePart(json: part))
            } catch {
                throw ChatRefusal(.malformed, "parts[\(index)]: \(error)")
            }
        }
        return parts
    }

    init(_ parts: [MessagePart], id: String, _ registry: TypeRegistry) throws(ChatRefusal) {
        let read: ReadMessage
        do {
            read = try registry.message(of: parts)
        } catch {
            throw ChatRefusal(.malformed, "\(error)")
        }
        guard read.leftOver.isEmpty else {
            throw ChatRefusal(.malformed, "parts: one of them has no parent")
        }
        // An unusable member is refused by name, so that the message never shows anything other than what was meant.
        if let remark = read.remarks.first { throw ChatRefusal(.malformed, remark) }
        message = RichMessage(try Self.plain(read.message.content))
        var names = NodeNames(seed: id)
        written = JSONParts(registry.parts(of: message, message: "layer:///messages/\(id)", &names))
    }

    /// Returns the content reduced to the members that a customer may set.
    private static func plain(_ content: any MessageContent) throws(ChatRefusal) -> any MessageContent {
        switch content {
        case let text as TextContent:
            guard text.text.count <= longestText else {
                throw ChatRefusal(.tooLarge, "a text has more than \(longestText) characters")
            }
            guard !text.text.allSatisfy(\.isWhitespace) else { throw ChatRefusal(.malformed, "a text is empty") }
            return TextContent(text.text)
        case let link as LinkContent:
            guard Self.isOfWeb(link.url) else {
                throw ChatRefusal(.malformed, "`url` of a link is not a web address")
            }
            return LinkContent(link.url)
        case let place as LocationContent: return place
        case let file as FileContent where file.source == nil:
            guard let address = file.sourceURL, Self.isOfWeb(address) else {
                throw ChatRefusal(.malformed, "`source_url` of a file is not a web address")
            }
            return FileContent(sourceURL: address, title: file.title)
        case let file as any SentFile:
            guard let plain = file.plain else {
                throw ChatRefusal(.malformed, "a file has no `source` that was uploaded as content")
            }
            return plain
        default:
            throw ChatRefusal(
                .unsupported, "messages of the type \(Swift.type(of: content).type) are not accepted from customers")
        }
    }

    private static func isOfWeb(_ address: String) -> Bool {
        ["https", "http"].contains(URL(string: address)?.scheme?.lowercased() ?? "") && address.utf8.count <= 2_000
    }

    /// Returns the message as the bot receives it.
    func heard(_ files: any ChatFiles) async throws -> Heard {
        switch message.content {
        case let text as TextContent: .text(text.text)
        case let link as LinkContent: .text(link.url)
        case let place as LocationContent: .place(PlaceValue(place))
        // The file is hosted elsewhere: the bot receives its address.
        case let file as FileContent where file.source == nil: .text(file.sourceURL ?? "")
        default: .files(try await files.heardFiles(in: written.parts), text: "")
        }
    }
}

/// Content that is a file: its bytes travel beside it.
protocol SentFile: MessageContent {
    /// A copy with only the file, its name and its display size; `nil` when there is no file.
    var plain: Self? { get }
}

extension FileContent: SentFile {
    var plain: FileContent? {
        guard var source, source.content != nil else { return nil }
        source.id = nil
        var file = FileContent(source: source, title: title)
        file.size = source.content?.size ?? size
        file.mimeType = source.mimeType
        return file
    }
}

extension ImageContent: SentFile {
    var plain: ImageContent? {
        guard var source, source.content != nil else { return nil }
        source.id = nil
        var image = self
        image.source = source
        image.preview?.id = nil
        image.sourceURL = nil
        image.previewURL = nil
        return image
    }
}

extension AudioContent: SentFile {
    var plain: AudioContent? {
        guard var source, source.content != nil else { return nil }
        source.id = nil
        var audio = self
        audio.source = source
        audio.preview?.id = nil
        audio.size = source.content?.size
        (audio.sourceURL, audio.previewURL) = (nil, nil)
        return audio
    }
}

extension VideoContent: SentFile {
    var plain: VideoContent? {
        guard var source, source.content != nil else { return nil }
        source.id = nil
        var video = self
        video.source = source
        video.preview?.id = nil
        video.size = source.content?.size
        (video.sourceURL, video.previewURL) = (nil, nil)
        return video
    }
}

extension PlaceValue {
    fileprivate init(_ content: LocationContent) {
        self.init(
            name: content.title,
            street: [content.street1, content.street2].compactMap { $0 }.joined(separator: ", "), city: content.city,
            postcode: content.postalCode, country: content.country,
            latitude: content.latitude.flatMap { Decimal(string: "\($0)") },
            longitude: content.longitude.flatMap { Decimal(string: "\($0)") })
        if street?.isEmpty ?? false { street = nil }
    }
}
