import Channels
public import FlowEngine
import FlowModel

extension Operations {
    /// Moves a conversation to a step and asks the customer its question.
    ///
    /// - Parameters:
    ///   - flow: the flow of the step; `nil` for the conversation's current flow.
    ///   - engine: the engine with the bot that continues.
    /// - Returns: why that is impossible, as a sentence, with nothing changed; `nil` on success.
    public func move(
        _ summary: SessionSummary, to step: String, of flow: String? = nil, with engine: Engine
    ) async throws -> String? {
        let event = Event(.moved(flow: flow ?? summary.flow, step: step), at: clock.now, seed: chance())
        for _ in 0..<10 {
            guard let stored = try await sessions.session(summary.id) else { return "the session is gone" }
            let turn: Turn
            switch try engine.advance(stored.session, on: event) {
            case .ignored(let reason): return reason
            case .turn(let moved): turn = moved
            }
            let record = record(of: event, turn, replacing: stored, version: engine.bot.version)
            if case .committed = try await sessions.commit(record) { return nil }
        }
        throw ConversationError.tooManyConflicts
    }
}
