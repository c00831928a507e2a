import Expressions
import FlowEngine
import FlowModel
import MessageModel

/// How kept events are played.
extension ReplayCourse {
    enum Played {
        case turn(Turn)
        /// It changes nothing here.
        case nothing
        /// The flows cannot continue.
        case failed(String)
    }

    /// Plays a kept event, with the identifiers that are used here.
    func advance(on kept: KeptTurn) -> Played { translated(kept.event).map(result) ?? .nothing }

    func result(of event: Event) -> Played {
        do throws(EngineError) {
            switch try player.engine.advance(session, on: event) {
            case .turn(let turn): return .turn(turn)
            case .ignored: return .nothing
            }
        } catch {
            return .failed("\(error)")
        }
    }

    /// Whether the session waits for the result of a call.
    func awaits(_ call: String) -> Bool { session?.call?.id == call || session?.pendingSheetCall == call }

    /// The event as it happens here; `nil` when it does not.
    func translated(_ event: Event) -> Event? {
        var event = event
        event.lapsed = counterparts.renamed(event.lapsed)
        switch event.kind {
        case .heard(let heard, let bubble):
            let origin = bubble.map {
                counterparts.translated($0, of: player.engine.bot.version, naming: player.name)
            }
            event.kind = .heard(counterparts.translated(heard, with: session?.open), bubble: origin)
        case .silent, .slow, .reminded, .unanswered:
            guard let wake = wake(for: event) else { return nil }
            event.kind = wake.event
        case .called(let id, let outcome):
            guard let call = counterparts[call: id] else { return nil }
            event.kind = .called(id: call, outcome)
        case .sheetChanged(let question, let change):
            event.kind = .sheetChanged(question: counterparts.renamed(question) ?? question, change)
        case .undelivered(let number):
            guard let turn = counterparts.turn(for: number) else { return nil }
            event.kind = .undelivered(turn: turn)
        case .opened, .personSaid, .agent, .givenBack, .closed, .reset, .moved, .outside: break
        }
        return event
    }

    /// The timer of the session that is due for a kept event of its kind.
    private func wake(for event: Event) -> Wake? {
        let due = (session?.wakes ?? []).filter { $0.at <= event.at + .seconds(1) }
        return due.first { wake in
            switch (wake.purpose, event.kind) {
            case (.silence, .silent), (.slowness, .slow), (.reminder, .reminded), (.unanswered, .unanswered): true
            default: false
            }
        }
    }

    // After the ways have parted.

    enum Fit {
        case plays
        /// It concerns something that does not happen here.
        case passes
        /// What the customer would have done here is not known.
        case unknown
    }

    /// Whether a kept event still means something here.
    func fit(of kept: KeptTurn, at index: Int, in conversation: Range<Int>) -> Fit {
        if kept.event.isReaction { return .passes }
        switch kept.event.kind {
        case .heard: return fitOfMessage(at: index, in: conversation)
        case .opened, .undelivered: return .passes
        case .personSaid, .agent, .givenBack: return session?.status == .withPerson ? .plays : .passes
        case .silent, .slow, .reminded, .unanswered, .called, .sheetChanged, .closed, .reset, .moved, .outside:
            return .plays
        }
    }

    /// A message of the customer fits at the step at which it was sent, and where another step has taken its place.
    private func fitOfMessage(at index: Int, in conversation: Range<Int>) -> Fit {
        guard let session, session.status == .waiting, let here = place else { return .passes }
        guard let there = history.places[index], there != here else { return .plays }
        if history.isAnswered(here, after: index, in: conversation) { return .passes }
        return player.exists(there) ? .unknown : .plays
    }
}
