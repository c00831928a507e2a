/// What a bubble offered, to read from a reply which of it was chosen.
///
/// Devices differ: most send only what was chosen, some send the rest as well, in a group of its own. So only ids that
/// were sent count; of several groups the chosen one stands under a heading we never wrote; and the title of the answer's
/// bubble, which devices rewrite to the choice, decides where groups do not. What stays unclear is no answer.
public struct Offer: Sendable {
    public struct Option: Sendable, Hashable {
        public var id: String
        /// As the customer reads it.
        public var label: String
        /// The heading of its section.
        public var heading: String

        public init(id: String, label: String, heading: String) {
            self.id = id
            self.label = label
            self.heading = heading
        }
    }

    /// A section that came back, with the options in it.
    private struct Group {
        var title: String
        var places: Set<Int>
    }

    public var options: [Option]
    public var several: Bool

    public init(options: [Option], several: Bool) {
        self.options = options
        self.several = several
    }

    /// Whether anything in the reply was offered.
    public func knows(_ selection: Selection) -> Bool { !groups(of: selection).isEmpty }

    /// Whether the title of the answer names something that was offered.
    public func isNamed(in selection: Selection) -> Bool {
        selection.title.map { !places(namedBy: $0).isEmpty } ?? false
    }

    /// The places of the options that were chosen, in the order offered; `nil` when that is not clear.
    public func chosen(in selection: Selection) -> [Int]? {
        let groups = groups(of: selection)
        if groups.isEmpty, selection.groups.allSatisfy(\.ids.isEmpty) { return chosenByTitle(in: selection) }
        let sent = groups.reduce(into: Set<Int>()) { $0.formUnion($1.places) }
        // However often it came back, it is the one.
        if sent.count == 1 { return Array(sent) }
        let named = sent.intersection(selection.title.map(places(namedBy:)) ?? [])
        let chosen: Set<Int> =
            if several, named == sent {
                sent
            } else if let group = chosenGroup(groups, named) {
                group.places
            } else if isMoreThanChosen(sent), several || named.count == 1 {
                named.isEmpty ? sent : named
            } else {
                sent
            }
        return chosen.isEmpty || !several && chosen.count > 1 ? nil : chosen.sorted()
    }

    /// Where nothing came back but the title of the answer: what it names, if that is one option or several may be chosen.
    private func chosenByTitle(in selection: Selection) -> [Int]? {
        let named = selection.title.map(places(namedBy:)) ?? []
        return named.isEmpty || !several && named.count > 1 ? nil : named.sorted()
    }

    /// Where some groups stand under headings that we never wrote: the one that holds what was chosen.
    private func chosenGroup(_ groups: [Group], _ named: Set<Int>) -> Group? {
        let headings = Set(options.map(\.heading))
        let foreign = groups.filter { !headings.contains($0.title) }
        guard groups.count > 1, let first = foreign.first else { return nil }
        return groups.first { $0.places == named } ?? first
    }

    /// Whether so many came back that they cannot all have been chosen, or that it is doubtful.
    private func isMoreThanChosen(_ sent: Set<Int>) -> Bool {
        several ? sent.count == options.count : sent.count > 1
    }

    private func groups(of selection: Selection) -> [Group] {
        let places = Dictionary(options.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
        return selection.groups.map { group in
            Group(title: group.title, places: Set(group.ids.compactMap { places[$0] }))
        }.filter { !$0.places.isEmpty }
    }

    private func places(namedBy title: String) -> Set<Int> {
        let names = title.names
        return Set(options.indices.filter { names.contains(options[$0].label) })
    }
}

extension String {
    /// What this title, as a device rewrites it, may name: itself, or each of what it lists.
    fileprivate var names: Set<String> {
        var names: Set = [self]
        for part in split(separator: ", ") {
            names.insert(String(part))
            names.formUnion(part.split(separator: " and ").map { String($0) })
        }
        return names
    }
}
