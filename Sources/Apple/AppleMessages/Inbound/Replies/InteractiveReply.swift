import Channels
import JSON
import MessageModel

/// A reply to a bubble, or the message of an iMessage app, parsed from `interactiveData` as it was posted or fetched.
struct InteractiveReply {
    enum Answer {
        case choice(Selection)
        case form(FormReply)
        /// The values from an iMessage app, as they are in the query of its address.
        case app([String: String])
        case signIn(SignInStatus)
        case payment(PaymentStatus)
        case invitation
        case unknown
    }

    /// The kind of reply, by the key that holds its answer; `nil` for apps and unknown kinds.
    let kind: ReplyKind?
    /// The request identifier of the question; `nil` when the device did not send it back.
    let question: String?
    /// The device's identifier of the bubble. For iMessage apps, which send nothing else back, it is the question.
    let session: String?
    let answer: Answer

    /// - Parameter interactive: a JSON object.
    init(_ interactive: JSONValue) {
        let data = interactive.member("data")
        kind = data.flatMap { data in ReplyKind.allCases.first { data.member($0.rawValue) != nil } }
        question = data?.text("requestIdentifier", limit: ReplyLimits.question)
        session = interactive.text("sessionIdentifier", limit: ReplyLimits.question)
        // Replies carry their bubble inside `data`, messages to customers beside it; devices may do either.
        let bubble = data?.member("replyMessage") ?? interactive.member("replyMessage")
        if let kind, let data {
            answer = Self.answer(of: kind, Self.answer(in: data, kind), title: bubble?["title"]?.string)
        } else if data?.object == nil {
            let address = (interactive["URL"] ?? interactive["url"])?.string
            answer = .app(address.flatMap { AddressQuery($0) }?.values ?? [:])
        } else {
            answer = .unknown
        }
    }

    /// Returns the value under the key of a kind. Apple's tables declare some of these as arrays while its samples show
    /// objects (Interactive Message Types, Authentication Message, Quick Reply Message), so both are accepted: an array
    /// is merged into one object, in which the first occurrence of each member counts.
    static func answer(in data: JSONValue, _ kind: ReplyKind) -> JSONValue {
        let answer = data[kind.rawValue] ?? .null
        guard let parts = answer.array else { return answer }
        var whole = JSONObject()
        for (key, value) in parts.prefix(ReplyLimits.sections).flatMap({ $0.object ?? [:] }) where whole[key] == nil {
            whole[key] = value
        }
        return .object(whole)
    }

    private static func answer(of kind: ReplyKind, _ answer: JSONValue, title: String?) -> Answer {
        switch kind {
        case .quickReply: .choice(Selection(quickReply: answer).titled(title))
        case .listPicker: .choice(Selection(listPicker: answer).titled(title))
        case .timePicker: .choice(Selection(timePicker: answer).titled(title))
        case .authentication: .signIn(SignInStatus(answer))
        case .form: .form(FormReply(form: answer))
        case .payment: .payment(PaymentStatus(answer))
        case .invitation: .invitation
        }
    }

    /// The content for the conversation. A choice that names nothing is still a choice: the question is then asked
    /// again.
    var content: Arrival.Content {
        // Replies that do not name their question are distinguished by their bubbles.
        let bubble = question == nil ? session : nil
        switch answer {
        case .choice(var selection):
            selection.question = question
            selection.bubble = bubble
            return .heard(.choice(selection))
        case .form(var reply):
            reply.question = question
            reply.bubble = bubble
            return .heard(.form(reply))
        case .app(let fields): return .heard(.app(AppReply(question: session, fields: fields)))
        case .signIn(.cancelled): return .heard(.signIn(SignInReply(question: question, outcome: .cancelled)))
        case .signIn(.failed): return .heard(.signIn(SignInReply(question: question, outcome: .failure("failed"))))
        case .signIn(.done): return .passing("a successful sign-in: its result comes from the provider")
        case .signIn(.unknown): return .heard(.signIn(SignInReply(question: question, outcome: .failure("unknown"))))
        case .payment(let status): return .sheetClosed(ClosedSheet(question: question, ending: status.ending))
        case .invitation: return .passing("a reply to an invitation")
        case .unknown: return .passing("a reply of an unknown kind")
        }
    }
}

extension Selection {
    fileprivate func titled(_ title: String?) -> Selection {
        var selection = self
        if let title, !title.isEmpty, title.count <= ReplyLimits.title { selection.title = title }
        return selection
    }
}
