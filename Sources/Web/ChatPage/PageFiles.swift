import CChatAssets
import Crypto
import Foundation

/// A file of the page, embedded in the program.
public struct PageFile: Sendable {
    public let name: String
    public let bytes: [UInt8]

    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// The media type for browsers, which do not sniff it.
    public var mediaType: String {
        switch name.split(separator: ".").last {
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "txt": "text/plain; charset=utf-8"
        default: "text/html; charset=utf-8"
        }
    }
}

/// The files that the page loads. They are embedded in the program, so that it stays a single file.
public enum PageFiles {
    /// The files in the order in which the page needs them.
    public static let all: [PageFile] = [
        embedded("page.css"),
        embedded("messages.css"),
        embedded("main.js"),
        embedded("api.js"),
        embedded("answers.js"),
        embedded("calendar.js"),
        embedded("carousel.js"),
        embedded("forms.js"),
        embedded("composer.js"),
        embedded("content.js"),
        embedded("dom.js"),
        embedded("events.js"),
        embedded("history.js"),
        embedded("host.js"),
        embedded("media.js"),
        embedded("notices.js"),
        embedded("numbers.js"),
        embedded("outbox.js"),
        embedded("status.js"),
        embedded("store.js"),
        embedded("upload.js"),
        embedded("words.js"),
    ]

    /// The script that embeds the page in another site.
    public static let widget = embedded("widget.js")

    /// A hash that changes with the files: it is part of their address, so that browsers may cache them permanently.
    public static let version: String = {
        var hash = SHA256()
        for file in all + [widget, page] {
            hash.update(data: Data(file.name.utf8))
            hash.update(data: Data(file.bytes))
        }
        return hash.finalize().prefix(8).map { String(format: "%02x", $0) }.joined()
    }()

    static let page = embedded("page.html")

    private static func embedded(_ name: String) -> PageFile {
        let files = UnsafeBufferPointer(start: chat_assets(), count: chat_asset_count())
        guard let file = files.first(where: { String(cString: $0.name) == name }) else {
            preconditionFailure("the program lacks the file \(name) of the chat page")
        }
        return PageFile(name: name, bytes: [UInt8](UnsafeBufferPointer(start: file.bytes, count: file.size)))
    }
}
