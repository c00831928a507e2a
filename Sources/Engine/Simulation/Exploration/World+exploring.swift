import Expressions
import FlowEngine
import FlowModel

extension World {
    /// What decides how the world continues, as text: the session, the opening hours, the rows of the customer, and
    /// whether reminders would still come.
    func decidingState(_ deciding: DecidingNames) -> String {
        let hours = bot.weeks.map { $0.isOpen(at: now, in: bot.zone) ? "o" : "c" }.joined()
        guard let session else { return "\(hours)\u{1F}\(rows.deciding)" }
        return [
            hours, rows.deciding, deciding.remindersAhead(in: session, at: now),
            session.decidingState(deciding.parts),
        ].joined(separator: "\u{1F}")
    }

    /// Whether the last move was none of the answers that the open question of a session takes.
    func refuses(at before: Session?) -> Bool {
        guard let before, let step = bot.reference(flow: before.flow, step: before.step) else { return false }
        return passages.contains(Passage(step, .other))
    }

    /// Whether nothing can happen any more before the customer writes again.
    var isAtRest: Bool { session.map { $0.isOver && $0.wake == nil } ?? false }
}
