public import JSON
import MessageModel
import MessageParts

/// The description of a body that Apple posts, in the vocabulary of `usher message inspect`: the kind, the question
/// that it answers, and what was chosen, typed or filled in.
///
/// Any input has an inspection; one that cannot be interpreted is of the kind `unknown`.
public struct AppleInspection: Sendable {
    private let body: JSONValue
    private let sent: SentBubble?

    /// - Parameters:
    ///   - body: the body as Apple posts it, decompressed; or an `interactiveData` alone, as `/decodePayload` returns
    ///     it.
    ///   - sent: the message that it answers, as it was sent to Apple. Some devices send back more than the choice, or
    ///     only its index; the sent message is then needed to interpret it.
    public init(of body: JSONValue, answering sent: JSONValue?) {
        self.body = body
        self.sent = sent.flatMap { SentBubble($0) }
    }

    /// The inspection, with the keys that apply.
    public var json: JSONValue {
        guard let word = body["type"]?.string else { return .object(bare) }
        switch InboundType(rawValue: word) {
        case .text: return .object(text)
        case .interactive: return .object(interactive)
        case .typingStart: return ["kind": "typing-start"]
        case .typingEnd: return ["kind": "typing-end"]
        case .close: return ["kind": "close"]
        case nil: return ["kind": "unknown"]
        }
    }

    private var text: JSONObject {
        let body = body["body"]?.string ?? ""
        var object: JSONObject = ["kind": Tapback(body) == nil ? "text" : "tapback"]
        let words = InboundMessage.words(of: body)
        if !words.isEmpty { object["text"] = .string(words) }
        object.set("attachments", attachments)
        return object
    }

    private var attachments: JSONValue? {
        guard let count = body["attachments"]?.array?.count, count > 0 else { return nil }
        return .int(count)
    }

    private var interactive: JSONObject {
        if let data = body.member("interactiveData") { return reply(data) }
        return ["kind": body.member("interactiveDataRef") == nil ? "unknown" : "data-reference"]
    }

    /// The inspection of a body without its envelope.
    private var bare: JSONObject {
        if body.member("interactiveData") != nil || body.member("interactiveDataRef") != nil { return interactive }
        return body.member("data") == nil ? ["kind": "unknown"] : reply(body)
    }

    private func reply(_ interactive: JSONValue) -> JSONObject {
        guard interactive.object != nil else { return ["kind": "unknown"] }
        let reply = InteractiveReply(interactive)
        var object: JSONObject = ["kind": .string(reply.kindWord)]
        object.set("request_identifier", reply.question.map { .string($0) })
        object.set("session_identifier", reply.session.map { .string($0) })
        switch reply.answer {
        case .choice(let selection): object.set("selected", selected(selection, in: reply, interactive))
        case .form(let form): object["pages"] = form.pagesByName
        case .app(let fields):
            object["fields"] = .object(
                JSONObject(fields.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
        case .signIn: object.set("status", status(reply.kind, interactive).map { .string($0) })
        case .payment(let status): object.set("status", status.word.map { .string($0) })
        case .invitation, .unknown: break
        }
        object.set("attachments", attachments)
        object.set("sent", sentMessage(in: interactive))
        return object
    }

    /// Returns the message if the body is one that is sent to Apple; `nil` for a reply.
    private func sentMessage(in interactive: JSONValue) -> JSONValue? {
        // Devices send back much of what they were sent, but then the sender is a customer.
        guard body["sourceId"]?.string?.hasPrefix("urn:") != true, interactive.isSentToApple,
            let message = try? SentMessage(["interactiveData": interactive], PartsBridge()).message()
        else { return nil }
        return MessageInspection(of: message).json
    }

    /// Returns the status as it was posted.
    private func status(_ kind: ReplyKind?, _ interactive: JSONValue) -> String? {
        kind.flatMap { InteractiveReply.answer(in: interactive["data"] ?? .null, $0)["status"]?.string }
    }

    /// Returns the chosen identifiers; `nil` when they are ambiguous without the sent message.
    private func selected(
        _ selection: Selection, in reply: InteractiveReply, _ interactive: JSONValue
    ) -> JSONValue? {
        let chosen: [String]?
        if let sent, sent.isAnswered(by: reply) {
            chosen = sent.chosen(in: selection)
        } else if selection.index != nil {
            chosen = nil
        } else {
            chosen = selection.clearIDs(echoed: interactive["data"] ?? .null)
        }
        return chosen.map { .array($0.map { .string($0) }) }
    }
}

extension JSONValue {
    /// Whether this `interactiveData` is a message rather than a reply to one: a form with its pages, a payment with a
    /// merchant session, a sign-in with its request, or an app with its number.
    fileprivate var isSentToApple: Bool {
        guard let data = member("data") else { return member("appId") != nil && member("receivedMessage") != nil }
        return data["dynamic"]?.member("data") != nil || data["authenticate"]?.member("oauth2") != nil
            || isPaymentSent(data["payment"] ?? .null)
    }

    /// Whether it requests a payment and does not report how one ended.
    private func isPaymentSent(_ payment: JSONValue) -> Bool {
        payment.member("merchantSession") != nil && payment.member("paymentRequest") != nil
            && PaymentStatus(payment).word == nil
    }
}

extension InteractiveReply {
    fileprivate var kindWord: String {
        switch kind {
        case .quickReply: "quick-reply"
        case .listPicker: "list-picker"
        case .timePicker: "time-picker"
        case .authentication: "authentication"
        case .form: "form"
        case .payment: "payment"
        case .invitation: "unknown"
        case nil: if case .app = answer { "app" } else { "unknown" }
        }
    }
}

extension FormReply {
    /// The answers by page; a list where several answers were chosen.
    fileprivate var pagesByName: JSONValue {
        var object = JSONObject()
        for page in pages {
            let values = page.items.map { JSONValue.string($0.value.isEmpty ? $0.words : $0.value) }
            object[page.name] = values.count == 1 ? values[0] : .array(values)
        }
        return .object(object)
    }
}

extension Selection {
    /// Returns what the reply alone identifies: a single group is the choice; of several groups, the ids that the title
    /// names.
    fileprivate func clearIDs(echoed data: JSONValue) -> [String]? {
        let filled = groups.filter { !$0.ids.isEmpty }
        guard filled.count > 1 else { return filled.first?.ids ?? [] }
        let options = (data["listPicker"]?["sections"]?.array ?? []).flatMap { section in
            (section["items"]?.array ?? []).compactMap { Offer.Option($0, heading: section["title"]?.string ?? "") }
        }
        let offer = Offer(options: options, several: true)
        guard offer.isNamed(in: self) else { return nil }
        return offer.chosen(in: self)?.map { options[$0].id }
    }
}
