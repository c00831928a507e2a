import JSON

extension TypeRegistry {
    /// The parts of a message, with the personal data of one participant erased.
    ///
    /// Choices among given answers still count, under the name `stranger`, so that totals stay correct. All other
    /// answers of the participant are deleted, above all free text, and every other reference to their identity is
    /// replaced by `stranger`.
    ///
    /// - Parameters:
    ///   - parts: the parts of the message.
    ///   - identity: the participant to erase.
    ///   - stranger: the identity that replaces it.
    public func parts(
        _ parts: [MessagePart], without identity: String, replacedBy stranger: String
    ) -> [MessagePart] {
        let message = try? message(of: parts).message
        return parts.map { part in
            var part = part
            guard let body = part.body, body.contains(identity), let json = try? JSONValue(parsing: body) else {
                return part
            }
            let type = MIMEType(parsing: part.mimeType)
            if type["role"] == ResponseSummary.role {
                let node = type["parent-node-id"].flatMap { message?.node($0.lastPathSegment) }
                var summary = ResponseSummary(json: json)
                summary.replace(identity, by: stranger) { name, value in
                    node?.givenAnswers.contains { $0.name == name && $0.accepts(value) } ?? false
                }
                part.body = summary.json.text
            } else {
                part.body = json.replacing(identity, with: stranger).text
            }
            return part
        }
    }
}

extension RichMessage {
    /// The rules for answers that are part of the message itself and therefore not personal data.
    fileprivate var givenAnswers: [AnswerRule] {
        switch content {
        case is ChoiceContent, is ButtonsContent, is TimesContent: answerRules ?? []
        default: []
        }
    }
}

extension ResponseSummary {
    /// Removes a participant from the state; what `isCounted` accepts still counts under the other name, without the
    /// ids of its operations.
    fileprivate mutating func replace(
        _ identity: String, by stranger: String, _ isCounted: (_ name: String, _ value: JSONValue) -> Bool
    ) {
        let left = states.filter { $0.identity == identity }.compactMap { state -> State? in
            var left = State(identity: stranger, name: state.name)
            left.adds = state.adds.filter { isCounted(state.name, $0.value) }
            for index in left.adds.indices { left.adds[index].ids = ["\(index + 1)"] }
            return left.adds.isEmpty ? nil : left
        }
        exchange(identity, for: left)
    }
}

extension JSONValue {
    /// With a text replaced wherever it is a value or the name of a member.
    fileprivate func replacing(_ text: String, with other: String) -> JSONValue {
        switch self {
        case .string(text): return .string(other)
        case .array(let values): return .array(values.map { $0.replacing(text, with: other) })
        case .object(let object):
            return .object(
                JSONObject(object.map { ($0.key == text ? other : $0.key, $0.value.replacing(text, with: other)) }))
        default: return self
        }
    }
}
