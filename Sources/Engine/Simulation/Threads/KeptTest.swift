public import Diagnostics
import Expressions
import FlowEngine
import MessageModel

/// A thread as a test of its flow: what was done, what the bot said, and what holds at the end.
public struct KeptTest: Sendable, Hashable {
    /// The test as it stands in the transcript, from its `test:` line.
    public let text: String

    /// Keeps a thread. What it says of the bot is replaced by what the bot says now; dates and codes that would differ
    /// another time are `*`. All other lines stay, comments too.
    ///
    /// - Parameters:
    ///   - flow: the flow of the thread.
    /// - Throws: when the thread cannot be played to its end.
    public init(_ thread: ThreadText, as name: String, flow: String, with bot: PlayBot) throws(ThreadProblem) {
        let name = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !name.isEmpty else { throw ThreadProblem("a test needs a name") }
        if let stop = Play(of: thread, flow: flow, on: .asWritten, with: bot).stop {
            let reason = stop.diagnostic?.message ?? "it is too long"
            throw ThreadProblem("line \(stop.line) cannot be played: \(reason)")
        }
        let named = thread.named(name)
        let play = Play(of: named, flow: flow, on: .asWritten, with: bot)
        let later = Play(of: named, flow: flow, on: .asWritten, with: bot, isWeekLater: true)
        text = Self.lines(of: named, play, later.isAlike(play) ? later : play).map { "\($0)\n" }.joined()
        let kept = Play(of: ThreadText(text), flow: flow, on: .asWritten, with: bot)
        if let difference = kept.turns.lazy.compactMap(\.difference).first {
            throw ThreadProblem("the test would not pass: \(difference.diagnostic.message)")
        }
    }

    /// The edit that appends the test to a transcript, which may not exist yet.
    ///
    /// - Throws: when the transcript has a test of this name.
    public func edit(of file: SourceFile) throws(ThreadProblem) -> TextEdit {
        let name = ThreadText(text).name ?? ""
        guard ThreadText(test: name, of: file) == nil else {
            throw ThreadProblem("\(file.path) has a test called `\(name)`; give this one another name")
        }
        let ending = file.lineBreak
        var added = text.replacing("\n", with: ending)
        if !file.bytes.isEmpty {
            added = (file.lineStarts.last == file.bytes.count ? ending : ending + ending) + added
        }
        return TextEdit(added, at: Span(file: file.path, range: file.bytes.count..<file.bytes.count))
    }

    // The lines.

    private static func lines(of thread: ThreadText, _ play: Play, _ other: Play) -> [String] {
        let turns = Dictionary(zip(play.turns, other.turns).map { ($0.line, ($0, $1)) }) { first, _ in first }
        var lines: [String] = []
        for (index, line) in thread.lines.enumerated() {
            guard let (turn, other) = turns[index + 1] else {
                lines.append(line)
                continue
            }
            let said = zip(turn.events, other.events).map { $0.said(asWellAs: $1) }
            let own = turn.verb == TranscriptVerb.bot.rawValue ? nil : line
            let act =
                turn.events.firstIndex { $0.isAct } ?? (turn.verb == TranscriptVerb.expect.rawValue ? said.count : 0)
            lines += said[..<act].compactMap { $0 } + [own].compactMap { $0 } + said[act...].compactMap { $0 }
        }
        if play.turns.last?.verb != TranscriptVerb.expect.rawValue, let end = play.end { lines.append(end) }
        return lines
    }
}

extension Play {
    /// Whether both plays did the same, apart from words.
    fileprivate func isAlike(_ other: Play) -> Bool {
        stop == nil && other.stop == nil && turns.count == other.turns.count
            && zip(turns, other.turns).allSatisfy {
                $0.moves == $1.moves && $0.events.map(\.kind) == $1.events.map(\.kind)
            }
    }

    /// What holds at the end.
    fileprivate var end: String? {
        switch state.status {
        case .waiting?: state.step.map { "expect: at \($0.step)" }
        case .withPerson?:
            turns.flatMap(\.events).compactMap { event in
                if case .note(.handOver, let queue) = event { "expect: handed over to \(queue)" } else { nil }
            }.last
        case .ended?, .closed?: "expect: ended"
        case .calling?, nil: nil
        }
    }
}

extension PlayEvent {
    /// Whether a line of the thread did it, not the bot.
    fileprivate var isAct: Bool {
        switch self {
        case .customer, .person, .note(.giveBack, _), .note(.close, _), .note(.wait, _), .note(.event, _): true
        case .bot, .note(.handOver, _), .note(.undelivered, _): false
        }
    }

    fileprivate var kind: String {
        switch self {
        case .customer(let verb, _): verb
        case .bot(let message): message.words == nil ? "bubble" : "bot"
        case .person: "person"
        case .note(let note, _): note.rawValue
        }
    }

    /// The `bot:` line of a message; words that differ in the other message are `*`.
    fileprivate func said(asWellAs other: PlayEvent) -> String? {
        guard case .bot(let message) = self, let words = message.words?.onOneLine, !words.isEmpty else { return nil }
        guard case .bot(let second) = other, let others = second.words?.onOneLine else { return "bot: \(words)" }
        return "bot: \(words.withStars(whereUnlike: others))"
    }
}

extension PlayedMessage {
    /// The words of a `bot:` line; of a link, those before the address.
    fileprivate var words: String? {
        if case .link(let link) = message, !link.words.isEmpty { return link.words }
        return message.words
    }
}

extension String {
    /// The text with `*` in place of the words that another text has otherwise.
    func withStars(whereUnlike other: String) -> String {
        let (own, others) = (split(separator: " "), other.split(separator: " "))
        guard own != others else { return self }
        var words: [Substring] = []
        if own.count == others.count {
            for (word, second) in zip(own, others) {
                if word == second { words.append(word) } else if words.last != "*" { words.append("*") }
            }
        } else {
            let start = zip(own, others).prefix { $0 == $1 }.count
            let most = Swift.min(own.count, others.count) - start
            let end = zip(own.reversed(), others.reversed()).prefix(most).prefix { $0 == $1 }.count
            let (before, after) = (
                own[..<start].joined(separator: " "), own[(own.count - end)...].joined(separator: " ")
            )
            // Where the other text only has more words, there may be none.
            let star = start + end == own.count ? "*" : "\(before.isEmpty ? "" : " ")*\(after.isEmpty ? "" : " ")"
            return before + star + after
        }
        return words.joined(separator: " ")
    }
}
