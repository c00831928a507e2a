import Foundation
import JSON
import MessageModel

/// The pictures of one message: each once, however often it is shown (ImageItem Dictionary).
struct ImageSet {
    private var sources: [String] = []
    private var items: [JSONValue] = []

    init() {}

    /// Fetches the pictures; one that cannot be had is left out, and whatever shows it goes without.
    init(_ pictures: [Picture], from source: any PictureSource) async {
        for picture in pictures where !sources.contains(picture.source) {
            guard let bytes = await source.bytes(of: picture) else { continue }
            sources.append(picture.source)
            var item: JSONObject = [
                "identifier": .string(String(sources.count)), "data": .string(Data(bytes).base64EncodedString()),
            ]
            item.set("description", picture.alt.map { .string($0) })
            items.append(.object(item))
        }
    }

    var isEmpty: Bool { items.isEmpty }
    var json: JSONValue { .array(items) }

    func identifier(of picture: Picture?) -> JSONValue? {
        guard let picture, let index = sources.firstIndex(of: picture.source) else { return nil }
        return .string(String(index + 1))
    }
}
