import Foundation
import JSON
import MessageModel

/// An address with a title, a picture and a video (MSP REST API, Rich Link Message).
struct RichLink: Sendable, Hashable {
    /// A video: its `https` address and its MIME type. Apple shows one only beside a picture.
    struct Video: Sendable, Hashable {
        var address: String
        var mimeType: String
    }

    var link: WebLink
    /// `nil` shows the host.
    var title: String?
    /// The bytes of a picture in a format that Apple accepts.
    var picture: [UInt8]?
    var video: Video?

    init(_ link: WebLink, title: String? = nil, picture: [UInt8]? = nil, video: Video? = nil) {
        self.link = link
        self.title = title
        self.picture = picture
        self.video = video
    }

    func content(_ writer: BubbleWriter, overlay: JSONObject = [:]) -> JSONObject {
        let title = title.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } ?? link.host
        var data: JSONObject = ["url": .string(link.url), "title": .string(writer.line(title))]
        if let assets { data["assets"] = .object(assets) }
        return ["type": "richLink", "richLinkData": .object(data.overlaid(with: overlay))]
    }

    private var assets: JSONObject? {
        guard let picture, let format = PictureFormat(picture) else { return nil }
        var object: JSONObject = [
            "image": ["data": .string(Data(picture).base64EncodedString()), "mimeType": .string(format.mimeType)]
        ]
        if let video { object["video"] = ["url": .string(video.address), "mimeType": .string(video.mimeType)] }
        return object
    }
}
