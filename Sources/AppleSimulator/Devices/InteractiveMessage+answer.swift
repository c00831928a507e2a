import JSON

extension InteractiveMessage {
    /// The option with this identifier, or with this title when no identifier is meant.
    func option(_ name: String) throws(SimulatorRefusal) -> Option {
        let options = feature.options
        if let option = options.first(where: { $0.identifier == name }) { return option }
        let titled = options.filter { $0.title == name }
        if titled.count > 1 { throw .invalid("items: \(titled.count) items are called `\(name)`; use the identifier") }
        guard let option = titled.first else {
            let known = options.map { "`\($0.identifier)` (\($0.title))" }.joined(separator: ", ")
            throw .invalid("items: the bubble has no item `\(name)`; it has \(known)")
        }
        return option
    }

    /// `interactiveData` of the reply in which the customer chooses `chosen`.
    ///
    /// On the way back `replyMessage` and `receivedMessage` stand inside `data`. Images come along only when the whole
    /// stays under 10 KB; what is larger Apple sends as a reference, which is not simulated yet.
    func answer(_ chosen: [Option], layout: ListReplyLayout, session: String) throws(SimulatorRefusal) -> JSONValue {
        var data: JSONObject = ["version": .string(version ?? "1.0"), "requestIdentifier": .string(requestIdentifier)]
        do {
            data.set(type(of: checked).key, try checked.answer(chosen, layout))
        } catch {
            throw .invalid(error.description)
        }
        if type(of: checked).hasBubbleTexts {
            data.set("replyMessage", reply(to: chosen))
            data.set("receivedMessage", receivedMessage?.json())
        }
        if let images = smallImages(beside: data) { data.set("images", images) }
        return [
            "bid": .string(Self.businessExtension), "sessionIdentifier": .string(session), "data": .object(data),
        ]
    }

    /// Messages writes what was chosen over the title that was sent.
    private func reply(to chosen: [Option]) -> JSONValue {
        let titles = chosen.map(\.title)
        let title = ([titles.dropLast().joined(separator: ", ")] + titles.suffix(1))
            .filter { !$0.isEmpty }.joined(separator: " and ")
        return replyMessage?.json(title: title) ?? ["title": .string(title)]
    }

    private func smallImages(beside data: JSONObject) -> JSONValue? {
        guard !images.isEmpty, images.reduce(0, { $0 + $1.image.text.utf8.count }) < 10_000 else { return nil }
        let images = JSONValue.array(images.map(\.json))
        return images.bytes.count + JSONValue.object(data).bytes.count < 10_000 ? images : nil
    }
}
