import JSON

extension Choices {
    /// One button for each choice, or checkboxes for multiple choice. The surrounding page's script sends the pressed
    /// choice, as the change of state in the attributes.
    func html(_ showing: Showing) -> HTML {
        let standing = Standing(self, showing)
        var heading: String?
        let pieces = items.reduce(into: HTML()) { html, item in
            if item.section != heading { html.append(.paragraph(item.section, class: "section")) }
            heading = item.section
            html.append(one(item, standing))
        }
        return group(pieces, "choices", showing)
    }

    /// The same as cards side by side, which scroll horizontally.
    func cards(_ showing: Showing) -> HTML {
        let standing = Standing(self, showing)
        let cards = items.map { item in
            HTML.element("li", [:], .paragraph(item.section, class: "section"), one(item, standing))
        }
        return group(.carousel(cards, label: nil), "choices cards", showing)
    }

    private func one(_ item: Item, _ standing: Standing) -> HTML {
        allowsMultiselect ? box(item, standing) : button(item, standing)
    }

    private func group(_ pieces: HTML, _ classes: String, _ showing: Showing) -> HTML {
        .element(
            "div",
            [
                "class": classes, "data-name": responseName, "data-state": stateType.rawValue,
                // The answer to a question is sent only when it is complete.
                "data-gather": allowsMultiselect && showing.isQuestion ? "yes" : nil,
                "data-response": responseData.isEmpty ? nil : JSONValue.object(responseData).text,
            ], pieces)
    }

    private func button(_ item: Item, _ standing: Standing) -> HTML {
        let isChosen = standing.chosen.contains(item.id)
        return .element(
            "button",
            [
                "type": "button", "class": "choice", "data-choice": item.id, "data-ids": standing.ids(item),
                "data-response": item.response, "title": item.tooltip, "aria-pressed": isChosen ? "true" : "false",
                "data-preselected": standing.preselected.contains(item.id) ? "yes" : nil,
                "disabled": standing.isClosed(item) ? "disabled" : nil,
            ], item.face(isChosen), standing.count(item))
    }

    private func box(_ item: Item, _ standing: Standing) -> HTML {
        let isChosen = standing.chosen.contains(item.id)
        let input = HTML.void(
            "input",
            [
                "type": "checkbox", "data-choice": item.id, "data-ids": standing.ids(item),
                "data-response": item.response,
                "checked": isChosen || standing.preselected.contains(item.id) ? "checked" : nil,
                "disabled": standing.isClosed(item) ? "disabled" : nil,
            ])
        return .element(
            "label", ["class": "choice", "title": item.tooltip], input, item.face(isChosen), standing.count(item))
    }
}

extension Choices.Item {
    /// The content of a button.
    fileprivate func face(_ isChosen: Bool) -> HTML {
        let picture =
            (imageURL ?? icon.flatMap { HTML.isPicture($0) ? $0 : nil }).map { HTML.image($0, alt: "") } ?? HTML()
        let note = note.map { HTML.element("small", [:], HTML($0)) } ?? HTML()
        return picture + .element("span", ["class": "words"], HTML(shownText(isChosen: isChosen)) + note)
    }

    fileprivate var response: String? { responseData.isEmpty ? nil : JSONValue.object(responseData).text }
}

/// The state of choices for one viewer.
private struct Standing {
    let chosen: [String]
    /// The answer that a question preselects, until it is answered.
    let preselected: [String]
    private let choices: Choices
    private let responses: ResponseSummary
    private let viewer: String?
    private let isOver: Bool

    init(_ choices: Choices, _ showing: Showing) {
        self.choices = choices
        responses = showing.message.responses
        viewer = showing.viewer
        // Where all participants may choose, everyone sees their own choice.
        let answer = choices.answer(in: responses)
        let own = showing.viewer.map { choices.chosen(by: $0, in: showing.message.responses) } ?? answer
        let chosen = choices.enabledFor.isEmpty ? own : answer
        let mayChoose =
            showing.viewer.map { choices.enabledFor.isEmpty || choices.enabledFor.contains($0) } ?? true
        self.chosen = chosen
        preselected = chosen.isEmpty && showing.isQuestion ? choices.answer(in: showing.message.shownResponses) : []
        isOver = !mayChoose || !chosen.isEmpty && (!choices.allowsReselect || showing.isQuestion)
    }

    func isClosed(_ item: Choices.Item) -> Bool {
        isOver || chosen.contains(item.id) && !choices.allowsDeselect
    }

    /// The ids of the operations by which the viewer chose the item: removals refer to them.
    func ids(_ item: Choices.Item) -> String? {
        guard choices.allowsDeselect, !isOver, let viewer else { return nil }
        let ids = choices.removals(of: item.id, by: viewer, in: responses).map(\.id)
        return ids.isEmpty ? nil : ids.joined(separator: " ")
    }

    /// The number of participants who chose the item, where all may choose.
    func count(_ item: Choices.Item) -> HTML {
        guard choices.enabledFor.isEmpty, viewer != nil else { return HTML() }
        let people = responses.identities(with: choices.responseName)
        let count = people.count { choices.chosen(by: $0, in: responses).contains(item.id) }
        return count == 0 ? HTML() : .element("span", ["class": "count"], HTML(String(count)))
    }
}
