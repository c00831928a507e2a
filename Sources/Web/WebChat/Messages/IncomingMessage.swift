import ConversationRuntime
import Expressions
import Foundation
import JSON
import MessageModel
import MessageParts

/// A message as a customer sends it, brought into the form in which messages are kept.
struct IncomingMessage {
    /// As they are kept: with ids of ours, and without anything that a customer has no business to say.
    let written: JSONParts
    private let message: RichMessage

    private static let mostParts = 20
    private static let longestText = 10_000

    /// The parts that a customer sends, before anybody has looked into them.
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
            throw ChatRefusal(.malformed, "parts: one of them belongs to no other")
        }
        // A member that cannot be used is refused by its name, so that nothing else than was meant is shown.
        if let remark = read.remarks.first { throw ChatRefusal(.malformed, remark) }
        message = RichMessage(try Self.plain(read.message.content))
        var names = NodeNames(seed: id)
        written = JSONParts(registry.parts(of: message, message: "layer:///messages/\(id)", &names))
    }

    /// What of a content a customer may say.
    private static func plain(_ content: any MessageContent) throws(ChatRefusal) -> any MessageContent {
        switch content {
        case let text as TextContent:
            guard text.text.count <= longestText else {
                throw ChatRefusal(.tooLarge, "a text has more than \(longestText) characters")
            }
            guard !text.text.allSatisfy(\.isWhitespace) else { throw ChatRefusal(.malformed, "a text says nothing") }
            return TextContent(text.text)
        case let link as LinkContent:
            guard Self.isOfWeb(link.url) else {
                throw ChatRefusal(.malformed, "`url` of a link is not an address of the web")
            }
            return LinkContent(link.url)
        case let place as LocationContent: return place
        case let file as FileContent where file.source == nil:
            guard let address = file.sourceURL, Self.isOfWeb(address) else {
                throw ChatRefusal(.malformed, "`source_url` of a file is not an address of the web")
            }
            return FileContent(sourceURL: address, title: file.title)
        case let file as any SentFile:
            guard let plain = file.plain else {
                throw ChatRefusal(.malformed, "a file has no `source` that travels as content")
            }
            return plain
        default:
            throw ChatRefusal(
                .unsupported, "messages of the type \(Swift.type(of: content).type) are not taken from customers")
        }
    }

    private static func isOfWeb(_ address: String) -> Bool {
        ["https", "http"].contains(URL(string: address)?.scheme?.lowercased() ?? "") && address.utf8.count <= 2_000
    }

    /// What the bot hears of it.
    func heard(_ files: any ChatFiles) async throws -> Heard {
        switch message.content {
        case let text as TextContent: .text(text.text)
        case let link as LinkContent: .text(link.url)
        case let place as LocationContent: .place(PlaceValue(place))
        // It lies elsewhere: the bot hears where.
        case let file as FileContent where file.source == nil: .text(file.sourceURL ?? "")
        default: .files(try await files.heardFiles(in: written.parts), text: "")
        }
    }
}

/// A content that is a file: its bytes travel beside it.
protocol SentFile: MessageContent {
    /// With nothing but the file, what it is called, and how large it is shown; `nil` where there is no file.
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
