import Expressions
import FlowEngine
import FlowModel
import MessageModel

/// A session on other flows, beside the one that was kept.
struct ReplayCourse {
    let history: KeptHistory
    let player: Replayer
    var session: Session?
    var counterparts = Counterparts()

    // The state of the current conversation.

    /// The place of its first turn.
    private(set) var start = 0
    private var parting: Parting?
    private var was = EndTracker()
    private var now = EndTracker()
    /// Whether the rest is not judged: it is over, or what was kept fits no more.
    private var isDone = false
    private var isUnknown = false
    /// The results of the kept calls that no turn has used.
    var results: [KeptResult] = []
    /// Events of our own so far, for their identifiers.
    private var made = 0
    /// Whether the session holds anything private, as it was kept.
    var holdsPrivate = false
    /// Whether the new flows have called something private that the kept ones did not.
    var findsMore = false
    /// The turns so far that cannot be printed as they were kept, without private values.
    var redacted: [Int: RedactedTurn] = [:]
    /// Whether the conversation before this one has parted.
    private var hasParted = false

    /// How long after its time a timer of a running server fires at the latest.
    private static let grace = TimeLength.minutes(1)
    /// The number of timers that fire between two events.
    private static let mostTimers = 100

    init(_ history: KeptHistory, by player: Replayer) {
        self.history = history
        self.player = player
    }

    /// Plays one conversation. `nil` when it begins with a reminder that an earlier one, which has gone another way, has
    /// set or not.
    mutating func play(_ conversation: Range<Int>) -> Replay? {
        let begins = history.turns[conversation.lowerBound].event.kind
        let isInherited = if case .reminded = begins { hasParted } else { false }
        begin(conversation)
        var flows: Set<String> = []
        for index in conversation {
            let kept = history.turns[index]
            was.note(kept.event.kind, kept.marks, kept.effects)
            if kept.isPrivate { holdsPrivate = true }
            for mark in kept.marks where mark.kind == .entered {
                flows.insert(player.name(NamedStep(flow: mark.flow, step: mark.step)).flow)
            }
            guard !isDone else { continue }
            if index > conversation.lowerBound, !kept.event.kind.isOfTime { wait(until: kept.event.at, before: index) }
            if !isDone { play(kept, at: index, in: conversation) }
        }
        if !isDone, let end = history.end(of: conversation, player.end) {
            wait(until: end, before: conversation.upperBound)
        }
        if parting != nil { hasParted = true }
        guard !isInherited else { return nil }
        let end: ConversationEnd? = isUnknown ? nil : now.end
        return Replay(
            turns: conversation, flows: flows, parting: parting, was: was.end, now: parting == nil ? was.end : end)
    }

    private mutating func begin(_ conversation: Range<Int>) {
        (start, parting) = (conversation.lowerBound, nil)
        (was, now) = (EndTracker(), EndTracker())
        (isDone, isUnknown) = (false, false)
        results = history.results(in: conversation)
        guard let current = session, current.status != .ended, current.status != .closed else { return }
        session = current.reset().session
    }

    // Events.

    private mutating func play(_ kept: KeptTurn, at index: Int, in conversation: Range<Int>) {
        if parting != nil {
            switch fit(of: kept, at: index, in: conversation) {
            case .plays: break
            case .passes: return
            case .unknown: return giveUp()
            }
        }
        let (place, privacy) = (place, redactedEvent(of: kept))
        if privacy != nil { findsMore = true }
        let before = TurnWay(kept.marks, kept.effects, comparesTexts: player.comparesTexts, naming: player.name)
        let did = Parting.words(
            of: kept, after: history.turns[start..<index], isPrivate: privacy != nil, showsLabels: !findsMore)
        redact(kept, privacy, at: index)
        var way = TurnWay([], [], comparesTexts: player.comparesTexts)
        var printed: [Effect] = []
        switch advance(on: kept) {
        case .nothing: break
        case .failed(let reason):
            part(at: place, did, index, was: before.words(beside: nil), now: reason, [])
            return fail()
        case .turn(let turn):
            guard parting == nil || !isRefused(kept, turn) else { return giveUp() }
            let unpaired = counterparts.pair(kept, with: turn)
            take(turn, of: kept.event.kind)
            (way, printed) = (self.way(turn), shown(turn))
            let unanswered = answer(unpaired, &way, &printed, like: kept.event)
            redact(kept, privacy, at: index, turn)
            if let action = unanswered {
                part(
                    at: place, did, index, was: before.words(beside: nil), now: Parting.words(calling: action), printed,
                    action)
                return giveUp()
            }
            if isRefused(kept, turn) {
                part(at: place, did, index, was: before.words(beside: nil), now: "the answer is not accepted", printed)
                return giveUp()
            }
        }
        guard before != way else { return }
        part(at: place, did, index, was: before.words(beside: way), now: way.words(beside: before), printed)
    }

    /// Whether a turn refuses what the customer has answered to the kept one.
    private func isRefused(_ kept: KeptTurn, _ turn: Turn) -> Bool {
        guard case .heard = kept.event.kind, kept.marks.contains(where: { $0.kind == .answered }) else { return false }
        return !turn.marks.contains { $0.kind == .answered || $0.kind == .entered }
    }

    /// Lets time pass before an event: timers fire that the kept conversation did not have.
    private mutating func wait(until moment: Moment, before index: Int) {
        for _ in 0..<Self.mostTimers {
            guard let wake = session?.wake, wake.at < moment - Self.grace else { return }
            let place = place
            let event = self.event(wake.event, at: wake.at, like: history.turns[index - 1].event)
            guard case .turn(let turn) = result(of: event) else { return }
            take(turn, of: event.kind)
            var way = way(turn)
            var printed = shown(turn)
            let action = answer(turn.effects.compactMap(\.request), &way, &printed, like: event)
            if !way.isEmpty {
                let words = action.map(Parting.words(calling:)) ?? way.words(beside: nil)
                part(
                    at: place, Parting.words(of: event.kind), index - 1, was: "nothing yet", now: words, printed,
                    action,
                    isLater: true)
            }
            if action != nil { return giveUp() }
        }
    }

    /// Answers calls that the kept conversation has not made at this place with what it has got elsewhere.
    ///
    /// - Returns: the action of which no answer was kept.
    private mutating func answer(
        _ calls: [(id: String, action: String)], _ way: inout TurnWay, _ printed: inout [Effect], like event: Event
    ) -> String? {
        var waiting = calls
        while let call = waiting.first(where: { awaits($0.id) }) {
            waiting.removeAll { $0.id == call.id }
            let place = results.firstIndex { $0.action == call.action && !counterparts.knows(call: $0.call) }
            guard let place else { return call.action }
            let kept = results.remove(at: place)
            let back = self.event(.called(id: call.id, kept.outcome), at: event.at, like: event)
            if player.engine.shown(back, in: session) != nil { findsMore = true }
            guard case .turn(let turn) = result(of: back) else { return nil }
            take(turn, of: back.kind)
            way.append(self.way(turn))
            printed += shown(turn)
            waiting += turn.effects.compactMap(\.request)
        }
        return nil
    }

    // What follows.

    private mutating func part(
        at place: NamedStep?, _ did: String, _ index: Int, was: String, now: String, _ printed: [Effect],
        _ action: String? = nil, isLater: Bool = false
    ) {
        guard parting == nil else { return }
        parting = Parting(
            step: place, did: did, was: was, now: now, unanswered: action, turn: index, isLater: isLater,
            effects: printed, redacted: redacted)
    }

    /// What was kept fits no more.
    private mutating func giveUp() { (isDone, isUnknown) = (true, true) }

    /// The flows cannot continue.
    private mutating func fail() {
        now = EndTracker()
        now.note(.closed, [StepMark(.failed, flow: "", step: ""), StepMark(.ended, flow: "", step: "")], [])
        isDone = true
    }

    private mutating func take(_ turn: Turn, of kind: Event.Kind) {
        session = turn.session
        if turn.session.isPrivate, !holdsPrivate { findsMore = true }
        now.note(kind, turn.marks, turn.effects)
    }

    private func way(_ turn: Turn) -> TurnWay {
        TurnWay(turn.marks, turn.effects, comparesTexts: player.comparesTexts)
    }

    /// The step at which the customer is; `nil` when no conversation is under way.
    var place: NamedStep? {
        guard let session, session.status != .ended, session.status != .closed else { return nil }
        return NamedStep(flow: session.flow, step: session.step)
    }

    /// An event of our own, with identifiers that no kept one has.
    private mutating func event(_ kind: Event.Kind, at moment: Moment, like kept: Event) -> Event {
        made += 1
        let seed = Seed(high: ~kept.seed.high, low: kept.seed.low &+ UInt64(made))
        var event = Event(kind, at: moment, seed: seed)
        event.shared = kept.shared
        event.rules = kept.rules
        return event
    }
}
