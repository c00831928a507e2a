import JSON
import MessageModel

/// What may be answered in a message under one name, by whom, and what kind of state that makes.
struct AnswerRule {
    var name: String
    var type: StateType
    /// Empty where everybody may.
    var enabledFor: [String] = []
    /// Whether something can be chosen, or filled in.
    var accepts: (JSONValue) -> Bool
    /// What servers want to know with a choice.
    var data: (JSONValue) -> JSONObject = { _ in [:] }
}

extension RichMessage {
    /// The rules of the types that ask something; `nil` for those that take any answer, as types of one's own do.
    var answerRules: [AnswerRule]? {
        switch content {
        case let choice as ChoiceContent: [choice.choices.answerRule]
        case let buttons as ButtonsContent:
            buttons.buttons.compactMap { button in
                if case .choice(let choices) = button { choices.answerRule } else { nil }
            }
        case let times as TimesContent:
            [
                AnswerRule(name: TimesContent.stateName, type: .firstWins) { value in
                    times.slots.contains { .string($0.id) == value }
                }
            ]
        case let prompt as PromptContent:
            [
                AnswerRule(name: PromptContent.responseName, type: .firstWins) { value in
                    value.string.map(prompt.offers) ?? false
                }
            ]
        case let feedback as FeedbackContent: feedback.answerRules
        case let form as FormContent:
            [AnswerRule(name: FormContent.stateName, type: .firstWins, accepts: form.form.canBeAnswered)]
        case is UnknownContent: nil
        default: TypeRegistry.asksNothing(content) ? [] : nil
        }
    }
}

extension TimesContent {
    public static let stateName = "selection"
}

extension FormContent {
    public static let stateName = "form"
}

extension TypeRegistry {
    /// Whether a type of ours has nothing in it to be answered.
    fileprivate static func asksNothing(_ content: any MessageContent) -> Bool {
        standard.registration(of: content) != nil
    }
}

extension Choices {
    fileprivate var answerRule: AnswerRule {
        AnswerRule(
            name: responseName, type: stateType, enabledFor: enabledFor,
            accepts: { value in items.contains { .string($0.id) == value } },
            data: { value in
                let item = items.first { .string($0.id) == value }
                return responseData.overlaid(with: item?.responseData ?? [:])
            })
    }
}

extension FeedbackContent {
    /// Stars, and what goes along with them: words, and when it was sent. Each is given once.
    fileprivate var answerRules: [AnswerRule] {
        let rating = AnswerRule(
            name: Self.rating, type: .firstWins, enabledFor: enabledFor,
            accepts: { Self.stars($0) != nil }, data: { _ in responseData })
        let words = [Self.comment, Self.sentAt].map { name in
            AnswerRule(name: name, type: .firstWins, enabledFor: enabledFor) { $0.string != nil }
        }
        return [rating] + words
    }
}

extension AskedForm {
    /// Whether it is put away, or filled in by pages that it has. Nothing else stands in an answer: it is kept with the
    /// message, which everybody reads.
    fileprivate func canBeAnswered(with value: JSONValue) -> Bool {
        guard let members = value.object, members.allSatisfy({ ["cancelled", "pages"].contains($0.key) }),
            members["cancelled"].map({ $0.bool != nil }) ?? true
        else { return false }
        guard let filled = members["pages"]?.object else {
            return members["cancelled"]?.bool == true && members["pages"] == nil
        }
        return filled.allSatisfy { name, value in
            let items = value.array ?? [value]
            return page(named: name) != nil && items.count <= PartLimits.items && items.allSatisfy { $0.string != nil }
        }
    }
}
