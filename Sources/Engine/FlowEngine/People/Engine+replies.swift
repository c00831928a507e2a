public import Expressions
import FlowModel
public import JSON

/// A reply as it is offered for one conversation.
public struct OfferedReply: Sendable, Hashable {
    public var name: String
    public var text: String
    public var shortcut: String?

    /// The reply as JSON.
    public var json: JSONValue {
        ["name": .string(name), "text": .string(text), "shortcut": shortcut.map { .string($0) } ?? .null]
    }
}

extension Engine {
    /// The replies that people can choose in a conversation, in the customer's language, in the order written.
    ///
    /// Names are filled in; a private value, or one that is not known, is its name in parentheses, which people replace.
    /// - Parameter queue: the queue in which the conversation is.
    public func replies(for session: Session, in queue: String?, at moment: Moment) -> [OfferedReply] {
        bot.replies.filter { $0.queue == nil || $0.queue == queue }.map { reply in
            OfferedReply(
                name: reply.name, text: text(of: reply.text, shownIn: session, at: moment), shortcut: reply.shortcut)
        }
    }

    /// The questions that people can send in a conversation, each with its text, in the order of the flows.
    public func questionsForAgents(
        in session: Session, at moment: Moment
    ) -> [(flow: String, step: String, text: String)] {
        bot.questionsForAgents.map { flow, step, question in
            (flow, step, text(of: question.ask, shownIn: session, at: moment))
        }
    }

    /// The text in the customer's language, with names in parentheses in place of private and unknown values.
    private func text(of phrase: Phrase, shownIn session: Session, at moment: Moment) -> String {
        let wording = wording(for: session.language, in: session.region)
        var scope = NamingScope(SessionScope(session: session, engine: self, now: moment))
        let template = phrase.template(in: session.language)
        for _ in 0...template.inserts.count {
            do throws(EmptyName) {
                return PrivateMarks.shown(try template.text(in: scope, wording))
            } catch {
                scope.unknown.insert(error.name)
            }
        }
        return ""
    }
}

/// A scope in which some names stand for themselves.
private struct NamingScope: Scope {
    private let known: SessionScope
    var unknown: Set<Name> = []

    init(_ known: SessionScope) { self.known = known }

    func value(ofRoot root: String) -> Value? { known.value(ofRoot: root) }

    func value(of name: Name) -> Value? {
        unknown.contains(name) ? .text("(\(name.text))") : known.value(of: name)
    }

    func isPrivate(_ name: Name) -> Bool { known.isPrivate(name) }

    func words(for name: Name, as format: ValueFormat?, _ wording: Wording) -> String? {
        known.words(for: name, as: format, wording)
    }
}
