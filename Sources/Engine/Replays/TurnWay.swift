import FlowEngine
import MessageModel

/// Where a turn leads, and with which messages: what two conversations are compared by.
struct TurnWay: Hashable {
    private enum Output: Hashable {
        case message(kind: String, words: [String])
        case call(String)
        case handOver(String)
    }

    /// The visited steps, in order.
    private var steps: [NamedStep] = []
    private var outputs: [Output] = []
    private var isOver = false

    /// - Parameters:
    ///   - comparesTexts: whether the words of messages count: texts, titles and notes of bubbles, and the answers of
    ///     buttons and lists.
    ///   - name: maps a step to its name in the new flows.
    init(
        _ marks: [StepMark], _ effects: [Effect], comparesTexts: Bool, naming name: (NamedStep) -> NamedStep = { $0 }
    ) {
        steps = marks.filter { $0.kind == .entered }.map { name(NamedStep(flow: $0.flow, step: $0.step)) }
        isOver = marks.contains { $0.kind == .ended || $0.kind == .closed }
        outputs = effects.compactMap { effect in
            switch effect {
            case .send(let outgoing):
                .message(kind: outgoing.message.kind, words: comparesTexts ? outgoing.message.texts : [])
            case .call(let call): .call(call.action)
            case .fetch: .call(FileFetch.storedName)
            case .handOver(let queue, _, _): .handOver(queue)
            case .dropPending: nil
            }
        }
    }

    /// Whether the customer notices nothing of it.
    var isEmpty: Bool { steps.isEmpty && outputs.isEmpty && !isOver }

    /// Adds what follows at once.
    mutating func append(_ next: TurnWay) {
        steps += next.steps
        outputs += next.outputs
        isOver = next.isOver
    }

    /// How it is called beside another way: as short as possible, and yet different.
    func words(beside other: TurnWay?) -> String {
        guard let other else { return short }
        if short != other.short { return short }
        if steps != other.steps { return steps.map(\.words).joined(separator: ", ") + ending }
        if kinds != other.kinds { return "\(short) (\(kinds.joined(separator: ", ")))" }
        return "\(short) with other words"
    }

    private var short: String {
        if let last = steps.last { return last.words + ending }
        return isOver ? "the end" : outputs.isEmpty ? "nothing" : "the same step again"
    }

    private var ending: String { isOver ? ", the end" : "" }

    private var kinds: [String] {
        let kinds = outputs.map { output in
            switch output {
            case .message(let kind, _): kind
            case .call(let action): action == FileFetch.storedName ? "a download" : "call \(action)"
            case .handOver(let queue): "hand over to \(queue)"
            }
        }
        return kinds.isEmpty ? ["no message"] : kinds
    }
}

extension NamedStep {
    /// Both names, such as `booking/day`.
    var words: String { "\(flow)/\(step)" }
}

extension Message {
    /// The word for the kind of message.
    fileprivate var kind: String {
        switch self {
        case .text: "text"
        case .prompt: "prompt"
        case .buttons: "buttons"
        case .list(let message): message.areCards ? "cards" : "list"
        case .times: "times"
        case .signIn: "sign_in"
        case .pay: "pay"
        case .app: "app"
        case .link: "link"
        case .form: "form"
        case .card: "card"
        }
    }

    /// The words that are compared: what it says, and which answers it offers.
    fileprivate var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .prompt(let message): [message.words]
        case .buttons(let message): message.items.map(\.title)
        case .list(let message):
            [message.bubble.title, message.bubble.note]
                + message.sections.flatMap { [$0.title] + $0.items.flatMap { [$0.title, $0.note ?? ""] } }
        case .times(let message): [message.bubble.title, message.bubble.note]
        case .signIn(let message): [message.bubble.title, message.bubble.note]
        case .pay(let message): [message.bubble.title, message.bubble.note]
        case .app(let message): [message.bubble.title, message.bubble.note]
        case .link(let message): [message.shown]
        case .form(let message):
            [message.bubble.title, message.bubble.note] + message.form.pages.map(\.name)
        case .card(let card): [card.words]
        }
    }
}
