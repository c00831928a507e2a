import Expressions
import JSON
import MessageModel

/// The choice that a customer made in a bubble. Devices differ, so only ids and titles are taken from the reply; their
/// meaning is decided against the question as it was asked.
extension Selection {
    /// The chosen item by its identifier; without one, the only item that was returned, or the one at the zero-based
    /// index.
    init(quickReply reply: JSONValue) {
        let items = reply["items"]?.array ?? []
        let index = reply["selectedIndex"]?.int.flatMap { $0 >= 0 ? $0 : nil }
        let item = items.count == 1 ? items[0] : index.flatMap { reply["items"]?[$0] }
        if let id = reply["selectedIdentifier"]?.id ?? item?["identifier"]?.id {
            self.init(question: nil, ids: [id])
        } else {
            self.init(question: nil, groups: [], index: items.isEmpty ? index : nil)
        }
    }

    /// The returned sections, which hold the chosen items, and from some devices the others as well.
    init(listPicker picker: JSONValue) {
        var left = ReplyLimits.ids
        let groups = (picker["sections"]?.array ?? []).prefix(ReplyLimits.sections).map { section in
            let ids = (section["items"]?.array ?? []).prefix(left).compactMap { $0["identifier"]?.id }
            left -= ids.count
            return Group(title: section.text("title", limit: ReplyLimits.title) ?? "", ids: ids)
        }
        self.init(question: nil, groups: groups)
    }

    /// The chosen slot: its identifier and its start. For several slots all identifiers, so that the choice is
    /// ambiguous unless the title of the answer identifies it.
    init(timePicker event: JSONValue) {
        let slots = (event["timeslots"]?.array ?? []).prefix(ReplyLimits.ids).map { slot in
            let start = slot["startTime"]?.string.flatMap { Moment(iso: $0) }
            return (id: slot["identifier"]?.id ?? start?.iso, start: start)
        }
        let ids = slots.compactMap(\.id).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        self.init(question: nil, ids: ids, start: ids.count < 2 ? slots.first?.start : nil)
    }
}
