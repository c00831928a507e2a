import Diagnostics
import Expressions

extension AssignedSyntax {
    /// The type that an assignment gives the name; `nil` when it only empties the name.
    func type(in types: some TypeScope, _ context: ReadingContext) -> ValueType? {
        switch self {
        case .sum(let sum): sum.resolved(in: types, context).type
        case .text: .text
        case .yesNo: .yesNo
        case .list(let items): .list(items.isEmpty ? nil : .text)
        case .record(let parts):
            .record(
                parts.map { part in
                    ValueType.RecordField(
                        part.name, part.value.type(in: types, context) ?? .unknown,
                        isOptional: !part.value.isAlwaysFilled)
                })
        case .nothing: nil
        case .broken: .unknown
        }
    }
}

extension AssignedSyntax {
    /// Whether the field of a record that it is the value of always holds one: `{note, or nothing}` may not.
    fileprivate var isAlwaysFilled: Bool { isFilled { _ in true } }
}

extension QuestionSyntax {
    /// The type of the customer's answer.
    func answerType(in types: some TypeScope) -> ValueType {
        switch kind {
        case .text: return .text
        case .times: return .time
        case .number: return .number
        case .money: return .money
        case .date: return .date
        case .signIn, .pay, .app: return .unknown
        case .photo(let photo): return photo.atMost > 1 ? .list(.file) : .file
        case .file: return .file
        case .place: return .place
        case .form(let form): return form.answerType(in: types)
        case .unreadable: return .unknown
        case .answers(let answers):
            if answers.isDamaged { return .unknown }
            let choice = ValueType.choice(answers.choiceType(in: types))
            return answers.several ? .list(choice) : choice
        }
    }
}

extension FormSyntax {
    /// A field for each page. Fields of pages that can be bypassed or are optional may be empty.
    fileprivate func answerType(in types: some TypeScope) -> ValueType {
        if isDamaged { return .unknown }
        let ways = PageWays(self)
        return .record(
            pages.enumerated().map { index, page in
                let isOptional = page.question?.isOptional ?? false || !ways.alwaysPasses(index)
                let type = page.question?.answerType(in: types) ?? .unknown
                return ValueType.RecordField(page.name.value, type, isOptional: isOptional)
            })
    }
}

extension AnswersSyntax {
    fileprivate func choiceType(in types: some TypeScope) -> ValueType.ChoiceType {
        let written = items.filter { $0.each == nil }
        let constant = written.compactMap { item in
            item.label.template.constant.map {
                ValueType.ChoiceType.Answer(id: item.constantID ?? $0, label: $0)
            }
        }
        let lists = items.compactMap(\.each).map { types.itemType(of: $0) }
        let fields = lists.first?.fields ?? []
        return ValueType.ChoiceType(
            answers: constant, hasMore: constant.count < items.count,
            fields: written.isEmpty ? fields : fields.map { .init($0.name, $0.type, isOptional: true) },
            mayHaveOtherFields: lists.contains(.unknown),
            alwaysHasNote: !items.isEmpty && items.allSatisfy { $0.note != nil })
    }
}
