import JSON
import MessageModel

/// A rule for the answers under one state name: the accepted values, the participants who may answer, and the type of
/// the state.
struct AnswerRule {
    var name: String
    var type: StateType
    /// Empty where all participants may answer.
    var enabledFor: [String] = []
    /// Whether a value is a valid answer.
    var accepts: (JSONValue) -> Bool
    /// The data for servers that accompanies a choice.
    var data: (JSONValue) -> JSONObject = { _ in [:] }
}

extension RichMessage {
    /// The rules of the types that ask something; `nil` for types that accept any answer, as custom types do.
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
    /// The state name of the answer.
    public static let stateName = "selection"
}

extension FormContent {
    /// The state name of the answer.
    public static let stateName = "form"
}

extension TypeRegistry {
    /// Whether the content is of a built-in type that cannot be answered.
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
    /// Stars, and what accompanies them: a comment, and the time of sending. Each can be given once.
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
    /// Whether the value is a dismissal, or answers to pages of the form. An answer can contain nothing else, because
    /// it is stored with the message, which all participants can read.
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
