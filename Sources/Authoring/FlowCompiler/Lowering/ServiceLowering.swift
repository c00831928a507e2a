import Diagnostics
import Expressions
import FlowModel

/// Lowers questions that a service answers.
struct ServiceLowering {
    let lowering: Lowering
    let flow: Int

    private var services: ServicesSyntax { lowering.project.services }

    func signIn(_ syntax: SignInKindSyntax) -> Question.Kind {
        let place = services.providers.names.firstIndex(of: syntax.provider.value) ?? 0
        let scope = syntax.scope.map(\.value)
        return .signIn(
            SignInQuestion(
                provider: place, scope: scope.isEmpty ? services.providers.items[place].provider.scope : scope,
                extra: syntax.extra.map { ($0.name, lowering.phrase($0.text)) }))
    }

    func app(_ syntax: AppKindSyntax, _ value: (AssignedSyntax) -> Assignment) -> Question.Kind {
        .app(
            AppQuestion(
                app: services.apps.names.firstIndex(of: syntax.app.value) ?? 0,
                data: syntax.data.map { ($0.name.value, value($0.value)) }, isLive: syntax.isLive))
    }

    // Payments.

    func pay(_ syntax: PayKindSyntax) -> Question.Kind {
        var pay = PayQuestion(
            merchant: syntax.merchant.flatMap { services.merchants.names.firstIndex(of: $0.value) } ?? 0,
            lines: syntax.lines.compactMap(line))
        pay.total = syntax.total.flatMap { sum($0) }
        pay.shipping = syntax.shipping.flatMap(shipping)
        pay.contact = syntax.contact?.fields.map(\.rawValue) ?? []
        pay.billing = syntax.billing?.fields.map(\.rawValue) ?? []
        pay.recalculate = syntax.recalculate.flatMap(action)
        pay.track = syntax.track.flatMap(action)
        pay.page = syntax.page.flatMap(action)
        pay.poll = syntax.poll.flatMap(action)
        pay.countries = syntax.countries
        return .pay(pay)
    }

    private func line(_ syntax: PayLineSyntax) -> PayQuestion.Line? {
        sum(syntax.price, [syntax.each].compactMap { $0 }).map { price in
            PayQuestion.Line(
                label: lowering.phrase(syntax.label), price: price, isPending: syntax.isPending,
                each: syntax.each.map { Each(variable: $0.variable.value, list: $0.list.value) })
        }
    }

    private func shipping(_ syntax: ShippingSyntax) -> PayQuestion.Shipping? {
        switch syntax.content {
        case .methods(let methods): .methods(methods.compactMap(method))
        case .name(let text): (text.template.onlyInsert?.name).map { .list($0) }
        case .unreadable: nil
        }
    }

    private func method(_ syntax: ShippingMethodSyntax) -> PayQuestion.Method? {
        sum(syntax.price).map { price in
            PayQuestion.Method(
                label: lowering.phrase(syntax.label), note: lowering.phrase(syntax.note), price: price,
                id: syntax.id.map(lowering.phrase))
        }
    }

    private func sum(_ amount: AmountSyntax, _ repeated: [EachSyntax] = []) -> Arithmetic? {
        guard case .sum(let sum) = amount.value else { return nil }
        let names = EachScope(lowering.names[flow], repeated)
        return sum.resolved(in: names, lowering.project.bot.context).sum
    }

    private func action(_ name: Word) -> Int? {
        lowering.project.actions.actions.firstIndex { $0.name.value == name.value }
    }
}

extension QuestionKindSyntax {
    /// Whether its answer is private even without `private`: the customer's identity elsewhere (flow language, 3.9).
    var isAlwaysPrivate: Bool {
        if case .signIn = self { true } else { false }
    }
}
