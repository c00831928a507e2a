import Expressions
import FlowEngine
public import JSON
import MessageModel

/// A recorded history as a readable transcript: the verbs of transcripts (flow language, 2.3), and comments for what
/// transcripts have no verb for.
public struct HistoryTranscript {
    /// The transcript, line by line.
    public private(set) var lines: [String] = []
    /// The messages that asked, by request identifier, so that a tap can be shown as its label.
    private var asked: [String: Message] = [:]
    /// The questions that agents have sent.
    private var askedByAgents: Set<String> = []
    private var last: Moment?

    /// - Parameter showsNotes: whether notes of agents are shown that are sealed because the conversation has private
    ///   answers.
    /// - Throws: `JSONError` when an entry cannot be read.
    public init(_ entries: [HistoryEntry], named name: String, showsNotes: Bool = false) throws(JSONError) {
        lines.append("test: \(name)")
        for entry in entries {
            var event = try Event(json: entry.shown?.event ?? entry.event)
            if showsNotes, case .agent = event.kind { event = try Event(json: entry.event) }
            lines.append("# \(event.at.iso)")
            if let agent = event.by { lines.append("# agent: \(agent.inOneLine)") }
            add(event)
            last = event.at
            for effect in (entry.shown?.effects ?? entry.effects).array ?? [] {
                let effect = try Effect(json: effect)
                if case .agent = event.kind, let question = effect.outgoing?.message.question {
                    askedByAgents.insert(question)
                }
                add(effect)
            }
        }
    }

    private mutating func add(_ event: Event) {
        switch event.kind {
        case .heard(.text(let text), _) where event.isReaction: lines.append("# a reaction: \(text.inOneLine)")
        case .heard(.text(let text), _): lines.append("you: \(text.inOneLine)")
        case .heard(.choice(let selection), _):
            lines.append(line(of: selection))
            guard let question = selection.question, askedByAgents.contains(question) else { break }
            let ids = selection.groups.flatMap(\.ids).joined(separator: ", ")
            if !ids.isEmpty { lines.append("# chosen: \(ids.inOneLine)") }
        case .heard(.signIn(let reply), _): lines.append("sign in: \(reply.outcome.word)")
        case .heard(.pay(let reply), _): lines.append("pay: \(reply.outcome.rawValue)")
        case .heard(.app(let reply), _): lines.append("app: \(reply.words.inOneLine)")
        case .sheetChanged(let question, let change): lines.append("change: \(change.words(asked[question]).inOneLine)")
        case .silent, .reminded, .unanswered: lines.append("wait: \(minutes(until: event.at))")
        case .heard(.files(let files, let text), _):
            if !text.isEmpty { lines.append("# beside it: \(text.inOneLine)") }
            let verb = files.allSatisfy { $0.file.kind.hasPrefix("image/") } ? "photo" : "file"
            lines.append("\(verb): \(files.map(\.file.name.inOneLine).joined(separator: ", "))")
        case .heard(.form(let reply), _): lines += self.lines(of: reply)
        case .heard(.place(let place), _): lines.append("place: \(place.line.inOneLine)")
        case .heard(.unreadable, _): lines.append("# an unreadable answer")
        case .opened: lines.append("# the customer opened the page")
        case .undelivered: lines.append("# a message could not be delivered")
        case .called(_, .failed(let problem)): lines.append("# a call failed: \(problem)")
        case .called: lines.append("# a call returned")
        case .slow: lines.append("# a call takes long")
        case .personSaid(let text): lines.append("person: \(text.inOneLine)")
        case .agent(let act): lines.append(act.line)
        case .givenBack: lines.append("person: gives back")
        case .closed: lines.append("close:")
        case .outside(let event): lines.append("event: \(event.words)")
        case .reset: lines.append("# an operator ended the conversation")
        case .moved(let flow, let step): lines.append("# an operator moved the conversation to \(flow)/\(step)")
        }
    }

    private mutating func add(_ effect: Effect) {
        switch effect {
        case .send(let outgoing):
            if let question = outgoing.message.question { asked[question] = outgoing.message }
            lines += outgoing.message.lines
        case .fetch: lines.append("# the files are fetched")
        case .call(let call): lines.append("expect: called \(call.action)")
        case .handOver(let queue, _, _): lines.append("expect: handed over to \(queue)")
        case .dropPending: lines.append("# queued messages were dropped")
        }
    }

    private func minutes(until moment: Moment) -> String {
        let minutes = (moment - (last ?? moment)).milliseconds / 60_000
        return minutes == 1 ? "1 minute" : "\(minutes) minutes"
    }

    /// A completed form, one line per page.
    private func lines(of reply: FormReply) -> [String] {
        if reply.isCancelled { return ["fill cancelled"] }
        return reply.pages.map { page in
            "fill: \(page.name) = \(page.items.map(\.words).joined(separator: ", ").inOneLine)"
        }
    }

    /// A tap as its labels; a time slot as its start; a day as a customer would type it.
    private func line(of selection: Selection) -> String {
        let message = selection.question.flatMap { asked[$0] }
        let ids = selection.groups.flatMap(\.ids)
        if let start = selection.start ?? message?.start(of: ids.first) {
            return "pick: \(start.iso(in: message?.zone ?? .utc).prefix(16).replacing("T", with: " "))"
        }
        if case .prompt(let prompt)? = message {
            let word = ids.first.map { $0 == PromptMessage.skipID ? prompt.skipWord ?? $0 : $0 } ?? ""
            return "you: \(word.inOneLine)"
        }
        return "tap: " + ids.map { message?.label(of: $0) ?? $0 }.joined(separator: ", ")
    }
}

extension AgentAct {
    /// A comment, because transcripts have no verb for it. What is sent follows as messages.
    fileprivate var line: String {
        switch self {
        case .send(let message): "# sends: \(message.word)"
        case .note(let text): "# note: \(text.inOneLine)"
        case .take: "# takes the conversation"
        case .release: "# releases the conversation"
        case .assign(let name): "# assigns the conversation to \(name.inOneLine)"
        case .transfer(let transfer): "# transfers the conversation: \((transfer.note ?? "no note").inOneLine)"
        }
    }
}

extension String {
    fileprivate var inOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}

extension Message {
    fileprivate var lines: [String] {
        switch self {
        case .text(let text): ["bot: \(text.inOneLine)"]
        case .prompt(let message): ["bot: \(message.words.inOneLine)"]
        case .buttons(let message): ["# buttons: \(message.items.map(\.title).joined(separator: ", "))"]
        case .list(let message):
            [
                "bot: \(message.bubble.title.inOneLine)",
                "# list: \(message.sections.flatMap(\.items).map(\.title).joined(separator: ", "))",
            ]
        case .times(let message):
            ["bot: \(message.bubble.title.inOneLine)", "# times: \(message.slots.count)"]
        case .signIn(let message): ["bot: \(message.bubble.title.inOneLine)", "# sign-in: \(message.signIn.provider)"]
        case .pay(let message): ["bot: \(message.bubble.title.inOneLine)", "# pay: \(message.pay.sheet.total.text)"]
        case .app(let message): ["bot: \(message.bubble.title.inOneLine)", "# app: \(message.app.app)"]
        case .link(let message): ["bot: \(message.shown.inOneLine)", "# link"]
        case .form(let message):
            [
                "bot: \(message.bubble.title.inOneLine)",
                "# form: \(message.form.pages.map(\.name).joined(separator: ", "))",
            ]
        case .card(let card): ["bot: \(card.headline)"]
        }
    }

    fileprivate func label(of id: String) -> String? {
        switch self {
        case .buttons(let message): message.items.first { $0.id == id }?.title
        case .list(let message): message.sections.flatMap(\.items).first { $0.id == id }?.title
        case .text, .prompt, .times, .signIn, .pay, .app, .link, .form, .card: nil
        }
    }

    fileprivate func start(of id: String?) -> Moment? {
        guard case .times(let message) = self else { return nil }
        return message.slots.first { $0.id == id }?.start
    }

    /// The zone in which its times are displayed; UTC when the device decides.
    fileprivate var zone: Zone? {
        guard case .times(let message) = self, let minutes = message.offset else { return nil }
        let hours = abs(minutes) / 60
        let rest = abs(minutes) % 60
        return Zone("GMT\(minutes < 0 ? "-" : "+")\(hours < 10 ? "0" : "")\(hours):\(rest < 10 ? "0" : "")\(rest)")
    }
}
