import Channels
import ConversationRuntime
import FlowEngine
import MessageModel
import SQLStorage
import SQLiteStorage
import TestSupport

/// A turn with its session, history and message to rows, and the session back.
struct RowsCost {
    func perform(_ times: Int) async throws {
        let flow = try FourQuestions()
        let folder = try TemporaryFolder()
        let sessions = try SQLiteDatabase(path: folder.file("usher.sqlite")).sessions
        let conversation = FourQuestions.conversation(1)
        let (session, event) = try flow.chosen()
        let turn = try flow.turn(session, event)
        var stored: StoredSession?
        for number in 0..<times {
            var record = TurnRecord(
                conversation: conversation, replaces: stored, version: "1", at: FourQuestions.tenOClock)
            record.arrival = ArrivalRecord(id: "arrival-\(number)", outcome: "answered")
            record.event = event
            record.turn = turn.numbered(number)
            guard case .committed = try await sessions.commit(record),
                let read = try await sessions.session(of: conversation)
            else { throw Unexpected("the turn was not saved") }
            stored = read
        }
    }
}

extension Turn {
    /// The same turn at another place of the conversation, with identifiers of its own.
    fileprivate func numbered(_ number: Int) -> Turn {
        var turn = self
        turn.session.turn = number
        turn.effects = effects.map { effect in
            guard case .send(var outgoing) = effect else { return effect }
            outgoing.id = "message-\(number)"
            outgoing.question?.id = "question-\(number)"
            return .send(outgoing)
        }
        return turn
    }
}
