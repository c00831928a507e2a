import Expressions
import FlowEngine
import Foundation
import MessageModel

/// What an agent desk is told of a conversation with people. It travels as a call, so that it survives a restart and is
/// told again, under the same id, until the desk has taken it.
public enum DeskNotice {
    /// The name of the call. No action of a flow can be called so.
    public static let action = "@desk"

    /// What happened: the values of the field `type`.
    public enum Kind: String, Sendable {
        case handedOver = "handed-over"
        case message
        case givenBack = "given-back"
        case closed
    }
}

extension Turn {
    /// What the desk is told of a turn: that a conversation was handed over, what the customer writes then, and how it ends.
    func deskNotices(of event: Event, before: Session?) -> [CallRequest] {
        let wasWithPerson = before?.status == .withPerson
        var notices: [CallRequest] = []
        switch event.kind {
        case .heard(let heard, _) where wasWithPerson: notices.append(notice(.message, [("text", heard.words)]))
        case .givenBack where wasWithPerson, .moved where wasWithPerson, .reset where wasWithPerson:
            notices.append(notice(.givenBack, []))
        case .closed where wasWithPerson: notices.append(notice(.closed, []))
        default: break
        }
        for case .handOver(let queue, let address, let note) in effects {
            notices.append(notice(.handedOver, [("queue", queue), ("address", address), ("note", note)]))
        }
        return notices.map { call in
            var call = call
            call.inputs["at"] = .text(event.at.iso)
            return call
        }
    }

    private func notice(_ kind: DeskNotice.Kind, _ fields: [(String, String?)]) -> CallRequest {
        let texts = [("type", Optional(kind.rawValue))] + fields
        return CallRequest(
            id: UUID().uuidString.lowercased(), action: DeskNotice.action,
            inputs: Fields(texts.compactMap { name, text in text.map { (name, .text($0)) } }))
    }
}

extension Heard {
    /// The words of it; a tap on an old bubble by the ids that were chosen, files by their names.
    fileprivate var words: String {
        switch self {
        case .text(let text): text
        case .choice(let selection): selection.groups.flatMap(\.ids).joined(separator: ", ")
        case .signIn, .pay, .app: ""
        case .unreadable(let reply): reply.title ?? "(an answer that cannot be read)"
        case .files(let files, let text):
            ([text] + files.map { "(\($0.file.name))" }).filter { !$0.isEmpty }.joined(separator: "\n")
        case .place(let place): place.line
        case .form(let reply):
            reply.pages.map { "\($0.name): \($0.items.map(\.words).joined(separator: ", "))" }.joined(separator: "\n")
        }
    }
}
