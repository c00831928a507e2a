import JSON

extension RichMessage {
    /// The message with what a flow's `web:` says of its answers, and the rest of that, which is laid over its body.
    ///
    /// The settings of answers stand deeper in buttons than in a choice, and `preselected_choice` becomes state. A question
    /// of a flow is answered once, so how often is chosen there is not for `web:` to say.
    func overlaid(with overlay: JSONObject) -> (message: RichMessage, rest: JSONObject) {
        var message = self
        var settings = JSONObject()
        for name in Choices.settingNames where name != "enabled_for" { settings.set(name, overlay[name]) }
        if isQuestion {
            for name in Choices.countNames { settings[name] = nil }
        }
        let wanted = (overlay["preselected_choice"]?.array ?? [overlay["preselected_choice"] ?? .null]).compactMap(
            \.string)
        switch content {
        case var choice as ChoiceContent:
            choice.choices = choice.choices.overlaid(with: settings)
            message.content = choice
            message.initialState += choice.choices.preselected(wanted)
        case var buttons as ButtonsContent:
            buttons.buttons = buttons.buttons.map { button in
                guard case .choice(let choices) = button else { return button }
                return .choice(choices.overlaid(with: settings))
            }
            message.content = buttons
            for case .choice(let choices) in buttons.buttons { message.initialState += choices.preselected(wanted) }
        default: return (self, overlay)
        }
        let taken = Choices.settingNames + ["preselected_choice"]
        return (message, JSONObject(overlay.filter { !taken.contains($0.key) }.map { ($0.key, $0.value) }))
    }

    /// Whether a flow asks it and waits for its answer.
    var isQuestion: Bool { customData["question"] != nil }

    /// What is shown as chosen: what people have chosen, else what is chosen from the beginning.
    var shownResponses: ResponseSummary { responses.isEmpty ? ResponseLog(initialState).summary : responses }
}

extension Choices {
    /// The settings that say how often is chosen.
    static let countNames = ["allow_multiselect", "allow_deselect", "allow_reselect"]

    fileprivate func overlaid(with settings: JSONObject) -> Choices {
        settings.isEmpty
            ? self : Choices(items: items.map(\.json), settings: self.settings.overlaid(with: settings))
    }

    /// Answers as they are chosen from the beginning, by everybody who may choose; one only, where one can be chosen.
    fileprivate func preselected(_ wanted: [String]) -> [InitialOperation] {
        let known = items.map(\.id).filter(wanted.contains)
        let ids = allowsMultiselect ? known : Array(known.prefix(1))
        return enabledFor.flatMap { identity in
            ids.enumerated().map { index, id in
                InitialOperation(
                    identity: identity,
                    operation: ResponseOperation(
                        id: "preselected-\(index + 1)", .add, type: stateType, name: responseName, value: .string(id)))
            }
        }
    }
}
