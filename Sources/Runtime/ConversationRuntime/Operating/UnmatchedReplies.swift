public import Expressions
import FlowEngine
import JSON
import MessageModel

/// What customers typed at questions that it did not answer, most frequent first: the answers that a flow lacks.
///
/// Private texts are never among them.
public struct UnmatchedReplies: Sendable {
    /// A text at a question, as it was typed last, and how many times the same words came.
    public struct Reply: Sendable, Hashable {
        public var place: FlowStatistics.Place
        public var text: String
        public var count: Int
        public var last: Moment
    }

    private struct Key: Hashable {
        let place: FlowStatistics.Place
        let words: String
    }

    /// Longer texts are no answers.
    private static let longest = 120
    private static let turnsAtATime = 2_000
    private static let mostReplies = 20_000

    private let since: Moment
    private let place: @Sendable (FlowStatistics.Place) -> FlowStatistics.Place
    private var found: [Key: Reply] = [:]

    /// - Parameter place: maps a step to its current name, which may differ from its name at the time.
    public init(
        since: Moment, naming place: @escaping @Sendable (FlowStatistics.Place) -> FlowStatistics.Place = { $0 }
    ) {
        self.since = since
        self.place = place
    }

    /// Most frequent first, then the newest.
    public var replies: [Reply] {
        found.values.sorted { ($1.count, $1.last, $0.text) < ($0.count, $0.last, $1.text) }
    }

    /// Adds every unexpected text in a store, reading only the histories of sessions that have one.
    public mutating func add(allOf operators: any OperatorStore, _ sessions: any SessionStore) async throws {
        var last: MarkedTurn?
        var session: SessionID?
        var turns: [Int: MarkedTurn] = [:]
        repeat {
            try Task.checkCancellation()
            let page = try await operators.markedTurns(since: since, after: last, limit: Self.turnsAtATime)
            for turn in page {
                if turn.session != session {
                    try await add(turns, of: session, sessions)
                    (session, turns) = (turn.session, [:])
                }
                if turn.marks.contains(where: { $0.kind == .unexpected }) { turns[turn.turn] = turn }
            }
            last = page.count == Self.turnsAtATime ? page.last : nil
        } while last != nil && found.count < Self.mostReplies
        try await add(turns, of: session, sessions)
    }

    private mutating func add(
        _ turns: [Int: MarkedTurn], of session: SessionID?, _ sessions: any SessionStore
    ) async throws {
        guard let session, !turns.isEmpty else { return }
        for entry in try await sessions.history(of: session) where entry.shown == nil {
            guard let turn = turns[entry.turn], let mark = turn.marks.first(where: { $0.kind == .unexpected }),
                let event = try? Event(json: entry.event), !event.isReaction,
                case .heard(.text(let text), _) = event.kind
            else { continue }
            add(text, at: place(FlowStatistics.Place(flow: mark.flow, step: mark.step)), turn.at)
        }
    }

    private mutating func add(_ text: String, at place: FlowStatistics.Place, _ moment: Moment) {
        let shown = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !shown.isEmpty, shown.count <= Self.longest else { return }
        let key = Key(place: place, words: Self.words(of: shown))
        guard !key.words.isEmpty else { return }
        var reply = found[key] ?? Reply(place: place, text: shown, count: 0, last: moment)
        reply.count += 1
        if moment >= reply.last { (reply.text, reply.last) = (shown, moment) }
        found[key] = reply
    }

    /// A text as it is compared with others: without capitals, and without punctuation around it.
    public static func words(of text: String) -> String {
        let isSpare = { (character: Character) in character.isPunctuation || character.isWhitespace }
        return String(text.lowercased().drop(while: isSpare).reversed().drop(while: isSpare).reversed())
    }
}
