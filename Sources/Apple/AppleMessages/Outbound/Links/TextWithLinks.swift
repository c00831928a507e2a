import Foundation

/// A text, and the addresses in it that a customer should open. Apple wants each of them as a rich link (MSP REST API,
/// Integration); the text keeps an address only where its sentence needs it.
struct TextWithLinks {
    /// The remaining text; empty when there was nothing but addresses.
    let text: String
    let links: [WebLink]

    /// The maximum number of addresses of one text that become rich links; further ones stay in the text.
    private static let most = 5

    init(_ whole: String) {
        guard whole.utf8.indices.contains(where: { Self.beginsAuthority(whole.utf8[$0...]) }) else {
            (text, links) = (whole, [])
            return
        }
        var links: [WebLink] = []
        var lines: [String] = []
        for line in whole.split(separator: "\n", omittingEmptySubsequences: false) {
            var taken: [Substring] = []
            for found in WrittenAddress.all(in: line) where links.count < Self.most || links.contains(found.link) {
                if !links.contains(found.link) { links.append(found.link) }
                taken.append(found.text)
            }
            if let rest = Self.rest(of: line, without: taken) { lines.append(rest) }
        }
        self.links = links
        text = links.isEmpty ? whole : lines.joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Whether a text begins with `://`.
    private static func beginsAuthority(_ text: Substring.UTF8View) -> Bool {
        text.first == UInt8(ascii: ":") && text.starts(with: "://".utf8)
    }

    /// Returns the line without addresses that stand alone, or after a colon at its end; `nil` when nothing is left of
    /// it.
    private static func rest(of line: Substring, without taken: [Substring]) -> String? {
        guard let last = taken.last else { return String(line) }
        var left = line
        for address in taken.reversed() { left.removeSubrange(address.startIndex..<address.endIndex) }
        if left.allSatisfy(\.isWhitespace) { return nil }
        let before = line[..<last.startIndex].reversed().drop(while: \.isWhitespace).reversed()
        let after = line[last.endIndex...]
        guard after.allSatisfy({ $0.isWhitespace || $0 == "." }), before.last == ":" || before.last == "：" else {
            return String(line)
        }
        return String(before)
    }
}

/// An address as it is written in a line.
private struct WrittenAddress {
    let text: Substring
    let link: WebLink

    /// The characters that end an address: white space, quotes and brackets of markup, and the punctuation of languages
    /// without spaces.
    private static let ends: Set<Character> = [
        "<", ">", "\"", "“", "”", "„", "«", "»", "`", "。", "、", "！", "？", "）", "」", "』", "】", "،",
    ]
    private static let trailing: Set<Character> = [".", ",", ";", ":", "!", "?", "'", "’", "‘", "…", "*", "_"]
    private static let brackets: [Character: Character] = [")": "(", "]": "[", "}": "{"]

    /// Returns all addresses of a line, in order.
    static func all(in line: Substring) -> [WrittenAddress] {
        var found: [WrittenAddress] = []
        var rest = line
        while let start = start(in: rest) {
            let written = rest[start...].prefix { !$0.isWhitespace && !ends.contains($0) }
            let address = trimmed(written)
            if let link = WebLink(String(address)) { found.append(WrittenAddress(text: address, link: link)) }
            rest = rest[written.endIndex...]
        }
        return found
    }

    /// Returns the start of the next address, which never lies inside a word.
    private static func start(in text: Substring) -> Substring.Index? {
        for index in text.indices where text[index] == "h" || text[index] == "H" {
            let isInside = index > text.startIndex && text[text.index(before: index)].isLetter
            let head = text[index...].prefix(8).lowercased()
            if !isInside, head.hasPrefix("http://") || head.hasPrefix("https://") { return index }
        }
        return nil
    }

    /// Returns the address without punctuation that belongs to the sentence, and without a closing bracket that was
    /// opened before the address.
    private static func trimmed(_ written: Substring) -> Substring {
        var surplus: [Character: Int] = [:]
        for (closing, opening) in brackets {
            surplus[closing] = written.count { $0 == closing } - written.count { $0 == opening }
        }
        var address = written
        while let last = address.last {
            if let open = surplus[last] {
                guard open > 0 else { break }
                surplus[last] = open - 1
            } else if !trailing.contains(last) {
                break
            }
            address.removeLast()
        }
        return address
    }
}
