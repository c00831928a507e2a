import Expressions
import Foundation

/// The metadata in the head of a page: its title and its `meta` elements.
struct PageHead {
    /// Values by `property` or `name` in lower case; the first occurrence counts.
    private(set) var meta: [String: String] = [:]
    private(set) var title: String?

    init(_ html: String) {
        var reader = HeadReader(Array(html.utf8))
        while let tag = reader.nextTag() {
            switch tag.name {
            case "meta": take(tag.attributes)
            case "title": title = title ?? reader.text(until: "title")
            case "script", "style", "noscript", "template": _ = reader.text(until: tag.name)
            case "/head", "body": return
            default: break
            }
        }
    }

    private mutating func take(_ attributes: [String: String]) {
        guard let name = (attributes["property"] ?? attributes["name"])?.lowercased(),
            let value = attributes["content"],
            meta[name] == nil
        else { return }
        meta[name] = value
    }

    /// The title for a preview, on one line.
    var pageTitle: String? { line(meta["og:title"], meta["twitter:title"], title) }

    var pageDescription: String? { line(meta["og:description"], meta["twitter:description"], meta["description"]) }

    /// The author of the page, or the site that publishes it. Some pages give the address of the author's own page
    /// instead of a name; it is ignored.
    var pageAuthor: String? {
        line(
            [meta["author"], meta["article:author"], meta["og:site_name"]].map { name in
                name.flatMap { $0.contains("://") ? nil : $0 }
            })
    }

    private func line(_ texts: String?...) -> String? { line(texts) }

    /// Returns the first text that is not empty, on one line of limited length.
    private func line(_ texts: [String?]) -> String? {
        let found = texts.compactMap { $0 }.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        return found.first { !$0.isEmpty }.map { text in
            let short = text.shortened(to: 500)
            return short == text ? text : short.dropLast() + "…"
        }
    }

    func picture(on page: String) -> String? {
        address(["og:image:secure_url", "og:image", "og:image:url", "twitter:image"], on: page)
    }

    /// The video of the page when it is a file. Players are pages of their own, which Apple does not show.
    func video(on page: String) -> LinkPreview.Video? {
        guard let kind = meta["og:video:type"]?.lowercased(), kind.hasPrefix("video/"),
            let address = address(["og:video:secure_url", "og:video", "og:video:url"], on: page)
        else { return nil }
        return LinkPreview.Video(address: address, mimeType: kind)
    }

    /// Returns the first value that is an `https` address, or resolves to one relative to the page.
    private func address(_ names: [String], on page: String) -> String? {
        let base = URL(string: page)
        return names.lazy.compactMap { name in
            meta[name].flatMap { URL(string: $0, relativeTo: base)?.absoluteString }
        }.first { $0.hasPrefix("https://") }
    }
}

/// Tokenises HTML tags, as far as reading a head requires it (WHATWG, HTML, 13.2.5).
private struct HeadReader {
    struct Tag {
        let name: String
        var attributes: [String: String] = [:]
    }

    private let bytes: [UInt8]
    private var at = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func nextTag() -> Tag? {
        while let open = bytes[at...].firstIndex(of: UInt8(ascii: "<")) {
            at = open + 1
            if skip("!--") {
                skipPast("-->")
            } else if let tag = tag() {
                return tag
            }
        }
        return nil
    }

    /// Returns the text up to the end tag of an element.
    mutating func text(until name: String) -> String {
        let start = at
        while let open = bytes[at...].firstIndex(of: UInt8(ascii: "<")) {
            at = open + 1
            guard skip("/" + name) else { continue }
            skipPast(">")
            return HTMLText.decoded(bytes[start..<open])
        }
        at = bytes.count
        return HTMLText.decoded(bytes[start...])
    }

    private mutating func tag() -> Tag? {
        let name = word { !Self.isSpace($0) && $0 != UInt8(ascii: ">") }.lowercased()
        guard let first = name.first, first.isLetter || first == "/" else { return nil }
        var tag = Tag(name: name.last == "/" && name.count > 1 ? String(name.dropLast()) : name)
        while true {
            _ = word { Self.isSpace($0) || $0 == UInt8(ascii: "/") }
            guard at < bytes.count, bytes[at] != UInt8(ascii: ">") else { break }
            let (key, value) = attribute()
            if tag.attributes[key] == nil { tag.attributes[key] = value }
        }
        at = min(at + 1, bytes.count)
        return tag
    }

    private mutating func attribute() -> (String, String) {
        let start = at
        let stops = [UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "/")]
        var key = word { !Self.isSpace($0) && !stops.contains($0) }.lowercased()
        if at == start {
            // A stray character, such as a second `=`.
            key = String(UnicodeScalar(bytes[at]))
            at += 1
        }
        _ = word(Self.isSpace)
        guard at < bytes.count, bytes[at] == UInt8(ascii: "=") else { return (key, "") }
        at += 1
        _ = word(Self.isSpace)
        return (key, value())
    }

    private mutating func value() -> String {
        guard at < bytes.count else { return "" }
        let quote = bytes[at]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return HTMLText.decoded(Array(word { !Self.isSpace($0) && $0 != UInt8(ascii: ">") }.utf8)[...])
        }
        at += 1
        let start = at
        at = bytes[at...].firstIndex(of: quote) ?? bytes.count
        defer { at = min(at + 1, bytes.count) }
        return HTMLText.decoded(bytes[start..<at])
    }

    private mutating func word(_ isPart: (UInt8) -> Bool) -> String {
        let start = at
        at = bytes[at...].firstIndex { !isPart($0) } ?? bytes.count
        return String(decoding: bytes[start..<at], as: UTF8.self)
    }

    /// Skips `word` when it comes next, ignoring case.
    private mutating func skip(_ word: String) -> Bool {
        let end = at + word.utf8.count
        guard end <= bytes.count, String(decoding: bytes[at..<end], as: UTF8.self).lowercased() == word else {
            return false
        }
        at = end
        return true
    }

    private mutating func skipPast(_ word: String) {
        let wanted = Array(word.utf8)
        while at < bytes.count {
            if bytes[at...].starts(with: wanted) {
                at += wanted.count
                return
            }
            at += 1
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
