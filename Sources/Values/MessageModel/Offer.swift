/// The options of a bubble, for determining from a reply which of them were chosen.
///
/// Devices differ: most send only the chosen options, some send the rest as well, in a separate group. Therefore only
/// ids that were sent count; of several groups, the chosen one has a heading that we never wrote; and the title of the
/// reply's bubble, which devices set to the choice, decides where groups do not. A reply that stays ambiguous is not an
/// answer.
public struct Offer: Sendable {
    public struct Option: Sendable, Hashable {
        public var id: String
        /// The label for the customer.
        public var label: String
        /// The heading of its section.
        public var heading: String

        public init(id: String, label: String, heading: String) {
            self.id = id
            self.label = label
            self.heading = heading
        }
    }

    /// A returned section, with its options.
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

    /// Whether the reply contains any of the options.
    public func knows(_ selection: Selection) -> Bool { !groups(of: selection).isEmpty }

    /// Whether the title of the reply names one of the options.
    public func isNamed(in selection: Selection) -> Bool {
        selection.title.map { !places(namedBy: $0).isEmpty } ?? false
    }

    /// The indexes of the chosen options, in the order offered; `nil` when the reply is ambiguous.
    public func chosen(in selection: Selection) -> [Int]? {
        let groups = groups(of: selection)
        if groups.isEmpty, selection.groups.allSatisfy(\.ids.isEmpty) { return chosenByTitle(in: selection) }
        let sent = groups.reduce(into: Set<Int>()) { $0.formUnion($1.places) }
        // One option is the answer, however many times it was returned.
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

    /// For replies with only a title: the options it names, if that is one option or several may be chosen.
    private func chosenByTitle(in selection: Selection) -> [Int]? {
        let named = selection.title.map(places(namedBy:)) ?? []
        return named.isEmpty || !several && named.count > 1 ? nil : named.sorted()
    }

    /// Where some groups have headings that we never wrote: the one that contains the choice.
    private func chosenGroup(_ groups: [Group], _ named: Set<Int>) -> Group? {
        let headings = Set(options.map(\.heading))
        let foreign = groups.filter { !headings.contains($0.title) }
        guard groups.count > 1, let first = foreign.first else { return nil }
        return groups.first { $0.places == named } ?? first
    }

    /// Whether too many options were returned for all of them to have been chosen, or for that to be certain.
    private func isMoreThanChosen(_ sent: Set<Int>) -> Bool {
        several ? sent.count == options.count : sent.count > 1
    }

    private func groups(of selection: Selection) -> [Group] {
        // Nearly all replies return one option, for which a table of all of them would be wasted.
        let isLong = selection.groups.reduce(0) { $0 + $1.ids.count } > 16
        let places =
            isLong ? Dictionary(options.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first } : nil
        let place = { (id: String) in places.map { $0[id] } ?? options.firstIndex { $0.id == id } }
        return selection.groups.map { group in
            Group(title: group.title, places: Set(group.ids.compactMap(place)))
        }.filter { !$0.places.isEmpty }
    }

    private func places(namedBy title: String) -> Set<Int> {
        let names = title.names
        return Set(options.indices.filter { names.contains(options[$0].label) })
    }
}

extension String {
    /// The names that this title, as a device rewrites it, may contain: the title itself, or each element of a list.
    fileprivate var names: Set<String> {
        var names: Set = [self]
        guard utf8.contains(UInt8(ascii: ",")) || holdsAnd else { return names }
        for part in split(separator: ", ") {
            names.insert(String(part))
            names.formUnion(part.split(separator: " and ").map { String($0) })
        }
        return names
    }

    /// Whether it contains ` and `.
    private var holdsAnd: Bool {
        utf8.indices.contains { utf8[$0] == UInt8(ascii: " ") && utf8[$0...].starts(with: " and ".utf8) }
    }
}
