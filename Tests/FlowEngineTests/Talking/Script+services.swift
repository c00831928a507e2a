import Expressions
import FlowEngine
import JSON
import MessageModel
import Testing

/// The lines of scripts for questions that a service answers.
extension Talk {
    /// The bubble that was sent last.
    var openBubble: AskedQuestion {
        get throws { try #require(bubbles.last, "nothing was asked") }
    }

    func change(_ words: String) throws -> PayChange {
        let sides = words.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
        switch sides[0] {
        case "shipping": return .shipping(sides[1])
        case "card": return .card(sides[1])
        default: return .address(PlaceValue(city: sides[1]))
        }
    }

    /// Parses `paid`, `paid by letter`, `declined`, `declined funds` or `cancelled`.
    func payment(_ words: String) throws -> PayReply {
        let parts = words.split(separator: " ").map(String.init)
        let outcome = try #require(PayReply.Outcome(rawValue: parts[0]))
        var reply = PayReply(question: try openBubble.id, outcome: outcome)
        switch outcome {
        case .paid:
            reply.contact = PayContact(name: "Ana", email: "ana@example.com", address: PlaceValue(city: "Paris"))
            reply.reference = "R-7"
            if parts.count > 1 { reply.shipping = parts.last }
        case .declined: reply.problem = parts.dropFirst().first
        case .cancelled: break
        }
        return reply
    }

    func signIn(_ words: String) throws -> SignInReply {
        let question = try openBubble.id
        switch words {
        case "failure": return SignInReply(question: question, outcome: .failure("refused"))
        case "cancel": return SignInReply(question: question, outcome: .cancelled)
        default:
            let claims = try #require(JSONValue(parsing: words).object)
            let fields = Fields(claims.compactMap { name, value in value.string.map { (name, .text($0)) } })
            return SignInReply(question: question, outcome: .success(fields))
        }
    }

    func answerOfApp(_ words: String) throws -> AppReply {
        let pairs = words.split(separator: ",").map { part in
            part.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
        }
        let fields = Dictionary(pairs.map { ($0[0], $0[1]) }) { first, _ in first }
        return AppReply(question: try openBubble.id, fields: fields)
    }
}

extension Session {
    /// The lines of the pay sheet after a change.
    var sheetLines: [String] {
        guard let sheet = openSheet, open?.changedSheet != nil else { return [] }
        let refused = sheet.refusal.map { ", \($0.reason.rawValue) refused\($0.text.map { ": \($0)" } ?? "")" } ?? ""
        return ["[\(sheet.words)\(sheet.pending == nil ? "" : ", asking")\(refused)]"]
    }
}

extension PaySheet {
    var words: String {
        let shown = lines.map { "\($0.label) \($0.amount.plainAmount)\($0.isPending ? "?" : "")" }
        return (shown + [method.map { "\($0.label) \($0.price.plainAmount)" }].compactMap { $0 }).joined(
            separator: ", ")
            + " = \(total.text)"
    }
}

extension AskedSignIn {
    var words: String {
        ([provider] + scope + extra.map { "\($0.name)=\($0.text)" }).joined(separator: " ")
    }
}

extension AskedApp {
    var words: String {
        ([app] + data.map { "\($0.name)=\($0.text)" } + (isLive ? [] : ["not live"])).joined(separator: " ")
    }
}
