import JSON

extension ListPicker {
    public var options: [Option] { shownSections.flatMap { $0.shownItems.map(\.option) } }

    /// Sections with an `order` are sorted by it and come before those without one, which keep their order.
    public var shownSections: [Section] { sections.inOrder(\.order) }

    var display: JSONObject {
        let sections = shownSections.map { section -> JSONValue in
            [
                "title": .string(section.title), "multiple": .bool(section.multipleSelection),
                "items": .array(section.shownItems.map(\.display)),
            ]
        }
        return ["sections": .array(sections)]
    }

    /// Returns only the chosen items, in their sections (Apple, tutorial on sending pickers), or all items in two
    /// groups, as vendors have seen on some systems.
    func answer(_ chosen: [Option], _ layout: ListReplyLayout) throws(ValidationError) -> JSONValue {
        let chosen = Set(chosen.map(\.identifier))
        try check(chosen)
        let sections =
            switch layout {
            case .chosen: sections.compactMap { $0.json { chosen.contains($0.identifier) } }
            case .groups:
                [group("You Selected") { chosen.contains($0.identifier) }]
                    + [group("Other Items") { !chosen.contains($0.identifier) }].filter { $0["items"] != [] }
            }
        return ["sections": .array(sections)]
    }

    private func check(_ chosen: Set<String>) throws(ValidationError) {
        for section in sections where !section.multipleSelection {
            guard section.items.count(where: { chosen.contains($0.identifier) }) <= 1 else {
                throw ValidationError("items", "in the section `\(section.title)` only one item can be chosen")
            }
        }
    }

    private func group(_ title: String, _ belongs: (Item) -> Bool) -> JSONValue {
        let items = sections.flatMap(\.items).filter(belongs)
        return ["title": .string(title), "multipleSelection": true, "items": .array(items.map(\.json))]
    }
}

extension ListPicker.Section {
    public var shownItems: [ListPicker.Item] { items.inOrder(\.order) }

    /// Returns the section with the matching items; `nil` when none matches.
    fileprivate func json(_ belongs: (ListPicker.Item) -> Bool) -> JSONValue? {
        let items = items.filter(belongs)
        guard !items.isEmpty else { return nil }
        var object: JSONObject = ["title": .string(title), "multipleSelection": .bool(multipleSelection)]
        object.set("order", order.map { .int($0) })
        object.set("items", .array(items.map(\.json)))
        return .object(object)
    }
}

extension ListPicker.Item {
    fileprivate var option: Option { Option(identifier: identifier, title: title) }

    fileprivate var display: JSONValue {
        var object: JSONObject = ["identifier": .string(identifier), "title": .string(title)]
        object.set("subtitle", subtitle.map { .string($0) })
        object.set("image", imageIdentifier.map { .string($0) })
        return .object(object)
    }

    fileprivate var json: JSONValue {
        var object: JSONObject = ["identifier": .string(identifier), "title": .string(title)]
        object.set("subtitle", subtitle.map { .string($0) })
        object.set("imageIdentifier", imageIdentifier.map { .string($0) })
        object.set("order", order.map { .int($0) })
        object.set("style", style.map { .string($0) })
        return .object(object)
    }
}

extension Array {
    fileprivate func inOrder(_ order: (Element) -> Int?) -> [Element] {
        enumerated().sorted { left, right in
            (order(left.element) ?? .max, left.offset) < (order(right.element) ?? .max, right.offset)
        }.map(\.element)
    }
}
