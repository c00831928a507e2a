import Expressions
import JSON
import MessageModel

/// The options that a bubble offered, read back from the message with which it was sent.
struct SentBubble {
    private let question: String?
    private let offer: Offer
    /// The starts of a time picker's slots, by their identifiers.
    private let starts: [(id: String, start: Moment)]

    /// - Parameter message: the message as it was sent, or its `interactiveData` alone.
    /// - Returns: `nil` when it offers no options.
    init?(_ message: JSONValue) {
        guard let data = (message.member("interactiveData") ?? message)["data"] else { return nil }
        question = data["requestIdentifier"]?.string
        let slots = data["event"]?["timeslots"]?.array ?? []
        let sections = data["listPicker"]?["sections"]?.array ?? []
        let items = (data["quick-reply"]?["items"]?.array ?? []) + slots
        let options =
            sections.flatMap { section in
                (section["items"]?.array ?? []).compactMap { Offer.Option($0, heading: section["title"]?.string ?? "") }
            } + items.compactMap { Offer.Option($0, heading: "") }
        guard !options.isEmpty else { return nil }
        offer = Offer(
            options: options, several: sections.contains { $0["multipleSelection"]?.bool ?? false })
        starts = slots.compactMap { slot in
            guard let id = slot["identifier"]?.id, let start = slot["startTime"]?.string else { return nil }
            return Moment(iso: start).map { (id, $0) }
        }
    }

    /// Whether a reply can belong to this bubble.
    func isAnswered(by reply: InteractiveReply) -> Bool {
        reply.question == nil || question == nil || reply.question == question
    }

    /// Returns the chosen identifiers, in the order in which they were offered; `nil` when the choice is ambiguous.
    func chosen(in selection: Selection) -> [String]? {
        if let index = selection.index {
            return offer.options.indices.contains(index) ? [offer.options[index].id] : nil
        }
        if let start = selection.start, !offer.knows(selection) {
            return starts.first { $0.start == start }.map { [$0.id] }
        }
        return offer.chosen(in: selection)?.map { offer.options[$0].id }
    }
}

extension Offer.Option {
    /// Reads an item from its wire format; `nil` without an identifier.
    init?(_ item: JSONValue, heading: String) {
        guard let id = item["identifier"]?.id else { return nil }
        self.init(id: id, label: item["title"]?.string ?? "", heading: heading)
    }
}
