import Foundation
import JSON

/// A web address with a picture and a title.
///
/// Source: Apple, MSP REST API, Rich Link: a picture of at most 200 KB, a picture beside every video, no custom URL
/// schemes.
public struct RichLink: Sendable, Equatable {
    public let url: String
    public let title: String
    public let hasImage: Bool
    public let hasVideo: Bool

    private static let known: Set<String> = ["url", "title", "assets"]
    private static let misspelt = ["URL": "url", "link": "url", "asset": "assets", "image": "assets"]
    private static let imageSize = 200 * 1024

    /// Reads `richLinkData`.
    init(checking value: JSONValue, limits: PayloadLimits) throws(ValidationError) {
        let context = PayloadContext(limits: limits)
        let fields = try Fields(value, known: Self.known, misspelt: Self.misspelt)
        url = try Self.address("url", in: fields)
        title = try fields.title("title", context)
        let assets = try fields.optional("assets") { value throws(ValidationError) in
            try Fields(value, known: ["image", "video"])
        }
        (hasImage, hasVideo) = try within("assets") { () throws(ValidationError) in
            try Self.check(assets: assets, wantsPNG: limits.wantsPNG)
        }
    }

    private static func check(assets: Fields?, wantsPNG: Bool) throws(ValidationError) -> (image: Bool, video: Bool) {
        guard let assets else { return (false, false) }
        try assets.optional("image") { value throws(ValidationError) in
            let image = try Fields(value, known: ["data", "mimeType"], misspelt: ["mimetype": "mimeType"])
            try checkKind(of: image, is: "image/")
            _ = try image.required("data") { value throws(ValidationError) in
                try Base64Image(checking: value, png: wantsPNG, limit: imageSize)
            }
        }
        try assets.optional("video") { value throws(ValidationError) in
            let video = try Fields(value, known: ["url", "mimeType"], misspelt: ["mimetype": "mimeType"])
            try checkKind(of: video, is: "video/")
            _ = try address("url", in: video)
        }
        guard assets.has("image") || !assets.has("video") else {
            throw ValidationError("image", "this is required and is missing: a video needs a picture beside it")
        }
        return (assets.has("image"), assets.has("video"))
    }

    private static func checkKind(of asset: Fields, is prefix: String) throws(ValidationError) {
        let kind = try asset.text("mimeType")
        guard kind.hasPrefix(prefix) else {
            throw ValidationError("mimeType", "`\(kind)` does not begin with `\(prefix)`")
        }
    }

    private static func address(_ key: String, in fields: Fields) throws(ValidationError) -> String {
        let address = try fields.text(key)
        guard let url = URL(string: address), ["https", "http"].contains(url.scheme?.lowercased()),
            url.host()?.isEmpty == false
        else {
            throw ValidationError(key, "`\(address)` is not a web address, such as `https://www.example.com/`")
        }
        return address
    }
}
