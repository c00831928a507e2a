import Channels
import JSON
import MessageModel

/// A reply to a bubble, or the message of an iMessage app, read from `interactiveData` as it was posted or fetched.
struct InteractiveReply {
    enum Answer {
        case choice(Selection)
        case form(FormReply)
        /// Words of an iMessage app, as they stand in the query of its address.
        case app([String: String])
        case signIn(SignInStatus)
        case payment(PaymentStatus)
        case invitation
        case unknown
    }

    /// What kind of reply it is, by the key that holds its answer; `nil` for apps and for what nobody knows.
    let kind: ReplyKind?
    /// The request identifier of the question; `nil` when the device did not send it back.
    let question: String?
    /// What the device calls the bubble. For iMessage apps, which send nothing else back, it is the question.
    let session: String?
    let answer: Answer

    /// - Parameter interactive: an object.
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

    /// What stands under the key of a kind. Apple's tables call some of these arrays and its samples show objects
    /// (Interactive Message Types, Authentication Message, Quick Reply Message), so both are read: what an array says is
    /// what its objects say together, the first one of each member.
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

    /// What a conversation makes of it. A choice that names nothing is a choice all the same: the question is asked again
    /// then.
    var content: Arrival.Content {
        // Replies that do not name their question are told apart by their bubbles.
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
        case .signIn(.done): return .passing("a sign-in that went well: its result comes from the provider")
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
