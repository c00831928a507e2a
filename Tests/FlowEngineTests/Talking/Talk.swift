import Expressions
import FlowEngine
import FlowModel
import JSON
import MessageModel
import Testing

/// One customer's conversation with a bot, event by event. Between turns the session passes through its stored form,
/// and all events are recorded, so that they can be replayed.
struct Talk {
    /// An event with its effects, as a history stores it.
    struct Record {
        var version: Int
        var event: JSONValue
        var effects: JSONValue?
        var session: JSONValue?
    }

    private(set) var session: Session?
    private(set) var records: [Record] = []
    /// All bubbles that were sent, in order.
    private(set) var bubbles: [AskedQuestion] = []
    private var origins: [String: BubbleOrigin] = [:]
    /// All calls that were requested, in order.
    private(set) var calls: [CallRequest] = []
    /// All downloads that were requested, in order.
    private(set) var fetches: [FileFetch] = []
    /// The ids of both, in order.
    private(set) var requests: [String] = []
    var now = tenOClock
    var device = Device(channel: .apple, capabilities: Capabilities(list: "QUICK,LIST,TIME"))
    var locale: String?
    var region: RegionCode?
    var intent: String?
    var group: String?
    /// The index of the engine that answers.
    var version = 0
    let engines: [Engine]

    init(_ engines: [Engine]) { self.engines = engines }

    var bot: Bot { engines[version].bot }

    /// The customer types a text.
    mutating func say(_ text: String) throws -> Outcome { try happen(.heard(.text(text), bubble: nil)) }

    /// The customer replies to a bubble.
    mutating func choose(_ selection: Selection) throws -> Outcome {
        let isOpen = session?.open.map { open in selection.question.map(open.ids.contains) ?? true } ?? false
        let origin = isOpen ? nil : selection.question.flatMap { origins[$0] }
        return try happen(.heard(.choice(selection), bubble: origin))
    }

    /// The customer completes a form.
    mutating func reply(_ reply: FormReply) throws -> Outcome {
        let isOpen = session?.open.map { open in reply.question.map(open.ids.contains) ?? true } ?? false
        let origin = isOpen ? nil : reply.question.flatMap { origins[$0] }
        return try happen(.heard(.form(reply), bubble: origin))
    }

    mutating func happen(_ kind: Event.Kind, by agent: String? = nil) throws -> Outcome {
        var event = Event(kind, at: now, seed: Seed(high: 1, low: UInt64(records.count)))
        event.by = agent
        switch kind {
        case .heard, .opened, .closed: event.sender = sender
        case .silent, .undelivered, .personSaid, .agent, .givenBack, .called, .slow, .sheetChanged, .reset, .moved,
            .reminded,
            .unanswered, .outside:
            break
        }
        event = try Event(json: JSONValue(parsing: event.json.text))
        let outcome = try engines[version].advance(session, on: event)
        var record = Record(version: version, event: event.json)
        if case .turn(let turn) = outcome {
            try keep(turn, &record)
        }
        records.append(record)
        return outcome
    }

    private var sender: Event.Sender {
        Event.Sender(customer: "ana", device: device, locale: locale, region: region, intent: intent, group: group)
    }

    private mutating func keep(_ turn: Turn, _ record: inout Record) throws {
        let stored = turn.session.json.text
        let restored = try Session(json: JSONValue(parsing: stored))
        try #require(restored == turn.session, "a session is the same after it has been stored")
        try #require(restored.json.text == stored)
        session = restored
        for effect in turn.effects {
            try #require(try Effect(json: effect.json).json == effect.json)
            if case .send(let outgoing) = effect, outgoing.message.question != nil, let asked = outgoing.question {
                bubbles.append(asked)
                origins[asked.id] = BubbleOrigin(
                    flow: restored.flow, step: restored.step, version: bot.version, turn: restored.turn)
            }
        }
        calls += turn.calls
        for effect in turn.effects {
            switch effect {
            case .call(let call): requests.append(call.id)
            case .fetch(let fetch):
                requests.append(fetch.id)
                fetches.append(fetch)
            case .send, .handOver, .dropPending: break
            }
        }
        record.effects = .array(turn.effects.map(\.json))
        record.session = turn.session.json
    }

    /// Advances the clock; the session is woken whenever it has requested it. Returns the outcomes.
    mutating func wait(_ length: TimeLength) throws -> [Outcome] {
        let end = now + length
        var outcomes: [Outcome] = []
        while let wake = session?.wake, wake.at <= end {
            now = max(wake.at, now)
            outcomes.append(try happen(wake.event))
        }
        now = end
        return outcomes
    }

    /// Replays all events from the beginning, and compares the results byte for byte.
    func expectReplay() throws {
        var session: Session?
        for (number, record) in records.enumerated() {
            let event = try Event(json: record.event)
            guard case .turn(let turn) = try engines[record.version].advance(session, on: event) else {
                #expect(record.session == nil, "event \(number) was answered when it first came")
                continue
            }
            #expect(JSONValue.array(turn.effects.map(\.json)).text == record.effects?.text, "event \(number)")
            #expect(turn.session.json.text == record.session?.text, "event \(number)")
            session = try Session(json: JSONValue(parsing: turn.session.json.text))
        }
    }
}
