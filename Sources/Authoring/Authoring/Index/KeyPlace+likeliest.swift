import FlowCompiler

extension KeyPlace {
    /// The place of a block that a value of one of these forms may be: the one that has most of its keys.
    static func likeliest(of forms: [ValueForm], with keys: [String]) -> KeyPlace? {
        let places = Self.places(of: forms)
        guard places.count > 1 else { return places.first }
        // An item of a list of cards begins with the kind of its card.
        return places.enumerated().max { left, right in
            let (one, other) = (left.element.fit(of: keys), right.element.fit(of: keys))
            return one == other ? left.offset > right.offset : one < other
        }?.element
    }

    /// The places of a block; those of the items of a list only where no block is expected.
    static func places(of forms: [ValueForm]) -> [KeyPlace] {
        let blocks = forms.flatMap { form in if case .block(let place) = form { [place] } else { [KeyPlace]() } }
        return blocks.isEmpty ? forms.flatMap(\.places) : blocks
    }

    /// How many of the keys it has; places where authors choose the keys fit least, if at all.
    private func fit(of keys: [String]) -> Int {
        let table = table
        return keys.count { table[$0] != nil } * 4
            + (table.keys.contains { $0.isRequired && keys.contains($0.name) } ? 2 : 0)
            + (table.chosen != nil ? 1 : 0)
    }
}
