import AppleMessages
import Diagnostics
import Expressions
import FlowEngine
import FlowMap
import FlowModel
import JSON
import MessageModel
import Simulation

/// Writes plays for a page.
struct PlayWriter {
    private let flows: StudioFlows
    private let valid: ValidFlows
    private let payloads: PlayRequest.Payloads
    private var bubbles: BubbleWriter
    private let payloadWriter: PayloadWriter
    private var ports: [String: MapPorts] = [:]

    init(
        _ flows: StudioFlows, _ valid: ValidFlows, pictures: any PictureSource, files: String,
        payloads: PlayRequest.Payloads
    ) {
        self.flows = flows
        self.valid = valid
        self.payloads = payloads
        bubbles = BubbleWriter(zone: valid.bot.zone, files: files)
        payloadWriter = PayloadWriter(apps: valid.bot.apps, pictures: pictures)
    }

    private var zone: Zone { valid.bot.zone }

    /// `{"thread", "device", "turns", "stop", "offers", "values", "status", "at", "clock"}`.
    mutating func json(of play: Play, thread: String) async -> JSONValue {
        let isApple = play.device.device?.channel != .web
        let last = play.turns.lastIndex { $0.events.contains(where: \.isOfBot) }
        var turns: [JSONValue] = []
        for (index, turn) in play.turns.enumerated() {
            let wantsPayload = isApple && (payloads == .all || payloads == .last && index == last)
            turns.append(await json(of: turn, open: play.state.question, wantsPayload))
        }
        var object: JSONObject = [
            "thread": .string(thread), "device": .string(play.device.rawValue), "turns": .array(turns),
            "stop": play.stop.map { json(of: $0) } ?? .null, "offers": .array(play.offers.map(json)),
            "values": .array(play.values.map(json)),
        ]
        add(play.state, to: &object)
        return .object(object)
    }

    private mutating func json(of turn: PlayTurn, open: String?, _ wantsPayload: Bool) async -> JSONValue {
        var shown: [JSONValue] = []
        for event in turn.events { shown.append(await json(of: event, open: open, wantsPayload)) }
        var moves: [JSONValue] = []
        for move in turn.moves { moves.append(json(of: move)) }
        var object: JSONObject = [
            "line": .int(turn.line), "verb": .string(turn.verb), "text": .string(turn.text), "shown": .array(shown),
            "moves": .array(moves), "changes": .array(turn.changes.map(json)), "calls": .array(turn.calls.map(json)),
        ]
        add(turn.state, to: &object)
        object.set("difference", turn.difference.map(json))
        return .object(object)
    }

    // What is on the phone.

    private mutating func json(of event: PlayEvent, open: String?, _ wantsPayload: Bool) async -> JSONValue {
        switch event {
        case .customer(let verb, let text): return ["from": "customer", "kind": .string(verb), "text": .string(text)]
        case .person(let text): return ["from": "person", "text": .string(text)]
        case .note(let note, let text): return ["from": "note", "kind": .string(note.rawValue), "text": .string(text)]
        case .bot(let message):
            var object = bubbles.object(of: message)
            object["open"] = .bool(message.question.map { $0.id == open } ?? false)
            if wantsPayload {
                for (key, value) in await payloadWriter.object(of: message) { object[key] = value }
            }
            return .object(object)
        }
    }

    // Where the conversation stands.

    private func add(_ state: PlayState, to object: inout JSONObject) {
        object["status"] = .string(state.status?.rawValue ?? "not-begun")
        object["at"] = state.step.map { json(of: $0) } ?? .null
        object["clock"] = [
            "now": .string(state.now.iso(in: zone)), "words": .string(state.now.words(in: zone)),
            "wakes": .array(
                state.wakes.map { wake in
                    [
                        "kind": .string(wake.kind.rawValue), "at": .string(wake.at.iso(in: zone)),
                        "in": .string(max(.zero, wake.at - state.now).inTranscript),
                    ]
                }),
        ]
    }

    /// A step with its lines, as long as the text is the one that is played.
    private func json(of step: PlayStep) -> JSONValue {
        var object: JSONObject = ["flow": .string(step.flow), "step": .string(step.step)]
        guard flows.isCurrent else { return .object(object) }
        object.set("file", valid.places.files[step.flow].map { .string($0) })
        object.set("lines", valid.places[step.flow, step.step].map { [.int($0.lowerBound), .int($0.upperBound)] })
        return .object(object)
    }

    private mutating func json(of move: PlayMove) -> JSONValue {
        var object: JSONObject = [
            "from": move.from.map { json(of: $0) } ?? .null, "to": move.to.map { json(of: $0) } ?? .null,
            "exit": .string(move.exit.id),
        ]
        guard let from = move.from, let index = valid.bot.start(of: from.flow)?.flow else { return .object(object) }
        let known = ports[from.flow] ?? MapPorts(of: index, in: valid.bot)
        ports[from.flow] = known
        let target = move.to.flatMap { $0.flow == from.flow ? $0.step : nil }
        object.set("route", known.port(of: from.step, for: move.exit.id, to: target).map { .string($0) })
        if flows.isCurrent { object.set("line", valid.places[from.flow, from.step, move.exit.id].map { .int($0) }) }
        return .object(object)
    }

    // Values and calls.

    private func json(_ change: PlayChange) -> JSONValue {
        var object: JSONObject = [
            "flow": .string(change.flow), "name": .string(change.name), "type": .string(change.type),
        ]
        if change.isPrivate {
            object["private"] = true
            object["filled"] = .bool(change.isFilled)
        } else {
            object["before"] = change.before.map { .string($0) } ?? .null
            object["after"] = change.after.map { .string($0) } ?? .null
        }
        return .object(object)
    }

    private func json(_ value: PlayValue) -> JSONValue {
        var object: JSONObject = ["name": .string(value.name), "type": .string(value.type)]
        if value.isPrivate { object["private"] = true } else { object["text"] = .string(value.words ?? "") }
        object.set("line", value.line.map { .int($0) })
        return .object(object)
    }

    private func json(_ call: PlayedCall) -> JSONValue {
        var object: JSONObject = ["action": .string(call.action), "inputs": json(call.inputs)]
        switch call.outcome {
        case .gave(let fields)?:
            object["outcome"] = "gave"
            object["gives"] = json(fields)
        case .failed(let problem)?:
            object["outcome"] = "failed"
            object["problem"] = .string(problem)
        case nil: object["outcome"] = .null
        }
        object.set("example", call.example.map { .string($0) })
        return .object(object)
    }

    private func json(_ fields: Fields) -> JSONValue {
        let wording = bubbles.standardWording
        return .object(
            JSONObject(fields.names.map { name in (name, .string(fields[name].map { wording.text($0) } ?? "")) }))
    }

    // Lines that do not go, and what could be done.

    private func json(_ difference: PlayDifference) -> JSONValue {
        var object: JSONObject = ["message": .string(difference.diagnostic.message)]
        object.set("help", difference.diagnostic.help.map { .string($0) })
        object.set("comparison", difference.sides.map { .string($0.text) })
        return .object(object)
    }

    private func json(of stop: PlayStop) -> JSONValue {
        var object: JSONObject = [
            "reason": .string(stop.reason.rawValue), "line": .int(stop.line), "verb": .string(stop.verb),
            "text": .string(stop.text),
        ]
        if let diagnostic = stop.diagnostic {
            object["code"] = .string(diagnostic.code.rawValue)
            object["message"] = .string(diagnostic.message)
            object.set("help", diagnostic.help.map { .string($0) })
        }
        object["cures"] = .array(
            stop.cures.map { ["title": .string($0.title), "line": $0.line.map { .string($0) } ?? .null] })
        return .object(object)
    }

    private func json(_ offer: PlayOffer) -> JSONValue {
        var object: JSONObject = [
            "kind": .string(offer.kind.rawValue), "label": .string(offer.label),
            "lines": .array(offer.lines.map { .string($0) }),
        ]
        object.set("note", offer.note.map { .string($0) })
        if offer.isSample { object["sample"] = true }
        return .object(object)
    }
}

extension PlayEvent {
    fileprivate var isOfBot: Bool {
        if case .bot = self { true } else { false }
    }
}

extension Moment {
    /// `Monday 2026-03-02 10:00`.
    fileprivate func words(in zone: Zone) -> String {
        let (date, time, _) = zone.local(self)
        return "\(date.weekday.name) \(date.iso) \(time.text)"
    }
}
