import MessageModel

/// The text of a message quoted in a reaction, as devices write it: in full, or its beginning followed by `…`.
struct Quotation {
    /// How many turns back a quoted message may lie.
    static let mostTurns = 50
    /// A shorter beginning is too ambiguous.
    private static let shortestBeginning = 3

    private let words: String
    private let isCut: Bool

    init(_ quoted: String) {
        let ending = ["…", "..."].first { quoted.hasSuffix($0) }
        words = Self.plain(quoted.dropLast(ending?.count ?? 0))
        isCut = ending != nil
    }

    /// Whether it quotes a text of the message.
    func quotes(_ message: Message) -> Bool { message.quotable.contains { quotes($0) } }

    private func quotes(_ text: String) -> Bool {
        let all = Self.plain(text)
        if isCut, words.count >= Self.shortestBeginning, all.hasPrefix(words) { return true }
        guard !words.isEmpty else { return false }
        let whole = isCut ? [words + "…", words + "..."] : [words]
        return whole.contains(all) || addresses(in: text).contains(words)
            || whole.contains(Self.plain(Self.withoutAddresses(text)))
    }

    /// Some channels send an address within a text as its own message.
    private func addresses(in text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).filter(Self.isAddress).map { Self.plain($0) }
    }

    private static func withoutAddresses(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).filter { !isAddress($0) }.joined(separator: " ")
    }

    private static func isAddress(_ word: Substring) -> Bool { word.hasPrefix("https://") || word.hasPrefix("http://") }

    /// Removes what devices change: spaces and line breaks, emoji, the forms of quotation marks and apostrophes. A text
    /// that consists only of emoji keeps them.
    private static func plain(_ text: some StringProtocol) -> String {
        let marks = text.filter { !$0.isWhitespace }.map { "“”„«»‘’\"'".contains($0) ? "'" : $0 }
        let words = marks.filter { !$0.isEmoji }
        return String(words.isEmpty ? marks : words)
    }
}

extension Character {
    /// Unicode also classifies digits and `#` as emoji, but they are displayed as text.
    fileprivate var isEmoji: Bool {
        unicodeScalars.contains { $0.properties.isEmojiPresentation || $0.properties.isEmoji && $0.value > 0xFF }
    }
}

extension Message {
    /// The texts that a device may quote.
    fileprivate var quotable: [String] {
        switch self {
        case .text(let text): [text]
        case .prompt(let message): [message.words]
        case .buttons(let message): [message.summary]
        case .list(let message): message.bubble.quotable
        case .times(let message): message.bubble.quotable + [message.title]
        case .signIn(let message): message.bubble.quotable
        case .pay(let message): message.bubble.quotable
        case .app(let message): message.bubble.quotable
        case .form(let message): message.bubble.quotable
        case .link(let message): [message.words, message.shown]
        case .card(let card): [card.words, card.headline]
        }
    }
}

extension MessageBubble {
    fileprivate var quotable: [String] { [title, reply] }
}
