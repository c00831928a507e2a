import ConversationRuntime
import Expressions
import FlowEngine
import JSON
import Replays

/// The history of one session, as it is played and as it is printed.
struct SessionHistory {
    private let entries: [HistoryEntry]
    private let id: SessionID
    /// From the beginning of a conversation on.
    let turns: [KeptTurn]
    /// When the earliest event that is kept happened; `nil` when there is none, or it cannot be read.
    let keptSince: Moment?
    /// Whether the first conversation is left out, because its beginning has been removed.
    let isCut: Bool
    /// Whether there are private parts that cannot be read without the key.
    let isSealed: Bool
    /// Whether there are entries that cannot be read at all.
    let isUnreadable: Bool

    init(
        of session: SessionID, until now: Moment, _ sessions: any SessionStore, _ operators: any OperatorStore
    ) async throws {
        id = session
        guard let (entries, kept) = try await Self.kept(session, sessions, operators) else {
            (self.entries, self.turns) = ([], [])
            (keptSince, isCut, isSealed, isUnreadable) = (nil, false, false, true)
            return
        }
        isUnreadable = false
        let turns = kept.prefix { $0.event.at <= now }
        keptSince = turns.first?.event.at
        let start = Array(turns).firstBeginning ?? turns.count
        isCut = start > 0
        self.turns = Array(turns.dropFirst(start))
        self.entries = Array(entries.prefix(turns.count).dropFirst(start))
        isSealed = self.entries.contains(where: \.isSealed)
    }

    /// All that is kept of a session; `nil` when it cannot be read.
    private static func kept(
        _ session: SessionID, _ sessions: any SessionStore, _ operators: any OperatorStore
    ) async throws -> ([HistoryEntry], [KeptTurn])? {
        do {
            let entries = try await sessions.history(of: session)
            let marks = try await entries.marks(of: session, operators)
            return (entries, try entries.map { try KeptTurn($0, marks: marks[$0.turn] ?? []) })
        } catch is UnreadableSession {
            return nil
        } catch is JSONError {
            return nil
        }
    }

    /// The facts of the customer as they are today, if the history does not say which were known at its beginning.
    func factsOfToday(in sessions: any SessionStore) async -> KnownCustomer? {
        guard let first = turns.first, first.number > 1, first.event.sender?.facts.isEmpty ?? false,
            let stored = try? await sessions.session(id),
            let customer = try? await sessions.customer(of: stored.conversation), !customer.facts.isEmpty
        else { return nil }
        return customer
    }

    /// The turns for a customer of whom something was known before.
    func turns(knowing customer: KnownCustomer) -> [KeptTurn] {
        var turns = turns
        turns[0].event.sender?.facts = customer.facts
        turns[0].event.sender?.privateFacts = customer.privateFacts
        return turns
    }

    /// A conversation until it goes another way, with stand-ins for private values: first what was kept, then what is
    /// now.
    func transcript(of replay: Replay, until parting: Parting) throws(JSONError) -> String {
        var kept = Array(entries[replay.turns.lowerBound...parting.turn])
        for (turn, redacted) in parting.redacted where turn >= replay.turns.lowerBound && turn <= parting.turn {
            let place = turn - replay.turns.lowerBound
            kept[place].shown = HistoryEntry.Shown(
                event: redacted.event.json, effects: .array(redacted.effects.map(\.json)))
        }
        let effects = parting.effects.map(\.json)
        let last = kept.count - 1
        let before = kept[last].shown?.effects ?? kept[last].effects
        let whole = try lines(kept)
        if parting.isLater {
            let all = try lines(kept.showing(.array((before.array ?? []) + effects)))
            return (whole + ["# later:"] + all.dropFirst(whole.count)).joined(separator: "\n")
        }
        let common = try lines(kept.showing(.array([])))
        let was = parting.redacted[parting.turn] == nil ? whole.dropFirst(common.count) : []
        let now = try lines(kept.showing(.array(effects))).dropFirst(common.count)
        return (common + was.map { "# was: \($0)" } + now).joined(separator: "\n")
    }

    private func lines(_ entries: [HistoryEntry]) throws(JSONError) -> [String] {
        try HistoryTranscript(entries, named: "session \(id.number)").lines
    }
}

extension [HistoryEntry] {
    /// The marks of these turns, by their numbers.
    fileprivate func marks(of session: SessionID, _ operators: any OperatorStore) async throws -> [Int: [StepMark]] {
        guard let first else { return [:] }
        let before = MarkedTurn(session: session, turn: first.turn - 1, at: Moment(milliseconds: 0), marks: [])
        let marked = try await operators.markedTurns(
            since: Moment(milliseconds: 0), after: before, limit: count)
        return Dictionary(marked.filter { $0.session == session }.map { ($0.turn, $0.marks) }) { first, _ in first }
    }

    /// The same with other effects of the last one.
    fileprivate func showing(_ effects: JSONValue) -> [HistoryEntry] {
        var entries = self
        guard let last = entries.indices.last else { return entries }
        let event = entries[last].shown?.event ?? entries[last].event
        entries[last].shown = HistoryEntry.Shown(event: event, effects: effects)
        return entries
    }
}

extension HistoryEntry {
    /// Whether its private parts are hidden because there is no key.
    fileprivate var isSealed: Bool { shown.map { $0.event == event && $0.effects == effects } ?? false }
}

extension KeptTurn {
    fileprivate init(_ entry: HistoryEntry, marks: [StepMark]) throws(JSONError) {
        var shown: RedactedTurn?
        if let kept = entry.shown { shown = try Self.turn(kept.event, kept.effects) }
        let whole = try Self.turn(entry.event, entry.effects)
        self.init(number: entry.turn, event: whole.event, effects: whole.effects, marks: marks, shown: shown)
    }

    private static func turn(_ event: JSONValue, _ effects: JSONValue) throws(JSONError) -> RedactedTurn {
        var read: [Effect] = []
        for effect in effects.array ?? [] { read.append(try Effect(json: effect)) }
        return RedactedTurn(event: try Event(json: event), effects: read)
    }
}
