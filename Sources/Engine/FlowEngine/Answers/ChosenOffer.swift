import Expressions
import JSON
import MessageModel

/// The options that were chosen of an offer, with enough of the offer to recognise the same choice when a device sends
/// it in another form.
struct ChosenOffer: Sendable, Hashable {
    /// The identifiers of the chosen options.
    var ids: Set<String>
    /// For a single answer, its index among those that were offered, from 0.
    var index: Int?
    /// For a time, its start.
    var start: Moment?
    /// The title of the reply's bubble, when it names exactly the chosen options.
    var title: String?
    /// The headings in the offer.
    var headings: Set<String>
    /// Whether all options were chosen, which some devices send regardless of the choice.
    var isEverything = false

    /// Whether the selection is the same choice.
    ///
    /// The choice may arrive alone, as an index or a time, or with the other options in groups under headings of the
    /// device's own. An ambiguous selection counts as another choice.
    func isChosen(in selection: Selection) -> Bool {
        let groups = selection.groups.filter { !$0.ids.isEmpty }
        guard !groups.isEmpty else {
            if let start, selection.start == start { return true }
            if let index, selection.index == index { return true }
            return title != nil && selection.title == title
        }
        let all = Set(groups.flatMap(\.ids))
        let foreign = groups.count > 1 ? groups.filter { !headings.contains($0.title) } : []
        guard let first = foreign.first else {
            if isNamed(in: selection) { return all.isSuperset(of: ids) }
            return all == ids && (!isEverything || selection.title == nil)
        }
        if let named = selection.title, title != nil { return named == title && all.isSuperset(of: ids) }
        return Set(first.ids) == ids
    }

    private func isNamed(in selection: Selection) -> Bool { title != nil && selection.title == title }
}

extension ChosenOffer: JSONRepresentable {
    var json: JSONValue {
        var object: JSONObject = ["ids": .array(ids.sorted().map { .string($0) })]
        object.set("index", index.map { .int($0) })
        object.set("start", start.map { .int($0.milliseconds) })
        object.set("title", title.map { .string($0) })
        if isEverything { object["everything"] = true }
        if !headings.isEmpty { object["headings"] = .array(headings.sorted().map { .string($0) }) }
        return .object(object)
    }

    init(json: JSONValue) throws(JSONError) {
        self.init(
            ids: Set(try json.array("ids").compactMap(\.string)), index: json["index"]?.int,
            start: json["start"]?.int.map { Moment(milliseconds: $0) }, title: json["title"]?.string,
            headings: Set(json["headings"]?.array?.compactMap(\.string) ?? []),
            isEverything: json["everything"]?.bool ?? false)
    }
}

extension AskedQuestion {
    /// The options of this question that a tap chooses; `nil` when it is ambiguous, and for a reply that contains only
    /// identifiers: only a reply with headings or a title can arrive in another form.
    func chosen(in selection: Selection, ids: [String]) -> ChosenOffer? {
        guard selection.title != nil || selection.groups.contains(where: { !$0.title.isEmpty }),
            let value = answer(to: selection, ids: ids)
        else { return nil }
        switch kind {
        case .choice(let choice):
            let options = choice.offered(untitled: bubble.title)
            let chosen = value.chosenIDs
            return ChosenOffer(
                options, ids: chosen, several: choice.several, titled: selection.title,
                index: chosen.count == 1 ? options.firstIndex { $0.id == chosen.first } : nil)
        case .times(let times):
            guard case .time(let time) = value, let slot = times.slots.first(where: { $0.slot.start == time.start })
            else { return nil }
            return ChosenOffer(
                times.offered, ids: [slot.slot.id], several: false, titled: selection.title, start: time.start)
        case .text, .number, .money, .date, .signIn, .pay, .app, .photo, .file, .place, .form: return nil
        }
    }
}

extension ChosenOffer {
    fileprivate init(
        _ options: [Offer.Option], ids: Set<String>, several: Bool, titled title: String?, index: Int? = nil,
        start: Moment? = nil
    ) {
        self.init(
            ids: ids, index: index, start: start, title: nil, headings: Set(options.map(\.heading)),
            isEverything: ids.count == options.count)
        let byTitle = Offer(options: options, several: several).chosen(
            in: Selection(question: nil, groups: [], title: title))
        if let byTitle, Set(byTitle.map { options[$0].id }) == ids { self.title = title }
    }
}

extension Value {
    /// The identifiers of a chosen answer.
    fileprivate var chosenIDs: Set<String> {
        switch self {
        case .choice(let choice): [choice.id]
        case .list(let values): values.reduce(into: []) { $0.formUnion($1.chosenIDs) }
        default: []
        }
    }
}
