import JSON

extension InteractiveMessage {
    /// Returns the option with this identifier, or else with this title.
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

    /// Returns the `interactiveData` of the reply in which the customer chooses `chosen`.
    func answer(_ chosen: [Option], layout: ListReplyLayout, session: String) throws(SimulatorRefusal) -> JSONValue {
        do {
            return reply(try checked.answer(chosen, layout), title: Self.title(of: chosen), session: session)
        } catch {
            throw .invalid(error.description)
        }
    }

    /// Returns the `interactiveData` of a reply.
    ///
    /// In a reply `replyMessage` and `receivedMessage` are inside `data`, and the images are included, which makes
    /// replies so large that Apple sends a reference to them.
    ///
    /// - Parameters:
    ///   - value: the answer, under the key of the feature.
    ///   - title: the title with which Messages replaces the one that was sent; `nil` when it keeps that.
    func reply(_ value: JSONValue, title: String?, session: String) -> JSONValue {
        var data: JSONObject = ["version": .string(version ?? "1.0"), "requestIdentifier": .string(requestIdentifier)]
        data.set(type(of: checked).key, value)
        if type(of: checked).hasBubbleTexts {
            let sent = replyMessage?.json(title: title ?? replyMessage?.title)
            data.set("replyMessage", sent ?? ["title": .string(title ?? receivedMessage?.title ?? "")])
            data.set("receivedMessage", receivedMessage?.json())
        }
        if !images.isEmpty { data.set("images", .array(images.map(\.json))) }
        return [
            "bid": .string(Self.businessExtension), "sessionIdentifier": .string(session), "data": .object(data),
        ]
    }

    /// Messages replaces the title that was sent with the choice.
    private static func title(of chosen: [Option]) -> String {
        let titles = chosen.map(\.title)
        return ([titles.dropLast().joined(separator: ", ")] + titles.suffix(1))
            .filter { !$0.isEmpty }.joined(separator: " and ")
    }
}
