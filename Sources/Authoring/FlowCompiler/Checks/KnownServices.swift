import Diagnostics
import Expressions

/// Providers, merchants and apps that flows and actions name are declared in `Config/services.yaml`.
struct KnownServices: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let project = analysis.project
        return project.flows.flatMap(\.steps).compactMap(\.question).compactMap {
            diagnose($0.kind, project.services)
        } + project.actions.actions.flatMap { tokens(of: $0, project.services.providers) }
    }

    /// `{token.shop}` in a header is the customer's token from `shop`.
    private func tokens(
        of action: ActionSyntax, _ providers: ServicesSyntax.Table<some ServiceSyntax>
    ) -> [Diagnostic] {
        action.outgoing.map(\.text).flatMap { text in
            text.template.inserts.filter { $0.name.root == "token" }.compactMap { insert in
                insert.name.fields.first.flatMap { provider in
                    let name = Word(provider, at: text.source.span(insert.nameRange))
                    return unknown(name, among: providers, .unknownProvider, "sign-in", "sign_in")
                }
            }
        }
    }

    private func diagnose(_ kind: QuestionKindSyntax, _ services: ServicesSyntax) -> Diagnostic? {
        switch kind {
        case .signIn(let signIn):
            unknown(signIn.provider, among: services.providers, .unknownProvider, "sign-in", "sign_in")
        case .app(let app): unknown(app.app, among: services.apps, .unknownApp, "app", "apps")
        case .pay(let pay): merchant(pay, services.merchants)
        case .answers, .times, .text, .number, .money, .date, .photo, .file, .place, .form, .unreadable: nil
        }
    }

    private func unknown(
        _ name: Word, among table: ServicesSyntax.Table<some ServiceSyntax>, _ code: DiagnosticCode, _ what: String,
        _ key: String
    ) -> Diagnostic? {
        guard !table.isDamaged, table.named(name.value) == nil else { return nil }
        return Diagnostic(
            code, "no \(what) is called `\(name.value)`", at: name.span, label: "not in Config/services.yaml",
            help: suggestion(for: name.value, among: table.names, are: "there are")
                ?? "declare it below `\(key):` in Config/services.yaml")
    }

    /// Without a name, the first merchant is used, so one must be declared.
    private func merchant(_ pay: PayKindSyntax, _ merchants: ServicesSyntax.Table<MerchantSyntax>) -> Diagnostic? {
        if let name = pay.merchant { return unknown(name, among: merchants, .unknownMerchant, "merchant", "merchants") }
        guard !merchants.isDamaged, merchants.items.isEmpty, !pay.isDamaged else { return nil }
        return Diagnostic(
            .unknownMerchant, "nobody can be paid: there is no merchant", at: pay.key, label: "paid to whom?",
            help: "declare one below `merchants:` in Config/services.yaml")
    }
}
