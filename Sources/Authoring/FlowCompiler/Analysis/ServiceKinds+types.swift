import Expressions
import FlowModel

extension Project {
    /// The type of the name of a question that a service answers, unknown when the service is; `nil` for other kinds.
    func answerType(of kind: QuestionKindSyntax) -> ValueType? {
        switch kind {
        case .signIn(let signIn):
            guard let provider = services.providers.named(signIn.provider.value), !provider.isDamaged else {
                return .unknown
            }
            return provider.provider.answerType
        case .app(let app):
            guard let known = services.apps.named(app.app.value), !known.isDamaged else { return .unknown }
            return .record(known.app.gives)
        case .pay(let pay): return pay.answerType
        case .answers, .times, .text, .number, .money, .date, .photo, .file, .place, .form, .unreadable: return nil
        }
    }
}

extension PayKindSyntax {
    /// The payment, the payer and the shipping.
    fileprivate var answerType: ValueType {
        let asked = Set(contact?.fields ?? [])
        let isKnown = !(contact?.isDamaged ?? false)
        func field(_ name: String, _ type: ValueType, _ word: ContactWord) -> ValueType.RecordField {
            ValueType.RecordField(name, type, isOptional: isKnown && !asked.contains(word))
        }
        return .record([
            ValueType.RecordField("total", .money),
            ValueType.RecordField("shipping", .text, isOptional: shipping == nil && !isDamaged),
            ValueType.RecordField(
                "contact",
                .record([
                    field("name", .text, .name), field("email", .text, .email), field("phone", .text, .phone),
                    field("address", .place, .post),
                ])),
            ValueType.RecordField("reference", .text),
            ValueType.RecordField("problem", .text, isOptional: true),
        ])
    }
}

extension StepSyntax {
    /// Whether its failure is stored under its name as `problem`.
    var leavesProblem: Bool { question?.kind.leavesProblem ?? (call != nil) }
}
