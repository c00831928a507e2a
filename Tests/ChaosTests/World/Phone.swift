import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import JSON
import MessageModel
import SignIn

/// The messages on a customer's device: each once, in the order of arrival.
struct Phone: Sendable {
    private(set) var ids: [String] = []
    private(set) var messages: [Message] = []
    /// The last tap.
    var lastTap: Selection?
    var sheets: [PhoneSheet] = []
    var signIns: [PhoneSignIn] = []
    /// The last callback of a sign-in, and the questions whose windows reported a successful sign-in.
    var lastReturn: (signIn: PhoneSignIn, back: Callback)?
    var signedIn: Set<String> = []
    /// The last authorised payment, with its sheet.
    var lastPayment: (sheet: PhoneSheet, body: JSONValue)?
    /// The questions whose sheets reported a payment.
    var paid: Set<String> = []

    /// Shows a message; one with a known id is not shown again.
    mutating func show(_ delivery: Delivery, _ service: PhoneService? = nil) {
        guard !ids.contains(delivery.id) else { return }
        switch service {
        case .sheet(let sheet): sheets.append(sheet)
        case .signIn(let signIn): signIns.append(signIn)
        case nil: break
        }
        ids.append(delivery.id)
        messages.append(delivery.message)
    }

    /// The choices in bubbles, the oldest bubble first.
    var bubbles: [[Selection]] {
        messages.compactMap { message in
            let choices = message.choices
            return choices.isEmpty ? nil : choices
        }
    }

    /// Whether this question was asked last.
    func isAsked(_ question: String) -> Bool {
        guard case .text(let text)? = messages.last else { return false }
        return text == question
    }
}

/// The service that a message opens on a phone.
enum PhoneService: Sendable {
    case sheet(PhoneSheet)
    case signIn(PhoneSignIn)
}

/// A sign-in window on a customer's phone.
struct PhoneSignIn: Sendable {
    /// The request identifier of the message.
    var question: String
    var state: String
}

extension Message {
    /// The options that can be tapped.
    fileprivate var choices: [Selection] {
        switch self {
        case .buttons(let message):
            message.items.map { Selection(question: message.question, ids: [$0.id], title: $0.title) }
        case .list(let message):
            message.sections.flatMap(\.items).map {
                Selection(question: message.question, ids: [$0.id], title: $0.title)
            }
        case .times(let message):
            message.slots.map { Selection(question: message.question, ids: [$0.id], start: $0.start) }
        default: []
        }
    }

    /// In a few words, for the transcript.
    var words: String {
        if case .text(let text) = self { return text }
        if case .signIn = self { return "a window to sign in" }
        if case .pay(let message) = self { return "a pay sheet over \(message.pay.sheet.total.text)" }
        return "[\(choices.map { $0.title ?? $0.start?.iso ?? "" }.joined(separator: ", "))]"
    }
}
