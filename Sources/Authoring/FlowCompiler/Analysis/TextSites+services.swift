import Diagnostics
import Expressions

extension QuestionKindSyntax {
    /// The texts of questions that a service answers.
    var textsOfServices: [(TextSyntax?, [EachSyntax], TextSite.Role)] {
        switch self {
        case .signIn(let signIn): signIn.extra.map { ($0.text, [], .said) }
        case .pay(let pay):
            pay.lines.map { ($0.label, $0.each.map { [$0] } ?? [], .said) }
                + (pay.shipping?.methods ?? []).flatMap { method -> [(TextSyntax?, [EachSyntax], TextSite.Role)] in
                    [(method.label, [], .said), (method.note, [], .said), (method.id, [], .said)]
                }
        default: []
        }
    }
}

extension QuestionSyntax {
    /// Inputs for a service: amounts, lists and values, each of their names as a separate text.
    func handedOn(stage: Int) -> [TextSite] {
        switch kind {
        case .app(let app): app.data.flatMap { $0.sites(stage: stage) }
        case .pay(let pay):
            pay.lines.map { site($0.price, $0.each, stage) }
                + ((pay.shipping?.methods.map(\.price) ?? []) + [pay.total].compactMap { $0 }).map {
                    site($0, nil, stage)
                }
                + pay.listSites(stage)
        case .answers, .times, .text, .number, .money, .date, .signIn, .photo, .file, .place, .form, .unreadable: []
        }
    }

    private func site(_ amount: AmountSyntax, _ each: EachSyntax?, _ stage: Int) -> TextSite {
        TextSite(
            template: amount.names, source: amount.source, repeated: each.map { [$0] } ?? [], stage: stage, role: .set)
    }
}

extension PayKindSyntax {
    fileprivate func listSites(_ stage: Int) -> [TextSite] {
        guard case .name(let text)? = shipping?.content else { return [] }
        return [TextSite(template: text.template, source: text.source, repeated: [], stage: stage, role: .set)]
    }
}
