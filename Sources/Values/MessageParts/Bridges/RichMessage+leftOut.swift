import JSON

extension RichMessage {
    /// The properties that a stateless form of the message cannot represent, one sentence each, for this message and
    /// those inside it.
    ///
    /// - Parameter form: the name of the form, such as `Apple's message`.
    /// - Parameter showsChosen: whether the form shows what is chosen.
    public func leftOut(of form: String, showsChosen: Bool) -> [String] {
        var names = choiceSets.flatMap(\.unshown)
        if !showsChosen, !initialState.isEmpty { names.insert("initial_response_state", at: 0) }
        let own =
            names.isEmpty
            ? [] : ["\(form) cannot contain \(names.map { "`\($0)`" }.joined(separator: ", ")) of \"\(summary)\""]
        return own + children.flatMap { $0.message.leftOut(of: form, showsChosen: showsChosen) }
    }

    private var choiceSets: [Choices] {
        switch content {
        case let choice as ChoiceContent: [choice.choices]
        case let buttons as ButtonsContent:
            buttons.buttons.compactMap { button in if case .choice(let choices) = button { choices } else { nil } }
        default: []
        }
    }
}

extension Choices {
    /// The names of its settings that the form does not show.
    fileprivate var unshown: [String] {
        var names: [String] = []
        if responseName != "selection" { names.append("response_name") }
        if !responseData.isEmpty || items.contains(where: { !$0.responseData.isEmpty }) {
            names.append("custom_response_data")
        }
        return names
    }
}
