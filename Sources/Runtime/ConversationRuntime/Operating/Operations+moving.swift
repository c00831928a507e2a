import Channels
public import FlowEngine
import FlowModel

extension Operations {
    /// Moves a conversation to a step and asks the customer its question.
    ///
    /// - Parameters:
    ///   - flow: the flow of the step; `nil` for the conversation's current flow.
    ///   - engine: the engine with the bot that continues.
    public func move(
        _ summary: SessionSummary, to step: String, of flow: String? = nil, with engine: Engine
    ) async throws -> SessionMove {
        let event = Event(.moved(flow: flow ?? summary.flow, step: step), at: clock.now, seed: chance())
        for _ in 0..<10 {
            guard let stored = try await store.session(summary.id) else { return .impossible("the session is gone") }
            let turn: Turn
            switch try engine.advance(stored.session, on: event) {
            case .ignored(let reason): return .impossible(reason)
            case .turn(let moved): turn = moved
            }
            let record = record(of: event, turn, replacing: stored, version: engine.bot.version)
            if case .committed = try await store.commit(record) { return .moved }
        }
        throw ConversationError.tooManyConflicts
    }
}

/// The outcome of moving a conversation to another step.
public enum SessionMove: Sendable, Hashable {
    case moved
    /// Nothing has changed; the reason is a sentence.
    case impossible(String)
}
