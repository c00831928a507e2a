import Crypto
import Foundation

/// A file of the page, embedded in the program.
public struct PageFile: Sendable {
    public let name: String
    public let bytes: [UInt8]

    /// The media type for browsers, which do not sniff it.
    public var mediaType: String {
        switch name.split(separator: ".").last {
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        default: "text/html; charset=utf-8"
        }
    }
}

/// The files that the page loads. They are embedded in the program, so that it stays a single file.
public enum PageFiles {
    /// The files in the order in which the page needs them.
    public static let all: [PageFile] = [
        PageFile(name: "page.css", bytes: PackageResources.page_css),
        PageFile(name: "messages.css", bytes: PackageResources.messages_css),
        PageFile(name: "main.js", bytes: PackageResources.main_js),
        PageFile(name: "api.js", bytes: PackageResources.api_js),
        PageFile(name: "answers.js", bytes: PackageResources.answers_js),
        PageFile(name: "calendar.js", bytes: PackageResources.calendar_js),
        PageFile(name: "carousel.js", bytes: PackageResources.carousel_js),
        PageFile(name: "forms.js", bytes: PackageResources.forms_js),
        PageFile(name: "composer.js", bytes: PackageResources.composer_js),
        PageFile(name: "content.js", bytes: PackageResources.content_js),
        PageFile(name: "dom.js", bytes: PackageResources.dom_js),
        PageFile(name: "events.js", bytes: PackageResources.events_js),
        PageFile(name: "history.js", bytes: PackageResources.history_js),
        PageFile(name: "host.js", bytes: PackageResources.host_js),
        PageFile(name: "media.js", bytes: PackageResources.media_js),
        PageFile(name: "notices.js", bytes: PackageResources.notices_js),
        PageFile(name: "numbers.js", bytes: PackageResources.numbers_js),
        PageFile(name: "outbox.js", bytes: PackageResources.outbox_js),
        PageFile(name: "store.js", bytes: PackageResources.store_js),
        PageFile(name: "upload.js", bytes: PackageResources.upload_js),
        PageFile(name: "words.js", bytes: PackageResources.words_js),
    ]

    /// The script that embeds the page in another site.
    public static let widget = PageFile(name: "widget.js", bytes: PackageResources.widget_js)

    /// A hash that changes with the files: it is part of their address, so that browsers may cache them permanently.
    public static let version: String = {
        var hash = SHA256()
        for file in all + [widget, page] {
            hash.update(data: Data(file.name.utf8))
            hash.update(data: Data(file.bytes))
        }
        return hash.finalize().prefix(8).map { String(format: "%02x", $0) }.joined()
    }()

    static let page = PageFile(name: "page.html", bytes: PackageResources.page_html)
}
