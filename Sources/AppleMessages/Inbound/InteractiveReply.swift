import Channels
import Expressions
import JSON
import MessageModel

/// Reads replies to bubbles. Devices differ, so nothing is believed that the reply does not have to say: only ids and
/// titles are taken, and what they mean is decided against the question as it was asked.
enum InteractiveReply {
    static func content(of message: JSONValue) throws(WebhookRefusal) -> Arrival.Content {
        guard let interactive = message.member("interactiveData") else {
            if message.member("interactiveDataRef") != nil { return .passing("a reply by reference") }
            throw .malformed("an interactive message has no `interactiveData`")
        }
        guard interactive.object != nil else { throw .malformed("`interactiveData` is not an object") }
        guard let data = interactive["data"], data.object != nil else {
            return .passing("a message of an iMessage app")
        }
        guard let kind = ReplyKind.allCases.first(where: { data.member($0.rawValue) != nil }) else {
            return .passing("a reply of an unknown kind")
        }
        return content(of: kind, in: data, beside: interactive)
    }

    private static func content(
        of kind: ReplyKind, in data: JSONValue, beside interactive: JSONValue
    ) -> Arrival.Content {
        let answer = data[kind.rawValue] ?? .null
        switch kind {
        case .quickReply: return .choice(quickReply(answer), in: data, beside: interactive)
        case .listPicker: return .choice(listPicker(answer), in: data, beside: interactive)
        case .timePicker: return .choice(timePicker(answer), in: data, beside: interactive)
        case .authentication: return .passing("a reply to a sign-in")
        case .form: return .passing("a reply to a form")
        case .payment: return .passing("a message about a payment")
        case .invitation: return .passing("a reply to an invitation")
        }
    }

    /// The chosen item by its identifier; without one, the only item that came back, or the one at its index, from 0.
    private static func quickReply(_ reply: JSONValue) -> Selection {
        let items = reply["items"]?.array ?? []
        let item = items.count == 1 ? items[0] : reply["selectedIndex"]?.int.flatMap { reply["items"]?[$0] }
        let id = reply["selectedIdentifier"]?.id ?? item?["identifier"]?.id
        return Selection(question: nil, ids: id.map { [$0] } ?? [])
    }

    private static func listPicker(_ picker: JSONValue) -> Selection {
        var left = Limits.ids
        let groups = (picker["sections"]?.array ?? []).prefix(Limits.sections).map { section in
            let ids = (section["items"]?.array ?? []).prefix(left).compactMap { $0["identifier"]?.id }
            left -= ids.count
            return Selection.Group(title: String((section["title"]?.string ?? "").prefix(Limits.title)), ids: ids)
        }
        return Selection(question: nil, groups: groups)
    }

    private static func timePicker(_ event: JSONValue) -> Selection {
        let slot = event["timeslots"]?[0]
        let start = slot?["startTime"]?.string.flatMap { Moment(iso: $0) }
        let id = slot?["identifier"]?.id ?? start?.iso
        return Selection(question: nil, ids: id.map { [$0] } ?? [], start: start)
    }
}

/// How much of a reply is kept; real ones stay far below.
private enum Limits {
    static let sections = 50
    static let ids = 500
    /// Bytes of an identifier. Ours are labels of answers, which have 512 characters at most.
    static let id = 4_096
    static let question = 200
    static let title = 1_000
}

extension Arrival.Content {
    /// A choice made in a bubble. One that names nothing is a choice all the same: the question is asked again then.
    fileprivate static func choice(
        _ selection: Selection, in data: JSONValue, beside interactive: JSONValue
    ) -> Arrival.Content {
        var selection = selection
        let question = data["requestIdentifier"]?.string ?? ""
        selection.question = question.isEmpty ? nil : String(question.prefix(Limits.question))
        // Replies carry their bubble inside `data`, messages to customers beside it; devices may do either.
        let bubble = data.member("replyMessage") ?? interactive.member("replyMessage")
        if let title = bubble?["title"]?.string, !title.isEmpty, title.count <= Limits.title { selection.title = title }
        return .heard(.choice(selection))
    }
}

extension JSONValue {
    /// The member `key`, unless it is null.
    fileprivate func member(_ key: String) -> JSONValue? {
        guard let value = self[key], !value.isNull else { return nil }
        return value
    }

    /// An identifier, unless it is too long to be one of ours.
    fileprivate var id: String? {
        guard let id = string, !id.isEmpty, id.utf8.count <= Limits.id else { return nil }
        return id
    }
}
