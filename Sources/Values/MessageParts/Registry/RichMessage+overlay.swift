import JSON

extension RichMessage {
    /// The message with the settings of its answers from a flow's `web:` applied, and the rest of `web:`, which is
    /// merged into the body.
    ///
    /// In buttons, the settings of answers are nested deeper than in a choice, and `preselected_choice` becomes state.
    /// A question of a flow can be answered once, so `web:` cannot change how many times customers may choose.
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

    /// Whether it is a flow's question that waits for its answer.
    var isQuestion: Bool { customData["question"] != nil }

    /// The choices to show: those that have been made, otherwise the initial ones.
    var shownResponses: ResponseSummary { responses.isEmpty ? ResponseLog(initialState).summary : responses }
}

extension Choices {
    /// The settings for repeated choices.
    static let countNames = ["allow_multiselect", "allow_deselect", "allow_reselect"]

    fileprivate func overlaid(with settings: JSONObject) -> Choices {
        settings.isEmpty
            ? self : Choices(items: items.map(\.json), settings: self.settings.overlaid(with: settings))
    }

    /// The initial choice of these answers by all participants who may choose; limited to one for single choice.
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
