public import Channels
public import ConversationRuntime
public import Expressions
import FlowEngine

/// Deletion of old data.
extension InMemorySessionStore: RetentionStore {
    public func forgetFinishedSessions(quietSince moment: Moment, limit: Int) -> [ConversationKey] {
        let over = summaries.values.filter { session in
            session.isOver && session.activeAt < moment && deliveries[session.id, default: []].isEmpty
                && !timers.keys.contains { $0.session == session.id }
        }.sorted { ($0.activeAt, $0.id) < ($1.activeAt, $1.id) }.prefix(limit)
        for session in over { forget(session.id, session.conversation) }
        return over.map(\.conversation)
    }

    public func forgetHistory(before moment: Moment, after place: Int64?, limit: Int) -> Int64? {
        for (session, summary) in summaries {
            let turns = marks[session, default: []]
            let end = summary.isOver ? Int.max : turns.last(where: \.isLast)?.turn ?? 0
            let kept = turns.filter { $0.at >= moment || $0.turn > end }
            let left = Set(kept.map(\.turn))
            marks[session] = kept
            histories[session]?.removeAll { !left.contains($0.turn) }
        }
        return nil
    }

    /// Nothing is on disk, so nothing has to be overwritten.
    public func overwriteForgotten() {}

    public func forgetDeadLetters(before moment: Moment, limit: Int) -> Int {
        let old = letters.filter { $0.letter.at < moment }.prefix(limit)
        for letter in old { _ = drop(letter.id, recording: nil) }
        return old.count
    }

    public func forgetBubbles(before moment: Moment, limit: Int) -> Int {
        let old = bubbles.filter { $0.value.at < moment }.prefix(limit)
        for (question, bubble) in old {
            bubbles[question] = nil
            if let conversation = summaries[bubble.session]?.conversation { bubblesForgotten.insert(conversation) }
        }
        return old.count
    }
}

extension MarkedTurn {
    /// Whether the conversation was over after this turn.
    fileprivate var isLast: Bool { [.ended, .closed].contains(marks.last?.kind) }
}
