/// HTML that can only be built from elements and text: everything from a message is escaped, and addresses that are not
/// safe to open are not linked.
public struct HTML: Sendable, Hashable {
    /// The markup.
    public private(set) var text: String
    /// The addresses that it links to.
    private(set) var links: Set<String> = []
    /// Whether it contains a button that reports a tap on the message.
    private(set) var hasTapButton = false

    /// Empty HTML.
    public init() { text = "" }

    /// A text, escaped.
    public init(_ words: String) { text = words.escapedForHTML }

    /// Whether there is no markup.
    public var isEmpty: Bool { text.isEmpty }

    /// An element with its attributes; attributes without a value are left out.
    public static func element(
        _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:], _ content: HTML...
    ) -> HTML {
        element(name, attributes, content)
    }

    /// An element with its attributes and a list of contents; attributes without a value are left out.
    public static func element(
        _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:], _ content: [HTML]
    ) -> HTML {
        var html = HTML()
        html.text = "<\(name)\(written(attributes))>"
        for piece in content { html.append(piece) }
        html.text += "</\(name)>"
        return html
    }

    /// A paragraph; empty when there is no text.
    public static func paragraph(_ text: String?, class name: String? = nil) -> HTML {
        guard let text = text.nonEmpty else { return HTML() }
        return element("p", ["class": name], lines(text))
    }

    /// A text with its line breaks.
    public static func lines(_ text: String) -> HTML {
        var html = HTML()
        html.text = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).escapedForHTML }
            .joined(separator: "<br>")
        return html
    }

    /// A text with its line breaks, in which web addresses are links.
    public static func prose(_ text: String) -> HTML {
        var html = HTML()
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { html.text += "<br>" }
            for piece in line.pieces {
                html.append(piece.isAddress ? link(piece.text, HTML(piece.text)) : HTML(piece.text))
            }
        }
        return html
    }

    /// A link that opens outside the conversation; only the content when the address cannot be opened safely.
    ///
    /// - Parameters:
    ///   - label: the label for screen readers, in place of the content.
    ///   - file: the file name for a download.
    ///   - content: the external content at the address, when that address expires.
    public static func link(
        _ address: String?, class name: String? = nil, label: String? = nil, file: String? = nil,
        to reference: ContentReference? = nil, _ content: HTML
    ) -> HTML {
        guard let address, isSafe(address) else { return content }
        var html = element(
            "a",
            [
                "class": name, "href": address, "target": "_blank", "rel": "noopener noreferrer", "aria-label": label,
                "download": file, "data-expires": reference?.expiration, "data-refresh": reference?.refreshURL,
            ], content)
        html.links.insert(address)
        return html
    }

    /// A button that reports a tap on the surrounding message.
    static func tapButton(_ content: HTML, _ attributes: KeyValuePairs<StaticString, String?>) -> HTML {
        var html = element("button", attributes, content)
        html.hasTapButton = true
        return html
    }

    /// A picture with its description for screen readers.
    ///
    /// - Parameter reference: the external content of the picture, when its address expires.
    public static func image(
        _ address: String?, alt: String, width: Int? = nil, height: Int? = nil, from reference: ContentReference? = nil
    ) -> HTML {
        guard let address, isPicture(address) else { return element("span", ["class": "picture"], HTML(alt)) }
        // Content that is not downloaded automatically is fetched when the viewer follows the link around it.
        if let reference, reference.isAutomatic == false, reference.status?.hasBytes != true {
            return element(
                "span", ["class": "picture waiting", "data-size": reference.size.map(String.init)], HTML(alt))
        }
        return void(
            "img",
            [
                "src": address, "alt": alt, "loading": "lazy", "width": width.map(String.init),
                "height": height.map(String.init), "data-expires": reference?.expiration,
                "data-refresh": reference?.refreshURL,
            ])
    }

    /// A media player; only the address when it cannot be played.
    public static func player(
        _ kind: StaticString, _ address: String?, label: String, from reference: ContentReference? = nil,
        poster: String? = nil, width: Int? = nil, height: Int? = nil
    ) -> HTML {
        guard let address, isPicture(address), !address.lowercased().hasPrefix("data:") else {
            return element("span", ["class": "player"], HTML(label))
        }
        return element(
            kind,
            [
                "controls": "controls", "preload": "none", "src": address, "aria-label": label,
                "poster": poster.flatMap { isPicture($0) ? $0 : nil }, "width": width.map(String.init),
                "height": height.map(String.init), "data-expires": reference?.expiration,
                "data-refresh": reference?.refreshURL,
            ])
    }

    /// An element without content and end tag, such as `input`.
    public static func void(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?>) -> HTML {
        var html = HTML()
        html.text = "<\(name)\(written(attributes))>"
        return html
    }

    /// Appends `other`.
    public mutating func append(_ other: HTML) {
        text += other.text
        links.formUnion(other.links)
        hasTapButton = hasTapButton || other.hasTapButton
    }

    /// Returns `one` followed by `other`.
    public static func + (one: HTML, other: HTML) -> HTML {
        var html = one
        html.append(other)
        return html
    }

    // Attributes and addresses.

    private static func written(_ attributes: KeyValuePairs<StaticString, String?>) -> String {
        attributes.map { name, value in value.map { " \(name)=\"\($0.escapedForHTML)\"" } ?? "" }.joined()
    }

    /// Whether an address opens a page, a mail or a call, and never executes anything.
    static func isSafe(_ address: String) -> Bool {
        ["https://", "http://", "mailto:", "tel:"].contains { address.lowercased().hasPrefix($0) } || isPath(address)
    }

    /// Whether an address is a path on the server that shows the message; `//` and `/\\` begin another host name.
    private static func isPath(_ address: String) -> Bool {
        let start = address.utf8.prefix(2)
        return start.first == UInt8(ascii: "/") && start.count == 2
            && start.last.map { $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\") } ?? false
    }

    static func isPicture(_ address: String) -> Bool {
        let pictures = ["data:image/png;", "data:image/jpeg;", "data:image/gif;", "data:image/webp;"]
        return (["https://", "http://"] + pictures).contains { address.lowercased().hasPrefix($0) } || isPath(address)
    }
}

extension String {
    /// With the characters that are special in HTML as character references (HTML, section 13.1.2.6).
    var escapedForHTML: String {
        var escaped = ""
        escaped.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\0": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
