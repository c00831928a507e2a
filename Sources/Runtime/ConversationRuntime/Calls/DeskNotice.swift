import Channels
public import Expressions
import FlowEngine
import Foundation
import JSON
import MessageModel

/// A notice to an agent desk about a conversation with a person. It survives a restart and is retried under the same
/// id until the desk accepts it. The notices of one conversation are sent one at a time in the order of their ids, which
/// is the order of the turns; one that the desk does not accept within an hour becomes a dead letter.
public struct DeskNotice: Sendable, Hashable {
    /// The name under which it is stored, in place of an action's. No action of a flow can have this name.
    public static let storedName = "@desk"

    /// Sorts after the ids of all earlier notices of the conversation.
    public var id: String
    /// What the desk receives, by name: `type`, what belongs to that type, and `at`.
    public var fields: Fields

    public init(id: String, fields: Fields) {
        self.id = id
        self.fields = fields
    }

    /// When the event happened; `nil` when the notice does not say.
    public var at: Moment? {
        if case .text(let text)? = fields["at"] { Moment(iso: text) } else { nil }
    }

    /// The event kinds: the values of the field `type`.
    public enum Kind: String, Sendable {
        case handedOver = "handed-over"
        case message
        /// A person has sent something to the customer.
        case sent
        case note
        case assigned
        case released
        case transferred
        case givenBack = "given-back"
        case closed
    }

    /// An id that sorts after those of all earlier notices of the conversation.
    static func id(revision: Int, number: Int, _ unique: String) -> String {
        let turn = String(revision)
        return String(repeating: "0", count: max(0, 9 - turn.count)) + turn + "-\(number)-" + unique
    }
}

extension DeadLetter {
    /// A dead letter for a notice that the desk has not accepted; `nil` for any other call. Without a key, only the
    /// type of the notice is shown.
    init?(deskNotice call: StoredCall, _ outcome: ActionOutcome, at moment: Moment) {
        guard case .notifyDesk(let notice) = call.request, case .failed(let problem) = outcome else { return nil }
        let kind = notice.fields["type"].map { Fields([("type", $0)]) } ?? Fields()
        self.init(
            kind: .call, conversation: call.conversation, at: moment,
            reason: "the agent desk has not accepted the notice for an hour: \(problem)",
            content: ["desk_notice": .string(notice.id), "fields": notice.fields.json],
            shownContent: ["desk_notice": .string(notice.id), "fields": kind.json])
    }

    /// The notice in this letter; `nil` when the letter is about something else.
    var deskNotice: StoredCall? {
        guard let id = content["desk_notice"]?.string, let json = content["fields"],
            let fields = try? Fields(json: json)
        else { return nil }
        return StoredCall(
            conversation: conversation, request: .notifyDesk(DeskNotice(id: id, fields: fields)))
    }

    /// Shows the whole notice: one from a conversation without private answers cannot contain anything private.
    mutating func showsAllOfNotice() {
        if content["desk_notice"] != nil { shownContent = nil }
    }
}

extension Turn {
    /// The notices a turn sends to the desk: that the conversation was handed over, what the customer writes after
    /// that, and how it ends.
    func deskNotices(of event: Event, before: StoredSession?) -> [DeskNotice] {
        let wasWithPerson = before?.session.status == .withPerson
        var notices: [DeskNotice] = []
        switch event.kind {
        case .heard(let heard, _) where wasWithPerson:
            notices.append(notice(of: heard, to: before?.session.people))
        case .personSaid(let text): notices.append(notice(.sent, [("text", text)]))
        case .agent(.send(let message)): notices.append(notice(of: message))
        case .agent(.note(let text)): notices.append(notice(.note, [("text", text)]))
        case .agent(.take), .agent(.release), .agent(.assign):
            let agent = session.people?.agent
            if agent != before?.session.people?.agent {
                notices.append(notice(agent == nil ? .released : .assigned, [("agent", agent)]))
            }
        case .givenBack where wasWithPerson, .moved where wasWithPerson, .reset where wasWithPerson:
            notices.append(notice(.givenBack, []))
        case .unanswered where wasWithPerson && isTakenFromPeople: notices.append(notice(.givenBack, []))
        case .closed where wasWithPerson: notices.append(notice(.closed, []))
        default: break
        }
        for case .handOver(let queue, let address, let note) in effects {
            var kind = DeskNotice.Kind.handedOver
            if case .agent = event.kind { kind = .transferred }
            notices.append(notice(kind, [("queue", queue), ("address", address), ("note", note)]))
        }
        let revision = (before?.revision ?? 0) + 1
        return notices.enumerated().map { number, notice in
            var notice = notice
            notice.id = DeskNotice.id(revision: revision, number: number, notice.id)
            notice.fields["at"] = .text(event.at.iso)
            if let agent = event.by { notice.fields["by"] = .text(agent) }
            return notice
        }
    }

    /// What the customer has written, chosen or sent.
    private func notice(of heard: Heard, to people: PeopleState?) -> DeskNotice {
        let answer = people?.answer(in: heard)
        var notice = notice(.message, [("text", answer?.words ?? heard.words)])
        if let answer { notice.fields["selected"] = .list(answer.ids.map { .text($0) }) }
        if case .files(let files, _) = heard {
            notice.fields["files"] = .list(
                files.map { .record(Fields([("id", .text($0.file.id)), ("name", .text($0.file.name))])) })
        }
        return notice
    }

    /// What an agent has sent beside a text.
    private func notice(of message: AgentMessage) -> DeskNotice {
        switch message {
        case .choices(let choices):
            var notice = notice(.sent, [("text", choices.title)])
            notice.fields["choices"] = .list(
                choices.options.map { .record(Fields([("id", .text($0.id)), ("label", .text($0.label))])) })
            return notice
        case .question(let flow, let step):
            let prompt = session.people?.asked.last?.prompt
            return notice(.sent, [("text", prompt), ("question", "\(flow)/\(step)")])
        case .link(let link): return notice(.sent, [("text", link.title), ("link", link.address)])
        case .file(let file): return notice(.sent, [("file", file.id), ("name", file.name)])
        }
    }

    /// Whether the people who had the conversation have it no longer.
    private var isTakenFromPeople: Bool {
        session.status != .withPerson || effects.contains { if case .handOver = $0 { true } else { false } }
    }

    private func notice(_ kind: DeskNotice.Kind, _ fields: [(String, String?)]) -> DeskNotice {
        let texts = [("type", Optional(kind.rawValue))] + fields
        return DeskNotice(
            id: UUID().uuidString.lowercased(),
            fields: Fields(texts.compactMap { name, text in text.map { (name, .text($0)) } }))
    }
}

extension Heard {
    /// The message as text; a tap on an old bubble as the ids that were chosen, files as their names.
    fileprivate var words: String {
        switch self {
        case .text(let text): text
        case .choice(let selection): selection.groups.flatMap(\.ids).joined(separator: ", ")
        case .signIn, .pay, .app: ""
        case .unreadable(let reply): reply.title ?? "(unreadable answer)"
        case .files(let files, let text):
            ([text] + files.map { "(\($0.file.name))" }).filter { !$0.isEmpty }.joined(separator: "\n")
        case .place(let place): place.line
        case .form(let reply):
            reply.pages.map { "\($0.name): \($0.items.map(\.words).joined(separator: ", "))" }.joined(separator: "\n")
        }
    }
}
