import Foundation
import JSON
import Logging
import MessageModel

/// The pictures of one message: each once, however often it is shown (ImageItem Dictionary).
struct ImageSet {
    private var sources: [String] = []
    private var items: [JSONValue] = []
    private var size = 0

    /// What newer devices take, as a vendor reports it: PNG of at most 200 KB, 5 MB in one message.
    private static let largest = 200 * 1024
    private static let largestTogether = 5 * 1024 * 1024
    private static let signatureOfPNG: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    init() {}

    /// Fetches the pictures. One that cannot be had, or that Apple would refuse the whole message for, is left out, and
    /// whatever shows it goes without.
    init(_ pictures: [Picture], from source: any PictureSource, isStrict: Bool, logger: Logger) async {
        for picture in pictures where !sources.contains(picture.source) {
            let bytes = await source.bytes(of: picture)
            if let bytes, !isStrict || fits(bytes) {
                add(picture, bytes)
            } else {
                logger.notice(
                    "a picture was left out",
                    metadata: ["reason": bytes.map { "not PNG, or too large: \($0.count) bytes" } ?? "it cannot be had"]
                )
            }
        }
    }

    var isEmpty: Bool { items.isEmpty }
    var json: JSONValue { .array(items) }

    func identifier(of picture: Picture?) -> JSONValue? {
        guard let picture, let index = sources.firstIndex(of: picture.source) else { return nil }
        return .string(String(index + 1))
    }

    private func fits(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: Self.signatureOfPNG) && bytes.count <= Self.largest
            && size + bytes.count <= Self.largestTogether
    }

    private mutating func add(_ picture: Picture, _ bytes: [UInt8]) {
        sources.append(picture.source)
        size += bytes.count
        var item: JSONObject = [
            "identifier": .string(String(sources.count)), "data": .string(Data(bytes).base64EncodedString()),
        ]
        item.set("description", picture.alt.map { .string($0) })
        items.append(.object(item))
    }
}
