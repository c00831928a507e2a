import ChannelRules
import Foundation
import JSON
import Logging
import MessageModel

/// The pictures of one message: each only once, however often it is shown (ImageItem Dictionary).
struct ImageSet {
    private var sources: [String] = []
    private var items: [JSONValue] = []
    private var size = 0

    init() {}

    /// Fetches the pictures. A picture that is unavailable, or for which Apple would refuse the whole message, is left
    /// out everywhere.
    init(_ pictures: [Picture], from source: any PictureSource, limits: AppleLimits, log: DeliveryLog) async {
        for picture in pictures where !sources.contains(picture.source) {
            let bytes = await source.bytes(of: picture)
            if let bytes, fits(bytes, limits) {
                add(picture, bytes)
            } else {
                log.notice(
                    "picture omitted",
                    metadata: ["reason": "\(bytes.map(limits.complaint) ?? "unavailable")"])
            }
        }
    }

    var isEmpty: Bool { items.isEmpty }
    var json: JSONValue { .array(items) }

    func identifier(of picture: Picture?) -> JSONValue? {
        guard let picture, let index = sources.firstIndex(of: picture.source) else { return nil }
        return .string(String(index + 1))
    }

    private func fits(_ bytes: [UInt8], _ limits: AppleLimits) -> Bool {
        limits.take(PictureFormat(bytes), bytes: bytes.count) && size + bytes.count <= AppleLimits.pictures
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

extension AppleLimits {
    /// Returns why a picture is left out, for logs.
    func complaint(about bytes: [UInt8]) -> String {
        let format = PictureFormat(bytes)?.name ?? "no picture"
        return wantsPNG && format != "PNG"
            ? "not PNG but \(format): \(bytes.count) bytes" : "\(format), too large: \(bytes.count) bytes"
    }
}
