import JSON

/// What comes of a tap on a choice.
public struct ChoiceMade: Sendable, Hashable {
    /// What is sent to whoever keeps the state.
    public var changes: [ResponseOperation]
    /// What everybody is told.
    public var sentence: String
}

extension Choices {
    /// What somebody's tap on a choice changes; `nil` when they may not choose, have chosen for good, or there is no such
    /// choice.
    ///
    /// - Parameters:
    ///   - identity: who taps, and what they are called in the sentence.
    ///   - names: gives ids of operations.
    public func choosing(
        _ id: String, by identity: String, called person: String, in responses: ResponseSummary,
        _ names: inout NodeNames
    ) -> ChoiceMade? {
        guard enabledFor.isEmpty || enabledFor.contains(identity), let item = items.first(where: { $0.id == id }) else {
            return nil
        }
        let before = chosen(by: identity, in: responses)
        let isChosen = before.contains(id)
        guard before.isEmpty || allowsReselect, !isChosen || allowsDeselect else { return nil }
        let type = stateType
        var changes: [ResponseOperation] = []
        if isChosen {
            changes = removals(of: id, by: identity, in: responses)
        } else {
            changes = [
                ResponseOperation(id: names.next(), .add, type: type, name: responseName, value: .string(id))
            ]
        }
        let data = isChosen ? responseData : responseData.overlaid(with: item.responseData)
        if !data.isEmpty {
            changes.append(
                ResponseOperation(
                    id: names.next(), .add, type: .lastWinsOrNone, name: "custom_response_data", value: .object(data)))
        }
        let verb = isChosen ? "deselected" : "selected"
        let sentence =
            "\(person) \(verb) \"\(item.shownText(isChosen: isChosen))\"\(name.map { " for \"\($0)\"" } ?? "")"
        return ChoiceMade(changes: changes, sentence: sentence)
    }

    /// One removal for each operation that has added the choice.
    func removals(of id: String, by identity: String, in responses: ResponseSummary) -> [ResponseOperation] {
        let state = responses.states.first { $0.identity == identity && $0.name == responseName }
        let ids = state?.adds.filter { $0.value == .string(id) }.flatMap(\.ids) ?? []
        return ids.map {
            ResponseOperation(id: $0, .remove, type: stateType, name: responseName, value: .string(id))
        }
    }
}
