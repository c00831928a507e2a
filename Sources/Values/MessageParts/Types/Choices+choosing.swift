import JSON

/// The result of a tap on a choice.
public struct ChoiceMade: Sendable, Hashable {
    /// The changes for the server that stores the state.
    public var changes: [ResponseOperation]
    /// The sentence that all participants see.
    public var sentence: String
}

extension Choices {
    /// The changes of a tap on a choice; `nil` when the participant may not choose, the choice is final, or there is no
    /// such choice.
    ///
    /// - Parameters:
    ///   - id: the id of the choice.
    ///   - identity: the participant who taps.
    ///   - person: the name of the participant in the sentence.
    ///   - responses: the current state.
    ///   - names: generates the ids of operations.
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

    /// One removal for each operation that added the choice.
    func removals(of id: String, by identity: String, in responses: ResponseSummary) -> [ResponseOperation] {
        let state = responses.states.first { $0.identity == identity && $0.name == responseName }
        let ids = state?.adds.filter { $0.value == .string(id) }.flatMap(\.ids) ?? []
        return ids.map {
            ResponseOperation(id: $0, .remove, type: stateType, name: responseName, value: .string(id))
        }
    }
}
