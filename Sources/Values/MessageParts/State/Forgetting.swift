import JSON

extension TypeRegistry {
    /// The parts of a message without somebody who is to be forgotten.
    ///
    /// What they have chosen among given answers goes on counting, as that of a stranger: so many have chosen so. Whatever
    /// else they have answered, their words above all, goes, and wherever else they are named the stranger is.
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
    /// The rules by which answers are chosen that stand in the message itself, and are nobody's own words.
    fileprivate var givenAnswers: [AnswerRule] {
        switch content {
        case is ChoiceContent, is ButtonsContent, is TimesContent: answerRules ?? []
        default: []
        }
    }
}

extension ResponseSummary {
    /// Takes somebody out of it; what `isCounted` goes on counting under another name, without the ids of its operations.
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
    /// With one text in the place of another wherever it stands, as a value or as the name of a member.
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
