import Expressions
import FlowModel
import JSON
import MessageModel

/// The effects of a turn, in order, with what is shown in place of those that contain private data.
struct TurnEffects {
    private var effects: [Effect] = []
    /// The redacted inputs of calls, by the id of the call, where they differ.
    private var shownInputs: [String: Fields] = [:]
    /// The redacted messages, by their ids, where they differ in more than their marked texts.
    private var shownMessages: [String: Message] = [:]

    /// - Parameters:
    ///   - question: the question as asked, on the message that carries its bubble.
    ///   - shown: the message without private data; `nil` when only its texts can contain any.
    mutating func send(_ message: Message, id: String, asking question: AskedQuestion? = nil, shown: Message? = nil) {
        effects.append(.send(Outgoing(id: id, message: message, question: question)))
        if let shown { shownMessages[id] = shown }
    }

    /// - Parameter shown: the inputs without private data.
    mutating func call(_ action: Action, _ inputs: Fields, id: String, shown: Fields) {
        effects.append(.call(CallRequest(id: id, action: action.name, inputs: inputs)))
        if shown != inputs { shownInputs[id] = shown }
    }

    mutating func fetch(_ files: [HeardFile], id: String, isPrivate: Bool) {
        effects.append(.fetch(FileFetch(id: id, files: files, isPrivate: isPrivate)))
    }

    mutating func handOver(to queue: Queue, note: String?) {
        effects.append(.handOver(queue: queue.name, address: queue.address, note: note))
    }

    /// Drops pending messages, also those of this turn.
    mutating func dropPending() { effects = [.dropPending] }

    /// The effects of a turn without private data.
    var all: [Effect] { effects }

    /// Whether something is redacted although the session contains no private data.
    var isRedacted: Bool { !shownInputs.isEmpty }

    /// The effects of a turn with private data, without marks in their texts; and the redacted ones, `nil` when they
    /// are the same.
    var redacted: (real: [Effect], shown: [Effect]?) {
        let real = effects.map { $0.mappingTexts(PrivateMarks.plain) }
        let shown = effects.map { redacted($0.mappingTexts(PrivateMarks.shown)) }
        return (real, real.map(\.json) == shown.map(\.json) ? nil : shown)
    }

    private func redacted(_ effect: Effect) -> Effect {
        switch effect {
        case .send(var outgoing):
            guard let shown = shownMessages[outgoing.id] else { return effect }
            outgoing.message = (try? Message(json: shown.json.mappingStrings(PrivateMarks.shown))) ?? shown
            return .send(outgoing)
        case .call(var call):
            guard let shown = shownInputs[call.id] else { return effect }
            call.inputs = (try? Fields(json: shown.json.mappingStrings(PrivateMarks.shown))) ?? shown
            return .call(call)
        case .fetch(let fetch): return fetch.isPrivate ? .fetch(fetch.redacted) : effect
        case .handOver, .dropPending: return effect
        }
    }
}

extension Effect {
    /// The effect with `change` applied to its texts.
    fileprivate func mappingTexts(_ change: (String) -> String) -> Effect {
        switch self {
        case .send(var outgoing):
            if let message = try? Message(json: outgoing.message.json.mappingStrings(change)) {
                outgoing.message = message
            }
            outgoing.question = outgoing.question.map { question in
                (try? AskedQuestion(json: question.json.mappingStrings(change))) ?? question
            }
            return .send(outgoing)
        case .call(var call):
            call.inputs = (try? Fields(json: call.inputs.json.mappingStrings(change))) ?? call.inputs
            return .call(call)
        case .fetch(let fetch):
            guard let inputs = try? Fields(json: fetch.inputs.json.mappingStrings(change)) else { return self }
            return .fetch(FileFetch(id: fetch.id, inputs: inputs))
        case .handOver(let queue, let address, let note):
            return .handOver(queue: queue, address: address, note: note.map(change))
        case .dropPending: return self
        }
    }
}
