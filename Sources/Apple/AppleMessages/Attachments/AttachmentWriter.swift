import Channels
import JSON
import Logging
import MessageModel

/// Writes cards with files as texts with attachments (MSP REST API, Text Message Type): one U+FFFC for each file,
/// followed by the text.
struct AttachmentWriter: Sendable {
    let uploads: Uploads
    let business: String
    let log: DeliveryLog

    /// Returns the outgoing content of a card; `nil` when there is nothing to attach.
    ///
    /// - Returns: the text with its attachments, and the addresses that were in it.
    func content(of card: Card) async throws(DeliveryFailure) -> (content: JSONObject, links: [WebLink])? {
        var attached: [JSONValue] = []
        for wanted in card.files {
            do throws(StoreFailure) {
                attached.append(try await uploads.upload(wanted.source, for: business).json)
            } catch {
                guard error.mayPass || wanted.isNeeded else {
                    log.notice("picture omitted", metadata: ["reason": "\(error)"])
                    continue
                }
                throw DeliveryFailure(error)
            }
        }
        guard !attached.isEmpty else { return nil }
        let words = TextWithLinks(card.words(beside: card.files.map(\.source)))
        let body = String(repeating: "\u{FFFC}", count: attached.count) + words.text
        return (["type": "text", "body": .string(body), "attachments": .array(attached)], words.links)
    }
}

extension Card {
    fileprivate struct WantedFile {
        let source: String
        /// Whether the card is useless without the file.
        let isNeeded: Bool
    }

    /// The files to attach. The picture of a product with an address is sent with its link instead.
    fileprivate var files: [WantedFile] {
        switch content {
        case .file(let file): [WantedFile(source: file.source, isNeeded: true)]
        case .image(let image): [WantedFile(source: image.picture.source, isNeeded: true)]
        case .product(let product) where address == nil:
            product.image.map { [WantedFile(source: $0.source, isNeeded: false)] } ?? []
        case .carousel(let cards):
            cards.flatMap(\.filesInside).map { WantedFile(source: $0, isNeeded: false) }
        case .text, .link, .place, .status, .product, .receipt, .custom: []
        }
    }

    /// The files of a card inside a carousel, all of which is sent as one text.
    private var filesInside: [String] {
        switch content {
        case .file(let file): [file.source]
        case .image(let image): [image.picture.source]
        case .product(let product): product.image.map { [$0.source] } ?? []
        case .text, .link, .place, .status, .receipt, .carousel, .custom: []
        }
    }

    /// Returns the card's text without what the attached files show themselves: their addresses and names.
    fileprivate func words(beside sources: [String]) -> String {
        let said = Set(sources + sources.map { String($0.split(separator: "/").last ?? "") })
        return words.split(separator: "\n", omittingEmptySubsequences: false).filter { !said.contains(String($0)) }
            .joined(separator: "\n")
    }
}

extension DeliveryFailure {
    /// The delivery failure of a message whose file could not be stored with Apple.
    init(_ failure: StoreFailure) {
        let reason = "a file could not be attached: \(failure)"
        switch failure {
        case .refused(status: 401):
            self = .stopSending("\(reason): Apple rejected our token; check `apple.msp_id` and `apple.secret`")
        // As with messages, a 403 may concern this business or the server's key; later answers show which.
        case .refused(status: 403): self = .tryAgain(reason)
        default: self = failure.mayPass ? .tryAgain(reason) : .giveUp(reason)
        }
    }
}
