import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import FlowModel
import Foundation
import GRDB
import JSON
import MessageModel

@testable import SQLiteStorage

/// The stored data of a customer.
struct Kept {
    var customer: String
    /// The messages delivered to the customer, by their ids.
    var arrived: [String]
    var session: StoredSession
    var history: [HistoryEntry]
    var events: [Event]
    var effects: [[Effect]]
    /// The sessions before each event.
    var before: [Session?] = []
}

extension Play {
    /// Checks all promises, now that no work is pending.
    func expectPromises() async throws {
        guard let life else { return }
        let customers = Set(outside.now.sent.map(\.arrival.conversation.customer)).sorted()
        let outcomes = try await outcomes(life)
        let letters = try await life.orderly.read { try await $0.deadLetters(limit: 999) }
        var all: [Kept] = []
        for customer in customers {
            let arrived = outside.now.phones[customer]?.ids ?? []
            guard
                let kept = try await kept(Outside.conversation(with: customer), of: customer, arrived, life, letters)
            else { continue }
            expectOrder(kept, outcomes)
            all.append(kept)
        }
        all += try await expectChats(life, outcomes, letters)
        expectNothingLost(outcomes)
        expectCalls(all)
        try await expectBooks(all)
        try await expectSignIns(all)
        expectLetters(letters)
        try expectPrivacy(all)
        try await expectSoundness(life)
    }

    /// Returns the outcome of every arrival.
    private func outcomes(_ life: Life) async throws -> [String: String] {
        try await conductor.read {
            try await life.database.pool.read { db in
                let rows = try Row.fetchAll(db, sql: "SELECT id, outcome FROM arrivals")
                return Dictionary(uniqueKeysWithValues: rows.map { ($0[0] as String, $0[1] as String) })
            }
        }
    }

    /// Returns the stored data of a conversation after checking its consistency.
    func kept(
        _ conversation: ConversationKey, of customer: String, _ arrived: [String], _ life: Life, _ letters: [DeadLetter]
    ) async throws -> Kept? {
        let found = try await life.orderly.read { store -> Kept? in
            guard let session = try await store.session(of: conversation) else { return nil }
            let history = try await store.history(of: session.id)
            return Kept(
                customer: customer, arrived: arrived, session: session, history: history,
                events: try history.map { try Event(json: $0.event) },
                effects: try history.map { try ($0.effects.array ?? []).map { try Effect(json: $0) } })
        }
        guard var kept = found else {
            outside.complain("\(customer) wrote, and there is no session")
            return nil
        }
        expectReplay(&kept)
        expectMessages(kept, letters)
        expectExit(kept)
        return kept
    }

    // No accepted event is lost or processed twice, and the order is that of acceptance.

    private func expectNothingLost(_ outcomes: [String: String]) {
        for sent in outside.now.sent where outcomes[sent.arrival.id] == nil && !sent.isHint {
            outside.complain(
                "\(sent.arrival.id) is lost, of which was said: \(sent.receipt.map { "\($0)" } ?? "nothing")")
        }
    }

    private func expectOrder(_ kept: Kept, _ outcomes: [String: String]) {
        let state = outside.now
        var places: [Int] = []
        var heard: Set<String> = []
        for event in kept.events where event.isFromOutside {
            guard let place = state.handed[event.at],
                let sent = state.sent.first(where: { $0.handed.contains(event.at) })
            else {
                outside.complain("\(kept.customer) was heard at \(event.at.iso), when nobody said anything")
                continue
            }
            places.append(place)
            if !heard.insert(sent.arrival.id).inserted { outside.complain("\(sent.arrival.id) was heard twice") }
        }
        if places != places.sorted() { outside.complain("\(kept.customer) was heard in another order: \(places)") }
        let answered = state.sent.filter {
            $0.arrival.conversation.customer == kept.customer && outcomes[$0.arrival.id] == "answered"
        }
        for sent in answered where !heard.contains(sent.arrival.id) {
            outside.complain("\(sent.arrival.id) counts as answered, and the history does not know of it")
        }
    }

    // The history reproduces the conversation, byte for byte.

    private func expectReplay(_ kept: inout Kept) {
        var session: Session?
        for (entry, event) in zip(kept.history, kept.events) {
            kept.before.append(session)
            guard case .turn(let turn)? = try? engines[entry.version]?.advance(session, on: event) else {
                return outside.complain("an event of \(kept.customer) is not answered when it is played again")
            }
            if JSONValue.array(turn.effects.map(\.json)).text != entry.effects.text {
                outside.complain("turn \(entry.turn) of \(kept.customer) is another one when it is played again")
            }
            session = turn.session
        }
        if session?.json.text != kept.session.session.json.text || kept.session.revision != kept.history.count {
            outside.complain("the session of \(kept.customer) is not what its history gives")
        }
    }

    // Messages arrive once and in order, except those dropped or given up.

    private func expectMessages(_ kept: Kept, _ letters: [DeadLetter]) {
        var due: [String] = []
        var dropped = Set(letters.compactMap { $0.content["id"]?.string })
        for effect in kept.effects.joined() {
            switch effect {
            case .dropPending: dropped.formUnion(due)
            case .send(let outgoing): due.append(outgoing.id)
            case .call, .fetch, .handOver: break
            }
        }
        // Messages that operators have retried come after those that waited then.
        let retried = outside.now.retried
        let arrived = kept.arrived.filter { !retried.contains($0) }
        if arrived != due.filter(Set(arrived).contains) || !Set(due).isSuperset(of: kept.arrived) {
            outside.complain("\(kept.customer) has messages in another order, or that nobody sent")
        }
        let missing = Set(due).subtracting(kept.arrived).subtracting(dropped)
        if !missing.isEmpty { outside.complain("\(kept.customer) lacks messages: \(missing.sorted())") }
    }

    // A call has one key, that of one visit of its step, and one result.

    private func expectCalls(_ all: [Kept]) {
        var asked: Set<String> = []
        var answers: [String: Int] = [:]
        for kept in all {
            for effect in kept.effects.joined() {
                guard case .call(let call) = effect, !asked.insert(call.id).inserted else { continue }
                outside.complain("the key \(call.id) was given to two calls")
            }
            for event in kept.events {
                if case .called(let id, _) = event.kind { answers[id, default: 0] += 1 }
            }
        }
        let performed = outside.now.performed
        for (key, done) in performed where !asked.contains(key) && done.call.action != "take" {
            outside.complain("nobody asked for the call \(key)")
        }
        for (id, times) in answers where times > 1 { outside.complain("the call \(id) was answered \(times) times") }
    }

    // A conversation can always continue.

    private func expectExit(_ kept: Kept) {
        let session = kept.session.session
        switch session.status {
        case .ended, .closed, .withPerson: break
        case .waiting, .calling:
            outside.complain("\(kept.customer) is left at \(session.step), and nothing wakes them")
        }
    }

    private func expectLetters(_ letters: [DeadLetter]) {
        for letter in letters where letter.kind != .delivery || !letter.reason.contains("cannot show") {
            outside.complain("a dead letter: \(letter.kind) \(letter.reason)")
        }
    }

    // Private data is not readable by others.

    private func expectPrivacy(_ all: [Kept]) throws {
        for kept in all where kept.toldOnlyPrivately {
            let word = Story.plate(of: kept.customer)
            let lines = try HistoryTranscript(kept.history, named: kept.customer).lines
            if lines.contains(where: { $0.contains(word) }) { outside.complain("a transcript tells \(word)") }
            if outside.log.lines.contains(where: { $0.contains(word) }) { outside.complain("the log tells \(word)") }
            for name in FileManager.default.subpaths(atPath: folder.path) ?? [] {
                let bytes = try? Data(contentsOf: folder.appending(path: name), options: .alwaysMapped)
                if bytes?.holds(word) ?? false { outside.complain("\(name) holds \(word)") }
            }
        }
    }

    private func expectSoundness(_ life: Life) async throws {
        let found = try await conductor.read {
            try await life.database.pool.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
        }
        if found != ["ok"] { outside.complain("the database is not sound: \(found)") }
    }
}

extension Kept {
    /// Whether the customer never sent the number plate as an answer to another question, which would make it public.
    fileprivate var toldOnlyPrivately: Bool {
        zip(events, before).allSatisfy { event, session in
            guard case .heard(.text(let text), _) = event.kind, text == Story.plate(of: customer) else { return true }
            return session?.open?.isPrivate ?? false
        }
    }
}

extension Event {
    var isFromOutside: Bool {
        switch kind {
        case .heard(.pay, _), .heard(.signIn, _): false
        case .heard, .closed: true
        default: false
        }
    }
}

extension Data {
    /// Whether the data contains the words.
    fileprivate func holds(_ words: String) -> Bool {
        range(of: Data(words.utf8)) != nil
    }
}
