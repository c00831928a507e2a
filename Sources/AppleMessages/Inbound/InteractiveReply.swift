import Channels
import Expressions
import JSON
import MessageModel

/// Reads replies to bubbles. Devices differ, so nothing is believed that the reply does not have to say: only ids and
/// titles are taken, and what they mean is decided against the question as it was asked.
enum InteractiveReply {
    private static let mostIDs = 500

    static func content(of message: JSONValue) throws(WebhookRefusal) -> Arrival.Content {
        guard let interactive = message["interactiveData"] else {
            if message["interactiveDataRef"] != nil { return .passing("a reply by reference") }
            throw .malformed("an interactive message has no `interactiveData`")
        }
        guard interactive.object != nil else { throw .malformed("`interactiveData` is not an object") }
        guard let data = interactive["data"], data.object != nil else {
            return .passing("a message of an iMessage app")
        }
        guard var selection = selection(in: data) else { return .passing("a reply of another kind") }
        selection.question = data["requestIdentifier"]?.string
        selection.title = title(data["replyMessage"] ?? interactive["replyMessage"])
        return .heard(.choice(selection))
    }

    private static func selection(in data: JSONValue) -> Selection? {
        if let reply = data["quick-reply"] { return quickReply(reply) }
        if let picker = data["listPicker"] { return listPicker(picker) }
        if let event = data["event"] { return timePicker(event) }
        return nil
    }

    /// The chosen item by its identifier; without one, by its index among the items that came back.
    private static func quickReply(_ reply: JSONValue) -> Selection? {
        if let id = reply["selectedIdentifier"]?.string { return Selection(question: nil, ids: [id]) }
        guard let index = reply["selectedIndex"]?.int, let id = reply["items"]?[index]?["identifier"]?.string else {
            return nil
        }
        return Selection(question: nil, ids: [id])
    }

    private static func listPicker(_ picker: JSONValue) -> Selection? {
        guard let sections = picker["sections"]?.array else { return nil }
        var left = mostIDs
        let groups = sections.prefix(50).map { section in
            let ids = (section["items"]?.array ?? []).prefix(left).compactMap { $0["identifier"]?.string }
            left -= ids.count
            return Selection.Group(title: section["title"]?.string ?? "", ids: ids)
        }
        return groups.allSatisfy(\.ids.isEmpty) ? nil : Selection(question: nil, groups: groups)
    }

    private static func timePicker(_ event: JSONValue) -> Selection? {
        guard let slot = event["timeslots"]?[0] else { return nil }
        let start = slot["startTime"]?.string.flatMap { Moment(iso: $0) }
        guard let id = slot["identifier"]?.string ?? start.map(\.iso) else { return nil }
        return Selection(question: nil, ids: [id], start: start)
    }

    private static func title(_ bubble: JSONValue?) -> String? {
        guard let title = bubble?["title"]?.string, !title.isEmpty, title.count <= 1_000 else { return nil }
        return title
    }
}
