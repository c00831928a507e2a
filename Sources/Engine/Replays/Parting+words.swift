import FlowEngine
import MessageModel

extension Parting {
    /// What a turn answers, without private values.
    ///
    /// - Parameters:
    ///   - past: the turns of its conversation before it, of which one has sent the bubble of a choice.
    ///   - isPrivate: whether the new flows call the answer private.
    ///   - showsLabels: whether what the kept flows did not call private may be printed.
    static func words(
        of kept: KeptTurn, after past: ArraySlice<KeptTurn>, isPrivate: Bool, showsLabels: Bool
    ) -> String {
        guard case .heard(.choice(let selection), _) = kept.event.kind else { return words(of: kept.event.kind) }
        guard !isPrivate, !kept.isPrivate else { return "a private answer" }
        guard let question = selection.question,
            let sent = past.last(where: { $0.effects.message(asking: question) != nil }),
            let message = sent.effects.message(asking: question)
        else { return "an answer" }
        switch message {
        case .times: return "a time"
        case .prompt: return "a day"
        default: break
        }
        guard showsLabels else { return "an answer" }
        let ids = selection.groups.flatMap(\.ids)
        let labels = ids.compactMap { message.labels[$0] }
        let shown = sent.shownEffects.message(asking: question)?.labels ?? [:]
        // The flows show a private list of answers with stand-ins.
        guard labels == ids.compactMap({ shown[$0] }) else { return "a private answer" }
        return labels.isEmpty ? "an answer" : "tap: \(labels.joined(separator: ", "))"
    }

    /// How a turn is called that leads to a call that cannot be answered.
    static func words(calling action: String) -> String { "call \(action), of which no answer was kept" }

    /// What happens, without any value.
    static func words(of event: Event.Kind) -> String {
        switch event {
        case .heard(let heard, _): heard.words
        case .opened: "the page is opened"
        case .silent: "silence"
        case .undelivered: "a message is not delivered"
        case .called(_, .gave): "a call returns"
        case .called(_, .failed(let problem)): "a call fails: \(problem)"
        case .slow: "a call takes long"
        case .sheetChanged: "a change on the payment sheet"
        case .personSaid, .agent: "a person acts"
        case .givenBack: "an agent gives it back to the bot"
        case .reminded: "a reminder"
        case .unanswered: "no person answers"
        case .closed: "the customer closes it"
        case .reset: "an operator ends it"
        case .moved: "an operator moves it"
        case .outside(let event): "event: \(event.name)"
        }
    }
}

extension Heard {
    fileprivate var words: String {
        switch self {
        case .text: "the customer writes"
        case .choice: "an answer"
        case .signIn(let reply):
            switch reply.outcome {
            case .success: "sign in: success"
            case .failure: "sign in: failure"
            case .cancelled: "sign in: cancel"
            }
        case .pay(let reply): "pay: \(reply.outcome.rawValue)"
        case .app: "an app answers"
        case .files: "a file"
        case .place: "a place"
        case .form: "a form"
        case .unreadable: "an unreadable answer"
        }
    }
}

extension Message {
    /// The labels of its answers, by their ids.
    var labels: [String: String] {
        let pairs: [(String, String)] =
            switch self {
            case .buttons(let message): message.items.map { ($0.id, $0.title) }
            case .list(let message): message.sections.flatMap(\.items).map { ($0.id, $0.title) }
            case .text, .prompt, .times, .signIn, .pay, .app, .link, .form, .card: []
            }
        return Dictionary(pairs) { first, _ in first }
    }
}
